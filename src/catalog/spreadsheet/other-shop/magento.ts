import { kurusIn } from '../../../kernel/money';
import type { Reason } from '../errors';
import type { Line } from '../sheet';
import {
  type Cells,
  type ForeignRow,
  lineOf,
  moneyCell,
  NEW_VARIANT,
  NONE,
  type OtherShop,
  type Price,
  picturesCell,
  priceCells,
  stockCell,
  textCell,
  wordOf,
} from './export';

/*
 * A row for each product and for each of its variations, which are products there: "simple", and mostly not visible. A configurable names
 * its own by their SKUs. Rows of a view of the store say the same in another language.
 */

export const magento: OtherShop = {
  name: 'Magento',
  isOf(header) {
    const words = new Set(header.map(wordOf));
    return (
      ['sku', 'product_type', 'name'].every((word) => words.has(word)) &&
      ['attribute_set_code', 'store_view_code', 'visibility'].some((word) => words.has(word))
    );
  },
  linesOf(rows) {
    const products = rows.filter((row) => row.get('store_view_code') === '');
    const bySku = new Map(products.map((row) => [row.get('sku'), row]));
    const isOfOther = new Set(products.flatMap((row) => variationsOf(row).map(({ sku }) => sku)));
    return products.filter((row) => !isOfOther.has(row.get('sku'))).flatMap((row) => linesOfProduct(row, bySku));
  },
  lacks: (rows) =>
    rows.some((row) => row.get('base_image') !== '' && !isAddress(row.get('base_image')))
      ? (words) => words.picturesByPlace
      : undefined,
};

/** A variation as its configurable names it. */
interface Variation {
  readonly sku: string;
  /** Values of its attributes, e.g. of size and colour. */
  readonly values: readonly string[];
}

/** Reads variations, written as `sku=TEE-S,size=S,color=Red|sku=TEE-M,…`. */
const variationsOf = (row: ForeignRow): Variation[] =>
  row
    .get('configurable_variations')
    .split('|')
    .flatMap((text) => {
      const [sku, ...others] = text.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
      return sku ? [{ sku, values: others.filter(Boolean) }] : [];
    });

function linesOfProduct(row: ForeignRow, bySku: ReadonlyMap<string, ForeignRow>): Line[] {
  const variations = variationsOf(row).map((variation) => ({ ...variation, row: bySku.get(variation.sku) }));
  const missing = variations.filter((variation) => variation.row === undefined).map(({ sku }) => sku);
  const all = variations.flatMap((variation) => (variation.row ? [{ ...variation, row: variation.row }] : []));
  const refusal = refusalOf(row, all.length, missing);
  const sold = all.filter((variation) => isOnline(variation.row));
  const sources = sold.length > 0 ? sold.map((variation) => variation.row) : [row];
  const cells: Cells = {
    handle: row.get('url_key'),
    title: textCell(row.get('name')),
    description: textCell(row.get('description') || row.get('short_description')),
    brand: textCell(attributeOf(row, 'manufacturer') || attributeOf(row, 'brand')),
    ...priceCells(sources.map(priceOf)),
    ...(sources.every((each) => ['virtual', 'downloadable'].includes(typeOf(each)))
      ? { requiresShipping: 'hayır' }
      : {}),
    picture: picturesCell([row, ...sold.map((variation) => variation.row)].flatMap(picturesOf)),
    sku: row.get('sku'),
    ...(all.length > 0 ? {} : soldCells(row)),
  };
  return [
    lineOf(row, cells, refusal),
    ...sold.map(({ row: each, values }) =>
      lineOf(each, {
        variantId: NEW_VARIANT,
        title: textCell(values.join(' / ') || each.get('name')),
        price: moneyCell(priceOf(each).now),
        ...soldCells(each),
      }),
    ),
    ...all
      .filter((variation) => !isOnline(variation.row))
      .map(({ row: each }) => lineOf(each, { sku: each.get('sku') }, OFFLINE)),
  ];
}

const OFFLINE: Reason = (words) => words.notOnline;

const typeOf = (row: ForeignRow): string => row.get('product_type').toLowerCase();

const isOnline = (row: ForeignRow): boolean => !['0', '2'].includes(row.get('product_online'));

/** Finds an attribute in `color=Red,size=S`, or in a column of its own. */
function attributeOf(row: ForeignRow, name: string): string {
  const pair = row
    .get('additional_attributes')
    .split(',')
    .find((each) => each.startsWith(`${name}=`));
  return row.get(name) || (pair?.slice(name.length + 1).trim() ?? '');
}

/** Numbers have four decimals or more there. */
const withoutNoughts = (text: string): string => text.replace(/^(-?\d+)\.0+$/, '$1').replace(/^(\d+\.\d\d)0+$/, '$1');

function priceOf(row: ForeignRow): Price {
  const [regular, special] = [withoutNoughts(row.get('price')), withoutNoughts(row.get('special_price'))];
  const isReduced = special !== '' && (kurusIn(special) ?? 0) < (kurusIn(regular) ?? Number.POSITIVE_INFINITY);
  return isReduced && isNow(row) ? { now: special, before: regular } : { now: regular, before: '' };
}

/** Tells the days of a reduction, which stand there as `7/31/26` or `2026-07-31`. */
function isNow(row: ForeignRow): boolean {
  const [from, until] = ['special_price_from_date', 'special_price_to_date'].map((name) => Date.parse(row.get(name)));
  const now = Date.now();
  return !((from ?? Number.NaN) > now) && !((until ?? Number.NaN) + DAY_MS < now);
}

const DAY_MS = 24 * 3_600_000;

/** Stock without a count is nought: nothing is sold that is perhaps not there. */
function soldCells(row: ForeignRow): Cells {
  const counted = withoutNoughts(row.get('qty'));
  const stock = row.get('is_in_stock') === '0' ? '0' : row.get('manage_stock') === '0' ? NONE : counted || '0';
  const barcode = ['barcode', 'ean', 'gtin', 'upc'].map((name) => attributeOf(row, name)).find(Boolean) ?? '';
  return { sku: row.get('sku'), barcode, stock: stock === NONE ? NONE : stockCell(stock) };
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

const picturesOf = (row: ForeignRow): string[] =>
  [row.get('base_image'), ...row.get('additional_images').split(',')].map((each) => each.trim()).filter(isAddress);

const NOTHING_OF_ITS_OWN = ['grouped', 'bundle', 'giftcard'];

/** Refuses hidden products: they would be on sale here. */
function refusalOf(row: ForeignRow, variations: number, missing: readonly string[]): Reason | undefined {
  const type = typeOf(row);
  if (NOTHING_OF_ITS_OWN.includes(type)) return (words) => words.nothingOfItsOwn(type);
  if (!isOnline(row)) return OFFLINE;
  if (/^not visible/i.test(row.get('visibility'))) return (words) => words.notVisible;
  if (missing.length > 0) return (words) => words.variationsMissing(missing.slice(0, 5).join(', '));
  if (type === 'configurable' && variations === 0) return (words) => words.noVariation;
  return undefined;
}
