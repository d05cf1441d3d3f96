import { compareVersions } from '../../kernel/version';
import type { Alias } from '../../kit/kit';
import { type Compat, type CompatRow, compatRow, type Fix } from './words';

/** Tells of an old name: one that is still understood is a warning, one that is not breaks. */
export function toldAlias(
  into: Compat,
  told: Pick<CompatRow, 'kind' | 'name' | 'pointer'>,
  { to, since, removedIn }: Alias,
  version: string,
  fix: Fix | undefined,
): void {
  const isAlive = compareVersions(removedIn, version) > 0;
  const row = compatRow(
    isAlive ? 'alias' : 'removed',
    { ...told, since: isAlive ? since : removedIn, ...(fix ? { fix } : {}) },
    { to, since, removedIn },
  );
  (isAlive ? into.warnings : into.breaking).push(row);
}
