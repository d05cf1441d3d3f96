import { folded } from '../../kernel/folded';

/*
 * A table may say that a product is not shown, in a column that no import reads. Here every product that is made is on sale, so columns
 * that were left aside are still asked this one question.
 */

const COLUMN =
  /^(visib|gorunur|published|publish|yayin|active|aktif|enabled|etkin|is[ _]active|product_online|status|durum|satista|online)/;

const HIDDEN =
  /^(0|no|h|hayir|false|none|hidden|draft|taslak|pasif|passive|inactive|disabled|archived|arsiv(li)?|gizli|kapali|offline|not visible.*|yayinda degil|satista degil)$/;

/** Places of the columns that tell of it. @param read by place: what an import reads of the column */
export const hidingColumns = (cells: readonly string[], read: readonly (string | undefined)[]): readonly number[] =>
  cells.flatMap((cell, place) => (read[place] === undefined && COLUMN.test(folded(cell).trim()) ? [place] : []));

/** @returns the place of the cell that says that its thing is not shown; undefined: none does */
export const hidingCell = (cells: readonly string[], places: readonly number[]): number | undefined =>
  places.find((place) => HIDDEN.test(folded(cells[place] ?? '').trim()));
