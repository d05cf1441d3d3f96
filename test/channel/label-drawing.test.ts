import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { drawLabelFile } from '../../src/channel/label/file';
import { pagesOf } from '../../src/channel/label/labels';
import { PNG_PIXELS_MAX } from '../../src/channel/label/png';
import { LabelLate, LabelRenderer, LabelUndrawable } from '../../src/channel/label/renderer';
import { withAllLetters, ZPL_BYTES_MAX } from '../../src/channel/label/zpl';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';

const renderer = new LabelRenderer();
const STORE = 'sto_one';
afterAll(() => renderer.end());

const field = (y: number, text: string, font = '^A0N,40,40') => `^FO40,${y}${font}^FD${text}^FS`;
const labelOf = (...fields: string[]) => `^XA^CI28^PW800^LL1040${fields.join('')}^XZ`;

const drawn = async (zpl: string): Promise<Uint8Array<ArrayBuffer>> => {
  const [png, ...others] = await renderer.draw(zpl, STORE);
  expect(others).toEqual([]);
  return png as Uint8Array<ArrayBuffer>;
};

/** The rightmost and the number of black dots of a stripe of the label. */
async function inkOf(png: Uint8Array, top: number, height: number) {
  const { data, info } = await sharp(png)
    .extract({ left: 0, top, width: 800, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let right = 0;
  let dots = 0;
  const rows = new Set<number>();
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] as number) > 127) continue;
    const [x, y] = [(at / info.channels) % info.width, Math.floor(at / info.channels / info.width)];
    right = Math.max(right, x);
    dots += 1;
    rows.add(y);
  }
  return { right, dots, rows: rows.size };
}

async function pixelsOf(png: Uint8Array, top: number, height: number): Promise<string> {
  const stripe = sharp(png).extract({ left: 0, top, width: 800, height }).greyscale().threshold(128);
  return (await stripe.raw().toBuffer()).toString('base64');
}

describe('a label', () => {
  it('is a PNG of 100 × 130 mm at 8 dots a millimetre', async () => {
    const { format, width, height } = await sharp(await drawn(labelOf(field(40, 'Ankara')))).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 800, height: 1040 });
  });

  it('shows Ğ and ğ, and the field is as high as before and no wider', async () => {
    const text = 'Muğla Ağrı Tekirdağ';
    const png = await drawn(labelOf(field(100, text), field(300, text.replaceAll('ğ', 'g'))));
    const [with_, without] = [await inkOf(png, 90, 70), await inkOf(png, 290, 70)];
    // No wider than a printer sets it, and not much narrower.
    expect(with_.right).toBeLessThanOrEqual(without.right + 2);
    expect(with_.right).toBeGreaterThan(without.right * 0.9);
    // The breves stand above: all else is as high.
    expect(Math.abs(with_.rows - without.rows)).toBeLessThanOrEqual(6);
    // The same letters as those of a font that has them all.
    const [, own = ''] = /\^CF(V,\d+,\d+)/.exec(withAllLetters(labelOf(field(100, text)))) ?? [];
    const [fontless] = await renderer.draw(`^XA^CI28^CF${own}^FO40,100^FD${text}^FS^XZ`, STORE);
    expect(await pixelsOf(png, 90, 70)).toBe(await pixelsOf(fontless as Uint8Array, 90, 70));
    // ğ is none of the boxes of font 0: two different letters that it lacks look different.
    const pair = await drawn(labelOf(field(100, 'ğ'), field(300, 'Ğ')));
    expect(await pixelsOf(pair, 90, 70)).not.toBe(await pixelsOf(pair, 290, 70));
  });

  it.each([
    ['the field', field(100, 'Ağrı')],
    ['the usual font', `^CF0,40,40${field(100, 'Ağrı', '')}`],
    ['escaped letters', field(100, 'A_C4_9Fr_C4_B1', '^A0N,40,40^FH')],
  ])('finds them where font 0 is that of %s', async (_what, written) => {
    const expected = await pixelsOf(await drawn(labelOf(field(100, 'Ağrı'))), 90, 70);
    expect(await pixelsOf(await drawn(labelOf(written)), 90, 70)).toBe(expected);
  });

  it('leaves all else as it is', () => {
    const same = labelOf(
      field(40, 'Şanlıurfa Çankırı'),
      field(80, 'Muğla', '^ADN,36,20'),
      '^FO40,200^BY3^BCN,100,Y,N,N^FDğ^FS',
    );
    expect(withAllLetters(same)).toBe(same);
    const after = labelOf('^CF0,30', field(40, 'Ağrı', ''), field(80, 'Ankara', ''));
    expect(withAllLetters(after)).toContain('^FDAğrı^FS^CF0,30,0^FO40,80^FDAnkara^FS');
    expect(withAllLetters(labelOf(field(100, 'ğ', '^A0R,40,40')))).toMatch(/\^AVR,40,\d+\^FDğ\^FS/);
  });

  it('has a barcode that a scanner reads', async () => {
    const png = await drawn(labelOf('^FO40,200^BY3^BCN,150,Y,N,N^FD7330001234567890^FS', field(40, 'Muğla')));
    prepareZXingModule({
      overrides: {
        wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
      },
    });
    const found = await readBarcodes(new Blob([png]));
    expect(found.map(({ format, text }) => [format, text])).toEqual([['Code128', '7330001234567890']]);
  });

  it('is one of several in a text', async () => {
    expect(await renderer.draw(labelOf(field(40, '1')) + labelOf(field(40, '2')), STORE)).toHaveLength(2);
  });
});

