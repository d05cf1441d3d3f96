import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, t } from '../kernel/schema/schema';
import type { Manifest } from '../provider/manifest';
import { extension, extensionKey } from './aggregate';
import { assertConsented } from './consent';
import { exampleMarketplace } from './example';
import { endBreakers } from './hook/over';
import { keptConfig } from './kept';
import { installedManifestOf } from './provider/providers';
import { assertFits } from './readiness';
import { rightsOf } from './rights';
import { secretKeys } from './secret/store';
import { changeExtension, holdExtension, knownManifest } from './store';
import { type Upgrade, upgradeOf } from './upgrade';
import { installedSchema, installedView } from './view';

const version = label(
  'Yeni sürüm',
  'New version',
)(
  t.String({
    pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$',
    description: 'Version that was shown; refused when another version is current.',
  }),
);
const consent = label(
  'Yeni haklara onay',
  'Consent to new rights',
)(
  t.Boolean({
    description: 'Consent of an owner: the extension gets the rights that it asks for beyond those granted.',
  }),
);

export default command({
  id: 'extension.upgrade',
  label: { tr: 'Eklentiyi yükselt', en: 'Upgrade an extension' },
  summary:
    'Upgrade an extension to the current version; its configuration is migrated, or taken from `config`. New rights need the consent of an owner.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  // Migrations may drop what the new version has no place for.
  removes: true,
  // No command leads to an earlier version; the audit row keeps the configuration that it had.
  irreversible: true,
  payload: object({
    extension: extensionKey,
    version: t.Optional(version),
    consent: t.Optional(consent),
    config: t.Optional(extension.columns.config.schema),
    expectedRev,
  }),
  result: installedSchema,
  refuses: [
    'extension_unknown',
    'extension_not_installed',
    'invalid_state',
    'consent_required',
    'config_invalid',
    'extension_not_ready',
    'rev_conflict',
  ],
  example: { extension: exampleMarketplace },
  subject: extension.by('extension'),
  redact: ({ config, ...payload }) =>
    config ? { ...payload, config: keptConfig(payload.extension, config) } : payload,

  async run(context) {
    const { payload, principal, storeId, tx, guardRev } = context;
    const before = await holdExtension(tx, storeId, payload.extension);
    const current = knownManifest(before.key);
    guardRev(before.key, before.rev);
    const secrets = await secretKeys(tx, storeId, before.key);
    const upgrade = upgradeOf(before, new Set(secrets.keys()), payload.config);
    if (!upgrade)
      return refuse('invalid_state', `${current.name} has no version after ${before.version}.`, {
        facts: { state: 'current' },
      });
    if (payload.version !== undefined && payload.version !== current.version)
      refuse('invalid_state', `The current version of ${current.name} is ${current.version}.`, {
        facts: { state: 'published', version: current.version },
      });
    assertConsented(principal, current, upgrade.growth, payload.consent === true);
    if (payload.config) assertFits(current, payload.config);
    assertMigrated(upgrade);
    const { blockedBy } = upgrade;
    if (blockedBy.length > 0) refuse('extension_not_ready', blockedBy.join(', '), { facts: { blockedBy } });
    const { version } = current;
    const points = pointsOf(current);
    const earlier = pointsOf(installedManifestOf(before));
    // Failures at a point where it had no hook were counted by a process that knew another version.
    await endBreakers(
      context,
      before.key,
      points.filter((point) => earlier.includes(point)),
    );
    return installedView(
      changeExtension(context, before, {
        version,
        config: upgrade.config,
        granted: rightsOf(current),
        // Points of the new version alone stay off: nobody could turn on a hook at another one.
        hooksOff: before.hooksOff.filter((point) => points.includes(point)),
      }),
    );
  },
});

const pointsOf = (manifest: Manifest | undefined): string[] => (manifest?.hooks ?? []).map(({ point }) => point);

/** @throws {Refusal} config_invalid */
function assertMigrated({ manifest, errors, errorsOf }: Upgrade): void {
  const [first] = errors;
  if (first)
    refuse(
      'config_invalid',
      `The configuration does not become one of ${manifest.name} ${errorsOf}: ${first.pointer} ${first.message}. State one in config.`,
      { errors: [...errors], undeclared: true },
    );
}
