import type { Bundle, BundleMenu } from './bundle';

/* Changes to what a design has of extensions. Each makes another design; one that takes back another leaves no trace of it. */

type ZoneBlock = Bundle['zones'][string][number];
type ExtPage = Bundle['extPages'][string];

const ID_CHARS_MAX = 40;

/** The zone and the place of a block. */
export interface BlockAt {
  readonly zone: string;
  readonly index: number;
  readonly block: ZoneBlock;
}

export function blockAt({ zones }: Pick<Bundle, 'zones'>, id: string): BlockAt | undefined {
  for (const [zone, blocks] of Object.entries(zones)) {
    const index = blocks.findIndex((each) => each.id === id);
    if (index >= 0) return { zone, index, block: blocks[index] as ZoneBlock };
  }
  return undefined;
}

/** A name for a new block that no other block has. */
export function newBlockId(body: Pick<Bundle, 'zones'>, block: string): string {
  for (let nth = 1; ; nth += 1) {
    const end = `-${nth}`;
    const id = `blk-${block}`.slice(0, ID_CHARS_MAX - end.length) + end;
    if (!blockAt(body, id)) return id;
  }
}

/** The design with a block at a place of a zone. One of the same name stands nowhere else afterwards. @param index left out: last */
export function withBlock(body: Bundle, zone: string, block: ZoneBlock, index?: number): Bundle {
  const { zones } = withoutBlock(body, block.id);
  const blocks = Object.hasOwn(zones, zone) ? (zones[zone] as ZoneBlock[]) : [];
  return { ...body, zones: { ...zones, [zone]: blocks.toSpliced(index ?? blocks.length, 0, block) } };
}

export function withoutBlock(body: Bundle, id: string): Bundle {
  const zones = Object.entries(body.zones).flatMap(([zone, blocks]) => {
    const left = blocks.filter((each) => each.id !== id);
    return left.length === 0 && blocks.length > 0 ? [] : [[zone, left] as const];
  });
  return { ...body, zones: Object.fromEntries(zones) };
}

/** The design with a page of an extension. @param was the address that it had: links to that follow */
export function withExtPage(body: Bundle, slug: string, page: ExtPage, was = slug): Bundle {
  const { [was]: _, ...others } = body.extPages;
  const moved = { ...body, extPages: { ...others, [slug]: page } };
  return was === slug ? moved : (followed(moved, was, slug) as Bundle);
}

/** Leads links to a page of an extension to its new address. The parked part is left as it was. */
function followed({ parked, removed, ...body }: Bundle, was: string, slug: string): unknown {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { to, id } = value as { readonly to?: unknown; readonly id?: unknown };
    if (to === 'extPage' && id === was) return { ...value, id: slug };
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, walk(of)]));
  };
  return { ...(walk(body) as object), parked, ...(removed === undefined ? {} : { removed }) };
}

interface Dropped {
  readonly body: Bundle;
  /** Links of menus that went with the page. */
  readonly links: number;
}

/** The design without a page of an extension, and without the links of menus to it. */
export function withoutExtPage(body: Bundle, slug: string): Dropped {
  const { [slug]: _, ...extPages } = body.extPages;
  const { menus, links } = menusWithout(body.menus, (link) =>
    typeof link === 'string' ? link === `/ek/${slug}` : link.to === 'extPage' && link.id === slug,
  );
  return { body: { ...body, extPages, menus }, links };
}

/** Menus without links to a page. */
export function menusWithout(
  menus: Bundle['menus'],
  leads: (link: Item['link']) => boolean,
): { readonly menus: Bundle['menus']; readonly links: number } {
  let links = 0;
  const counted = (link: Item['link']): boolean => {
    const isIt = leads(link);
    if (isIt) links += 1;
    return isIt;
  };
  const left = Object.entries(menus).map(([key, menu]) => [
    key,
    { ...menu, items: menu.items.flatMap((item) => itemWithout(item, counted)) },
  ]);
  return { menus: Object.fromEntries(left), links };
}

type Item = BundleMenu['items'][number];

/** An item of a menu without links to a page. One that has others below it leads where the first of them does. */
function itemWithout(item: Item, leads: (link: Item['link']) => boolean): Item[] {
  const items = item.items?.filter(({ link }) => !leads(link));
  const left = { ...item, ...(items ? { items } : {}) };
  if (!leads(item.link)) return [left];
  const [first] = items ?? [];
  return first ? [{ ...left, link: first.link }] : [];
}