test('a store that wants many labels holds up another one by a label alone', async () => {
  const order: string[] = [];
  const wanted = (storeId: string) =>
    renderer.draw(labelOf(field(40, 'Ankara')), storeId).then(() => {
      order.push(storeId);
    });
  const all = Array.from({ length: 5 }, () => wanted('many'));
  all.push(wanted('one'), wanted('two'), wanted('many'), wanted('two'));
  await Promise.all(all);
  expect(order).toEqual(['many', 'one', 'two', 'many', 'two', 'many', 'many', 'many', 'many']);
});

describe('a hostile label', () => {
  const many = (count: number) => labelOf(...Array.from({ length: count }, () => '^FDa^FS'));

  it.each([
    ['400 KB of text', `^XA^CI28^FO0,0^A0N,40,40^FB700,9000,0^FD${'ab '.repeat(133_000)}^FS^XZ`, 'more than 64 KiB'],
    ['20,000 fields', many(20_000), 'more than 64 KiB'],
    ['a NUL at its end', `${labelOf(field(40, 'x'))}\0`, 'NUL'],
    ['no ZPL', '<html>', 'no ZPL'],
    ['many beginnings', '^XA'.repeat(21_800), 'no ZPL'],
    ['an end before its beginning', '^XZ^XA', 'no ZPL'],
    ['nothing', '', 'no ZPL'],
    ['an empty label', '^XA^XZ', 'no label'],
  ])('of %s is refused, and the next one is drawn', async (_what, zpl, message) => {
    const refused = await renderer.draw(zpl, STORE).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(LabelUndrawable);
    expect((refused as Error).message).toContain(message);
    await drawn(labelOf(field(40, 'Ankara')));
  });

  it('within 64 KiB ends by its time or its memory, and the next one is drawn', async () => {
    const fields = '^FO0,0^A0N,900,900^FDW^FS';
    const zpl = labelOf(fields.repeat(Math.floor((ZPL_BYTES_MAX - 100) / fields.length)));
    const before = renderer.pid;
    await expect(renderer.draw(zpl, STORE)).rejects.toThrow(LabelUndrawable);
    await drawn(labelOf(field(40, 'Ankara')));
    expect(renderer.pid).not.toBe(before);
  });

  it('whose process is killed fails alone', async () => {
    await drawn(labelOf(field(40, 'Ankara')));
    const pid = renderer.pid as number;
    process.kill(pid, 'SIGKILL');
    // A label that was given to it before its end was known is late, and no more.
    const next = () => drawn(labelOf(field(40, 'Ankara'))).catch((error: unknown) => error);
    await eventually(async () => (await next()) instanceof Uint8Array, 60_000, 50);
    expect(renderer.pid).not.toBe(pid);
  });
});

