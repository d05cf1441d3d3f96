import PDFDocument from 'pdfkit';
import { barsOf } from './barcode';
import { bytesOf } from './bytes';
import { type Face, registerFonts } from './fonts';
import { printable, wrapped } from './text';

const POINTS_PER_MM = 72 / 25.4;
const paper = (widthMm: number, heightMm: number) => ({
  width: widthMm * POINTS_PER_MM,
  height: heightMm * POINTS_PER_MM,
});

/** Sheets in portrait, in points. */
export const papers = { A4: paper(210, 297), A5: paper(148, 210), A6: paper(105, 148) } as const;

/** The height of a line of Noto Sans as a part of its size: nothing of a letter is outside. */
const LINE = 1.362;
/** The size below which no text gets, in points. */
export const SMALLEST = 5;

/** The widths of a module of bars, in points: below, printers of 203 dots an inch blur them; above, scanners see half of them. */
const [MODULE_MIN, MODULE_MAX] = [0.7, 1.1];

export interface Style {
  readonly face: Face;
  readonly points: number;
}

const SMALL: Style = { face: 'regular', points: 6.5 };
/** The height that the foot of a sheet needs, in points. */
export const FOOT = 14;

export interface Lines extends Style {
  readonly lines: readonly string[];
}

interface Placed {
  readonly x: number;
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** The height of some lines, in points. */
export const heightOf = ({ lines, points }: Lines): number => lines.length * points * LINE;

/** A document of sheets of one size whose writing stays within their margins. Whoever draws says where each line is. */
export class Sheets {
  /** The top of the room that is free on the sheet. */
  y: number;
  private readonly pdf: PDFKit.PDFDocument;
  private readonly bytes: Promise<Buffer>;
  private readonly advances: Readonly<Record<Face, Map<string, number>>> = { regular: new Map(), bold: new Map() };

  constructor(
    title: string,
    private readonly size: { readonly width: number; readonly height: number },
    readonly margin: number,
  ) {
    const { width, height } = size;
    this.pdf = new PDFDocument({
      size: [width, height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      displayTitle: true,
      lang: 'tr-TR',
      info: { Title: title, Creator: 'Tezgâh', Producer: 'Tezgâh' },
    });
    this.bytes = bytesOf(this.pdf);
    registerFonts(this.pdf);
    this.y = margin;
  }

  /** The width between the margins. */
  get width(): number {
    return this.size.width - 2 * this.margin;
  }

  /** The end of the room for writing. */
  get bottom(): number {
    return this.size.height - this.margin;
  }

  add(): void {
    this.pdf.addPage();
    this.y = this.margin;
  }

  /** Adds a sheet of another size that a picture fills. @param png bytes of this product @param size in points */
  addPicture(png: Uint8Array, { width, height }: { readonly width: number; readonly height: number }): void {
    this.pdf.addPage({ size: [width, height], margin: 0 });
    this.pdf.image(Buffer.from(png), 0, 0, { fit: [width, height], align: 'center', valign: 'center' });
  }

  /** Breaks a text of anybody into lines for a width. @param linesMax what is beyond is cut off */
  lines(text: string, style: Style, width: number, linesMax?: number): Lines {
    const { face, points } = style;
    const advance = (character: string): number => this.advanceOf(character, face) * points;
    return { ...style, lines: wrapped(printable(text), width, advance, linesMax) };
  }

  /** Breaks a text into lines as large as fit into a room; a text that is too long even when it is small is cut off. */
  fitted(text: string, { face, points }: Style, room: { readonly width: number; readonly height: number }): Lines {
    for (let size = points; size > SMALLEST; size -= 0.5) {
      const lines = this.lines(text, { face, points: size }, room.width);
      if (heightOf(lines) <= room.height) return lines;
    }
    const linesMax = Math.max(1, Math.floor(room.height / (SMALLEST * LINE)));
    return this.lines(text, { face, points: SMALLEST }, room.width, linesMax);
  }

  /** Writes lines below each other. @returns the end of the last one */
  write(said: Lines, y: number, { x, width, align = 'left' }: Placed): number {
    this.use(said);
    for (const [place, line] of said.lines.entries()) {
      const free = width - this.pdf.widthOfString(line);
      // Some letters stand further apart beside each other than alone.
      const characterSpacing = free < 0 ? free / line.length : 0;
      const left = align === 'left' || free < 0 ? x : x + (align === 'center' ? free / 2 : free);
      this.pdf.text(line, left, y + place * said.points * LINE, { lineBreak: false, characterSpacing });
    }
    return y + heightOf(said);
  }

  rule(y: number, x = this.margin, width = this.width): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .stroke();
  }

  /**
   * Draws a text as bars at the right end of a room. Where they would be too fine for a printer there are none.
   * @param room in points @returns the height that it takes
   */
  barcode(
    text: string,
    room: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): number {
    const written = barsOf(text);
    const module = Math.min(MODULE_MAX, room.width / (written?.modules ?? 1));
    if (!written || module < MODULE_MIN) return 0;
    const left = room.x + room.width - written.modules * module;
    for (const { at, width } of written.bars)
      this.pdf.rect(left + at * module, room.y, width * module, room.height).fill('#000000');
    return room.height;
  }

  box(x: number, y: number, width: number, height: number, lineWidth = 0.7): void {
    this.pdf.rect(x, y, width, height).lineWidth(lineWidth).stroke();
  }

  /** Writes a small line at the end of the sheet, within {@link FOOT}. */
  foot(left: string, right: string): void {
    const side = { x: this.margin, width: this.width };
    const y = this.bottom - SMALL.points * LINE;
    this.write(this.lines(left, SMALL, this.width * 0.6, 1), y, side);
    this.write(this.lines(right, SMALL, this.width * 0.35, 1), y, { ...side, align: 'right' });
  }

  /** The number of sheets so far. */
  get count(): number {
    const { start, count } = this.pdf.bufferedPageRange();
    return start + count;
  }

  /** Goes over sheets again that are drawn, and lets go of all that there are. @param from the first, counted from 0 */
  finish(from: number, draw: (place: number, count: number) => void): void {
    const count = this.count - from;
    for (let place = 0; place < count; place += 1) {
      this.pdf.switchToPage(from + place);
      draw(place, count);
    }
    this.pdf.flushPages();
  }

  end(): Promise<Buffer> {
    this.pdf.end();
    return this.bytes;
  }

  /** The advance of a character as a part of its size. The font lays out each once: to lay out texts is most of the work. */
  private advanceOf(character: string, face: Face): number {
    const known = this.advances[face].get(character);
    if (known !== undefined) return known;
    const advance = this.pdf.font(face).fontSize(1).widthOfString(character);
    this.advances[face].set(character, advance);
    return advance;
  }

  private use({ face, points }: Style): void {
    this.pdf.font(face).fontSize(points);
  }
}
