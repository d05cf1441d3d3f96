import { FOOT, heightOf, type Lines, papers, Sheets, type Style } from '../paper/sheet';
import type { Slip, SlipRow, Slips } from './slip';

const MARGIN = 26;
const GAP = 8;
const BOX = 9;
const QUANTITY = 40;
/** The height of the bars of the order, in points. */
const BARS = 24;
/** The room between a frame and its text. */
const PADDING = 6;
/** The height of a heading and the gap behind its frame: a heading stands on the sheet of what it is of. */
const KEPT_TOGETHER = 24;

const style = {
  shop: { face: 'bold', points: 14 },
  number: { face: 'bold', points: 20 },
  head: { face: 'bold', points: 8 },
  plain: { face: 'regular', points: 9 },
  strong: { face: 'bold', points: 10 },
  codes: { face: 'regular', points: 7.5 },
  quantity: { face: 'bold', points: 12 },
} as const satisfies Readonly<Record<string, Style>>;

/** Draws a slip for each order on A5, of which a printer for A4 puts two on a sheet. A long order goes on on further sheets. */
export function drawSlips({ slips }: Slips): Promise<Buffer> {
  const sheets = new Sheets('Paket fişleri', papers.A5, MARGIN);
  for (const slip of slips) {
    const first = sheets.count;
    new SlipDrawing(sheets, slip).draw();
    sheets.finish(first, (place, count) =>
      sheets.foot('Bu fiş fatura veya irsaliye yerine geçmez.', `${slip.number} · ${place + 1} / ${count}`),
    );
  }
  return sheets.end();
}

interface Framed {
  readonly lines: Lines;
  readonly height: number;
}

class SlipDrawing {
  private readonly whole: { readonly x: number; readonly width: number };

  constructor(
    private readonly sheets: Sheets,
    private readonly slip: Slip,
  ) {
    this.whole = { x: sheets.margin, width: sheets.width };
  }

  draw(): void {
    const { slip, sheets } = this;
    sheets.add();
    this.drawTop();
    if (slip.warning !== null) this.drawFramed(this.framed(slip.warning, 4));
    this.drawParties();
    this.drawHeads();
    for (const row of slip.rows) this.drawRow(row);
    if (slip.rows.length === 0) this.flow(slip.none, style.plain);
    else this.flow(`Toplam ${slip.rows.reduce((sum, { quantity }) => sum + quantity, 0)} parça`, style.strong);
    for (const { heading, items } of slip.others) {
      sheets.y += GAP;
      this.flow(heading, style.head);
      for (const item of items) this.flow(item, style.plain);
    }
    if (slip.note !== null) this.drawNote(slip.note);
  }

  private drawTop(): void {
    const { sheets, slip } = this;
    const { x, width } = this.whole;
    const right = 130;
    const shop = sheets.fitted(slip.shop, style.shop, { width: width - right - GAP, height: 40 });
    const number = sheets.fitted(slip.number, style.number, { width: right, height: 28 });
    const head = sheets.lines('Sipariş', style.head, right);
    const end = sheets.write(head, sheets.y, { x: x + width - right, width: right, align: 'right' });
    const under = sheets.write(number, end, { x: x + width - right, width: right, align: 'right' });
    const ends = [
      under + sheets.barcode(slip.number, { x: x + width - right, y: under + 2, width: right, height: BARS }) + 2,
      sheets.write(shop, sheets.y, { x, width }),
    ];
    sheets.y = sheets.write(sheets.lines(slip.origin, style.codes, width, 4), Math.max(...ends) + 2, this.whole) + GAP;
  }

