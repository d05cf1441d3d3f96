import { command } from '../kernel/declaration/declare';
import { type FieldError, refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema/schema';
import type { Manifest } from '../provider/manifest';
import { extension, extensionKey } from './aggregate';
import { configErrors } from './readiness';
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
    const [first, ...more] = configErrors(manifest, payload.config).map((error) => withoutUndeclared(manifest, error));
    if (first)
      refuse('config_invalid', `${first.pointer} ${first.message}`, { errors: [first, ...more], undeclared: true });
    const { key, config } = before;
    const after = changeExtension(context, before, { config: payload.config });
    // What it replaces may be no configuration yet: a freshly installed extension has none that would be accepted.
    if (configErrors(manifest, config).length === 0)
      inverse('extension.configure', { extension: key, expectedRev: after.rev, config });
    return installedView(after);
  },
});

/** A name that is not declared may be a credential in the wrong place, and answers are kept: it is not repeated. */
function withoutUndeclared({ config }: Manifest, error: FieldError): FieldError {
  const declared = Object.keys(config.properties);
  const [, , name = ''] = error.pointer.split('/');
  if (name === '' || declared.includes(name)) return error;
  return { pointer: '/config', message: `has a name that is not declared; declared are ${declared.join(', ')}` };
}
