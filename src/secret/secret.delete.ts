import { deleteSecret, installedExtension, secretKeys } from '../extension/store';
import { extensionKey, secretName } from '../extension/view';
import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';

export default command({
  id: 'secret.delete',
  label: { tr: 'Gizli bilgiyi sil', en: 'Delete a secret' },
  summary: 'Delete a credential; what needs it refuses to work until it is set again.',
  policy: 'owner',
  scope: 'secrets:write',
  developerOptIn: 'secrets:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ extension: extensionKey, key: secretName }),
  result: object({ extension: t.String(), key: t.String() }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown'],
  example: { extension: 'trendyol', key: 'apiSecret' },

  async run({ payload, storeId, tx, record }) {
    const { extension } = await installedExtension(tx, storeId, payload.extension);
    const setAt = (await secretKeys(tx, storeId, extension.key)).get(payload.key);
    if (!(await deleteSecret(tx, storeId, extension.key, payload.key)))
      refuse('secret_unknown', 'That secret is not set.');
    record('secret', `${extension.key}/${payload.key}`, { setAt }, null, { extension: extension.key });
    return { extension: extension.key, key: payload.key };
  },
});
