import { shopSearch } from '../../catalog/search/shop-search';
import type { BundleNode } from '../../design/bundle/bundle';
import { type DrawnSections, drawnSections } from '../../design/bundle/drawn';
import type { PageKind } from '../../kit/page-kinds';
import { zoneOf } from '../../kit/zones';
import { legalKindAt } from '../../legal/page/kinds';
import { CATEGORIES_MAX, GRID_ROWS, RELATED_ROWS } from '../../section/rows';
import type { SectionName, SectionProps } from '../../section/sections';
import { type Design, designedPage, nodesOf, type Placed } from './design';
import { targetIn } from './links';
import { isNarrowed, type Narrowing } from './narrowing';
import type { Ask } from './page-store';
import type { OwnPlace, PagePlace, Query } from './place';

/** Products of a list's page. */
export const LIST_ROWS = 24;

/** A page as it is asked for. */
export interface PageRequest {
  readonly place: PagePlace | OwnPlace | { readonly kind: 'notFound'; readonly name: '' };
  readonly query: Query;
  /** Products that a visitor has in the cart. */
  readonly products?: readonly string[];
}

/** The kind of a page as the kit knows it. undefined: a step to an order, which the kit does not reach, nor any zone. */
export function kindOf({ kind }: PageRequest['place']): PageKind | undefined {
  if (kind === 'checkout') return undefined;
  return kind === 'extPage' ? 'page' : kind;
}

export const STORE: Ask = { kind: 'key', name: 'store' };
export const CATEGORIES: Ask = { kind: 'categories', most: CATEGORIES_MAX };
export const FIELDS = {
  product: { kind: 'fields', name: 'product' },
  store: { kind: 'fields', name: 'store' },
} as const satisfies Record<string, Ask>;

export const EXTENSIONS: Ask = { kind: 'extensions' };
export const LEGAL: Ask = { kind: 'legal' };
export const ETBIS: Ask = { kind: 'flag', name: 'etbis' };

/** The text of the law that stands at a path; undefined: none ever does. */
function legalAsk({ kind, name }: PageRequest['place']): Ask | undefined {
  const text = kind === 'page' ? legalKindAt(name) : undefined;
  return text && { kind: 'legalText', name: text };
}

/** The thing that a page is about; undefined of a page that is about none. */
export function mainAsk({ kind, name }: PageRequest['place']): Ask | undefined {
  if (kind === 'product' || kind === 'collection' || kind === 'category')
    return { kind: 'key', name: `${kind}:${name}` };
  return legalAsk({ kind, name } as PageRequest['place']);
}

const placeIn = (behind: string): number => (/^\d+$/.test(behind) ? Number(behind) : 0);

/** The list of a page, and one row more, which tells whether it goes on. */
export function listAsk({ place, query }: PageRequest): Ask | undefined {
  const { behind, narrowing } = query;
  const most = LIST_ROWS + 1;
  if (isNarrowed(narrowing)) return narrowedAsk({ place, query }, { ...narrowing, most, behind: placeIn(behind) });
  if (place.kind === 'category')
    return { kind: 'category', name: place.name, most, after: behind === '' ? '' : `product:${behind}` };
  if (place.kind === 'collection')
    return {
      kind: 'members',
      name: `collection:${place.name}`,
      most,
      behind: placeIn(behind),
    };
  if (place.kind !== 'search') return undefined;
  if (query.words === '') return { kind: 'newest', most, after: behind.startsWith('prd_') ? behind : '' };
  const found = shopSearch(query.words);
  return found && { kind: 'search', ...found, most, behind: placeIn(behind) };
}

/** The same as a shopper sorts and narrows it. Without a sort, lists without an order of a merchant begin with the newest. */
function narrowedAsk(
  { place: { kind, name }, query: { words } }: PageRequest,
  part: Narrowing & { readonly most: number; readonly behind: number },
): Ask | undefined {
  const sort = part.sort ?? 'newest';
  if (kind === 'category') return { ...part, kind: `${sort}OfCategory`, name };
  if (kind === 'collection') return { ...part, kind: 'membersNarrowed', name: `collection:${name}` };
  if (kind !== 'search') return undefined;
  if (words === '') return { ...part, kind: `${sort}OfAll`, name: '' };
  const found = shopSearch(words);
  return found && { ...part, ...found, kind: 'searchNarrowed' };
}

export const thing = (name: string): Ask => ({ kind: 'thing', name });
export const media = (name: string): Ask => ({ kind: 'media', name });

type Props<T extends SectionName> = Partial<SectionProps[T]>;

