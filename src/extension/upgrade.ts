import type { FieldError } from '../kernel/errors';
import { compareVersions } from '../kernel/version';
import type { Manifest } from '../provider/manifest';
import type { ExtensionRow } from './aggregate';
import { grantedTo } from './granted-rights';
import { migrated } from './migration';
import { installedManifestOf, manifestOf } from './provider/providers';
import { blockers, configErrors } from './readiness';
import { growthOf, type Rights, rightsOf } from './rights';

/** The current version of an extension of which a store has an earlier one, and what it would make of what the store has. */
export interface Upgrade {
  readonly manifest: Manifest;
  readonly config: ExtensionRow['config'];
  /** Rights that the store has not granted; empty lists when it asks for no more. */
  readonly growth: Rights;
  /** Nothing that the store has entered is lost. */
  readonly lossless: boolean;
  /**
   * The faults that keep the configuration from becoming one of the new version. One that fits its own version no more is not worth
   * keeping.
   */
  readonly errors: readonly FieldError[];
  /** The version that `errors` are of. */
  readonly errorsOf: string;
  /** Hindrances that an enabled extension would have then. */
  readonly blockedBy: readonly string[];
}

/** @param secrets keys of those that are set @returns undefined of what has no later version */
export function upgradeOf(
  row: ExtensionRow,
  secrets: ReadonlySet<string>,
  instead?: ExtensionRow['config'],
): Upgrade | undefined {
  const manifest = manifestOf(row.key);
  if (!manifest || compareVersions(row.version, manifest.version) >= 0) return undefined;
  const { config, lossless, errors, version } = instead
    ? { config: instead, lossless: true, errors: configErrors(manifest, instead), version: manifest.version }
    : migratedOf(manifest, row);
  const blockedBy = row.enabled ? blockers(manifest, { ...row, config }, secrets) : [];
  const growth = growthOf(grantedTo(row), rightsOf(manifest));
  return { manifest, config, growth, lossless, errors, errorsOf: version, blockedBy };
}

/** Brings the configuration over. One that is not configured yet has nothing to bring over: it is asked for when it is enabled. */
function migratedOf(manifest: Manifest, row: ExtensionRow): ReturnType<typeof migrated> {
  const own = installedManifestOf(row);
  if (own && configErrors(own, row.config).length > 0 && !row.enabled)
    return { config: row.config, lossless: true, errors: [], version: manifest.version };
  return migrated(manifest, row.version, row.config);
}
