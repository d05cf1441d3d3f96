import { command } from '../kernel/declaration/command';
import { expectedRev, needing, object, t } from '../kernel/schema/schema';
import { extension, extensionKey } from './aggregate';
import { exampleMarketplace } from './example';
import { keptConfig } from './kept';
import { assertFits, configErrors } from './readiness';
import { enteredSecrets } from './secret/fields';
import { keepSecrets } from './secret/keep';
import { changeExtension, holdExtension, knownManifest, renewExtension } from './store';
import { installedSchema, installedView } from './view';

export default command({
  id: 'extension.configure',
  label: { tr: 'Eklentiyi ayarla', en: 'Configure an extension' },
  summary: 'Set the configuration of an installed extension, checked against its schema; does not enable it.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  removes: true,
  payload: object({
    extension: extensionKey,
    config: extension.columns.config.schema,
    /** In one step: a shop that works never has the configuration of one account and the credentials of another. */
    secrets: t.Optional(needing('secrets:write')(enteredSecrets)),
    expectedRev,
  }),
  result: installedSchema,
  refuses: ['extension_unknown', 'extension_not_installed', 'config_invalid', 'secret_unknown', 'rev_conflict'],
  example: { extension: exampleMarketplace, config: { sellerId: '424242', requestsPer10Seconds: 40 } },
  subject: extension.by('extension'),
  redact: ({ config, ...payload }) => ({ ...payload, config: keptConfig(payload.extension, config) }),

  async run(context) {
    const { payload, storeId, tx, guardRev, inverse } = context;
    // Held before its secrets are looked for, as whoever sets one holds it: one order of locks, and none is replaced unseen.
    const before = await holdExtension(tx, storeId, payload.extension);
    const manifest = knownManifest(before.key, before);
    guardRev(before.key, before.rev);
    assertFits(manifest, payload.config);
    const { key, config } = before;
    const { secrets = {} } = payload;
    const enters = Object.keys(secrets).length > 0;
    if (enters) await keepSecrets(context, manifest, secrets);
    const configured = changeExtension(context, before, { config: payload.config });
    const after = enters && configured.rev === before.rev ? renewExtension(context, before) : configured;
    // The replaced form may be no configuration yet: a freshly installed extension has none that would be accepted. Replaced secrets can
    // be read by nobody: the configuration alone would be that of another account.
    if (!enters && configErrors(manifest, config).length === 0)
      inverse('extension.configure', { extension: key, expectedRev: after.rev, config });
    return installedView(after);
  },
});