/** Asks for the products of a grid. @returns undefined: its source is not stated */
export function gridAsk({ source, collection, category, limit = GRID_ROWS }: Props<'productGrid'>): Ask | undefined {
  if (source === 'newest') return { kind: 'newest', most: limit };
  if (source === 'category' && category) return { kind: 'category', name: category, most: limit, after: '' };
  if (source === 'collection' && collection) return { kind: 'collection', name: collection, most: limit, behind: 0 };
  return undefined;
}

export const relatedAsk = (product: string, { limit = RELATED_ROWS }: Props<'relatedProducts'>): Ask => ({
  kind: 'related',
  name: `product:${product}`,
  most: limit,
});

export const categoryOfAsk = (product: string): Ask => ({ kind: 'categoryOf', name: `product:${product}` });

/** Each type with all that it asks for beside the pictures and links that its props name. */
const ofTypes: { readonly [T in SectionName]?: (props: Props<T>, asked: PageRequest) => readonly (Ask | undefined)[] } =
  {
    productGrid: (props) => [
      gridAsk(props),
      ...(props.source === 'products' ? (props.products ?? []).map(thing) : []),
      ...(props.more && props.collection ? [target(props.collection)] : []),
      ...(props.more && props.category ? [target(props.category)] : []),
    ],
    featuredProduct: ({ product }) => (product ? [thing(product)] : []),
    collectionList: ({ collections = [] }) => collections.map(thing),
    categoryList: ({ categories = [] }) => (categories.length === 0 ? [CATEGORIES] : categories.map(thing)),
    relatedProducts: (props, { place }) => (place.kind === 'product' ? [relatedAsk(place.name, props)] : []),
    breadcrumb: (_, { place }) => (place.kind === 'product' ? [categoryOfAsk(place.name)] : []),
    productMain: ({ customFields }) => (customFields ? [FIELDS.product] : []),
    customField: ({ target }) => (target ? [FIELDS[target]] : []),
  };

export const target = (name: string): Ask => ({ kind: 'target', name });

/** Pictures and links anywhere in the props of a node. */
function namedIn(value: unknown, found: Ask[]): void {
  if (typeof value === 'string') {
    if (/^med_[0-9A-HJKMNP-TV-Z]{26}$/.test(value)) found.push(media(value));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const linked = targetIn(value);
  if (linked !== undefined) found.push(target(linked));
  for (const part of Object.values(value)) namedIn(part, found);
}

function asksOf(design: Pick<Design, 'bundle'>, { node }: Placed, asked: PageRequest, found: Ask[]): void {
  namedIn(node.props, found);
  const own = ofTypes[node.type as SectionName] as
    | ((props: BundleNode['props'], asked: PageRequest) => readonly (Ask | undefined)[])
    | undefined;
  for (const ask of own?.(node.props, asked) ?? []) if (ask) found.push(ask);
  for (const ids of Object.values(node.slots ?? {}))
    for (const inside of nodesOf(design, ids)) asksOf(design, inside, asked, found);
}

/** Everything that a page of a design shows, with what it cannot do without first. */
export function pageAsks(design: Design, asked: PageRequest): readonly Ask[] {
  const found: Ask[] = [STORE, LEGAL, ETBIS];
  const { place } = asked;
  const main = mainAsk(place);
  if (main) found.push(main);
  const list = listAsk(asked);
  if (list) found.push(list);
  if (isExtended(design)) found.push(EXTENSIONS);
  found.push(...(asked.products ?? []).map(thing));
  const { header, own, footer } = sectionsOf(design, asked);
  for (const root of nodesOf(design, [...header, ...own, ...footer])) asksOf(design, root, asked, found);
  extensionAsks(design, asked, found);
  // Menus link to things of the shop, too.
  namedIn(design.bundle.menus, found);
  return found;
}

/** Sections that a page draws, by their names. */
export const sectionsOf = (design: Design, { place }: Pick<PageRequest, 'place'>): DrawnSections =>
  drawnSections(design.bundle, designedPage(design, place.kind, place.name)?.root ?? []);

/** True of a design that asks for the extensions that are enabled: they decide what is shown, and which links lead anywhere. */
const isExtended = ({ bundle: { zones, extPages } }: Design): boolean =>
  Object.keys(zones).length + Object.keys(extPages).length > 0;

function extensionAsks({ bundle: { zones, extPages } }: Design, { place }: PageRequest, found: Ask[]): void {
  const kind = kindOf(place);
  for (const [name, blocks] of Object.entries(zones))
    if (kind !== undefined && zoneOf(name)?.pageKinds.includes(kind))
      namedIn(
        blocks.map(({ config }) => config),
        found,
      );
  if (place.kind === 'extPage' && Object.hasOwn(extPages, place.name)) namedIn(extPages[place.name]?.config, found);
}
