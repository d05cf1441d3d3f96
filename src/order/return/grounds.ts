import type { OrderLine } from '../line/table';
import { isSaleable } from '../piece/condition';
import { placesIn } from '../piece/returns';
import type { ReturnRow } from './aggregate';
import { type Ground, groundsOf } from './state';

type Row = Pick<ReturnRow, 'state' | 'kind' | 'noticedAt' | 'withdrawalUntil' | 'pieces' | 'receipts'>;
type Lines = readonly Pick<OrderLine, 'id' | 'withdrawalException' | 'refundedUnits'>[];

export const isLate = ({ withdrawalUntil, noticedAt }: Row): boolean =>
  withdrawalUntil !== null && noticedAt > withdrawalUntil;

const isExcluded = ({ pieces }: Row, lines: Lines): boolean =>
  pieces.every(({ lineId }) => lines.find(({ id }) => id === lineId)?.withdrawalException);

/** True if no piece can be sold again and no piece is refunded. */
function isUnsaleable({ pieces, receipts }: Row, lines: Lines): boolean {
  const isRefunded = lines.some(({ id, refundedUnits }) =>
    placesIn(pieces, id).some((place) => refundedUnits.includes(place)),
  );
  return !isRefunded && !receipts.some(({ condition }) => isSaleable(condition));
}

/** Tells whether a ground holds, by the goods, their delivery and the receipts. */
export function holds(ground: Ground, row: Row, lines: Lines): boolean {
  if (ground === 'late') return isLate(row);
  if (ground === 'excluded') return isExcluded(row, lines);
  return ground === 'unfounded' || isUnsaleable(row, lines);
}

/** Lists the grounds on which a return may be rejected as it stands. @param lines the lines of its order */
export const groundsThatHold = (row: Row, lines: Lines): readonly Ground[] =>
  groundsOf(row).filter((ground) => holds(ground, row, lines));
