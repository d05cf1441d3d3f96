import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema/schema';
import { extension, extensionKey } from './aggregate';
import { exampleMarketplace } from './example';
import { blockers } from './readiness';
import { secretKeys } from './secret/store';
import { changeExtension, installedExtension } from './store';
import { installedSchema, installedView } from './view';

export default command({
  id: 'extension.enable',
  label: { tr: 'Eklentiyi aç', en: 'Enable an extension' },
  summary: 'Enable an extension; refused until its secrets are set and its configuration is valid.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  payload: object({ extension: extensionKey, expectedRev }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'extension_not_ready', 'invalid_state', 'rev_conflict'],
  example: { extension: exampleMarketplace },
  subject: extension.by('extension'),

  async run(context) {
    const { payload, storeId, tx, guardRev, inverse } = context;
    const { manifest, extension: before } = await installedExtension(tx, storeId, payload.extension);
    guardRev(before.key, before.rev);
    if (before.enabled)
      refuse('invalid_state', `${manifest.name} is enabled already.`, { facts: { state: 'enabled' } });
    const secrets = await secretKeys(tx, storeId, before.key);
    const blockedBy = blockers(manifest, before, new Set(secrets.keys()));
    if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
    const after = changeExtension(context, before, { enabled: true });
    // Its pushes to a marketplace by then stay there.
    const stated = manifest.kind === 'channel' ? { disconnect: 'freeze' } : {};
    inverse('extension.disable', { extension: after.key, expectedRev: after.rev, ...stated });
    return installedView(after);
  },
});
