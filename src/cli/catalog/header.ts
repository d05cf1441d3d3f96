import { folded } from '../../kernel/folded';
import { usage } from '../exit';
import { nearest } from '../nearest';
import { plain } from '../text';
import { type Column, FIELD, picture, REASON } from './columns';

/** By the place in the line; undefined: nothing that an import reads. */
export type Header = readonly (string | undefined)[];

/** What a file may carry and no import reads: of exports, and of the lines that an import has refused. */
const unread = new Set([REASON, 'rev', 'status', 'createdAt', 'updatedAt'].map(folded));

/** What columns are called in tables of other shops and of marketplaces, beside the labels of this one. */
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
const MARKED = /\s*[*#]\s*$/;

/** Tables of marketplaces have a column for each picture. */
const PICTURE = /^(gorsel(ler)?|resim(ler)?|fotograf(lar)?|pictures?|images?)\s*\d*$/;

/**
 * Which columns a file has: by their names, by what people call them here and elsewhere. The first picture and the next ones are one
 * column.
 * @param columns where two have one name, the first one is meant; a label of two custom fields means neither
 * @throws {CliError} usage: of those that nobody knows, all at once, or of one that is there twice
 */
export function headerOf(
  cells: readonly string[],
  columns: readonly Column[],
  { ignoresUnknown }: { readonly ignoresUnknown: boolean },
): { readonly header: Header; readonly ignored: readonly string[] } {
  const byWord = wordsOf(columns);
  const nameOf = (cell: string): string | undefined =>
    byWord.get(folded(cell)) ??
    byWord.get(folded(cell.replace(MARKED, ''))) ??
    (PICTURE.test(folded(cell)) ? picture.name : undefined);
  const header = cells.map(nameOf);
  const unknown = cells.filter(
    (cell, index) => header[index] === undefined && cell !== '' && !unread.has(folded(cell)),
  );
  if (unknown.length > 0 && !ignoresUnknown) refuseUnknown(unknown, columns, [...byWord.keys()]);
  const named = header.filter((name) => name !== undefined && name !== picture.name);
  const twice = named.find((name, index) => named.indexOf(name) !== index);
  if (twice !== undefined) usage(`The column ${twice} is there twice.`);
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

function refuseUnknown(unknown: readonly string[], columns: readonly Column[], words: readonly string[]): never {
  const said = unknown.map((cell) => {
    const hint = nearest(inOnePiece(folded(cell)), words.map(inOnePiece))?.replaceAll('\u00a0', ' ');
    return hint ? `“${plain(cell)}” (${hint})` : `“${plain(cell)}”`;
  });
  const known = columns.map(({ name, labels: [label] }) => (label ? `${name} (${plain(label)})` : name));
  const one = unknown.length === 1;
  return usage(
    `No column is called ${said.join(', ')}.`,
    `There are: ${known.join(', ')}.`,
    `--ignore-unknown imports the table without ${one ? 'that column' : 'those columns'}.`,
  );
}

/** Behind a space there would be more than a word. */
const inOnePiece = (text: string): string => text.replaceAll(/\s/g, '\u00a0');
