import PDFDocument from 'pdfkit';
import { bytesOf } from '../paper/bytes';
import { type Face, registerFonts } from '../paper/fonts';
import type { Block } from './block';

/** All contents of the file. Nothing else goes into it, so the same document always has the same bytes. */
export interface Drawn {
  readonly title: string;
  /** ISO 8601; stands for the moment at which the file was made. */
  readonly at: string;
  /** The foot of each page, e.g. the digest by which the document is known. */
  readonly foot: string;
  readonly blocks: readonly Block[];
}

type Pdf = PDFKit.PDFDocument;

/** The Regulation wants 12 points at least (Art. 6(1)): the foot is as large as the rest. */
const POINTS = 12;
const MARGIN = 50;
const FOOT = 40;
const GAP = 6;
/** A heading is not the last line of its page. */
const KEPT_TOGETHER = 60;
const CELL_GAP = 10;
const NAME_WIDTH = 160;

const bottomOf = ({ page }: Pdf): number => page.height - MARGIN - FOOT;
const widthOf = ({ page }: Pdf): number => page.width - 2 * MARGIN;

function makeRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= bottomOf(pdf)) return false;
  pdf.addPage();
  return true;
}

/** The parts of a document as those who do not see it are told them. */
function tell(pdf: Pdf, tag: string, draw: () => void): void {
  pdf.addStructure(pdf.struct(tag, {}, draw));
}

function drawLine(pdf: Pdf, text: string, font: Face, points: number): void {
  pdf
    .font(font)
    .fontSize(points)
    .text(text, MARGIN, pdf.y, { width: widthOf(pdf), lineGap: 1.5 });
}

function drawHeading(pdf: Pdf, text: string, tag: 'H1' | 'H2', points: number): void {
  pdf.y += tag === 'H2' ? GAP : 0;
  makeRoom(pdf, KEPT_TOGETHER);
  tell(pdf, tag, () => drawLine(pdf, text, 'bold', points));
  pdf.y += GAP;
}

function drawText(pdf: Pdf, text: string): void {
  tell(pdf, 'P', () => drawLine(pdf, text, 'regular', POINTS));
  pdf.y += GAP;
}

function drawList(pdf: Pdf, items: readonly string[]): void {
  const list = pdf.struct('L');
  pdf.addStructure(list);
  for (const item of items) {
    const part = pdf.struct('LI', {}, () => drawLine(pdf, `•  ${item}`, 'regular', POINTS));
    list.add(part);
    part.end();
    pdf.y += GAP / 2;
  }
  list.end();
  pdf.y += GAP;
}

