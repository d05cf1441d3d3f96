import { squarePng } from '../kit/png';
import type { Line, Packed } from './book';
import { refusedOrder } from './errors';
import type { Knobs } from './knobs';

/** The label of a package in the form that is asked for, as base64; ZPL is text. */
export function labelsOf(packed: Packed, lines: readonly Line[], format: string, manner: Knobs['label']): object {
  if (manner === 'none') return { data: [], format, hasMerchantMutualBarcode: false };
  const rows = rowsOf(packed, lines);
  const data = manner === 'html' ? '<html><body>Bakım çalışması</body></html>' : drawn(packed, rows, format);
  return { data: [data], format: format.toUpperCase(), hasMerchantMutualBarcode: false };
}

function drawn(packed: Packed, rows: readonly string[], format: string): string {
  if (format === 'pdf') return pdfOf(rows).toString('base64');
  if (format === 'png') return pngOf(packed).toString('base64');
  if (format === 'zpl') return zplOf(packed, rows);
  throw refusedOrder(400, '1013', 'format pdf, zpl veya png olmalıdır.');
}

function rowsOf(packed: Packed, lines: readonly Line[]): string[] {
  const buyer = lines[0]?.order.buyer;
  return [
    `Paket ${packed.number}`,
    `Barkod ${packed.barcode}`,
    buyer?.name ?? '',
    buyer?.address ?? '',
    `${buyer?.town ?? ''} ${buyer?.city ?? ''}`,
    ...lines.slice(0, 6).map(({ quantity, good }) => `${quantity} x ${good.name}`),
  ];
}

const zplOf = (packed: Packed, rows: readonly string[]): string =>
  [
    '^XA',
    '^CI28',
    '^PW800',
    '^LL1040',
    `^FO40,60^BY3^BCN,160,Y,N,N^FD${packed.barcode}^FS`,
    ...rows.map((row, at) => `^FO40,${300 + at * 60}^A0N,32,32^FD${row.replaceAll(/[\^~]/g, ' ')}^FS`),
    '^XZ',
  ].join('\n');

/** Bars that tell one package from another. */
const pngOf = ({ number }: Packed): Buffer => {
  const bars = BigInt(number);
  return squarePng(
    400,
    [
      [255, 255, 255],
      [0, 0, 0],
    ],
    (row, y) => {
      if (y < 60 || y > 340) return;
      for (let bar = 0; bar < 40; bar += 1) row.fill(Number((bars >> BigInt(bar)) & 1n), 40 + bar * 8, 48 + bar * 8);
    },
  );
};

/** The letters that the fonts of every reader have. */
const LATIN: Readonly<Record<string, string>> = { ğ: 'g', Ğ: 'G', ı: 'i', İ: 'I', ş: 's', Ş: 'S' };
const escaped = (row: string): string =>
  row.replaceAll(/[ğĞıİşŞ]/g, (letter) => LATIN[letter] ?? letter).replaceAll(/[\\()]/g, '\\$&');

/** A document of one page, as large as a label. */
function pdfOf(rows: readonly string[]): Buffer {
  const text = rows.map((row, at) => `BT /F1 11 Tf 12 ${340 - at * 18} Td (${escaped(row)}) Tj ET`).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 283 368] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = Buffer.byteLength(body, 'latin1');
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = Buffer.byteLength(body, 'latin1');
  const size = objects.length + 1;
  body += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  body += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
