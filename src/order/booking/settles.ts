import type { Queryable } from '../../kernel/database/database';
import type { Settled, Settling } from '../../kernel/declaration/settling';
import type { Answer } from '../../kernel/schema/schema';
import { type ShipmentRow, shipment, type shipmentSchema } from '../shipment/aggregate';
import { isUnderWay } from '../shipment/state';
import { getShipment } from '../shipment/store';
import { WANTED_MS } from '../tracking/deadlines';
import { findLook } from '../tracking/store';

type Result = Answer<typeof shipmentSchema>;
type Look = (db: Queryable, storeId: string, result: Result) => Promise<Settled<Result>>;

/** @param stands what became of what was asked for, by how the parcel stands now */
const settling = (
  stands: (row: ShipmentRow) => 'open' | 'done' | { readonly why: string },
): { readonly look: Look } => ({
  async look(db, storeId, { id }) {
    const row = await getShipment(db, storeId, id);
    const result = shipment.answer(row);
    const state = stands(row);
    return typeof state === 'string' ? { state, result } : { state: 'failed', result, why: state.why };
  },
});

/** That of a parcel is booked whose provider knows it by a name of its own. */
export const bookingSettles = settling(({ state, remoteId, failure }) => {
  if (state === 'booking' || state === 'unknown') return 'open';
  if (state === 'failed' || (state === 'cancelled' && remoteId === null))
    return { why: `The parcel was not booked. ${failure ?? ''}`.trim() };
  return 'done';
});

export const cancellingSettles: Settling<Result> = {
  ...settling(({ state, failure }) => {
    if (state === 'cancelling' || state === 'unknown') return 'open';
    return state === 'cancelled' ? 'done' : { why: `The shipment was not cancelled. ${failure ?? ''}`.trim() };
  }),
  // One that no provider carries is cancelled by the call itself.
  begins: ({ state }) => state === 'cancelling',
};

export const lookSettles: { readonly look: Look } = {
  async look(db, storeId, { id }) {
    const row = await getShipment(db, storeId, id);
    const result = shipment.answer(row);
    const { isDone = true, isLate = false } = (await findLook(db, storeId, id, WANTED_MS)) ?? {};
    // What has come, or was cancelled, is where it is: nobody asks any more.
    if (isDone || !isUnderWay(row.state)) return { state: 'done', result };
    if (!isLate) return { state: 'open', result };
    return { state: 'failed', result, why: `The provider does not say where it is. ${row.waitingFor ?? ''}`.trim() };
  },
};
