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
  /** The price in kuruş; null: nobody tells it. */
  readonly price: number | null;
}

/**
 * Chooses the unit of an order for a piece that came back. Its price decides, so it makes no difference which of several pieces is told
 * first: the same units are chosen in the end. Prices of units move when a package is corrected, so the nearest one counts where none
 * is the same.
 * @returns undefined where no unit of the line is left: its money was given back before
 */
export function unitFor(lines: Lines, { key, price }: Wanted): Unit | undefined {
  const free = lines
    .filter(({ channelLine }) => channelLine === key)
    .flatMap(({ id, units, refundedUnits, keptUnits }) =>
      units.flatMap((share: UnitShare, unit) =>
        refundedUnits.includes(unit) || keptUnits.includes(unit) ? [] : [{ lineId: id, unit, price: share.price }],
      ),
    );
  const farness = (each: { readonly price: number }): number => (price === null ? 0 : Math.abs(each.price - price));
  const nearest = Math.min(...free.map(farness));
  const found = free.findLast((each) => farness(each) === nearest);
  return found && { lineId: found.lineId, unit: found.unit };
}
