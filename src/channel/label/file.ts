import { drawnApart } from '../../order/paper/apart';
import type { ParcelLabels } from '../../order/print/label';

/*
 * One file of labels, whoever asks for it: own labels are drawn, and pictures of others fill sheets of their own size. Its pages and the
 * bytes of its pictures are bounded together, since a provider decides how many pages a label has, and how large they are.
 */

export type SheetOfLabel = ParcelLabels['labels'][number];

export const PAGES_MAX = 100;
/** Pictures of labels have some 30 KB each. */
export const PICTURE_BYTES_MAX = 40 * 1024 * 1024;
/** The bytes of a file: its pictures, and what is drawn around them. */
export const FILE_BYTES_MAX = 50 * 1024 * 1024;

/** Counts what goes into one file. */
export class RoomForLabels {
  private pages = 0;
  private bytes = 0;

  /** Takes the sheets of a label into the file. @returns whether they fit; what does not is counted as well, and nothing fits behind it */
  take(sheets: readonly SheetOfLabel[]): boolean {
    this.pages += sheets.length;
    this.bytes += sheets.reduce((sum, sheet) => sum + ('png' in sheet ? sheet.png.length : 0), 0);
    return !this.isFull;
  }

  get isFull(): boolean {
    return this.pages > PAGES_MAX || this.bytes > PICTURE_BYTES_MAX;
  }
}

/**
 * Draws the sheets of labels as the one file that a caller gets.
 * @param labels sheets for which there was room @param lane the store, so that one that asks for many waits for itself
 * @throws {Refusal} throttled; unavailable where this machine has no time to draw it
 */
export function drawLabelFile(labels: readonly SheetOfLabel[], lane: string): Promise<Buffer> {
  const of: ParcelLabels = { kind: 'parcelLabels', labels };
  return drawnApart({ program: 'print/program', of, lane });
}
