import type { Source } from '../../../catalog/spreadsheet/sheet';

/** A file that somebody has chosen. What reads workbooks is loaded with the first one. @param signal ends the reading. @throws {TableError} of a workbook */
export async function sourceOf(file: File, signal: AbortSignal): Promise<Source> {
  if (!(await isWorkbook(file))) return textSource(file);
  const { workbookSource } = await import('./workbook-source');
  return workbookSource(file, signal);
}

/** Tells whether a file begins as a zip does: each workbook of today is one. */
async function isWorkbook(file: File): Promise<boolean> {
  const [first, second, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;
}

const textSource = (file: File): Source => ({
  name: file.name,
  head: async (bytes) => new Uint8Array(await file.slice(0, bytes).arrayBuffer()),
  pieces: () => piecesOf(file),
});

/** Not every browser iterates over a stream. */
async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
