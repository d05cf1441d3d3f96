import type { Settling } from '../../kernel/declaration/settling';
import type { Answer } from '../../kernel/schema/schema';
import { type Standing, settlesBy } from '../../provider/conversation/settles';
import { type ShipmentRow, shipment, type shipmentSchema } from '../shipment/aggregate';
import { isUnderWay } from '../shipment/state';
import { getShipment } from '../shipment/store';
import { WANTED_MS } from '../tracking/deadlines';
import { findLook } from '../tracking/store';

type Result = Answer<typeof shipmentSchema>;

const settling = (stands: (row: ShipmentRow) => Standing) =>
  settlesBy({ get: getShipment, answer: shipment.answer, stands });

/** A parcel is booked whose provider knows it by a name of its own. */
export const bookingSettles = settling(({ state, remoteId }) => {
  if (state === 'booking' || state === 'unknown') return 'open';
  if (state === 'failed' || (state === 'cancelled' && remoteId === null))
    return { failed: 'The parcel was not booked.' };
  return 'done';
});

export const cancellingSettles: Settling<Result> = {
  ...settling(({ state }) => {
    if (state === 'cancelling' || state === 'unknown') return 'open';
    return state === 'cancelled' ? 'done' : { failed: 'The shipment was not cancelled.' };
  }),
  // One that no provider carries is cancelled by the call itself.
  begins: ({ state }) => state === 'cancelling',
};

export const lookSettles: Pick<Settling<Result>, 'look'> = {
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
