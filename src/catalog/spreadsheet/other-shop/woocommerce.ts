import { folded } from '../../../kernel/folded';
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
  tagsCell,
  textCell,
} from './export';

/* A row for each product, and one for each of its variations, anywhere below, that names it by its identifier or its SKU. */

const names = {
  id: ['ID', 'Kimlik'],
  type: ['Type', 'Tür'],
  sku: ['SKU', 'Stok kodu (SKU)', 'Stok kodu'],
  gtin: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN veya ISBN', 'GTIN'],
  name: ['Name', 'İsim', 'Ad'],
  published: ['Published', 'Yayımlanmış', 'Yayınlanmış', 'Yayında'],
  visibility: ['Visibility in catalog', 'Visibility in catalogue', 'Katalogda görünürlük', 'Katalogdaki görünürlük'],
  short: ['Short description', 'Kısa açıklama'],
  description: ['Description', 'Açıklama'],
  from: ['Date sale price starts', 'İndirimli fiyatın başladığı tarih', 'İndirimli satış fiyatının başladığı tarih'],
  until: ['Date sale price ends', 'İndirimli fiyatın bittiği tarih', 'İndirimli satış fiyatının bittiği tarih'],
  inStock: ['In stock?', 'Stokta?', 'Stokta mı?'],
  stock: ['Stock', 'Stok'],
  sale: ['Sale price', 'İndirimli satış fiyatı', 'İndirimli fiyat'],
  regular: ['Regular price', 'Normal fiyat'],
  tags: ['Tags', 'Etiketler'],
  images: ['Images', 'Görseller'],
  brands: ['Brands', 'Markalar'],
  parent: ['Parent', 'Ebeveyn', 'Üst'],
  position: ['Position', 'Konum', 'Pozisyon'],
} as const;

const ATTRIBUTES = [1, 2, 3, 4, 5, 6];

export const woocommerce: OtherShop = {
  name: 'WooCommerce',
  isOf(header) {
    const words = new Set(header.map(folded));
    const has = (...each: (keyof typeof names)[]): boolean =>
      each.every((name) => names[name].some((word) => words.has(folded(word))));
    return has('type', 'name', 'regular') && (has('parent') || has('published'));
  },
  linesOf(rows) {
    const variations = rows.filter(isVariation);
    const products = rows.filter((row) => !isVariation(row));
    const parents = new Map<string, ForeignRow>();
    for (const row of products)
      for (const name of [row.get(...names.sku), row.get(...names.id) && `id:${row.get(...names.id)}`])
        if (name) parents.set(name, row);
    const parentOf = (row: ForeignRow): ForeignRow | undefined => parents.get(row.get(...names.parent));
    const below = new Map<ForeignRow | undefined, ForeignRow[]>();
    for (const row of variations) below.set(parentOf(row), [...(below.get(parentOf(row)) ?? []), row]);
    return [
      ...products.flatMap((row) => productLines(row, below.get(row) ?? [])),
      ...(below.get(undefined) ?? []).map((row) =>
        lineOf(row, { title: textCell(titleOf(row)), ...soldCells(row) }, (words) => words.parentMissing),
      ),
    ];
  },
};

/** Kinds of one thing stand with commas between: `simple, virtual`. */
const kindsOf = (row: ForeignRow): string[] =>
  row
    .get(...names.type)
    .split(',')
    .map((kind) => kind.trim());

const isVariation = (row: ForeignRow): boolean => kindsOf(row).includes('variation');

function productLines(row: ForeignRow, unordered: readonly ForeignRow[]): Line[] {
  const place = (variation: ForeignRow): number => Number(variation.get(...names.position)) || 0;
  const variations = unordered.toSorted((left, right) => place(left) - place(right));
  const all = [row, ...variations];
  const isVariable = variations.length > 0;
  const ships = (isVariable ? variations : [row]).some((each) => !kindsOf(each).includes('virtual'));
  const product: Cells = {
    title: textCell(textOf(row.get(...names.name))),
    description: textCell(textOf(row.get(...names.description) || row.get(...names.short)).replaceAll('\\n', '\n')),
    brand: textCell(textOf(listOf(row.get(...names.brands))[0] ?? '')),
    tags: tagsCell(listOf(textOf(row.get(...names.tags)))),
    ...priceCells((isVariable ? variations : [row]).map(priceOf)),
    ...(ships ? {} : { requiresShipping: 'hayır' }),
    picture: picturesCell(all.flatMap((each) => listOf(each.get(...names.images)))),
    ...(isVariable ? codeCells(row) : soldCells(row)),
  };
  const own = lineOf(row, product, refusalOf(row, isVariable));
  return [
    own,
    ...variations.map((each) =>
      lineOf(each, {
        variantId: NEW_VARIANT,
        title: textCell(titleOf(each)),
        price: moneyCell(priceOf(each).now),
        ...soldCells(each),
      }),
    ),
  ];
}

/** Takes off the apostrophe that the export puts before a text like a formula. */
const textOf = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** A comma that is none between entries has a backslash before it. */
const listOf = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter(Boolean);

function titleOf(row: ForeignRow): string {
  const values = ATTRIBUTES.map((at) =>
    row.get(`Attribute ${at} value(s)`, `Nitelik ${at} değer(ler)i`, `Nitelik ${at} değeri`),
  ).filter(Boolean);
  return textOf(values.join(' / ') || row.get(...names.name));
}

const codeCells = (row: ForeignRow): Cells => ({ sku: row.get(...names.sku), barcode: row.get(...names.gtin) });

function soldCells(row: ForeignRow): Cells {
  const counted = row.get(...names.stock);
  const isThere = !['0', 'no', 'hayır'].includes(row.get(...names.inStock).toLowerCase());
  return { ...codeCells(row), stock: counted === '' ? (isThere ? NONE : '0') : stockCell(counted) };
}

function priceOf(row: ForeignRow): Price {
  const [regular, sale] = [row.get(...names.regular), row.get(...names.sale)];
  const isReduced = sale !== '' && (kurusIn(sale) ?? 0) < (kurusIn(regular) ?? Number.POSITIVE_INFINITY);
  return isReduced && isNow(row) ? { now: sale, before: regular } : { now: regular, before: '' };
}

/** Tells the days of a reduction. */
function isNow(row: ForeignRow): boolean {
  const today = new Date().toISOString().slice(0, 10);
  const [from, until] = [row.get(...names.from), row.get(...names.until)];
  return !(from !== '' && from.slice(0, 10) > today) && !(until !== '' && until.slice(0, 10) < today);
}

/** Refuses hidden products: they would be on sale here. */
function refusalOf(row: ForeignRow, isVariable: boolean): Reason | undefined {
  const kind = kindsOf(row).find((each) => ['grouped', 'external'].includes(each));
  if (kind !== undefined) return (words) => words.nothingOfItsOwn(kind);
  if (kindsOf(row).includes('variable') && !isVariable) return (words) => words.noVariation;
  const published = row.get(...names.published);
  if (['0', '-1'].includes(published)) return (words) => words.notPublished;
  if (row.get(...names.visibility) === 'hidden') return (words) => words.hiddenThere;
  return undefined;
}