describe('a machine that has no time', () => {
  const ankara = { format: 'zpl' as const, data: labelOf(field(40, 'Ankara')) };
  const stopped = (drawing: LabelRenderer) => {
    const pid = drawing.pid as number;
    process.kill(pid, 'SIGSTOP');
    return pid;
  };

  it('says so, and does not blame the marketplace', async () => {
    const impatient = new LabelRenderer(1_000);
    try {
      // The start itself may be late, and goes on.
      await eventually(() => impatient.draw(ankara.data, STORE).then(() => true, late), 60_000, 50);
      const pid = stopped(impatient);
      await expect(pagesOf([ankara], STORE, impatient)).rejects.toMatchObject({
        code: 'unavailable',
        options: { retryAfterSeconds: expect.any(Number) },
      });
      await eventually(() => impatient.draw(ankara.data, STORE).then(() => true, late), 60_000, 50);
      expect(impatient.pid).not.toBe(pid);
      const drawing = impatient.draw(ankara.data, STORE);
      process.kill(impatient.pid as number, 'SIGKILL');
      await expect(drawing).rejects.toThrow(LabelLate);
    } finally {
      impatient.end();
    }
  });

  slowTest('draws a label however long it takes: the processor time alone counts', async () => {
    await drawn(ankara.data);
    const pid = stopped(renderer);
    const drawing = renderer.draw(ankara.data, STORE);
    setTimeout(() => process.kill(pid, 'SIGCONT'), 7_000);
    expect(await drawing).toHaveLength(1);
    expect(renderer.pid).toBe(pid);
  });

  const late = (error: unknown) => {
    if (error instanceof LabelLate) return false;
    throw error;
  };
});

