import type { Source } from '../../../catalog/spreadsheet/sheet';

/** A file that somebody has chosen. */
export const sourceOf = (file: File): Source => ({
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
