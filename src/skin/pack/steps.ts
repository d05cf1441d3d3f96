import type { Manifest, Skeleton } from './pack';

/** The place that a pointer of a step names. */
export interface PointerPlace {
  /** Key of a node of the skeleton; `*` stands for each. Undefined: a variable is named. */
  readonly node?: string;
  readonly name: string;
}

/** The parts of a pointer of a step: `/variables/space`, `/nodes/home~1hero/props/title`. */
export function placeOf(pointer: string): PointerPlace | undefined {
  const parts = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (parts.length === 3 && parts[1] === 'variables') return { name: parts[2] as string };
  if (parts.length === 5 && parts[1] === 'nodes' && parts[3] === 'props')
    return { node: parts[2] as string, name: parts[4] as string };
  return undefined;
}

/** Values at which the steps of one upgrade may be taken. */
export const REACH_MAX = 50_000;

/** The number of values at which steps are taken. @param counts nodes by their keys in the skeleton */
export function reachOf(migrations: Manifest['migrations'], counts: ReadonlyMap<string, number>): number {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const reach = (pointer: string): number => {
    const { node } = placeOf(pointer) ?? { node: '' };
    return node === '*' ? all : node === undefined ? 1 : (counts.get(node) ?? 0);
  };
  return migrations
    .flatMap(({ steps }) => steps)
    .reduce((sum, step) => sum + 1 + reach('at' in step ? step.at : step.from), 0);
}

/** Nodes of a skeleton by their keys. */
export const keyCounts = ({ nodes }: Skeleton): ReadonlyMap<string, number> =>
  new Map(Object.keys(nodes).map((key) => [key, 1]));
