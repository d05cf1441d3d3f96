import { installedExtensions } from '../extension/store';
import { readRoute } from '../kernel/declaration/declare';
import { localUrl } from '../kernel/process/local-url';
import { object, t } from '../kernel/schema/schema';
import { nameOf, portOf } from '../provider/providers';
import { webhookPath } from './address';

export default readRoute({
  id: 'account.webhooks.addresses',
  http: 'GET /v1/account/webhooks/addresses',
  summary:
    'The address at which each installed extension is told things, to be entered at its provider. Whoever has it may knock.',
  policy: 'owner',
  scope: null,
  result: object({
    items: t.Array(object({ extension: t.String(), name: t.String(), url: t.String() })),
  }),
  refuses: [],

  async run({ db, storeId, services: { digests, settings } }) {
    const { publicUrl, host, port } = settings;
    const base = publicUrl || localUrl(host, port);
    const told = (await installedExtensions(db, storeId)).filter(({ key }) => portOf(key) !== undefined);
    return {
      items: told.map(({ key }) => ({
        extension: key,
        name: nameOf(key),
        url: base + webhookPath(digests, storeId, key),
      })),
    };
  },
});