  private drawParties(): void {
    const { sheets } = this;
    const { buyer, to } = this.slip;
    const width = (sheets.width - 2 * GAP) / 2;
    const sideOf = (heading: string, texts: readonly (readonly [string | null, linesMax: number])[]): Lines[] => [
      sheets.lines(heading, style.head, width),
      ...texts.flatMap(([text, linesMax]) => (text === null ? [] : [sheets.lines(text, style.plain, width, linesMax)])),
    ];
    const sides = [
      sideOf('Alıcı', [
        [buyer.name, 8],
        [buyer.phone, 2],
      ]),
      sideOf('Teslimat adresi', [
        [to.name, 5],
        [to.address, 16],
        [to.place, 4],
        [to.phone, 1],
        [to.missing, 2],
      ]),
    ];
    const ends = sides.map((texts, place) => {
      let y = sheets.y;
      for (const lines of texts) y = sheets.write(lines, y, { x: sheets.margin + place * (width + 2 * GAP), width });
      return y;
    });
    sheets.y = Math.max(...ends) + GAP;
  }

  private drawHeads(): void {
    const { sheets, whole } = this;
    sheets.write(sheets.lines('Adet', style.head, QUANTITY), sheets.y, { ...whole, align: 'right' });
    const goods = sheets.lines('Ürün', style.head, sheets.width - QUANTITY);
    const bottom = sheets.write(goods, sheets.y, { x: whole.x + BOX + GAP, width: whole.width });
    sheets.rule(bottom + 1);
    sheets.y = bottom + GAP / 2;
  }

  private drawRow({ title, variant, codes, quantity }: SlipRow): void {
    const { sheets, whole } = this;
    const width = sheets.width - BOX - QUANTITY - 2 * GAP;
    const texts = [
      sheets.lines(title, style.strong, width, 8),
      ...(variant === null ? [] : [sheets.lines(variant, style.plain, width, 5)]),
      ...(codes === '' ? [] : [sheets.lines(codes, style.codes, width, 5)]),
    ];
    const height = Math.max(
      16,
      texts.reduce((sum, lines) => sum + heightOf(lines), 0),
    );
    if (this.makeRoom(height + GAP)) this.drawHeads();
    sheets.box(whole.x, sheets.y + 2, BOX, BOX);
    sheets.write(sheets.lines(String(quantity), style.quantity, QUANTITY, 1), sheets.y, { ...whole, align: 'right' });
    let y = sheets.y;
    for (const lines of texts) y = sheets.write(lines, y, { x: whole.x + BOX + GAP, width });
    sheets.y += height + GAP / 2;
    sheets.rule(sheets.y);
    sheets.y += GAP / 2;
  }

  private drawNote(note: string): void {
    const { sheets } = this;
    sheets.y += GAP;
    // Line ends of a note take room that a paper does not have.
    const framed = this.framed(note.replaceAll(/\s*[\r\n]+\s*/g, ' / '), 30);
    this.makeRoom(KEPT_TOGETHER + framed.height);
    this.flow('Alıcının notu', style.head);
    this.drawFramed(framed);
  }

  /** Breaks a text into lines for a frame. */
  private framed(text: string, linesMax: number): Framed {
    const lines = this.sheets.lines(text, style.strong, this.whole.width - 2 * PADDING, linesMax);
    return { lines, height: heightOf(lines) + 8 };
  }

  private drawFramed({ lines, height }: Framed): void {
    const { sheets, whole } = this;
    this.makeRoom(height + GAP);
    sheets.box(whole.x, sheets.y, whole.width, height);
    sheets.write(lines, sheets.y + 4, { x: whole.x + PADDING, width: whole.width - 2 * PADDING });
    sheets.y += height + GAP;
  }

  private flow(text: string, said: Style): void {
    const { sheets } = this;
    const lines = sheets.lines(text, said, sheets.width, 8);
    this.makeRoom(heightOf(lines));
    sheets.y = sheets.write(lines, sheets.y, this.whole);
  }

  /** Goes on to another sheet where there is no room. @returns whether it does */
  private makeRoom(height: number): boolean {
    const { sheets, slip } = this;
    if (sheets.y + height <= sheets.bottom - FOOT) return false;
    sheets.add();
    const lines = sheets.lines(`Sipariş ${slip.number} (devamı)`, style.strong, sheets.width, 2);
    sheets.y = sheets.write(lines, sheets.y, this.whole) + GAP;
    return true;
  }
}
