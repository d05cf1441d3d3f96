import { heightOf, type Lines, papers, Sheets, SMALLEST, type Style } from '../paper/sheet';
import type { Label, Labels, ParcelLabels } from './label';

const MARGIN = 14;
const GAP = 6;
/** The most that parts of a label take of its height, in points; the receiver has the rest. */
const SENDER = 62;
const WARNING = 34;
const CASH = 66;
const ORDER = 30;
const CARRIER = 48;
const REMARK = 18;
/** A block whose texts would be smaller gives each of them a share instead. */
const SMALLEST_PART = 0.4;

const style = {
  head: { face: 'bold', points: 7 },
  sender: { face: 'bold', points: 9 },
  plain: { face: 'regular', points: 8 },
  name: { face: 'bold', points: 18 },
  address: { face: 'regular', points: 14 },
  place: { face: 'bold', points: 14 },
  phone: { face: 'bold', points: 13 },
  amount: { face: 'bold', points: 28 },
  number: { face: 'bold', points: 15 },
} as const satisfies Readonly<Record<string, Style>>;

/** Draws each label on a sheet of A6. All of it is black: printers of labels have no grey. */
export function drawLabels({ labels }: Labels): Promise<Buffer> {
  return drawParcelLabels({ kind: 'parcelLabels', labels });
}

/** Draws own labels and pictures of others, in their order. */
export function drawParcelLabels({ labels }: ParcelLabels): Promise<Buffer> {
  const sheets = new Sheets('Etiketler', papers.A6, MARGIN);
  for (const label of labels) {
    const first = sheets.count;
    if ('png' in label) sheets.addPicture(label.png, label);
    else {
      sheets.add();
      new LabelDrawing(sheets, label).draw();
    }
    sheets.finish(first, () => undefined);
  }
  return sheets.end();
}

interface Sized {
  readonly text: string | null;
  readonly style: Style;
  /** The part of the height of the block that the text may take where the texts together do not fit. */
  readonly share: number;
}

class LabelDrawing {
  constructor(
    private readonly sheets: Sheets,
    private readonly label: Label,
  ) {}

  draw(): void {
    const { sheets, label } = this;
    const { from, to, warning, cash } = label;
    this.drawBlock('GÖNDERİCİ', SENDER, [
      { text: from.name, style: style.sender, share: 0.35 },
      { text: from.lines.join(' · '), style: style.plain, share: 0.65 },
    ]);
    this.drawRule();
    const below = this.heightBelow();
    this.drawBlock('ALICI', sheets.bottom - sheets.y - below, [
      { text: to.name, style: style.name, share: 0.28 },
      { text: to.address, style: style.address, share: 0.34 },
      { text: to.place, style: style.place, share: 0.16 },
      { text: to.phone, style: style.phone, share: 0.1 },
      { text: to.missing, style: style.plain, share: 0.12 },
    ]);
    sheets.y = sheets.bottom - below;
    this.drawRule();
    if (warning !== null) this.drawFramed(WARNING, warning, style.phone);
    if (cash !== null) this.drawCash(cash);
    this.drawOrder();
    this.drawCarrier();
  }

  /** The height of all that stands below the receiver. */
  private heightBelow(): number {
    const { carrier, remark, cash, warning } = this.label;
    const parts: readonly (readonly [unknown, number])[] = [
      [warning, WARNING],
      [cash, CASH],
      [carrier, CARRIER],
      [remark, REMARK],
    ];
    return parts.reduce((sum, [part, height]) => sum + (part === null ? 0 : height), ORDER + GAP);
  }

  /** Draws texts below each other, as large as their block allows. */
  private drawBlock(heading: string, height: number, texts: readonly Sized[]): void {
    const { sheets } = this;
    const whole = { x: sheets.margin, width: sheets.width };
    const top = sheets.y;
    sheets.y = sheets.write(sheets.lines(heading, style.head, sheets.width, 1), top, whole);
    for (const lines of this.fitted(texts, height - (sheets.y - top))) sheets.y = sheets.write(lines, sheets.y, whole);
  }

  /** Makes all texts smaller by the same part until they fit; those that never do have a share of the room each. */
  private fitted(texts: readonly Sized[], height: number): Lines[] {
    const { sheets } = this;
    const said = texts.filter(({ text }) => text !== null && text !== '');
    for (let part = 1; part >= SMALLEST_PART; part -= 0.05) {
      const all = said.map(({ text, style: { face, points } }) =>
        sheets.lines(text as string, { face, points: Math.max(SMALLEST, points * part) }, sheets.width),
      );
      if (all.reduce((sum, lines) => sum + heightOf(lines), 0) <= height) return all;
    }
    return said.map(({ text, style: own, share }) =>
      sheets.fitted(text as string, own, { width: sheets.width, height: height * share }),
    );
  }

  private drawRule(): void {
    const { sheets } = this;
    sheets.rule(sheets.y + GAP / 2);
    sheets.y += GAP;
  }

  private drawFramed(height: number, text: string, said: Style): void {
    const { sheets } = this;
    const inside = { x: sheets.margin + 5, width: sheets.width - 10 };
    const lines = sheets.fitted(text, said, { width: inside.width, height: height - GAP - 4 });
    sheets.box(sheets.margin, sheets.y, sheets.width, height - GAP, 1.2);
    const free = height - GAP - heightOf(lines);
    sheets.write(lines, sheets.y + free / 2, { ...inside, align: 'center' });
    sheets.y += height;
  }

  private drawCash({ amount, remark }: NonNullable<Label['cash']>): void {
    const { sheets } = this;
    const inside = { x: sheets.margin + 5, width: sheets.width - 10 };
    const head = ['KAPIDA ÖDEME', remark].filter(Boolean).join(' · ');
    sheets.box(sheets.margin, sheets.y, sheets.width, CASH - GAP, 1.6);
    const y = sheets.write(
      sheets.fitted(head, style.sender, { width: inside.width, height: 14 }),
      sheets.y + 3,
      inside,
    );
    const lines = sheets.fitted(amount, style.amount, { width: inside.width, height: 40 });
    sheets.write(lines, y, { ...inside, align: 'center' });
    sheets.y += CASH;
  }

  private drawOrder(): void {
    const { sheets, label } = this;
    const width = sheets.width / 2;
    const whole = { x: sheets.margin, width: sheets.width };
    const height = ORDER - GAP;
    const left = label.parcel === null ? sheets.width : width * 1.2;
    sheets.write(
      sheets.fitted(`Sipariş ${label.number}`, style.number, { width: left - GAP, height }),
      sheets.y,
      whole,
    );
    if (label.parcel !== null)
      sheets.write(sheets.fitted(label.parcel, style.number, { width: sheets.width - left, height }), sheets.y, {
        ...whole,
        align: 'right',
      });
    sheets.y += ORDER;
  }

  private drawCarrier(): void {
    const { sheets } = this;
    const { carrier, trackingNumber, remark } = this.label;
    if (carrier !== null)
      this.drawBlock('KARGO', CARRIER, [
        { text: carrier, style: style.sender, share: 0.4 },
        { text: trackingNumber, style: style.number, share: 0.6 },
      ]);
    const room = { width: sheets.width, height: REMARK };
    if (remark !== null)
      sheets.write(sheets.fitted(remark, style.head, room), sheets.y, { x: sheets.margin, width: sheets.width });
  }
}
