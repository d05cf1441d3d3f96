import { extension, extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { keepSecrets } from '../extension/secret/keep';
import { secretValue } from '../extension/secret/table';
import { holdExtension, knownManifest, renewExtension } from '../extension/store';
import { secretName } from '../extension/view';
import { command } from '../kernel/declaration/command';
import { expectedRev, object, t, time } from '../kernel/schema/schema';

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
    expectedRev,
  }),
  result: object({ extension: t.String(), key: t.String(), setAt: time(), rev: extension.answers.rev }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown', 'rev_conflict'],
  example: { extension: exampleMarketplace, key: 'apiKey', value: 'k7Jd0xQ2' },
  subject: extension.by('extension'),

  async run(context) {
    const { payload, storeId, tx, guardRev } = context;
    const { extension, key, value } = payload;
    knownManifest(extension);
    const held = await holdExtension(tx, storeId, extension);
    guardRev(held.key, held.rev);
    const setAt = await keepSecrets(context, knownManifest(extension, held), { [key]: value });
    const { rev } = renewExtension(context, held);
    return { extension, key, setAt, rev };
  },
});
