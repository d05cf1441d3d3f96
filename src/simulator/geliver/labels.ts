import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Resources } from '../kit/control';
import { record } from '../kit/control';
import type { OpenFiles } from '../kit/server';
import { tiles } from '../kit/tiles';

/** Where labels are: nobody needs a credential for them, and nobody guesses the address. */
const PREFIX = '/labels/';
const MIB = 1024 * 1024;

/** What may be under the address of a label instead of it. */
const labelFaults = ['missing', 'away', 'html', 'tooLarge', 'endless', 'elsewhere'] as const;
type LabelFault = (typeof labelFaults)[number];

interface Labelled {
  readonly barcode: string;
  readonly type: 'PDF' | 'PNG' | 'ZPL';
}

const types = { PDF: 'application/pdf', PNG: 'image/png', ZPL: 'text/plain' } as const;

/** The labels of booked shipments, each drawn when it is asked for. */
export class Labels implements OpenFiles {
  private readonly kept = new Map<string, Labelled>();
  private fault: LabelFault | undefined;
  /** Where they are, as long as nobody has called it otherwise. */
  origin = 'http://127.0.0.1';

  /** What tests turn on. */
  readonly resource: Resources[string] = {
    GET: () => ({ fault: this.fault ?? null }),
    PUT: (body) => {
      const { fault } = record(body, 'The body', ['fault']);
      const known = labelFaults.find((each) => each === fault);
      if (!known) throw new RangeError(`fault must be one of ${labelFaults.join(', ')}.`);
      this.fault = known;
      return { fault: known };
    },
    DELETE: () => {
      this.fault = undefined;
      return { fault: null };
    },
  };

  /** @returns the address under which it is fetched */
  add(shipmentId: string, label: Labelled): string {
    const path = `${PREFIX}${shipmentId}.${label.type.toLowerCase()}`;
    this.kept.set(path, label);
    return this.origin + path;
  }

  answer(_request: IncomingMessage, response: ServerResponse, pathname: string): boolean {
    if (!pathname.startsWith(PREFIX)) return false;
    const label = this.kept.get(pathname);
    if (!label || this.fault === 'missing') send(response, 404, 'text/plain', 'Not found');
    else if (this.fault === 'away') send(response, 503, 'text/plain', 'Away');
    else if (this.fault === 'html') send(response, 200, 'application/pdf', '<html><body>Bakım çalışması</body></html>');
    else if (this.fault === 'tooLarge') response.writeHead(200, { 'content-length': 6 * MIB }).flushHeaders();
    else if (this.fault === 'endless') endless(response);
    else if (this.fault === 'elsewhere')
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    else send(response, 200, types[label.type], drawn(label));
    return true;
  }
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/pdf' });
  const chunk = Buffer.alloc(64 * 1024, '%PDF-1.4\n');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

function drawn({ barcode, type }: Labelled): string | Buffer {
  if (type === 'ZPL') return `^XA\n^CI28\n^FO40,40^BY3^BCN,160,Y,N,N^FD${barcode}^FS\n^XZ\n`;
  if (type === 'PDF') return pdf(barcode);
  const seed = createHash('sha256').update(barcode).digest().readUInt32BE(0);
  return tiles(seed, [
    [0, 0, 0],
    [255, 255, 255],
  ]);
}

/** A PDF of one page of 100 × 150 mm, as printers of labels take them, with its table of contents in order (ISO 32000-1, 7.5). */
function pdf(barcode: string): Buffer {
  const drawing = `BT /F1 18 Tf 24 380 Td (${barcode}) Tj ET\n24 240 235 110 re f\n`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 283 425] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}endstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = file.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
