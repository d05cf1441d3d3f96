import '../world/fast-check';
import { readFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { barsOf } from '../../src/order/paper/barcode';
import { wrapped } from '../../src/order/paper/text';
import { draw, type Printed } from '../../src/order/print/draw';
import type { Label } from '../../src/order/print/label';
import type { PickRow } from '../../src/order/print/pick-list';
import type { Slip, SlipRow } from '../../src/order/print/slip';
import { runsOf } from '../world/runs';

/** The narrowest margin of each kind of sheet, in points. */
const MARGINS = { pickList: 34, packingSlips: 26, addressLabels: 14, parcelLabels: 14 } as const;

const hostile = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength }),
    fc.string({ unit: 'grapheme', maxLength: Math.floor(maxLength / 2) }),
    fc.constantFrom(
      'W'.repeat(maxLength),
      'ğüşıöçİ '.repeat(Math.floor(maxLength / 8)),
      '\u2e3b'.repeat(maxLength),
      'Z\u0300\u0301\u0302\u0303\u0323\u0324'.repeat(Math.floor(maxLength / 7)),
      '\n'.repeat(maxLength),
      '\u202eters\u2066 مرحبا 漢字 👩‍👩‍👧 '.repeat(Math.floor(maxLength / 30)),
      'a\u200b'.repeat(Math.floor(maxLength / 2)),
      '\ud800'.repeat(maxLength),
      '',
    ),
  );
const maybe = (maxLength: number) => fc.option(hostile(maxLength));

const to = fc.record({
  name: hostile(200),
  phone: maybe(30),
  address: maybe(500),
  place: maybe(240),
  missing: fc.constantFrom(null, 'Eksik (pazaryeri bildirmedi): adres, ilçe, il, telefon.'),
});
const warning = fc.constantFrom(null, 'Göndermeyin: parası iade edildi.');

const slip: fc.Arbitrary<Slip> = fc.record({
  shop: hostile(200),
  number: hostile(30),
  origin: hostile(130),
  warning,
  buyer: fc.record({ name: hostile(200), phone: maybe(30) }),
  to,
  rows: fc.array(
    fc.record({
      title: hostile(200),
      variant: maybe(120),
      codes: hostile(180),
      quantity: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 12 },
  ),
  none: fc.constant('Bu siparişte gönderilecek ürün yok.'),
  others: fc.array(fc.record({ heading: fc.constant('Daha önce gönderildi'), items: fc.array(hostile(330)) }), {
    maxLength: 2,
  }),
  note: maybe(500),
});
const label: fc.Arbitrary<Label> = fc.record({
  from: fc.record({ name: hostile(200), lines: fc.array(hostile(500), { maxLength: 4 }) }),
  to,
  number: hostile(130),
  parcel: fc.constantFrom(null, 'Koli 50 / 50'),
  carrier: maybe(60),
  trackingNumber: maybe(100),
  cash: fc.constantFrom(null, {
    amount: '100.000.000.000,00 TL',
    remark: 'Siparişin tamamı için, bir kez alınır.',
  }),
  warning,
  remark: maybe(120),
});
const row: fc.Arbitrary<PickRow> = fc.record({
  title: hostile(200),
  variant: maybe(120),
  codes: fc.array(hostile(100), { maxLength: 2 }),
  quantity: fc.integer({ min: 1, max: 99 * 200 }),
  orders: fc.array(hostile(20), { minLength: 1, maxLength: 200 }),
});

const printed: fc.Arbitrary<Printed> = fc.oneof(
  fc.record({
    kind: fc.constant('pickList' as const),
    shop: hostile(200),
    printedAt: fc.constant('30.11.2026 05:12'),
    rows: fc.array(row, { maxLength: 8 }),
    sum: fc.constant('Toplam: 14 parça · 3 çeşit ürün · 2 sipariş'),
    leftOut: fc.array(hostile(40), { maxLength: 200 }),
  }),
  fc.record({ kind: fc.constant('packingSlips' as const), slips: fc.array(slip, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('addressLabels' as const), labels: fc.array(label, { minLength: 1, maxLength: 3 }) }),
);

interface Written {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly page: { readonly width: number; readonly height: number };
  /** The sheet itself, which is another one for each. */
  readonly sheet: unknown;
}

/** Draws, and notes the place of each text as pdfkit sets it. */
async function writtenOn(of: Printed): Promise<{ readonly pdf: Buffer; readonly written: readonly Written[] }> {
  const written: Written[] = [];
  const { text: write } = PDFDocument.prototype;
  const spy = jest.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (
    this: PDFKit.PDFDocument,
    ...input: unknown[]
  ) {
    const [text, x, y, how] = input as [string, number, number, object];
    const { width, height } = this.page;
    const [right, bottom] = [x + this.widthOfString(text, how), y + this.currentLineHeight()];
    written.push({ text, left: x, right, top: y, bottom, page: { width, height }, sheet: this.page });
    return (write as (...all: unknown[]) => PDFKit.PDFDocument).apply(this, input);
  } as never);
  try {
    return { pdf: await draw(of), written };
  } finally {
    spy.mockRestore();
  }
}

/** The ink on the pages of a PDF nearest to an edge, in points; it may be beyond what was measured, as marks on capitals are. */
async function edgeOf(pdf: Buffer): Promise<number> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  let nearest = Number.POSITIVE_INFINITY;
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 1, render: async ({ data }) => data });
    for (let at = 0; at < width * height; at += 1) {
      if ((data[at * 4] as number) > 200) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      nearest = Math.min(nearest, x, y, width - 1 - x, height - 1 - y);
    }
  }
  document.destroy();
  library.destroy();
  return nearest;
}

const textsOf = (written: readonly Written[]): string => written.map(({ text }) => text).join(' ');

