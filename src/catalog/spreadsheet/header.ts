import { folded } from '../../kernel/folded';
import { type Column, FIELD, picture, REASON } from './columns';
import { TableError, UnknownColumns } from './errors';

/** By the place in the line; undefined: nothing that an import reads. */
export type Header = readonly (string | undefined)[];

/** Columns that no import reads: exports and tables of refused lines have them. */
const unread = new Set([REASON, 'rev', 'status', 'createdAt', 'updatedAt'].map(folded));

/** Names of columns in tables of other shops and of marketplaces, beside the labels of this one. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  handle: ['url_key', 'URL key', 'URL rewritten', 'Friendly URL'],
  title: ['Ürün Adı', 'Ürün Başlığı', 'Başlık', 'Name', 'Product Name'],
  description: ['Ürün Açıklaması'],
  price: ['Satış Fiyatı', 'Ürün Fiyatı', 'Sale Price', 'Regular Price'],
  compareAt: ['Liste Fiyatı', 'Piyasa Satış Fiyatı', 'List Price'],
  stock: ['Stok Adedi', 'Stok Miktarı', 'Ürün Stok Adedi', 'Quantity', 'qty'],
  vatRate: ['KDV', 'KDV Oranı', 'KDV Oranı (%)', 'VAT'],
  barcode: ['Barkod No', 'EAN', 'EAN13', 'GTIN'],
  sku: ['Stock Code', 'Reference'],
  categoryId: ['Kategori Adı', 'Category Name'],
  brand: ['Marka Adı', 'Brand Name'],
};

/** Templates mark the headings of columns that have to say something. */
const MARK = /[*#]$/;

/** Tables of marketplaces have a column for each picture. */
const PICTURE = /^(gorsel(ler)?|resim(ler)?|fotograf(lar)?|pictures?|images?)\s*\d*$/;

/**
 * Finds the columns of a file by their names, or by the words of people here and elsewhere. The first picture and the next ones are one
 * column.
 * @param columns where two have one name, the first one is meant; a label of two custom fields means neither
 * @throws {UnknownColumns} all columns that nobody knows, at once @throws {TableError} when a column is there twice
 */
export function headerOf(
  cells: readonly string[],
  columns: readonly Column[],
  { ignoresUnknown }: { readonly ignoresUnknown: boolean },
): { readonly header: Header; readonly ignored: readonly string[] } {
  const byWord = wordsOf(columns);
  const nameOf = (cell: string): string | undefined =>
    byWord.get(folded(cell)) ??
    byWord.get(folded(cell.trimEnd().replace(MARK, '').trimEnd())) ??
    (PICTURE.test(folded(cell)) ? picture.name : undefined);
  const header = cells.map(nameOf);
  const unknown = cells.filter(
    (cell, index) => header[index] === undefined && cell !== '' && !unread.has(folded(cell)),
  );
  if (unknown.length > 0 && !ignoresUnknown)
    throw new UnknownColumns(
      unknown,
      [...byWord.keys()],
      columns.map(({ name, labels: [label] }) => ({ name, label })),
    );
  const named = header.filter((name) => name !== undefined && name !== picture.name);
  const twice = named.find((name, index) => named.indexOf(name) !== index);
  if (twice !== undefined) throw new TableError((words) => words.twice(twice));
  return { header, ignored: unknown };
}

function wordsOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const say = (word: string, name: string) => words.has(folded(word)) || words.set(folded(word), name);
  for (const { name } of columns) say(name, name);
  for (const { name, labels } of columns)
    for (const label of labels) if (!name.startsWith(FIELD) || isLabelOfOne(label, columns)) say(label, name);
  for (const { name } of columns) for (const word of elsewhere[name] ?? []) say(word, name);
  return words;
}

/** Whether a label means one custom field alone, whatever it is of. */
const isLabelOfOne = (label: string, columns: readonly Column[]): boolean =>
  new Set(columns.filter(({ labels }) => labels.some((each) => folded(each) === folded(label))).map(({ name }) => name))
    .size === 1;
