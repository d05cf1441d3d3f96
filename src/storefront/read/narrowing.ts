/** Orders in which a shopper may see a list; none: the list's own. */
export const sortNames = ['newest', 'cheapest', 'dearest'] as const;
export type Sort = (typeof sortNames)[number];

/** How a shopper sorts and narrows a list. */
export interface Narrowing {
  readonly sort?: Sort;
  /** Leaves out products of which nothing can be bought. */
  readonly inStock?: true;
  /** Bounds of the least price of a product, in kuruş, both included. */
  readonly least?: number;
  readonly greatest?: number;
}

/** Names of the fields in addresses and forms. */
export const narrowingFields = { sort: 'sirala', inStock: 'stok', least: 'enaz', greatest: 'encok' } as const;

const SORTS: Readonly<Record<string, Sort>> = { yeni: 'newest', ucuz: 'cheapest', pahali: 'dearest' };

/** The word that stands for a sort in an address. */
export const wordOfSort = (sort: Sort): string => Object.keys(SORTS).find((word) => SORTS[word] === sort) ?? '';

/** Amounts of an address are whole lira: a shopper types them. */
const LIRA = /^\d{1,8}$/;

/** Reads how a list is narrowed. What does not fit is left out: an address that somebody has cut is no fault of his. */
export function narrowingIn(search: URLSearchParams): Narrowing {
  const sort = search.get(narrowingFields.sort) ?? '';
  const amountOf = (name: string): number | undefined => {
    const text = (search.get(name) ?? '').trim();
    return LIRA.test(text) ? Number(text) * 100 : undefined;
  };
  const [least, greatest] = [amountOf(narrowingFields.least), amountOf(narrowingFields.greatest)];
  return {
    ...(Object.hasOwn(SORTS, sort) ? { sort: SORTS[sort] as Sort } : {}),
    ...(search.get(narrowingFields.inStock) === '1' ? { inStock: true } : {}),
    ...(least === undefined ? {} : { least }),
    ...(greatest === undefined ? {} : { greatest }),
  };
}

/** True of a list that is shown otherwise than by itself. */
export const isNarrowed = (narrowing: Narrowing): boolean => Object.keys(narrowing).length > 0;

/** The fields of an address that shows a list so. */
export const narrowingParams = ({
  sort,
  inStock,
  least,
  greatest,
}: Narrowing): readonly (readonly [string, string])[] => [
  ...(sort === undefined ? [] : [[narrowingFields.sort, wordOfSort(sort)] as const]),
  ...(inStock ? [[narrowingFields.inStock, '1'] as const] : []),
  ...(least === undefined ? [] : [[narrowingFields.least, String(least / 100)] as const]),
  ...(greatest === undefined ? [] : [[narrowingFields.greatest, String(greatest / 100)] as const]),
];