const place: Slip['to'] = {
  name: 'Gülşah Iğdır',
  phone: '0532 123 45 67',
  address: 'Çiçekçi Mah. Şehit Öğretmen Sok. No: 7',
  place: '34710 Kadıköy / İstanbul',
  missing: null,
};

describe('papers for the packing of orders', () => {
  test('keep each text within the margins, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(printed, async (of) => {
        const { written } = await writtenOn(of);
        const margin = MARGINS[of.kind] - 0.01;
        const outside = written.filter(
          ({ left, right, top, bottom, page }) =>
            left < margin || top < margin || right > page.width - margin || bottom > page.height - margin,
        );
        expect(outside).toEqual([]);
      }),
      { numRuns: runsOf(80) },
    );
  });

  test('have no ink near the edge, also of signs that pile up', async () => {
    const [samples] = [fc.sample(printed, { numRuns: runsOf(32), seed: 7 })];
    for (const of of samples) expect(await edgeOf((await writtenOn(of)).pdf)).toBeGreaterThan(MARGINS[of.kind] - 8);
  });

  test('break names into lines that fit, and lose none of their letters', () => {
    const advance = (character: string): number => (/[mW—]/.test(character) ? 9 : 5);
    const measure = (line: string): number => [...line].reduce((sum, one) => sum + advance(one), 0);
    const texts = fc.string({ unit: fc.constantFrom(...'aıWm— ğ😀') });
    fc.assert(
      fc.property(texts, fc.integer({ min: 9, max: 60 }), (text, width) => {
        const lines = wrapped(text, width, advance);
        expect(lines.filter((line) => measure(line) > width)).toEqual([]);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const most of [1, 2]) {
          const cut = wrapped(text, width + 9, advance, most);
          expect(cut.length).toBeLessThanOrEqual(most);
          expect(cut.filter((line) => measure(line) > width + 9)).toEqual([]);
        }
      }),
    );
  });

  const usual: Slip = {
    shop: 'Kahve Tezgâhı',
    number: '1042',
    origin: '30.11.2026 05:12',
    warning: null,
    buyer: { name: 'Gülşah Iğdır', phone: null },
    to: place,
    rows: [{ title: 'Çeşme Suyu', variant: 'Büyük', codes: 'SKU ÇS-1', quantity: 3 }],
    none: '',
    others: [],
    note: 'Zili\nçalmayın',
  };

  test('say all letters of Turkish, in the order of the papers', async () => {
    const second = { ...usual, number: '1043', to: { ...place, address: 'ğüşıöç İĞÜŞIÖÇ' } };
    const { pdf, written } = await writtenOn({ kind: 'packingSlips', slips: [second, usual] });
    const said = textsOf(written);
    for (const text of ['Kahve Tezgâhı', 'Gülşah Iğdır', 'ğüşıöç İĞÜŞIÖÇ', '34710 Kadıköy / İstanbul', 'Çeşme Suyu'])
      expect(said).toContain(text);
    expect(said).toContain('Zili / çalmayın');
    expect(said.indexOf('1043')).toBeLessThan(said.indexOf('1042'));
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(pdf);
    const pages = [...document.pages()].map((page) => page.getText());
    document.destroy();
    library.destroy();
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('ğüşıöç İĞÜŞIÖÇ');
  });

  test('have the number of the order as bars, which a scanner reads', async () => {
    prepareZXingModule({
      overrides: {
        wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
      },
    });
    const { pdf } = await writtenOn({ kind: 'packingSlips', slips: [usual, { ...usual, number: '999999999999' }] });
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(pdf);
    const read = [];
    for (const page of document.pages()) {
      // As a printer of 203 dots an inch draws it.
      const { data } = await page.render({
        scale: 203 / 72,
        render: ({ data, width, height }) =>
          sharp(data, { raw: { width, height, channels: 4 } })
            .png()
            .toBuffer(),
      });
      const found = await readBarcodes(new Blob([new Uint8Array(data)]));
      read.push(...found.map(({ format, text }) => [format, text]));
    }
    document.destroy();
    library.destroy();
    expect(read).toEqual([
      ['Code128', '1042'],
      ['Code128', '999999999999'],
    ]);
  });

  test('have no bars of what a scanner might type otherwise', () => {
    expect(barsOf('1042')?.modules).toBeGreaterThan(60);
    for (const text of ['', 'ğ', 'a b', '1'.repeat(31)]) expect(barsOf(text)).toBeUndefined();
  });

  test('have a long address whole, and the heading of a note on the sheet of the note', async () => {
    const address = Array.from({ length: 60 }, (_, at) => `Sok.${at}`).join(' ');
    for (let count = 1; count < 16; count += 1) {
      const rows = Array.from({ length: count }, () => usual.rows[0] as SlipRow);
      const slips = [{ ...usual, rows, to: { ...place, address } }];
      const { written } = await writtenOn({ kind: 'packingSlips', slips });
      const sheetOf = (said: string) => written.find(({ text }) => text.startsWith(said))?.sheet;
      expect(sheetOf('Alıcının notu')).toBe(sheetOf('Zili'));
      expect(textsOf(written)).toContain('Sok.59');
    }
  });

  test('go on on another sheet, which says whose it is, and count the sheets of each order', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ ...usual.rows[0], title: `Ürün ${at}`, quantity: 1 }));
    const { written } = await writtenOn({ kind: 'packingSlips', slips: [{ ...usual, rows } as Slip, usual] });
    const said = textsOf(written);
    for (const { title } of rows) expect(said).toContain(title);
    expect(said).toContain('Sipariş 1042 (devamı)');
    expect(said).toMatch(/1042 · 1 \/ [2-9].*1042 · 1 \/ 1$/);
  });
});
