import type { Bundle, BundleNode } from './bundle';
import { isSame, type Leaf, leavesBetween, linesBetween } from './leaves';
import { type ListAt, listAt, placesOf, type SectionPlace } from './places';

/** A change from one design to a later one. */
export interface DesignChange {
  readonly kind:
    | 'page_added'
    | 'page_removed'
    | 'page_changed'
    | 'section_added'
    | 'section_removed'
    | 'section_moved'
    | 'section_changed'
    | 'variable_changed'
    | 'theme_changed'
    | 'other_changed';
  /** The page or the part of pages; of a section that came, went or moved within another, the slot. */
  readonly place: ListAt | null;
  /** The section, or the part of one. */
  readonly nodeId: string | null;
  /** A prop, a variable or an area of the design; `$type`, `$from` and `$hidden` of a section are no props. */
  readonly field: string | null;
  /** Leads to the value within the field. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

const change = (kind: DesignChange['kind'], of: Partial<DesignChange> = {}): DesignChange => ({
  kind,
  place: null,
  nodeId: null,
  field: null,
  path: [],
  before: null,
  after: null,
  ...of,
});

/**
 * Lists all differences between two designs. Those on every page come first, and those that no shopper sees last: a reader is
 * told so many and no more.
 */
export function changesBetween(before: Bundle | null, after: Bundle): readonly DesignChange[] {
  if (!before) return [];
  const areas = (...fields: readonly (keyof Bundle)[]) => fields.flatMap((field) => areaBetween(before, after, field));
  return [
    ...fieldsOf(before.theme, after.theme).map((of) => change('theme_changed', of)),
    ...areas('menus', 'zones', 'extPages'),
    ...linesBetween(before.customCss ?? '', after.customCss ?? '').map((leaf) => inArea('customCss', leaf)),
    ...fieldsOf(before.variables, after.variables).map((of) => change('variable_changed', of)),
    ...pagesBetween(before, after),
    ...placesOf(after).flatMap((place) => listsBetween(before, after, place)),
    ...nodesBetween(before, after),
    ...areas('composites'),
    ...Object.values(after.composites).flatMap(({ root }) => newIn(before, after, root)),
    ...areas('schema', 'pins', 'removed', 'parked'),
  ];
}

const inArea = (field: string, leaf: Leaf): DesignChange => change('other_changed', { field, ...leaf });

const areaBetween = (before: Bundle, after: Bundle, field: keyof Bundle): DesignChange[] =>
  leavesBetween(before[field], after[field]).map((leaf) => inArea(field, leaf));

type Of = Pick<DesignChange, 'field' | 'path' | 'before' | 'after'>;

/** Values that differ, by the field that holds them. */
const fieldsOf = (before: object, after: object): readonly Of[] =>
  leavesBetween(before, after).map(({ path: [field = null, ...path], ...values }) => ({ field, path, ...values }));

function pagesBetween({ pages: before }: Bundle, { pages: after }: Bundle): DesignChange[] {
  const of = (key: string): SectionPlace => ({ of: 'page', key });
  return [
    ...Object.entries(after).flatMap(([key, { root: _, ...now }]) => {
      const was = before[key];
      const { root: __, ...old } = was ?? { root: [], kind: now.kind, title: now.title };
      const changed = isSame(old, now) ? [] : fieldsOf(old, now);
      const told = changed.map((each) => change('page_changed', { place: of(key), ...each }));
      return was ? told : [change('page_added', { place: of(key) }), ...told];
    }),
    ...Object.keys(before).flatMap((key) => (after[key] ? [] : [change('page_removed', { place: of(key) })])),
  ];
}

/** Sections that came, with all that they hold, went, or stand elsewhere in the list. */
function listsBetween(before: Bundle, after: Bundle, place: ListAt): DesignChange[] {
  const [was, is] = [listAt(before, place), listAt(after, place)];
  const [old, now] = [new Set(was), new Set(is)];
  const stayed = was.filter((id) => now.has(id));
  const stands = is.filter((id) => old.has(id));
  return [
    ...is
      .filter((id) => !old.has(id))
      .flatMap((nodeId) => [change('section_added', { place, nodeId }), ...newIn(before, after, nodeId)]),
    ...was.filter((id) => !now.has(id)).map((nodeId) => change('section_removed', { place, nodeId })),
    ...stands.flatMap((nodeId, nth) => (stayed[nth] === nodeId ? [] : [change('section_moved', { place, nodeId })])),
  ];
}

/** A new section: all that it says, and all that stands in its slots. One that only moved is compared with what it was. */
function newIn(before: Bundle, after: Bundle, nodeId: string): DesignChange[] {
  const node = after.nodes[nodeId];
  if (!node || before.nodes[nodeId]) return [];
  return [...saidBy(nodeId, { type: node.type, props: {} }, node), ...slotsBetween(before, after, nodeId)];
}

/** Differences within sections that are in both. */
const nodesBetween = (before: Bundle, after: Bundle): DesignChange[] =>
  Object.entries(after.nodes).flatMap(([nodeId, now]) => {
    const was = before.nodes[nodeId];
    return was ? [...saidBy(nodeId, was, now), ...slotsBetween(before, after, nodeId)] : [];
  });

function saidBy(nodeId: string, was: BundleNode, now: BundleNode): DesignChange[] {
  const own = ({ type, from, hidden = false }: BundleNode) => ({ $type: type, $from: from, $hidden: hidden });
  return [...fieldsOf(own(was), own(now)), ...fieldsOf(was.props, now.props)].map((each) =>
    change('section_changed', { nodeId, ...each }),
  );
}

function slotsBetween(before: Bundle, after: Bundle, key: string): DesignChange[] {
  const slots = Object.keys({ ...before.nodes[key]?.slots, ...after.nodes[key]?.slots });
  return slots.flatMap((slot) => listsBetween(before, after, { of: 'slot', key, slot }));
}

/** The page, or the part of pages, on which each section of a design stands. */
export function placesByNode(body: Bundle): ReadonlyMap<string, SectionPlace> {
  const places = new Map<string, SectionPlace>();
  const visit = (ids: readonly string[], place: SectionPlace): void => {
    for (const id of ids) {
      if (places.has(id)) continue;
      places.set(id, place);
      for (const inner of Object.values(body.nodes[id]?.slots ?? {})) visit(inner, place);
    }
  };
  for (const place of placesOf(body)) visit(listAt(body, place), place);
  return places;
}
