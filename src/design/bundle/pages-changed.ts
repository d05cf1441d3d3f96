import { zoneOf } from '../../kit/zones';
import type { Bundle } from './bundle';
import { type DesignChange, placesByNode } from './changes';
import type { ListAt, SectionPlace } from './places';

/** A page with an address of its own, or of a kind that has one. */
export interface ChangedPage {
  /** A kind of pages; `extPage`: it is one of an extension. */
  readonly kind: string;
  readonly title: string | null;
  readonly path: string | null;
}

/**
 * Lists the pages of the later design that look different, the home page first. The parts that all pages share are seen on the home page.
 */
export function pagesChanged(changes: readonly DesignChange[], after: Bundle): readonly ChangedPage[] {
  const places = placesByNode(after);
  const keys = new Set<string>();
  let isShared = false;
  for (const change of changes) {
    const on = keysOf(change, after, places);
    isShared ||= on.length === 0 && change.field !== 'extPages';
    for (const key of on) keys.add(key);
  }
  const home = Object.entries(after.pages).find(([, { kind }]) => kind === 'home')?.[0];
  if (isShared && home !== undefined) keys.add(home);
  const own = Object.entries(after.pages).flatMap(([key, { kind, title = null, path = null }]): ChangedPage[] =>
    keys.has(key) ? [{ kind, title, path }] : [],
  );
  const isHome = ({ kind }: ChangedPage): boolean => kind === 'home';
  return [...own.filter(isHome), ...own.filter((page) => !isHome(page)), ...extended(changes, after)];
}

function extended(changes: readonly DesignChange[], { extPages }: Bundle): ChangedPage[] {
  const slugs = new Set(changes.flatMap(({ field, path }) => (field === 'extPages' ? path.slice(0, 1) : [])));
  return Object.keys(extPages)
    .filter((slug) => slugs.has(slug))
    .map((path) => ({ kind: 'extPage', title: null, path }));
}

/** Keys of the pages that the change is about; none: it is about all of them, or none. */
function keysOf(
  { kind, place, nodeId, field, path: [zone = ''] }: DesignChange,
  { pages }: Bundle,
  places: ReadonlyMap<string, SectionPlace>,
): readonly string[] {
  if (kind === 'other_changed') {
    const kinds: readonly string[] = field === 'zones' ? (zoneOf(zone)?.pageKinds ?? []) : [];
    return Object.keys(pages).filter((key) => kinds.includes(pages[key]?.kind ?? ''));
  }
  const at: ListAt | undefined = place?.of === 'slot' ? places.get(place.key) : (place ?? places.get(nodeId ?? ''));
  return at?.of === 'page' ? [at.key] : [];
}
