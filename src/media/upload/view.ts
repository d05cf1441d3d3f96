import { bytesText } from '../../kernel/bytes';
import { object, type Static } from '../../kernel/schema/schema';
import { upload, type WaitingRow } from './table';

export const uploadSchema = upload.label(object(upload.answers));

/** Titles an upload by its type and its size: it has no name yet. */
export const uploadTitle = (type: string, size: number): string =>
  `${type.replace('image/', '').toUpperCase()} · ${bytesText(size, 'tr')}`;

/** Makes the path of an upload that waits, drawn as the product would publish it. The path must be signed. */
export const waitingPath = (storeId: string, { object }: Pick<WaitingRow, 'object'>): string =>
  `/media/upload/${storeId}/${object}`;

/** An upload that waits, and whether something that waits too names it. */
export interface HeldRow extends WaitingRow {
  readonly held: boolean;
}

interface Waiting extends Static<typeof uploadSchema>, Pick<HeldRow, 'broughtKind' | 'broughtBy' | 'held'> {
  readonly url: string;
}

/** As the owner's list shows it, with a path on which a browser finds the picture for an hour at least. */
export const waitingView = (storeId: string, row: HeldRow, sign: (path: string) => string): Waiting => ({
  ...upload.answer(row),
  broughtKind: row.broughtKind,
  broughtBy: row.broughtBy,
  held: row.held,
  url: sign(waitingPath(storeId, row)),
});
