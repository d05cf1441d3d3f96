import type { Bundle, BundleMenu, BundleNode, BundlePage, VariableValue } from '../../design/bundle/bundle';
import { menusWithout } from '../../design/bundle/extending';
import { type ListAt, listAt, placesOf, type SectionPlace } from '../../design/bundle/places';
import { moved } from '../parts/moved';

/* Changes to a design, each of which makes another one. */

function withList(body: Bundle, at: ListAt, list: string[]): Bundle {
  if (at.of === 'group') return { ...body, groups: { ...body.groups, [at.key]: list } };
  if (at.of === 'slot')
    return withNode(body, at.key, (node) => ({ ...node, slots: { ...node.slots, [at.slot]: list } }));
  const page = body.pages[at.key];
  return page ? { ...body, pages: { ...body.pages, [at.key]: { ...page, root: list } } } : body;
}

export function withNode(body: Bundle, id: string, change: (node: BundleNode) => BundleNode): Bundle {
  const node = body.nodes[id];
  return node ? { ...body, nodes: { ...body.nodes, [id]: change(node) } } : body;
}

export const withMoved = (body: Bundle, at: ListAt, from: number, to: number): Bundle =>
  withList(body, at, moved(listAt(body, at), from, to));

/** The design without a node, and without all that stands in it. */
export function without(body: Bundle, at: ListAt, id: string): Bundle {
  const gone = new Set(below(body, id));
  const left = withList(
    body,
    at,
    listAt(body, at).filter((each) => each !== id),
  );
  return { ...left, nodes: Object.fromEntries(Object.entries(left.nodes).filter(([key]) => !gone.has(key))) };
}

function below({ nodes }: Bundle, root: string): string[] {
  const found: string[] = [];
  const waiting = [root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.includes(id)) continue;
    found.push(id);
    waiting.push(...Object.values(nodes[id]?.slots ?? {}).flat());
  }
  return found;
}

/** @param nodes those of a new section, by their keys; the first is the section itself */
export function withAdded(body: Bundle, at: ListAt, nodes: Readonly<Record<string, BundleNode>>): Bundle {
  const [root] = Object.keys(nodes);
  if (root === undefined) return body;
  return withList({ ...body, nodes: { ...body.nodes, ...nodes } }, at, [...listAt(body, at), root]);
}

/** A node and all that stands in it under keys of their own: each key stands in one place. */
export function copied({ nodes }: Bundle, root: string, newKey: () => string): Record<string, BundleNode> {
  const copies: Record<string, BundleNode> = {};
  const copy = (id: string): string => {
    const key = newKey();
    const { slots, ...node } = nodes[id] as BundleNode;
    copies[key] = node;
    const inside = Object.entries(slots ?? {}).map(([name, ids]) => [name, ids.map(copy)] as const);
    if (inside.length > 0) copies[key] = { ...node, slots: Object.fromEntries(inside) };
    return key;
  };
  copy(root);
  return copies;
}

export const withHidden = (body: Bundle, id: string, isHidden: boolean): Bundle =>
  withNode(body, id, ({ hidden: _, ...node }) => (isHidden ? { ...node, hidden: true } : node));

/** @param value undefined: the design says nothing of it */
export const withVariable = (body: Bundle, name: string, value: VariableValue | undefined): Bundle => {
  const { [name]: _, ...variables } = body.variables;
  return { ...body, variables: value === undefined ? variables : { ...variables, [name]: value } };
};

/** The values of the preset are the theme's own from then on; what was chosen by hand stays. */
export const withPreset = ({ theme: { preset: _, ...theme }, ...body }: Bundle, preset: string | null): Bundle => ({
  ...body,
  theme: preset === null ? theme : { ...theme, preset },
});

export const withPage = (body: Bundle, key: string, page: BundlePage): Bundle => ({
  ...body,
  pages: { ...body.pages, [key]: page },
});

/** The design without a page, its sections, and the links of menus to it. */
export function withoutPage(body: Bundle, key: string): Bundle {
  const page = body.pages[key];
  if (!page) return body;
  const place: SectionPlace = { of: 'page', key };
  const emptied = page.root.reduce((left, id) => without(left, place, id), body);
  const { [key]: _, ...pages } = emptied.pages;
  const { menus } = menusWithout(emptied.menus, (link) =>
    typeof link === 'string' ? link === `/sayfa/${page.path}` : link.to === 'page' && link.id === key,
  );
  return { ...emptied, pages, menus };
}

/** @param menu undefined: the design has it no more */
export function withMenu(body: Bundle, key: string, menu: BundleMenu | undefined): Bundle {
  const { [key]: _, ...menus } = body.menus;
  // A menu that is there keeps its place.
  if (menu && Object.hasOwn(body.menus, key)) return { ...body, menus: { ...body.menus, [key]: menu } };
  return { ...body, menus: menu ? { ...menus, [key]: menu } : menus };
}

/** The place at which a node stands, at whatever depth; undefined: in a kept section alone, or nowhere. */
export function placeOfNode(
  body: Bundle,
  id: string,
): { readonly place: SectionPlace; readonly root: string } | undefined {
  for (const place of placesOf(body))
    for (const root of listAt(body, place)) if (below(body, root).includes(id)) return { place, root };
  return undefined;
}
