import type { Claimant } from '../../kernel/trial/turns';
import { compareVersions } from '../../kernel/version';
import { type Checked, checkedPackage, lookedAt } from '../../skin/check/check';
import type { SentPackage } from '../../skin/check/form';
import { type CheckRow, ROWS_MAX, row } from '../../skin/check/row';
import { classBetween, type SemverClass, type SemverReason, semverClasses, semverOf } from '../../skin/check/semver';
import type { Pack } from '../../skin/pack/pack';
import { startingRows } from './skeleton';

export type Against = string | SentPackage;

export interface Verdict {
  readonly checked: Checked;
  readonly errors: readonly CheckRow[];
  readonly warnings: readonly CheckRow[];
  readonly semver?: { readonly class: SemverClass; readonly reasons: readonly SemverReason[] };
}

/** Finds a version of a theme by `key@version`. */
export type FindPack = (key: string, version: string) => Promise<Pack | undefined>;

interface Asking {
  readonly caller: Claimant;
  readonly findPack: FindPack;
}

/** Reasons that one answer tells. */
const REASONS_MAX = 100;

/** The verdict on a package; with `against`, also the class of version that it needs. Nothing is kept. */
export async function verdictOn(sent: SentPackage, against: Against | undefined, asking: Asking): Promise<Verdict> {
  const checked = await checkedPackage(sent, asking.caller);
  const errors = [...checked.errors, ...(checked.pack ? startingRows(checked.pack) : [])];
  const compared = against === undefined ? undefined : await comparedTo(checked, against, asking);
  return {
    checked,
    errors: [...errors, ...(compared?.errors ?? [])].slice(0, ROWS_MAX),
    warnings: checked.warnings.slice(0, ROWS_MAX),
    ...(compared?.semver ? { semver: compared.semver } : {}),
  };
}

async function comparedTo(
  checked: Checked,
  against: Against,
  { caller, findPack }: Asking,
): Promise<Pick<Verdict, 'errors' | 'semver'>> {
  const { pack } = checked;
  const old =
    typeof against === 'string'
      ? await checkedVersion(against, caller, findPack)
      : await checkedPackage(against, caller);
  if (!old?.pack) {
    const name = typeof against === 'string' ? against : 'against';
    return { errors: [row('/against', 'against_missing', { name })] };
  }
  if (!pack) return { errors: [] };
  const semver = semverOf(lookedAt(old.pack, old), lookedAt(pack, checked));
  return {
    errors: versionRows(old.pack, pack, semver.class),
    semver: { class: semver.class, reasons: semver.reasons.slice(0, REASONS_MAX) },
  };
}

async function checkedVersion(name: string, caller: Claimant, findPack: FindPack): Promise<Checked | undefined> {
  const [key = '', version = ''] = name.split('@');
  const pack = await findPack(key, version);
  return pack && checkedPackage(pack, caller);
}

/** A version that says less than the change is no version of the same theme. */
function versionRows(old: Pack, next: Pack, needed: SemverClass): CheckRow[] {
  const [from, to] = [old.manifest, next.manifest];
  if (from.key !== to.key) return [];
  const told = classBetween(from.version, to.version);
  const isEnough = semverClasses.indexOf(told) >= semverClasses.indexOf(needed);
  if (isEnough && (needed === 'none' || compareVersions(to.version, from.version) > 0)) return [];
  return [row('/manifest/version', 'version_low', { name: needed, version: to.version })];
}
