import { installedExtension, putSecret, secretKeys } from '../extension/store';
import { extensionKey, secretName } from '../extension/view';
import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { label, object, t, time } from '../kernel/schema';

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
    value: label('Değer', 'Value')(t.String({ minLength: 1, maxLength: 4096 })),
  }),
  result: object({ extension: t.String(), key: t.String(), setAt: time() }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown'],
  example: { extension: 'trendyol', key: 'apiKey', value: 'k7Jd0xQ2' },
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
    const secretId = `${extension.key}/${payload.key}`;
    record('secret', secretId, { setAt: known.get(payload.key) ?? null }, { setAt }, { extension: extension.key });
    return { extension: extension.key, key: payload.key, setAt };
  },
});
