import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { expectedRev, object, t } from '../kernel/schema';
import { installedExtension, saveExtension } from './extension.store';
import { extensionKey, installedSchema } from './extension.view';
import { configErrors } from './readiness';

export default command({
  id: 'extension.configure',
  summary: 'Set the configuration of an installed extension, checked against its schema; does not enable it.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  payload: object({ extension: extensionKey, config: t.Record(t.String(), t.Unknown()), expectedRev }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'config_invalid', 'rev_conflict'],

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { manifest, extension } = await installedExtension(tx, storeId, payload.extension);
    guardRev(extension.key, extension.rev);
    const errors = configErrors(manifest, payload.config);
    if (errors.length > 0) refuse('config_invalid', `${errors[0]?.pointer} ${errors[0]?.message}`, { errors });
    const { enabled, version, key, rev } = extension;
    await saveExtension(tx, storeId, extension, { enabled, config: payload.config }, now);
    record('extension', key, { config: extension.config }, { config: payload.config });
    // What it replaces may be no configuration yet: a freshly installed extension has none that would be accepted.
    if (configErrors(manifest, extension.config).length === 0)
      inverse('extension.configure', { extension: key, expectedRev: rev + 1, config: extension.config });
    return { extension: key, version, enabled, config: payload.config, rev: rev + 1 };
  },
});
