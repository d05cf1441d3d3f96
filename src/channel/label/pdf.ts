import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { LabelPage } from './renderer';

/** One file of labels: each fills a sheet of its own size. */
export async function pdfOf(pages: readonly LabelPage[], title: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title, Creator: 'Tezgâh', Producer: 'Tezgâh' } });
  const written = buffer(pdf as unknown as AsyncIterable<Uint8Array>);
  for (const { png, width, height } of pages) {
    const size: [number, number] = [width, height];
    pdf.addPage({ size, margin: 0 });
    pdf.image(Buffer.from(png), 0, 0, { fit: size, align: 'center', valign: 'center' });
  }
  pdf.end();
  return new Uint8Array(await written);
}
