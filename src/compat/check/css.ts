import type { Claimant } from '../../kernel/trial/turns';
import type { KitContract } from '../../kit/kit';
import { limits } from '../../kit/limits';
import { standingOf } from '../../skin/check/coverage';
import { gatedApart } from '../../skin/css/apart';
import { type CssFault, faultTold } from '../../skin/css/fault';
import type { Used } from '../../skin/css/names';
import { toldAlias } from './alias';
import { type ArtifactKind, type Compat, type CompatRow, compatRow, nothing } from './words';

interface StyleSheet {
  readonly css: string;
  readonly pointer: string;
  /** Kind of the artifact that it is, or is a part of. */
  readonly kind: ArtifactKind;
  /** Names of variables that its theme brings. */
  readonly own: ReadonlySet<string>;
}

/** A style sheet against a contract: what the gate refuses and what the contract does not know breaks. */
export async function cssCompat(asked: StyleSheet, contract: KitContract, caller: Claimant): Promise<Compat> {
  const found = await gatedApart(asked.css, limits.themeCssBytes, caller);
  const { kind, pointer } = asked;
  const rowOf = (fault: CssFault): CompatRow => ({
    code: fault.code,
    kind,
    name: fault.name.slice(0, 60),
    pointer,
    since: null,
    ...faultTold(fault, limits.themeCssBytes),
  });
  if (found.css === undefined)
    return {
      breaking: found.faults.map(rowOf),
      warnings: [],
    };
  const compat = namesCompat(found.used, asked, contract);
  compat.warnings.push(...found.idle.map(rowOf));
  return compat;
}

export function namesCompat(
  used: readonly Used[],
  { kind, pointer, own }: Pick<StyleSheet, 'kind' | 'pointer' | 'own'>,
  contract: KitContract,
): Compat {
  const into = nothing();
  for (const each of used) {
    const standing = standingOf(each, contract, own);
    if (standing.is === 'known') continue;
    const name = each.of === '' ? each.name : `${each.of} ${each.name}`;
    if (standing.is === 'unknown') into.breaking.push(compatRow('unknown', { kind, name, pointer }));
    // A row for each place: each has a fix of its own.
    else
      for (const { start, end } of each.at)
        toldAlias(into, { kind, name: each.name, pointer }, standing, contract.version, {
          kind: 'css',
          start,
          end,
          text: each.kind === 'property' ? `--tz-${standing.to}` : standing.to,
        });
  }
  return into;
}
