import type { Bundle, BundleNode } from './bundle';
import { listAt, type Place, placesOf } from './places';

/** One thing that is another one in a later design. */
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
  readonly place: Place | null;
  /** The section, or the part of one. */
  readonly nodeId: string | null;
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const change = (kind: DesignChange['kind'], of: Partial<DesignChange> = {}): DesignChange => ({
  kind,
  place: null,
  nodeId: null,
  field: null,
  before: null,
  after: null,
  ...of,
});

/** The differences between two designs. */
export function changesBetween(before: Bundle | null, after: Bundle): readonly DesignChange[] {
  if (!before) return [];
  return [
    ...fieldsOf(before.theme, after.theme).map((of) => change('theme_changed', of)),
    ...fieldsOf(before.variables, after.variables).map((of) => change('variable_changed', of)),
    ...pagesBetween(before, after),
    ...placesOf(after).flatMap((place) => rootsBetween(before, after, place)),
    ...nodesBetween(before, after),
    ...(['menus', 'zones', 'extPages', 'composites', 'customCss'] as const)
      .filter((field) => !isSame(before[field], after[field]))
      .map((field) => change('other_changed', { field })),
  ];
}

/** Fields of which one states another value. */
function fieldsOf(before: object, after: object): { field: string; before: unknown; after: unknown }[] {
  const [was, is] = [before, after] as Readonly<Record<string, unknown>>[];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isSame(was?.[field], is?.[field]))
    .map((field) => ({ field, before: was?.[field] ?? null, after: is?.[field] ?? null }));
}

function pagesBetween({ pages: before }: Bundle, { pages: after }: Bundle): DesignChange[] {
  const of = (key: string): Place => ({ of: 'page', key });
  return [
    ...Object.keys(after).flatMap((key) => {
      const [was, is] = [before[key], after[key]];
      if (!was || !is) return [change('page_added', { place: of(key) })];
      const [{ root: _, ...old }, { root: __, ...now }] = [was, is];
      return fieldsOf(old, now).map((each) => change('page_changed', { place: of(key), ...each }));
    }),
    ...Object.keys(before).flatMap((key) => (after[key] ? [] : [change('page_removed', { place: of(key) })])),
  ];
}

/** Sections that came, went or stand in another place of the page. */
function rootsBetween(before: Bundle, after: Bundle, place: Place): DesignChange[] {
  const [was, is] = [listAt(before, place), listAt(after, place)];
  const [old, now] = [new Set(was), new Set(is)];
  const stayed = was.filter((id) => now.has(id));
  const stands = is.filter((id) => old.has(id));
  return [
    ...is.filter((id) => !old.has(id)).map((nodeId) => change('section_added', { place, nodeId })),
    ...was.filter((id) => !now.has(id)).map((nodeId) => change('section_removed', { place, nodeId })),
    ...stands.flatMap((nodeId, nth) => (stayed[nth] === nodeId ? [] : [change('section_moved', { place, nodeId })])),
  ];
}

/** Differences within sections that are in both. */
function nodesBetween({ nodes: before }: Bundle, { nodes: after }: Bundle): DesignChange[] {
  return Object.entries(after).flatMap(([nodeId, now]) => {
    const was = before[nodeId];
    if (!was) return [];
    const said = fieldsOf(was.props, now.props).map((each) => change('section_changed', { nodeId, ...each }));
    return [...said, ...besides(was, now).map((each) => change('section_changed', { nodeId, ...each }))];
  });
}

const besides = (was: BundleNode, now: BundleNode) =>
  fieldsOf({ hidden: was.hidden ?? false, slots: was.slots }, { hidden: now.hidden ?? false, slots: now.slots }).map(
    ({ field, ...values }) => ({ field: `$${field}`, ...(field === 'hidden' ? values : {}) }),
  );