describe('a label that comes as PNG', () => {
  const part = (name: string, data: Buffer, length = data.length) => {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(length, 0);
    bytes.write(name, 4, 'latin1');
    data.copy(bytes, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
    return bytes;
  };
  const pngOf = (side: number, ...parts: readonly Buffer[]) => {
    const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
    head.writeUInt32BE(side, 0);
    head.writeUInt32BE(side, 4);
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    return Buffer.concat([signature, part('IHDR', head), ...parts, part('IEND', Buffer.alloc(0))]);
  };
  const label = (png: Uint8Array) => ({ format: 'png' as const, data: Buffer.from(png).toString('base64') });
  const white = deflateSync(Buffer.alloc(2 * 7));

  it.each([
    ['whose pixels are not deflated', pngOf(2, part('IDAT', Buffer.from('no zlib at all')))],
    ['of 60,000 × 60,000 pixels', pngOf(60_000, part('IDAT', white))],
    ['with an unknown filter', pngOf(2, part('IDAT', deflateSync(Buffer.alloc(2 * 7, 9))))],
    ['whose chunk has an endless length', pngOf(2, part('tEXt', Buffer.alloc(0), 0xff_ff_ff_f4))],
    ['that is cut', pngOf(2, part('IDAT', white)).subarray(0, 40)],
    ['that is another file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('and is a file %s is refused, and the next one is drawn', async (_what, png) => {
    await expect(pagesOf([label(png)], STORE)).rejects.toMatchObject({ code: 'provider_answer_invalid' });
    const [page] = await pagesOf([label(pngOf(2, part('IDAT', white)))], STORE);
    expect(await sharp(page?.png).metadata()).toMatchObject({ format: 'png', width: 2, height: 2 });
  });

  it('is drawn as it was, and becomes a page', async () => {
    const png = await sharp({ create: { width: 800, height: 1040, channels: 4, background: '#102030' } })
      .png()
      .toBuffer();
    const pages = await pagesOf([label(png)], STORE);
    const picture = pages[0]?.png;
    expect(Buffer.from(picture as Uint8Array)).not.toEqual(png);
    expect(await sharp(picture).raw().toBuffer()).toEqual(await sharp(png).removeAlpha().raw().toBuffer());
    expect(
      Buffer.from(await drawLabelFile(pages, STORE))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});

describe('a label that comes as PDF', () => {
  const POINTS = 72 / 25.4;
  const size: [number, number] = [100 * POINTS, 150 * POINTS];
  const pdfWith = async (draw: (pdf: PDFKit.PDFDocument) => void, more: object = {}): Promise<Buffer> => {
    const pdf = new PDFDocument({ size, margin: 0, ...more });
    draw(pdf);
    const bytes = buffer(pdf as unknown as AsyncIterable<Uint8Array>);
    pdf.end();
    return bytes;
  };
  const label = (pdf: Buffer) => ({ format: 'pdf' as const, data: pdf.toString('base64') });

  it('is a picture on a sheet of its size, whose bars a scanner reads', async () => {
    const bars = await drawn(labelOf('^FO40,200^BY3^BCN,150,Y,N,N^FD7330001234567890^FS'));
    const pages = await pagesOf(
      [label(await pdfWith((pdf) => pdf.image(Buffer.from(bars), 0, 0, { width: size[0] })))],
      STORE,
    );
    expect(pages).toMatchObject([{ width: expect.closeTo(size[0], 1), height: expect.closeTo(size[1], 1) }]);
    // Sixteen dots a millimetre, on a sheet of whole points.
    const { width = 0, height = 0 } = await sharp(pages[0]?.png).metadata();
    expect([Math.round(width / 10), Math.round(height / 10)]).toEqual([160, 240]);
    prepareZXingModule({
      overrides: {
        wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
      },
    });
    const found = await readBarcodes(new Blob([pages[0]?.png as Uint8Array<ArrayBuffer>]));
    expect(found.map(({ format, text }) => [format, text])).toEqual([['Code128', '7330001234567890']]);
  });

  it('has a sheet for each page, and a large one has no more dots than a picture may', async () => {
    const large = await pdfWith((pdf) => pdf.addPage({ size: [2_000, 4_000] }));
    const pages = await pagesOf([label(large)], STORE);
    expect(pages.map(({ width }) => Math.round(width))).toEqual([283, 2_000]);
    const { width = 0, height = 0 } = await sharp(pages[1]?.png).metadata();
    expect(width * height).toBeLessThanOrEqual(PNG_PIXELS_MAX * 1.01);
  });

  it.each([
    ['no document', async () => Buffer.from('<html>no label</html>')],
    ['cut off', async () => (await pdfWith((pdf) => pdf.rect(0, 0, 9, 9).fill())).subarray(0, 90)],
    ['locked', () => pdfWith((pdf) => pdf.rect(0, 0, 9, 9).fill(), { userPassword: 'secret' })],
    ['of 21 pages', () => pdfWith((pdf) => Array.from({ length: 20 }, () => pdf.addPage()))],
  ])('and is %s is refused, and the next one is drawn', async (_what, make) => {
    await expect(pagesOf([label(await make())], STORE)).rejects.toMatchObject({ code: 'provider_answer_invalid' });
    expect(await pagesOf([label(await pdfWith((pdf) => pdf.rect(0, 0, 9, 9).fill()))], STORE)).toHaveLength(1);
  });
});

slowTest('draws 50 labels into one file, a page each', async () => {
  const pages = [];
  for (let at = 1; at <= 50; at += 1) {
    const barcode = `^FO40,400^BY3^BCN,200,Y,N,N^FD${7330000000000000 + at}^FS`;
    const data = labelOf(field(40, `Ağrı ${at}`), field(100, 'Tekirdağ'), barcode);
    pages.push(...(await pagesOf([{ format: 'zpl', data }], STORE)));
  }
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(await drawLabelFile(pages, STORE));
    const sheets = [...document.pages()];
    expect(sheets).toHaveLength(50);
    const { originalWidth, originalHeight } = sheets[49]?.getOriginalSize() ?? {};
    // 100 × 130 mm.
    expect([originalWidth, originalHeight].map((points) => Math.round(points ?? 0))).toEqual([283, 369]);
    document.destroy();
  } finally {
    library.destroy();
  }
});
