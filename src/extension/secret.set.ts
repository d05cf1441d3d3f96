import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t, time } from '../kernel/schema';
import { installedExtension, putSecret, secretKeys } from './extension.store';
import { extensionKey } from './extension.view';

export default command({
  id: 'secret.set',
  summary: 'Store or rotate a write-only credential of an extension; it can never be read back.',
  policy: 'owner',
  scope: 'secrets:write',
  developerOptIn: 'secrets:write',
  // The value that it replaces can be read by nobody.
  irreversible: true,
  payload: object({
    extension: extensionKey,
    key: t.String({ minLength: 1, maxLength: 40 }),
    value: t.String({ minLength: 1, maxLength: 4096 }),
  }),
  result: object({ extension: t.String(), key: t.String(), setAt: time() }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown'],
  redact: ({ extension, key }) => ({ extension, key }),

  async run({ payload, storeId, tx, now, record, services }) {
    const { manifest, extension } = await installedExtension(tx, storeId, payload.extension);
    if (!manifest.secrets.some(({ key }) => key === payload.key)) refuse('secret_unknown');
    const known = await secretKeys(tx, storeId, extension.key);
    await putSecret(tx, services.secretBox, {
      storeId,
      extension: extension.key,
      key: payload.key,
      value: payload.value,
      at: now,
    });
    const setAt = now.toISOString();
    record('secret', `${extension.key}/${payload.key}`, { setAt: known.get(payload.key) ?? null }, { setAt });
    return { extension: extension.key, key: payload.key, setAt };
  },
});
