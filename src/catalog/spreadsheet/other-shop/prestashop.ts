import { kurusIn, plainLira } from '../../../kernel/money';
import type { Reason } from '../errors';
import type { Line } from '../sheet';
import {
  type Cells,
  type ForeignRow,
  lineOf,
  type OtherShop,
  type Price,
  picturesCell,
  priceCells,
  stockCell,
  tagsCell,
  textCell,
  wordOf,
} from './export';

/* It has a row for each product. Variants, called combinations, are another table, which names no product by its title. */

const names = {
  active: ['Active', 'Enabled', 'Status'],
  name: ['Name'],
  reference: ['Reference'],
  ean: ['EAN13', 'EAN'],
  upc: ['UPC'],
  net: ['Price tax excluded', 'Price'],
  gross: ['Price tax included', 'Price (tax incl.)', 'Price with tax'],
  taxRule: ['Tax rules ID'],
  discount: ['Discount amount'],
  percent: ['Discount percent'],
  from: ['Discount from'],
  until: ['Discount to'],
  brand: ['Manufacturer', 'Brand'],
  quantity: ['Quantity'],
  visibility: ['Visibility'],
  orderable: ['Available for order'],
  virtual: ['Virtual product'],
  summary: ['Summary', 'Short description'],
  description: ['Description'],
  tags: ['Tags'],
  rewritten: ['URL rewritten', 'Rewritten URL', 'Friendly URL'],
  images: ['Image URLs'],
} as const;

const COMBINATION = ['Attribute', 'Value'];

const hasAll = (header: readonly string[], ...each: (readonly string[])[]): boolean => {
  const words = new Set(header.map(wordOf));
  return each.every((some) => some.some((name) => words.has(wordOf(name))));
};

const isOfCombinations = (header: readonly string[]): boolean =>
  hasAll(header, ['Product ID', 'Product reference'], ['Attribute'], ['Value'], ['Quantity']) &&
  header.some((cell) => /\(name\s*:\s*type/i.test(cell));

export const prestashop: OtherShop = {
  name: 'PrestaShop',
  isOf: (header) =>
    isOfCombinations(header) ||
    (hasAll(header, names.name) &&
      (hasAll(header, names.taxRule) ||
        header.some((cell) => /^price\b.*\btax (excluded|included|excl\.|incl\.)/i.test(cell.replaceAll('(', '')))) &&
      (hasAll(header, names.reference) || hasAll(header, names.active))),
  linesOf: (rows) =>
    rows.map((row) => (COMBINATION.every((name) => row.get(name) !== '') ? combination(row) : product(row))),
};

const combination = (row: ForeignRow): Line =>
  lineOf(row, { title: textCell(row.get('Value')), sku: row.get(...names.reference) }, (words) => words.combination);

function product(row: ForeignRow): Line {
  const price = priceOf(row);
  const cells: Cells = {
    handle: row.get(...names.rewritten),
    title: textCell(row.get(...names.name)),
    description: textCell(row.get(...names.description) || row.get(...names.summary)),
    brand: textCell(row.get(...names.brand)),
    tags: tagsCell(row.get(...names.tags).split(',')),
    ...priceCells(price ? [price] : []),
    stock: stockCell(row.get(...names.quantity) || '0'),
    sku: row.get(...names.reference),
    barcode: [row.get(...names.ean), row.get(...names.upc)].find((code) => !/^0*$/.test(code)) ?? '',
    ...(row.get(...names.virtual) === '1' ? { requiresShipping: 'hayır' } : {}),
    picture: picturesCell(
      row
        .get(...names.images)
        .split(',')
        .map((address) => address.trim()),
    ),
  };
  return lineOf(row, cells, refusalOf(row));
}

/** @returns undefined: the table states none with KDV */
function priceOf(row: ForeignRow): Price | undefined {
  const full = row.get(...names.gross);
  if (full === '') return undefined;
  const kurus = kurusIn(full) ?? Number.NaN;
  const less = (kurusIn(row.get(...names.discount)) ?? 0) + Math.round((kurus * percentOf(row)) / 100);
  return less > 0 && less < kurus && isNow(row)
    ? { now: plainLira(kurus - less), before: full }
    : { now: full, before: '' };
}

const percentOf = (row: ForeignRow): number => Number(row.get(...names.percent).replace(',', '.')) || 0;

/** Tells the days of a reduction; noughts say that there is no such day. */
function isNow(row: ForeignRow): boolean {
  const today = new Date().toISOString().slice(0, 10);
  const [from, until] = [row.get(...names.from), row.get(...names.until)].map((day) => (/^0000/.test(day) ? '' : day));
  return !(from && from.slice(0, 10) > today) && !(until && until.slice(0, 10) < today);
}

const NO = /^(0|no|hayır|false|disabled|inactive)$/i;

/** Refuses hidden products, which would be on sale here, and prices without KDV, which would be too low. */
function refusalOf(row: ForeignRow): Reason | undefined {
  if (NO.test(row.get(...names.active))) return (words) => words.notActive;
  const visibility = row.get(...names.visibility).toLowerCase();
  if (visibility === 'none' || visibility === 'nowhere') return (words) => words.shownNowhere;
  if (NO.test(row.get(...names.orderable))) return (words) => words.notOrdered;
  if (row.get(...names.gross) === '' && row.get(...names.net) !== '') return (words) => words.withoutVat;
  return undefined;
}
