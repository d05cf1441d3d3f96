import { canonicalJson } from '../kernel/canonical';
import { command } from '../kernel/declare';
import { type FieldError, refuse } from '../kernel/errors';
import { expectedRev, object, t } from '../kernel/schema';
import { subject } from '../kernel/subject';
import type { Manifest } from '../provider/manifest';
import { configErrors } from './readiness';
import { installedExtension, saveExtension } from './store';
import { configLabel, extensionKey, installedSchema } from './view';

export default command({
  id: 'extension.configure',
  label: { tr: 'Eklentiyi ayarla', en: 'Configure an extension' },
  summary: 'Set the configuration of an installed extension, checked against its schema; does not enable it.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  payload: object({ extension: extensionKey, config: configLabel(t.Record(t.String(), t.Unknown())), expectedRev }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'config_invalid', 'rev_conflict'],
  example: { extension: 'trendyol', config: { sellerId: '424242', requestsPer10Seconds: 40 } },
  subject: subject('extension', 'extension'),

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { manifest, extension } = await installedExtension(tx, storeId, payload.extension);
    guardRev(extension.key, extension.rev);
    const [first, ...more] = configErrors(manifest, payload.config).map((error) => withoutUndeclared(manifest, error));
    if (first)
      refuse('config_invalid', `${first.pointer} ${first.message}`, { errors: [first, ...more], undeclared: true });
    const { enabled, version, key, rev } = extension;
    if (canonicalJson(payload.config) === canonicalJson(extension.config))
      return { extension: key, version, enabled, config: payload.config, rev };
    await saveExtension(tx, storeId, extension, { enabled, config: payload.config }, now);
    record('extension', key, { config: extension.config }, { config: payload.config });
    // What it replaces may be no configuration yet: a freshly installed extension has none that would be accepted.
    if (configErrors(manifest, extension.config).length === 0)
      inverse('extension.configure', { extension: key, expectedRev: rev + 1, config: extension.config });
    return { extension: key, version, enabled, config: payload.config, rev: rev + 1 };
  },
});

/** A name that is not declared may be a credential in the wrong place, and answers are kept: it is not repeated. */
function withoutUndeclared({ config }: Manifest, error: FieldError): FieldError {
  const declared = Object.keys(config.properties);
  const [, , name = ''] = error.pointer.split('/');
  if (name === '' || declared.includes(name)) return error;
  return { pointer: '/config', message: `has a name that is not declared; declared are ${declared.join(', ')}` };
}
