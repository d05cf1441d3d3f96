import type { Reason } from '../errors';
import type { Line } from '../sheet';
import {
  type Cells,
  type ForeignRow,
  handleOf,
  lineOf,
  moneyCell,
  NEW_VARIANT,
  type OtherShop,
  type Price,
  picturesCell,
  priceCells,
  stockCell,
  textCell,
  wordOf,
} from './export';

/*
 * The table of the seller's panel of Trendyol: the list of products that it exports, and the form for new ones. Each row is one barcode;
 * rows of one model code are one product there, which buyers see with its colours and sizes.
 */

const names = {
  barcode: ['Barkod'],
  model: ['Model Kodu'],
  sku: ['Tedarikçi Stok Kodu', 'Stok Kodu'],
  title: ['Ürün Adı'],
  description: ['Ürün Açıklaması'],
  brand: ['Marka'],
  price: ["Trendyol'da Satılacak Fiyat (KDV Dahil)", 'Trendyol’da Satılacak Fiyat (KDV Dahil)'],
  marketPrice: ['Piyasa Satış Fiyatı (KDV Dahil)'],
  stock: ['Ürün Stok Adedi'],
  vatRate: ['KDV Oranı'],
  status: ['Durum'],
} as const;

/** Values by which the rows of a product differ, in the order of a variant's title. */
const OPTIONS = ['Ürün Rengi', 'Beden', 'Boyut/Ebat'];
const PICTURES = Array.from({ length: 8 }, (_, place) => `Görsel ${place + 1}`);

export const trendyol: OtherShop = {
  name: 'Trendyol',
  isOf(header) {
    const words = new Set(header.map(wordOf));
    return [names.barcode, names.model, names.price].every((some) => some.some((name) => words.has(wordOf(name))));
  },
  linesOf(rows) {
    const byModel = new Map<string, ForeignRow[]>();
    for (const row of rows) {
      const model = row.get(...names.model) || `line ${row.line.number}`;
      const known = byModel.get(model);
      if (known) known.push(row);
      else byModel.set(model, [row]);
    }
    return [...byModel.values()].flatMap(productLines);
  },
};

/** A product of which nothing is on sale is refused whole; of any other, the rows that are not. */
function productLines(rows: readonly ForeignRow[]): Line[] {
  const sold = rows.filter((row) => refusalOf(row) === undefined);
  const hidden = rows.filter((row) => refusalOf(row) !== undefined);
  const [first] = sold;
  const refused = hidden.map((row) => lineOf(row, { sku: row.get(...names.sku) }, refusalOf(row)));
  if (!first) return refused;
  const isAlone = rows.length === 1;
  const product: Cells = {
    handle: handleIn(first),
    title: textCell(first.get(...names.title)),
    description: textCell(first.get(...names.description)),
    brand: textCell(first.get(...names.brand)),
    ...priceCells(sold.map(priceOf)),
    vatRate: first.get(...names.vatRate).replaceAll(/[%\s]|[.,]0+$/g, ''),
    picture: picturesCell(sold.flatMap((row) => PICTURES.map((name) => row.get(name)))),
    ...(isAlone ? soldCells(first) : {}),
  };
  if (isAlone) return [lineOf(first, product)];
  const options = OPTIONS.filter((name) => new Set(rows.map((row) => row.get(name))).size > 1);
  const variants = sold.map((row) =>
    lineOf(row, {
      variantId: NEW_VARIANT,
      title: textCell(titleOf(row, options)),
      price: moneyCell(priceOf(row).now),
      ...soldCells(row),
    }),
  );
  return [lineOf(first, product), ...variants, ...refused];
}

/** Several products have one title there, e.g. a product in each colour: the model code tells them apart. */
function handleIn(row: ForeignRow): string {
  const code = handleOf(row.get(...names.model) || row.get(...names.sku) || row.get(...names.barcode));
  const title = handleOf(row.get(...names.title)).slice(0, HANDLE_TITLE_MAX);
  return [title, code].filter(Boolean).join('-').replaceAll(/-{2,}/g, '-').slice(0, HANDLE_MAX).replace(/-$/, '');
}

/** Leaves room for the model code within {@link HANDLE_MAX}. */
const HANDLE_TITLE_MAX = 70;
/** Number of characters of a handle at most, as a product's. */
const HANDLE_MAX = 120;

const titleOf = (row: ForeignRow, options: readonly string[]): string =>
  options
    .map((name) => row.get(name))
    .filter(Boolean)
    .join(' / ') || row.get(...names.sku, ...names.barcode);

function priceOf(row: ForeignRow): Price {
  return { now: row.get(...names.price), before: row.get(...names.marketPrice) };
}

const soldCells = (row: ForeignRow): Cells => ({
  sku: row.get(...names.sku),
  barcode: row.get(...names.barcode),
  stock: stockCell(row.get(...names.stock) || '0'),
});

/** Begins of the states in which Trendyol shows a product to nobody; one that is sold out is shown. */
const NOT_SHOWN = /^(arşiv|pasif|kilitli|onaysız|onay bekle|redd|satışa kapalı|kapalı|taslak)/;

/** Refuses hidden products: they would be on sale here. */
function refusalOf(row: ForeignRow): Reason | undefined {
  const status = row.get(...names.status).toLocaleLowerCase('tr');
  return NOT_SHOWN.test(status) ? (words) => words.statusThere(status) : undefined;
}
