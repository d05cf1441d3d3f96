import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

const POINTS_PER_MM = 72 / 25.4;
/** Labels of marketplaces are 100 × 130 mm. */
const PAGE: [number, number] = [100 * POINTS_PER_MM, 130 * POINTS_PER_MM];

/** One file of labels: each picture fills a page as large as a label. */
export async function pdfOf(pictures: readonly Uint8Array[], title: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title, Creator: 'Tezgâh', Producer: 'Tezgâh' } });
  const written = buffer(pdf as unknown as AsyncIterable<Uint8Array>);
  for (const picture of pictures) {
    pdf.addPage({ size: PAGE, margin: 0 });
    pdf.image(Buffer.from(picture), 0, 0, { fit: PAGE, align: 'center', valign: 'center' });
  }
  pdf.end();
  return new Uint8Array(await written);
}
