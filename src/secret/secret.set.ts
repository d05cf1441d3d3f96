import { extensionKey } from '../extension/aggregate';
import { keepSecrets } from '../extension/secret/keep';
import { secretValue } from '../extension/secret/table';
import { holdExtension, knownManifest } from '../extension/store';
import { secretName } from '../extension/view';
import { command } from '../kernel/declaration/declare';
import { object, t, time } from '../kernel/schema/schema';

export default command({
  id: 'secret.set',
  label: { tr: 'Gizli bilgiyi kaydet', en: 'Store a secret' },
  summary: 'Store or rotate a write-only credential of an extension; it can never be read back.',
  policy: 'owner',
  scope: 'secrets:write',
  developerOptIn: 'secrets:write',
  // The value that it replaces can be read by nobody.
  irreversible: true,
  payload: object({
    extension: extensionKey,
    key: secretName,
    value: secretValue,
  }),
  result: object({ extension: t.String(), key: t.String(), setAt: time() }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown'],
  example: { extension: 'trendyol', key: 'apiKey', value: 'k7Jd0xQ2' },

  async run(context) {
    const { payload, storeId, tx } = context;
    const { extension, key, value } = payload;
    knownManifest(extension);
    const installed = knownManifest(extension, await holdExtension(tx, storeId, extension));
    return { extension, key, setAt: await keepSecrets(context, installed, { [key]: value }) };
  },
});