interface Column {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Places the columns of a table: numbers take the width that they need, and texts share the rest. */
function columnsOf(pdf: Pdf, rows: readonly (readonly string[])[]): Column[] {
  pdf.font('bold').fontSize(POINTS);
  const [first = [], ...others] = rows;
  const numbers = first.slice(1).map((_, place) => {
    const widths = [first, ...others].map((cells) => pdf.widthOfString(cells[place + 1] ?? ''));
    return Math.ceil(Math.max(...widths)) + 1;
  });
  const taken = numbers.reduce((sum, width) => sum + width + CELL_GAP, 0);
  const columns: Column[] = [{ x: MARGIN, width: widthOf(pdf) - taken, align: 'left' }];
  let x = MARGIN + widthOf(pdf) - taken + CELL_GAP;
  for (const width of numbers) {
    columns.push({ x, width, align: 'right' });
    x += width + CELL_GAP;
  }
  return columns;
}

type Cells = readonly { readonly text: string; readonly tag: 'TH' | 'TD' }[];

/** @param parent the table whose row it is */
function drawRow(pdf: Pdf, parent: PDFKit.PDFStructureElement, columns: readonly Column[], cells: Cells): void {
  const top = pdf.y;
  let bottom = top;
  const row = pdf.struct('TR');
  parent.add(row);
  for (const [place, { text, tag }] of cells.entries()) {
    const { x, width, align } = columns[place] as Column;
    const cell = pdf.struct(tag, {}, () => {
      pdf
        .font(tag === 'TH' ? 'bold' : 'regular')
        .fontSize(POINTS)
        .text(text, x, top, { width, align });
    });
    row.add(cell);
    cell.end();
    bottom = Math.max(bottom, pdf.y);
  }
  row.end();
  pdf.y = bottom + GAP / 2;
}

function heightOf(pdf: Pdf, columns: readonly Column[], cells: Cells): number {
  const heights = cells.map(({ text, tag }, place) =>
    pdf
      .font(tag === 'TH' ? 'bold' : 'regular')
      .fontSize(POINTS)
      .heightOfString(text, { width: (columns[place] as Column).width }),
  );
  return Math.max(...heights) + GAP;
}

/** Draws a table. Its head stands above the rows of each page. */
function drawTable(pdf: Pdf, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const columns = columnsOf(pdf, [head, ...rows]);
  const heads = head.map((text) => ({ text, tag: 'TH' as const }));
  const table = pdf.struct('Table');
  pdf.addStructure(table);
  const drawHead = (): void => {
    drawRow(pdf, table, columns, heads);
    rule(pdf);
  };
  makeRoom(pdf, KEPT_TOGETHER);
  drawHead();
  for (const row of rows) {
    const cells = row.map((text) => ({ text, tag: 'TD' as const }));
    if (makeRoom(pdf, heightOf(pdf, columns, cells))) drawHead();
    drawRow(pdf, table, columns, cells);
    rule(pdf);
  }
  table.end();
  pdf.y += GAP;
}

function drawFacts(pdf: Pdf, rows: readonly (readonly [string, string])[]): void {
  const x = MARGIN + NAME_WIDTH + CELL_GAP;
  const columns: Column[] = [
    { x: MARGIN, width: NAME_WIDTH, align: 'left' },
    { x, width: widthOf(pdf) - NAME_WIDTH - CELL_GAP, align: 'left' },
  ];
  const table = pdf.struct('Table');
  pdf.addStructure(table);
  for (const [name, value] of rows) {
    const cells = [
      { text: name, tag: 'TH' as const },
      { text: value, tag: 'TD' as const },
    ];
    makeRoom(pdf, heightOf(pdf, columns, cells));
    drawRow(pdf, table, columns, cells);
  }
  table.end();
  pdf.y += GAP;
}

/** Draws a line below a row. */
function rule(pdf: Pdf): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  const y = pdf.y;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(pdf), y)
    .lineWidth(0.5)
    .strokeColor('#999999')
    .stroke();
  pdf.endMarkedContent();
  pdf.y = y + GAP / 2;
}

function drawBlock(pdf: Pdf, block: Block): void {
  switch (block.kind) {
    case 'title':
      drawHeading(pdf, block.text, 'H1', 18);
      break;
    case 'heading':
      drawHeading(pdf, block.text, 'H2', 14);
      break;
    case 'text':
      drawText(pdf, block.text);
      break;
    case 'list':
      drawList(pdf, block.items);
      break;
    case 'facts':
      drawFacts(pdf, block.rows);
      break;
    case 'table':
      drawTable(pdf, block.head, block.rows);
      break;
  }
}

/** Draws the number and the count of pages on each page, once all are there. */
function drawFeet(pdf: Pdf, foot: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let place = 0; place < count; place += 1) {
    pdf.switchToPage(place);
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    const options = { width: widthOf(pdf), lineBreak: true, height: FOOT + MARGIN };
    pdf.font('regular').fontSize(POINTS);
    pdf.text(`${foot}\nSayfa ${place + 1} / ${count}`, MARGIN, pdf.page.height - MARGIN - FOOT + GAP, options);
    pdf.endMarkedContent();
  }
}

/** Draws a document on A4, as PDF/A-2b with the structure of its parts (for those who have it read to them). */
export function drawPdf({ title, at, foot, blocks }: Drawn): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    tagged: true,
    displayTitle: true,
    lang: 'tr-TR',
    info: { Title: title, CreationDate: new Date(at), ModDate: new Date(at) },
  });
  const ended = bytesOf(pdf);
  registerFonts(pdf);
  for (const block of blocks) drawBlock(pdf, block);
  drawFeet(pdf, foot);
  pdf.end();
  return ended;
}
