import { folded } from '../../../kernel/folded';
import type { Reason } from '../errors';
import type { Line } from '../sheet';
import {
  type Cells,
  type ForeignRow,
  handleOf,
  lineOf,
  moneyCell,
  NEW_VARIANT,
  NONE,
  type OtherShop,
  picturesCell,
  priceCells,
  stockCell,
  tagsCell,
  textCell,
} from './export';

/* Each row has the handle of its product; the first one has the product, each that has a price a variant, and each a picture at most. */

const HANDLE = ['Handle', 'URL handle'];
const PRICE = ['Variant Price', 'Price'];
const OPTIONS = [1, 2, 3];
/** Only value of the only option of a product without variants. */
const DEFAULT = 'Default Title';

export const shopify: OtherShop = {
  name: 'Shopify',
  isOf(header) {
    const words = new Set(header.map(folded));
    const has = (...names: string[]): boolean => names.every((name) => words.has(folded(name)));
    return has('Handle', 'Variant Price') || has('URL handle', 'Price', 'Option1 value');
  },
  linesOf(rows) {
    const byHandle = new Map<string, ForeignRow[]>();
    for (const row of rows) {
      const handle = row.get(...HANDLE);
      const known = byHandle.get(handle);
      if (known && handle !== '') known.push(row);
      else byHandle.set(handle === '' ? `line ${row.line.number}` : handle, [row]);
    }
    return [...byHandle.values()].flatMap(productLines);
  },
};

function productLines(rows: readonly ForeignRow[]): Line[] {
  const [first] = rows as [ForeignRow];
  const sold = rows.filter((row) => row.get(...PRICE) !== '');
  const [only] = sold;
  const isAlone = sold.length <= 1 && (only === undefined || ['', DEFAULT].includes(titleOf(only)));
  const prices = sold.map((row) => ({
    now: row.get(...PRICE),
    before: row.get('Variant Compare At Price', 'Compare-at price'),
  }));
  const product: Cells = {
    handle: handleOf(first.get(...HANDLE)),
    title: textCell(first.get('Title')),
    description: textCell(first.get('Body (HTML)', 'Description')),
    brand: textCell(first.get('Vendor')),
    tags: tagsCell(first.get('Tags').split(',')),
    ...priceCells(prices),
    ...(sold.some((row) => /^true$/i.test(row.get('Variant Requires Shipping', 'Requires shipping') || 'true'))
      ? {}
      : { requiresShipping: 'hayır' }),
    picture: picturesCell(picturesOf(rows)),
    ...(isAlone && only ? soldCells(only) : {}),
  };
  const own = lineOf(first, product, refusalOf(first));
  if (isAlone) return [own];
  const variants = sold.map((row) =>
    lineOf(row, {
      variantId: NEW_VARIANT,
      title: textCell(titleOf(row)),
      price: moneyCell(row.get(...PRICE)),
      ...soldCells(row),
    }),
  );
  return [own, ...variants];
}

const titleOf = (row: ForeignRow): string =>
  OPTIONS.map((option) => row.get(`Option${option} Value`))
    .filter(Boolean)
    .join(' / ');

const soldCells = (row: ForeignRow): Cells => ({
  sku: row.get('Variant SKU', 'SKU'),
  barcode: row.get('Variant Barcode', 'Barcode'),
  stock:
    row.get('Variant Inventory Tracker', 'Inventory tracker') === ''
      ? NONE
      : // Of several places the export says no count: until somebody counts, nothing is sold that is perhaps not there.
        stockCell(row.get('Variant Inventory Qty', 'Inventory quantity') || '0'),
});

/** Pictures of variants are pictures of the product, too. */
function picturesOf(rows: readonly ForeignRow[]): string[] {
  const placed = rows
    .map((row) => ({
      at: Number(row.get('Image Position') || Number.POSITIVE_INFINITY),
      address: row.get('Image Src', 'Product image URL', 'Image source'),
    }))
    .toSorted((left, right) => (left.at === right.at ? 0 : left.at - right.at));
  return [...placed.map(({ address }) => address), ...rows.map((row) => row.get('Variant Image', 'Variant image URL'))];
}

/** Refuses hidden products: they would be on sale here. */
function refusalOf(row: ForeignRow): Reason | undefined {
  const status = row.get('Status').toLowerCase();
  if (status !== '' && status !== 'active') return (words) => words.statusThere(status);
  if (/^false$/i.test(row.get('Published', 'Published on online store'))) return (words) => words.notPublished;
  return undefined;
}
