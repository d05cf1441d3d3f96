import { work } from '../../kernel/work/work';
import { noteShipmentWaits } from '../booking/asked-store';
import { STUCK } from '../booking/work';
import { shipmentTracking } from './contract';
import { findUnderWay } from './store';

/** Where a parcel is that nobody asks for any more, somebody states by hand. */
export const trackingWork = work(shipmentTracking, {
  find: findUnderWay,
  async abandon({ bus }, storeId, shipmentId, { reason }) {
    await noteShipmentWaits(bus, storeId, shipmentId, reason);
  },
  async noteStuck({ bus }, storeId, shipmentId) {
    await noteShipmentWaits(bus, storeId, shipmentId, STUCK);
  },
});
