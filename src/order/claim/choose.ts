import type { UnitShare } from '../../checkout/price/shares';
import type { OrderLine } from '../line/table';

/** A unit of a line. */
export interface Unit {
  readonly lineId: string;
  readonly unit: number;
}

type Lines = readonly Pick<OrderLine, 'id' | 'channelLine' | 'units' | 'refundedUnits' | 'keptUnits'>[];

interface Wanted {
  readonly key: string;
  /** In kuruş; null: nobody tells it. */
  readonly price: number | null;
  /** The price is that of the piece, and not of its line. */
  readonly isExact: boolean;
}

/**
 * Chooses the unit of an order for a piece that came back. Its price decides, so it makes no difference which of several pieces is told
 * first: the same units are chosen in the end.
 * @returns undefined where no such unit is left: its money was given back before
 */
export function unitFor(lines: Lines, { key, price, isExact }: Wanted): Unit | undefined {
  const free = lines
    .filter(({ channelLine }) => channelLine === key)
    .flatMap(({ id, units, refundedUnits, keptUnits }) =>
      units.flatMap((share: UnitShare, unit) =>
        refundedUnits.includes(unit) || keptUnits.includes(unit) ? [] : [{ lineId: id, unit, price: share.price }],
      ),
    );
  const fitting = free.findLast((each) => each.price === price);
  const found = fitting ?? (isExact ? undefined : free.at(-1));
  return found && { lineId: found.lineId, unit: found.unit };
}
