import { STUCK, work } from '../../kernel/work/work';
import { shipmentBook } from '../shipment/store';
import { shipmentTracking } from './contract';
import { findUnderWay } from './store';

/** Abandoned tracking leaves the parcel's state to people, who state it by hand. */
export const trackingWork = work(shipmentTracking, {
  find: findUnderWay,
  async abandon({ bus }, storeId, shipmentId, { reason }) {
    await shipmentBook.noteWaiting(bus, storeId, shipmentId, reason);
  },
  async noteStuck({ bus }, storeId, shipmentId) {
    await shipmentBook.noteWaiting(bus, storeId, shipmentId, STUCK);
  },
});
