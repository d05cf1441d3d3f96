import { FOOT, heightOf, type Lines, papers, Sheets, type Style } from '../paper/sheet';
import type { PickList, PickRow } from './pick-list';

const MARGIN = 34;
const GAP = 8;
const BOX = 11;
/** Columns behind the box to tick, in points; goods take the rest. */
const CODES = 120;
const QUANTITY = 36;
const ORDERS = 128;
/** Numbers of orders in one row of the paper: it never is as high as a sheet. */
const NUMBERS_MAX = 40;

const style = {
  title: { face: 'bold', points: 16 },
  head: { face: 'bold', points: 8 },
  goods: { face: 'bold', points: 10 },
  variant: { face: 'regular', points: 9 },
  codes: { face: 'regular', points: 8 },
  quantity: { face: 'bold', points: 14 },
  plain: { face: 'regular', points: 9 },
} as const satisfies Readonly<Record<string, Style>>;

interface Column {
  readonly x: number;
  readonly width: number;
  readonly align?: 'right';
}

/** Draws the list on A4. */
export function drawPickList(list: PickList): Promise<Buffer> {
  const sheets = new Sheets('Toplama listesi', papers.A4, MARGIN);
  const columns = columnsOf(sheets);
  sheets.add();
  drawTop(sheets, list);
  drawHeads(sheets, columns);
  for (const row of list.rows.flatMap(partsOf)) drawRow(sheets, columns, row);
  drawSum(sheets, list);
  sheets.finish(0, (place, count) => sheets.foot(`${list.shop} · ${list.printedAt}`, `${place + 1} / ${count}`));
  return sheets.end();
}

function columnsOf({ margin, width }: Sheets) {
  const goods = width - BOX - CODES - QUANTITY - ORDERS - 4 * GAP;
  const x = { goods: margin + BOX + GAP, codes: 0, quantity: 0, orders: 0 };
  x.codes = x.goods + goods + GAP;
  x.quantity = x.codes + CODES + GAP;
  x.orders = x.quantity + QUANTITY + GAP;
  return {
    goods: { x: x.goods, width: goods },
    codes: { x: x.codes, width: CODES },
    quantity: { x: x.quantity, width: QUANTITY, align: 'right' },
    orders: { x: x.orders, width: ORDERS },
  } as const satisfies Readonly<Record<string, Column>>;
}
type Columns = ReturnType<typeof columnsOf>;

function drawTop(sheets: Sheets, { shop, printedAt }: PickList): void {
  const whole = { x: sheets.margin, width: sheets.width };
  sheets.y = sheets.write(sheets.lines('Toplama listesi', style.title, sheets.width), sheets.y, whole);
  sheets.y = sheets.write(sheets.lines(`${shop} · ${printedAt}`, style.plain, sheets.width, 3), sheets.y, whole) + GAP;
}

function drawHeads(sheets: Sheets, columns: Columns): void {
  const heads = { goods: 'Ürün', codes: 'SKU / Barkod', quantity: 'Adet', orders: 'Siparişler' } as const;
  let bottom = sheets.y;
  for (const [name, text] of Object.entries(heads)) {
    const column = columns[name as keyof Columns];
    bottom = sheets.write(sheets.lines(text, style.head, column.width), sheets.y, column);
  }
  sheets.rule(bottom + 1);
  sheets.y = bottom + GAP / 2;
}

/** The part of a row that is drawn at once. */
interface Part extends Omit<PickRow, 'quantity'> {
  /** Null behind the first part: the pieces of a row are counted once. */
  readonly quantity: number | null;
}

/** Cuts a row of many orders into parts. */
function partsOf(row: PickRow): Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < row.orders.length; from += NUMBERS_MAX) {
    const orders = row.orders.slice(from, from + NUMBERS_MAX);
    parts.push(
      from === 0 ? { ...row, orders } : { ...row, title: `${row.title} (devamı)`, codes: [], quantity: null, orders },
    );
  }
  return parts;
}

function drawRow(sheets: Sheets, columns: Columns, row: Part): void {
  const { goods, codes, quantity, orders } = columns;
  const cells: readonly (readonly [Column, readonly Lines[]])[] = [
    [
      goods,
      [
        sheets.lines(row.title, style.goods, goods.width, 8),
        ...(row.variant === null ? [] : [sheets.lines(row.variant, style.variant, goods.width, 5)]),
      ],
    ],
    [codes, row.codes.map((code) => sheets.lines(code, style.codes, codes.width, 5))],
    [quantity, [sheets.fitted(`${row.quantity ?? ''}`, style.quantity, { width: quantity.width, height: 20 })]],
    [orders, [sheets.lines(row.orders.join(', '), style.plain, orders.width, NUMBERS_MAX)]],
  ];
  const heights = cells.map(([, texts]) => texts.reduce((sum, lines) => sum + heightOf(lines), 0));
  const height = Math.max(...heights);
  if (makeRoom(sheets, height + GAP)) drawHeads(sheets, columns);
  if (row.quantity !== null) sheets.box(sheets.margin, sheets.y + 2, BOX, BOX);
  for (const [column, texts] of cells) {
    let y = sheets.y;
    for (const lines of texts) y = sheets.write(lines, y, column);
  }
  sheets.y += height + GAP / 2;
  sheets.rule(sheets.y);
  sheets.y += GAP / 2;
}

function drawSum(sheets: Sheets, { rows, sum, leftOut }: PickList): void {
  const texts: readonly (readonly [string, Style])[] = [
    ...(rows.length === 0 ? [['Alınacak ürün yok.', style.plain] as const] : []),
    [sum, style.goods],
    ...(leftOut.length === 0 ? [] : [['Listede olmayan siparişler', style.head] as const]),
    ...leftOut.map((text) => [text, style.plain] as const),
  ];
  for (const [text, said] of texts) {
    const lines = sheets.lines(text, said, sheets.width, 5);
    makeRoom(sheets, heightOf(lines));
    sheets.y = sheets.write(lines, sheets.y, { x: sheets.margin, width: sheets.width });
    if (said === style.goods) sheets.y += GAP;
  }
}

/** Goes on to another sheet where there is no room. @returns whether it does */
function makeRoom(sheets: Sheets, height: number): boolean {
  if (sheets.y + height <= sheets.bottom - FOOT) return false;
  sheets.add();
  return true;
}
