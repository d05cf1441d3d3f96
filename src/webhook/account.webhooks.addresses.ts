import { nameOf, portOf, webhookSecretOf } from '../extension/provider/providers';
import { allSecretKeys } from '../extension/secret/store';
import { installedExtensions } from '../extension/store';
import { readRoute } from '../kernel/declaration/route';
import { localUrl } from '../kernel/process/local-url';
import { nullable, object, t } from '../kernel/schema/schema';
import { webhookPath } from './address';

export default readRoute({
  id: 'account.webhooks.addresses',
  http: 'GET /v1/account/webhooks/addresses',
  summary:
    'The webhook address of each installed extension, for its provider, and the secret that follows it. Anyone with the address may post to it.',
  policy: 'owner',
  scope: null,
  result: object({
    items: t.Array(
      object({
        extension: t.String(),
        name: t.String(),
        url: t.String(),
        secret: nullable(
          object({
            key: t.String({
              description: 'Key of the secret that follows the address: `<url>/<secret>`.',
            }),
            isSet: t.Boolean({ description: 'False: the address takes no message yet.' }),
          }),
        ),
      }),
    ),
  }),
  refuses: [],

  async run({ db, storeId, services: { digests, settings } }) {
    const { publicUrl, host, port } = settings;
    const base = publicUrl || localUrl(host, port);
    const { installed, secrets } = await db.snapshot(async (moment) => ({
      installed: await installedExtensions(moment, storeId),
      secrets: await allSecretKeys(moment, storeId),
    }));
    // A marketplace is told its address by `channel.webhook.register`.
    const told = installed.filter(({ key }) => !['channel', undefined].includes(portOf(key)));
    const behind = (extension: string) => {
      const key = webhookSecretOf(extension);
      return key === undefined ? null : { key, isSet: secrets.get(extension)?.has(key) ?? false };
    };
    return {
      items: told.map(({ key }) => ({
        extension: key,
        name: nameOf(key),
        url: base + webhookPath(digests, storeId, key),
        secret: behind(key),
      })),
    };
  },
});
