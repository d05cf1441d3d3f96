import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema/schema';
import { extension, extensionKey } from './aggregate';
import { exampleMarketplace } from './example';
import { endBreakers } from './hook/over';
import { nameOf } from './provider/providers';
import { deleteExtension, holdExtension } from './store';
import { installedSchema, installedView } from './view';

export default command({
  id: 'extension.uninstall',
  label: { tr: 'Eklentiyi kaldır', en: 'Uninstall an extension' },
  summary:
    'Uninstall a disabled extension. The audit row keeps its configuration; its secrets and data stay for a later installation.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation', 'destructive'],
  // Installing it again is one command and configuring it another: no single one brings back what was there.
  irreversible: true,
  payload: object({ extension: extensionKey, expectedRev }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'invalid_state', 'rev_conflict'],
  example: { extension: exampleMarketplace },
  subject: extension.by('extension'),

  async run(context) {
    const { payload, storeId, tx, guardRev, record } = context;
    const before = await holdExtension(tx, storeId, payload.extension);
    guardRev(before.key, before.rev);
    if (before.enabled)
      refuse('invalid_state', `${nameOf(before.key)} is enabled: disable it first.`, { facts: { state: 'enabled' } });
    deleteExtension(tx, storeId, before);
    await endBreakers(context, before.key, []);
    record(extension.word, before.key, extension.snapshot(before), null);
    return installedView(before);
  },
});
