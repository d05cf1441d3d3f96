import { type FixedPageKind, fixedPageKinds, type GroupName, groupNames } from '../../kit/page-kinds';
import type { Skeleton } from './pack';

/** A node as a body keeps it. */
export interface PlacedNode {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly slots?: Readonly<Record<string, readonly string[]>>;
  readonly from: string;
}

export interface Placed {
  readonly ids: readonly string[];
  readonly nodes: Readonly<Record<string, PlacedNode>>;
}

/** The identifier of a node of a skeleton in a body: `home/hero` is `home-hero`. */
export const idOf = (key: string): string => key.replaceAll('/', '-').toLowerCase();

/** One list of a skeleton with all nodes below it. */
export function placed({ nodes }: Skeleton, keys: readonly string[]): Placed {
  const found: Record<string, PlacedNode> = {};
  const add = (key: string): void => {
    const node = nodes[key];
    if (!node) throw new Error(`The skeleton has no node ${key}`);
    const slots = Object.entries(node.slots ?? {});
    found[idOf(key)] = {
      type: node.type,
      props: node.props,
      ...(slots.length > 0 ? { slots: Object.fromEntries(slots.map(([slot, ids]) => [slot, ids.map(idOf)])) } : {}),
      from: key,
    };
    for (const [, ids] of slots) for (const each of ids) add(each);
  };
  for (const key of keys) add(key);
  return { ids: keys.map(idOf), nodes: found };
}

/** The key of a fixed page in a body that a skeleton made: `pg_home`. */
export const pageKeyOf = (kind: FixedPageKind): string => `pg_${kind.toLowerCase()}`;

/** The whole skeleton as parts of a body. */
export function skeletonParts(skeleton: Skeleton) {
  const pages = fixedPageKinds.map((kind) => ({ kind, ...placed(skeleton, skeleton.pages[kind]) }));
  const groups = groupNames.map((name) => ({ name, ...placed(skeleton, skeleton.groups[name]) }));
  return {
    pages: Object.fromEntries(pages.map(({ kind, ids }) => [pageKeyOf(kind), { kind, root: [...ids] }])),
    groups: Object.fromEntries(groups.map(({ name, ids }) => [name, [...ids]])) as Record<GroupName, string[]>,
    nodes: Object.assign({}, ...[...pages, ...groups].map(({ nodes }) => nodes)) as Record<string, PlacedNode>,
  };
}
