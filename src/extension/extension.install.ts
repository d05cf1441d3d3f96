import { command } from '../kernel/declaration/declare';
import { object } from '../kernel/schema/schema';
import { extension, extensionKey } from './aggregate';
import { installExtension, knownManifest } from './store';
import { installedSchema, installedView } from './view';

export default command({
  id: 'extension.install',
  label: { tr: 'Eklentiyi kur', en: 'Install an extension' },
  summary: 'Install an extension; it stays disabled until it is configured and enabled.',
  policy: 'propose',
  scope: 'store:admin',
  payload: object({ extension: extensionKey }),
  result: installedSchema,
  refuses: ['extension_unknown', 'invalid_state'],
  example: { extension: 'trendyol' },

  async run({ payload, storeId, tx, now, record, inverse }) {
    const installed = await installExtension(tx, storeId, knownManifest(payload.extension), now);
    record(extension.word, installed.key, null, extension.snapshot(installed));
    inverse('extension.uninstall', { extension: installed.key, expectedRev: installed.rev });
    return installedView(installed);
  },
});
