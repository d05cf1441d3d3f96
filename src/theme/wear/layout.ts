import type { Bundle, BundleNode, BundlePage, ParkedLayout } from '../../design/bundle/bundle';
import { canonicalJson } from '../../kernel/canonical';
import { fixedPageKinds, groupNames, isFixedPageKind } from '../../kit/page-kinds';
import type { Pack } from '../../skin/pack/pack';
import { pageKeyOf, skeletonParts } from '../../skin/pack/skeleton';

type Nodes = Record<string, BundleNode>;

/** A layout in two parts: the body without it, and itself. */
interface Apart {
  /** Nodes that no fixed page and no group reaches. */
  readonly content: Nodes;
  readonly layout: ParkedLayout;
}

/** Identifiers of nodes that are reached from some. */
export function reachedFrom(nodes: Readonly<Nodes>, ids: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const wait = [...ids];
  for (let id = wait.pop(); id !== undefined; id = wait.pop()) {
    if (reached.has(id) || !Object.hasOwn(nodes, id)) continue;
    reached.add(id);
    for (const below of Object.values(nodes[id]?.slots ?? {})) wait.push(...below);
  }
  return reached;
}

/** True of a page under its usual key that says nothing but its root. */
const isBare = (key: string, { kind, root: _, ...rest }: BundlePage): boolean =>
  isFixedPageKind(kind) && key === pageKeyOf(kind) && Object.keys(rest).length === 0;

/** Takes the layout out of a body. */
export function layoutOf({ pages, groups, nodes }: Bundle): Apart {
  const fixed = Object.values(pages).filter(({ kind }) => isFixedPageKind(kind));
  const roots = [...fixed.flatMap(({ root }) => root), ...groupNames.flatMap((name) => groups[name])];
  const reached = reachedFrom(nodes, roots);
  const [own, content]: [Nodes, Nodes] = [{}, {}];
  for (const [id, node] of Object.entries(nodes)) (reached.has(id) ? own : content)[id] = node;
  const without = fixedPageKinds.filter((kind) => !fixed.some((page) => page.kind === kind));
  return {
    content,
    layout: {
      pages: rootsOf(fixed),
      ...(without.length > 0 ? { without } : {}),
      groups: { header: groups.header, footer: groups.footer },
      nodes: own,
    },
  };
}

const rootsOf = (pages: readonly Pick<BundlePage, 'kind' | 'root'>[]): Record<string, string[]> =>
  Object.fromEntries(pages.flatMap(({ kind, root }) => (root.length > 0 ? [[kind, root]] : [])));

/** The layout with which a theme comes, laid beside nodes that are there. */
export function freshLayout({ skeleton }: Pack, content: Readonly<Nodes>): ParkedLayout {
  const { pages, groups, nodes } = skeletonParts(skeleton);
  const layout = {
    pages: rootsOf(Object.values(pages)),
    groups,
    nodes,
  };
  return renamedBeside(structuredClone(layout) as unknown as ParkedLayout, content).layout;
}

/** True if a layout that was taken out is that with which its theme comes. */
export const isFresh = ({ content, layout }: Apart, pack: Pack): boolean =>
  canonicalJson(layout) === canonicalJson(freshLayout(pack, content));

/** Gives nodes of a layout other names where theirs are taken. @returns new names by the old ones */
export function renamedBeside(
  layout: ParkedLayout,
  content: Readonly<Nodes>,
): { readonly layout: ParkedLayout; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const taken = new Set([...Object.keys(content), ...Object.keys(layout.nodes)]);
  for (const id of Object.keys(layout.nodes)) {
    if (!Object.hasOwn(content, id)) continue;
    const name = freeName(id, taken);
    taken.add(name);
    names.set(id, name);
  }
  if (names.size === 0) return { layout, names };
  const nameOf = (id: string): string => names.get(id) ?? id;
  const all = (ids: readonly string[]): string[] => ids.map(nameOf);
  return {
    names,
    layout: {
      ...layout,
      pages: mapValues(layout.pages, all),
      groups: { header: all(layout.groups.header), footer: all(layout.groups.footer) },
      nodes: Object.fromEntries(
        Object.entries(layout.nodes).map(([id, node]) => [
          nameOf(id),
          node.slots ? { ...node, slots: mapValues(node.slots, all) } : node,
        ]),
      ),
    },
  };
}

const ID_CHARS_MAX = 40;

function freeName(id: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const end = `-${count}`;
    const name = id.slice(0, ID_CHARS_MAX - end.length) + end;
    if (!taken.has(name)) return name;
  }
}

const mapValues = <V, W>(of: Readonly<Record<string, V>>, map: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value)]));

/** A body with a layout in the place of that which was taken out of it. A page that says more than its root never goes. */
export function withLayout(bundle: Bundle, content: Nodes, layout: ParkedLayout): Bundle {
  const rootOf = (kind: string): string[] =>
    Object.hasOwn(layout.pages, kind) ? (layout.pages[kind] as string[]) : [];
  const pages: Record<string, BundlePage> = {};
  for (const [key, page] of Object.entries(bundle.pages)) {
    const { kind } = page;
    if (!isFixedPageKind(kind)) pages[key] = page;
    else if (!layout.without?.includes(kind) || !isBare(key, page)) pages[key] = { ...page, root: rootOf(kind) };
  }
  const present = new Set(Object.values(pages).map(({ kind }) => kind));
  for (const kind of fixedPageKinds)
    if (rootOf(kind).length > 0 && !present.has(kind)) pages[pageKeyOf(kind)] = { kind, root: rootOf(kind) };
  return { ...bundle, pages, groups: layout.groups, nodes: { ...content, ...layout.nodes } };
}
