import { STUCK, work } from '../../kernel/work/work';
import { conversationWork } from '../../provider/conversation/work';
import { findAskedShipment, findOpenCancellings } from '../booking/asked-store';
import { shipmentCancelling } from '../booking/contract';
import { shipmentBook } from '../shipment/store';
import { booking } from './booking';
import { recordSaid } from './report';

export const bookingWork = conversationWork(booking);

/** Leaves an abandoned cancellation in the state `unknown`, because nobody knows whether it was cancelled. */
export const cancellingWork = work(shipmentCancelling, {
  find: findOpenCancellings,
  async abandon({ bus, database }, storeId, shipmentId, { reason: failure }) {
    const shipment = await findAskedShipment(database.reader(storeId), storeId, shipmentId);
    if (shipment?.state !== 'cancelling') return;
    const workflowId = shipmentCancelling.workflowId(shipmentId);
    await recordSaid(bus, { storeId, shipmentId, workflowId }, { state: 'unknown', failure });
  },
  async noteStuck({ bus }, storeId, shipmentId) {
    await shipmentBook.noteWaiting(bus, storeId, shipmentId, STUCK);
  },
});
