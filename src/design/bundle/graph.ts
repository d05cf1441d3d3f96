import { limits } from '../../kit/limits';
import { type GroupName, groupNames } from '../../kit/page-kinds';
import type { Bundle, BundleNode, BundlePage } from './bundle';
import { at, type Finding, finding } from './finding';

/** The place of a node: on a page, in a group or kept as a composite, or in a slot of another node. */
export type NodePlace =
  | { readonly of: 'page'; readonly page: BundlePage; readonly key: string }
  | { readonly of: 'group'; readonly group: GroupName }
  | { readonly of: 'composite'; readonly key: string }
  | { readonly of: 'slot'; readonly parent: BundleNode; readonly slot: string };

interface Root {
  readonly pointer: string;
  readonly ids: readonly string[];
  readonly place: NodePlace;
}

/** The lists from which nodes are reached. */
function rootsOf(bundle: Bundle): readonly Root[] {
  return [
    ...Object.entries(bundle.pages).map(
      ([key, page]): Root => ({ pointer: at('/pages', key, 'root'), ids: page.root, place: { of: 'page', page, key } }),
    ),
    ...groupNames.map(
      (group): Root => ({ pointer: at('/groups', group), ids: bundle.groups[group], place: { of: 'group', group } }),
    ),
    ...Object.entries(bundle.composites).map(
      ([key, { root }]): Root => ({
        pointer: at('/composites', key, 'root'),
        ids: [root],
        place: { of: 'composite', key },
      }),
    ),
  ];
}

interface Walk {
  readonly bundle: Bundle;
  readonly places: Map<string, NodePlace>;
  readonly above: Set<string>;
  readonly errors: Finding[];
}

/**
 * Finds the place of each node. Nodes are a forest: each is reached once, so that to draw one is bounded by its size.
 * @returns faults, and the places of the nodes that are reached
 */
export function graphOf(bundle: Bundle): {
  readonly places: ReadonlyMap<string, NodePlace>;
  readonly errors: Finding[];
} {
  const walk: Walk = { bundle, places: new Map(), above: new Set(), errors: [] };
  for (const { pointer, ids, place } of rootsOf(bundle))
    visitAll(walk, pointer, ids, place, 1, place.of !== 'composite');
  for (const key of Object.keys(bundle.nodes))
    if (!walk.places.has(key)) walk.errors.push(finding(at('/nodes', key), 'node_orphan', { name: key }));
  return walk;
}

function visitAll(
  walk: Walk,
  pointer: string,
  ids: readonly string[],
  place: NodePlace,
  depth: number,
  isList: boolean,
): void {
  for (const [index, id] of ids.entries()) visit(walk, isList ? at(pointer, index) : pointer, id, place, depth);
}

function visit(walk: Walk, pointer: string, id: string, place: NodePlace, depth: number): void {
  const { bundle, places, above, errors } = walk;
  const wrong = above.has(id)
    ? 'node_cycle'
    : !Object.hasOwn(bundle.nodes, id)
      ? 'node_missing'
      : places.has(id)
        ? 'node_shared'
        : undefined;
  if (wrong) {
    errors.push(finding(pointer, wrong, { name: id }));
    return;
  }
  if (depth > limits.depth) {
    errors.push(finding(pointer, 'too_many', { most: limits.depth }));
    return;
  }
  const node = bundle.nodes[id] as BundleNode;
  places.set(id, place);
  above.add(id);
  for (const [slot, ids] of Object.entries(node.slots ?? {}))
    visitAll(walk, at('/nodes', id, 'slots', slot), ids, { of: 'slot', parent: node, slot }, depth + 1, true);
  above.delete(id);
}
