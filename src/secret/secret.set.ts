import { extensionKey } from '../extension/aggregate';
import { putSecret, secretKeys } from '../extension/secret/store';
import { secretValue, secret as stored } from '../extension/secret/table';
import { holdExtension, knownManifest } from '../extension/store';
import { secretName } from '../extension/view';
import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
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

  async run({ payload: { extension, key, value }, storeId, tx, now, record, services }) {
    const current = knownManifest(extension);
    // Those of the next version can be entered before it is there: an upgrade finds them set.
    const { secrets } = knownManifest(extension, await holdExtension(tx, storeId, extension));
    if (![...secrets, ...current.secrets].some((declared) => declared.key === key)) refuse('secret_unknown');
    const before = (await secretKeys(tx, storeId, extension)).get(key);
    const setAt = now.toISOString();
    putSecret(tx, services.secretBox, storeId, { extension, key, value, setAt });
    const old = before === undefined ? null : stored.snapshot({ setAt: before });
    record(stored.word, `${extension}/${key}`, old, stored.snapshot({ setAt }), { extension });
    return { extension, key, setAt };
  },
});
