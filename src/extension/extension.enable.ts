import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema';
import { subject } from '../kernel/subject';
import { blockers } from './readiness';
import { installedExtension, saveExtension, secretKeys } from './store';
import { extensionKey, installedSchema } from './view';

export default command({
  id: 'extension.enable',
  label: { tr: 'Eklentiyi aç', en: 'Enable an extension' },
  summary: 'Enable an extension; refused until its secrets are set and its configuration is valid.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  // Nothing disables it again.
  irreversible: true,
  payload: object({ extension: extensionKey, expectedRev }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'extension_not_ready', 'invalid_state', 'rev_conflict'],
  example: { extension: 'trendyol' },
  subject: subject('extension', 'extension'),

  async run({ payload, storeId, tx, now, record, guardRev }) {
    const { manifest, extension } = await installedExtension(tx, storeId, payload.extension);
    guardRev(extension.key, extension.rev);
    if (extension.enabled)
      refuse('invalid_state', `${manifest.name} is enabled already.`, { facts: { state: 'enabled' } });
    const secrets = await secretKeys(tx, storeId, extension.key);
    const blockedBy = blockers(manifest, extension, new Set(secrets.keys()));
    if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
    const { key, version, config, rev } = extension;
    await saveExtension(tx, storeId, extension, { enabled: true, config }, now);
    record('extension', key, { enabled: false }, { enabled: true });
    return { extension: key, version, enabled: true, config, rev: rev + 1 };
  },
});
