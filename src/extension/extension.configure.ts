import { command } from '../kernel/declaration/declare';
import { expectedRev, object } from '../kernel/schema/schema';
import { extension, extensionKey } from './aggregate';
import { assertFits, configErrors } from './readiness';
import { changeExtension, installedExtension } from './store';
import { installedSchema, installedView } from './view';

export default command({
  id: 'extension.configure',
  label: { tr: 'Eklentiyi ayarla', en: 'Configure an extension' },
  summary: 'Set the configuration of an installed extension, checked against its schema; does not enable it.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  removes: true,
  payload: object({ extension: extensionKey, config: extension.columns.config.schema, expectedRev }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'config_invalid', 'rev_conflict'],
  example: { extension: 'trendyol', config: { sellerId: '424242', requestsPer10Seconds: 40 } },
  subject: extension.by('extension'),

  async run(context) {
    const { payload, storeId, tx, guardRev, inverse } = context;
    const { manifest, extension: before } = await installedExtension(tx, storeId, payload.extension);
    guardRev(before.key, before.rev);
    assertFits(manifest, payload.config);
    const { key, config } = before;
    const after = changeExtension(context, before, { config: payload.config });
    // What it replaces may be no configuration yet: a freshly installed extension has none that would be accepted.
    if (configErrors(manifest, config).length === 0)
      inverse('extension.configure', { extension: key, expectedRev: after.rev, config });
    return installedView(after);
  },
});
