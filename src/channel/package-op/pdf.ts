import type { ContentReader } from '../../kernel/declaration/content';

const BEGINS = '%PDF-';

/** Tells a PDF (ISO 32000-2 §7.5.2) by its first bytes. */
export function* readPdf(): ContentReader {
  const start = yield { skip: 0, take: BEGINS.length };
  return start.toString('latin1') === BEGINS ? 'application/pdf' : undefined;
}

/** The bytes of a PDF without pages. */
export const examplePdf = (): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(`${BEGINS}1.7\n%%EOF\n`));
