import { type Work, work } from '../../kernel/work/work';
import { findAskedShipment, findOpenBookings, findOpenCancellings, noteShipmentWaits } from './asked-store';
import { cargoBooking, shipmentCancelling } from './contract';
import { recordSaid } from './said';

export const STUCK =
  'Whoever runs the system: the work fails again and again at the same step, and the log says of what.';

const noteStuck: Work['noteStuck'] = async ({ bus }, storeId, shipmentId) => {
  await noteShipmentWaits(bus, storeId, shipmentId, STUCK);
};

/** Of what was asked nobody knows what became of it; what never was has not happened. */
export const bookingWork = work(cargoBooking, {
  find: findOpenBookings,
  async abandon({ bus, database }, storeId, shipmentId, { reason: failure }) {
    const shipment = await findAskedShipment(database.reader(storeId), storeId, shipmentId);
    if (shipment?.state !== 'booking') return;
    const workflowId = cargoBooking.workflowId(shipmentId);
    const state = shipment.asked > 0 ? 'unknown' : 'failed';
    await recordSaid(bus, { storeId, shipmentId, workflowId }, { state, failure });
  },
  noteStuck,
});

/** Whether it is cancelled nobody knows. */
export const cancellingWork = work(shipmentCancelling, {
  find: findOpenCancellings,
  async abandon({ bus, database }, storeId, shipmentId, { reason: failure }) {
    const shipment = await findAskedShipment(database.reader(storeId), storeId, shipmentId);
    if (shipment?.state !== 'cancelling') return;
    const workflowId = shipmentCancelling.workflowId(shipmentId);
    await recordSaid(bus, { storeId, shipmentId, workflowId }, { state: 'unknown', failure });
  },
  noteStuck,
});
