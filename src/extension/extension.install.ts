import { command } from '../kernel/declare';
import { object } from '../kernel/schema';
import { findExtension, insertExtension, knownManifest } from './store';
import { extensionKey, installedSchema } from './view';

export default command({
  id: 'extension.install',
  label: { tr: 'Eklentiyi kur', en: 'Install an extension' },
  summary: 'Install an extension; it stays disabled until it is configured and enabled.',
  policy: 'propose',
  scope: 'store:admin',
  // Nothing uninstalls it; installed alone it does nothing.
  irreversible: true,
  payload: object({ extension: extensionKey }),
  result: installedSchema,
  refuses: ['extension_unknown', 'invalid_state'],
  example: { extension: 'trendyol' },

  async run({ payload, storeId, tx, now, record }) {
    const manifest = knownManifest(payload.extension);
    await insertExtension(tx, storeId, manifest, now);
    const installed = await findExtension(tx, storeId, manifest.key);
    const { key, version, enabled, config, rev } = installed as NonNullable<typeof installed>;
    record('extension', key, null, { version, enabled, config });
    return { extension: key, version, enabled, config, rev };
  },
});
