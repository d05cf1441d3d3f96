import { job } from '../../kernel/declaration/job';
import type { ShipmentInput } from '../booking/contract';
import type { ShipmentRow } from '../shipment/aggregate';

/** The Update that asks the workflow to look now. */
export const LOOK = 'look';

/** Asks the provider of a parcel where it is, until it has come. */
export const shipmentTracking = job<ShipmentInput, ShipmentRow['state'] | null>({
  name: 'shipmentTracking',
  kind: 'tracking',
  asksProvider: true,
  input: ({ storeId, shipmentId }) => ({ storeId, shipmentId }),
  row: ({ shipmentId }) => shipmentId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'tracking' }),
  label: () => ({ tr: 'kargo takibi', en: 'tracking of a shipment' }),
  names: ({ shipmentId }) => [shipmentId],
  summary: ({ shipmentId }) => `tracks ${shipmentId}`,
});
