import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';
import { deleteSecret, installedExtension, secretKeys } from './extension.store';
import { extensionKey } from './extension.view';

export default command({
  id: 'secret.delete',
  summary: 'Delete a credential; what needs it refuses to work until it is set again.',
  policy: 'owner',
  scope: 'secrets:write',
  developerOptIn: 'secrets:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ extension: extensionKey, key: t.String({ minLength: 1, maxLength: 40 }) }),
  result: object({ extension: t.String(), key: t.String() }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown'],

  async run({ payload, storeId, tx, record }) {
    const { extension } = await installedExtension(tx, storeId, payload.extension);
    const setAt = (await secretKeys(tx, storeId, extension.key)).get(payload.key);
    if (!(await deleteSecret(tx, storeId, extension.key, payload.key)))
      refuse('secret_unknown', 'That secret is not set.');
    record('secret', `${extension.key}/${payload.key}`, { setAt }, null);
    return { extension: extension.key, key: payload.key };
  },
});
