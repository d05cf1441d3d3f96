import { limits } from '../../kit/limits';
import { listRows } from '../../section/rows';
import type { Bundle } from './bundle';

/** Sections of a page by their names, in their order. */
export interface DrawnSections {
  readonly header: readonly string[];
  readonly own: readonly string[];
  readonly footer: readonly string[];
}

const NAMED = /\b(?:med|prd|col|cat)_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** Counts the things of the shop that something names, each time that it does. */
export const namedThings = (value: unknown): number => JSON.stringify(value ?? null).match(NAMED)?.length ?? 0;

/** Counts of nodes by the nodes of a body, which never change: pages of a design are drawn again and again. */
const counts = new WeakMap<Bundle['nodes'], Map<string, number>>();

/** Counts the things that a node shows at most, with all that stands in it. */
function thingsIn(nodes: Bundle['nodes'], id: string): number {
  const known = counts.get(nodes) ?? new Map<string, number>();
  counts.set(nodes, known);
  const before = known.get(id);
  if (before !== undefined) return before;
  // A node that stands in itself, which a body may be judged for, comes back here.
  known.set(id, 0);
  const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  if (!node || node.hidden === true) return 0;
  const inside = Object.values(node.slots ?? {}).flat();
  const own = namedThings(node.props) + listRows(node.type, node.props);
  const things = inside.reduce((sum, each) => sum + thingsIn(nodes, each), own);
  known.set(id, things);
  return things;
}

/**
 * Tells which sections a page draws: all of them, as long as they show no more things together than a page may. Header and footer come
 * first, and a section that does not fit any more is left out.
 */
export function drawnSections(
  { nodes, groups }: Pick<Bundle, 'nodes' | 'groups'>,
  root: readonly string[],
): DrawnSections {
  let left: number = limits.thingsPerPage;
  const fitting = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => {
      const things = thingsIn(nodes, id);
      if (things > left) return false;
      left -= things;
      return true;
    });
  const [header, footer] = [fitting(groups.header), fitting(groups.footer)];
  return { header, own: fitting(root), footer };
}
