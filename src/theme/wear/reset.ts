import type { Bundle, BundleNode } from '../../design/bundle/bundle';
import { at } from '../../design/bundle/finding';
import { type GroupName, groupNames, isFixedPageKind } from '../../kit/page-kinds';
import type { Pack } from '../../skin/pack/pack';
import { placed } from '../../skin/pack/skeleton';
import { reachedFrom, renamedBeside } from './layout';
import { type ReportRow, reportOf, reportRow } from './report';
import type { Changed } from './switch';

const isGroup = (name: string): name is GroupName => (groupNames as readonly string[]).includes(name);

/**
 * A body in which one page, or the header or footer, is that of the theme again. The sections that stood there are gone.
 * @param place key of a page, or name of a group @returns undefined: it is not there, or no theme has a page like it
 */
export function pageReset(bundle: Bundle, { skeleton }: Pack, place: string): Changed | undefined {
  const page = Object.hasOwn(bundle.pages, place) ? bundle.pages[place] : undefined;
  const kind = page && isFixedPageKind(page.kind) ? page.kind : undefined;
  const keys = isGroup(place) ? skeleton.groups[place] : kind && skeleton.pages[kind];
  if (!keys) return undefined;
  const before = isGroup(place) ? bundle.groups[place] : (page?.root ?? []);
  const gone = reachedFrom(bundle.nodes, before);
  const content = Object.fromEntries(Object.entries(bundle.nodes).filter(([id]) => !gone.has(id)));
  const { ids, nodes } = structuredClone(placed(skeleton, keys)) as unknown as {
    ids: string[];
    nodes: Record<string, BundleNode>;
  };
  const { layout } = renamedBeside({ pages: { it: ids }, groups: { header: [], footer: [] }, nodes }, content);
  const root = layout.pages.it as string[];
  const worn: Bundle = {
    ...bundle,
    nodes: { ...content, ...layout.nodes },
    ...(isGroup(place)
      ? { groups: { ...bundle.groups, [place]: root } }
      : { pages: { ...bundle.pages, [place]: { ...(page as NonNullable<typeof page>), root } } }),
  };
  return { bundle: worn, report: reportOf(rowsOf(bundle, worn, place, [before, root])) };
}

function rowsOf(
  before: Bundle,
  after: Bundle,
  place: string,
  [had, has]: readonly [readonly string[], readonly string[]],
): ReportRow[] {
  const pointer = isGroup(place) ? at('/groups', place) : at('/pages', place, 'root');
  const typed = ({ nodes }: Bundle, ids: readonly string[]) => ids.map((id) => ({ id, type: nodes[id]?.type ?? id }));
  return [
    reportRow('changed', 'page_reset', pointer, [had.length, has.length], { name: place }),
    ...typed(before, had).map(({ id, type }) =>
      reportRow('changed', 'node_removed', at('/nodes', id), [type, null], { name: type }),
    ),
    ...typed(after, has).map(({ id, type }) =>
      reportRow('added', 'node_added', at('/nodes', id), [null, type], { name: type }),
    ),
  ];
}
