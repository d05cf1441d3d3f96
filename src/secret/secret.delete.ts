import { extensionKey } from '../extension/aggregate';
import { deleteSecret, secretKeys } from '../extension/secret/store';
import { secret } from '../extension/secret/table';
import { holdExtension } from '../extension/store';
import { keptSecretName } from '../extension/view';
import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { secretNames } from '../provider/providers';

export default command({
  id: 'secret.delete',
  label: { tr: 'Gizli bilgiyi sil', en: 'Delete a secret' },
  summary: 'Delete a credential; what needs it refuses to work until it is set again.',
  policy: 'owner',
  scope: 'secrets:write',
  developerOptIn: 'secrets:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ extension: extensionKey, key: keptSecretName }),
  result: object({ extension: t.String(), key: t.String() }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown'],
  example: { extension: 'trendyol', key: 'apiSecret' },
  // A name that nothing declares may be a credential in the wrong place. Of one that was deleted the change tells.
  redact: ({ extension, key }) => (secretNames.includes(key) ? { extension, key } : { extension }),

  async run({ payload: { extension, key }, storeId, tx, record }) {
    await holdExtension(tx, storeId, extension);
    const setAt = (await secretKeys(tx, storeId, extension)).get(key);
    if (setAt === undefined) return refuse('secret_unknown', 'That secret is not set.');
    deleteSecret(tx, storeId, { extension, key });
    record(secret.word, `${extension}/${key}`, secret.snapshot({ setAt }), null, { extension });
    return { extension, key };
  },
});
