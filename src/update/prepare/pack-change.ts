import { isDeepStrictEqual } from 'node:util';
import type { Pack } from '../../skin/pack/pack';
import type { PusherKind } from '../../skin/store/table';
import { migrationsTo } from '../../theme/wear/upgrade';
import type { UpdateReport } from '../entry/report';

/** Tells of the parts of a theme that are no value of the design: a style sheet alone can hide what a shop shows. */
export function packChange(old: Pack, next: Pack, pushedBy: PusherKind | null): UpdateReport['theme'] {
  const [was, is] = [rulesOf(old.css), rulesOf(next.css)];
  const [had, has] = [old.skeleton.nodes, next.skeleton.nodes];
  return {
    pushedBy,
    css: {
      bytesBefore: Buffer.byteLength(old.css),
      bytesAfter: Buffer.byteLength(next.css),
      rulesAdded: without(is, was),
      rulesRemoved: without(was, is),
    },
    skeleton: {
      nodesAdded: without(Object.keys(has), Object.keys(had)),
      nodesRemoved: without(Object.keys(had), Object.keys(has)),
      nodesChanged: Object.keys(has).filter((key) => Object.hasOwn(had, key) && !isDeepStrictEqual(had[key], has[key]))
        .length,
    },
    steps: migrationsTo(old, next).reduce((sum, { steps }) => sum + steps.length, 0),
  };
}

/** Rules as the gate writes them: one ends where its braces do. */
const rulesOf = (css: string): string[] =>
  css
    .split('}')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');

function without(all: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return all.filter((each) => !known.has(each)).length;
}
