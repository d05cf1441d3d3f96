import { drawnApart } from '../paper/apart';
import { blocksOf } from './block';
import { belgeTitle } from './documents';
import type { Drawn } from './pdf-page';
import type { NumberedBelge } from './store';

/**
 * The PDF of a document, drawn of its page and of nothing else. The same document has the same bytes each time, so nobody has to keep them.
 * @param lane the store, so that one that asks for many waits for itself
 * @throws {Refusal} throttled
 */
export const pdfOf = (row: NumberedBelge, lane: string): Promise<Buffer> =>
  drawnApart({ program: 'belge/pdf-program', of: drawnOf(row), lane });

function drawnOf({ kind, number, html, digest, createdAt }: NumberedBelge): Drawn {
  return {
    title: `${belgeTitle(kind)} ${number}`,
    at: createdAt,
    foot: `SHA-256 ${digest}`,
    blocks: blocksOf(html),
  };
}
