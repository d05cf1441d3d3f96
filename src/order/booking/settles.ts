import type { Settling } from '../../kernel/declaration/settling';
import type { Answer } from '../../kernel/schema/schema';
import { type Standing, settlesBy } from '../../provider/conversation/settles';
import { type ShipmentRow, shipment, type shipmentSchema } from '../shipment/aggregate';
import { getShipment } from '../shipment/store';

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
