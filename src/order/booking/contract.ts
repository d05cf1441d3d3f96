import { job } from '../../kernel/declaration/job';
import type { ShipmentRow } from '../shipment/aggregate';

export interface ShipmentInput {
  readonly storeId: string;
  readonly shipmentId: string;
}

/** Accepts an offer at a provider of cargo, and finds out what became of it. */
export const cargoBooking = job<ShipmentInput, ShipmentRow['state'] | null>({
  name: 'cargoBooking',
  kind: 'booking',
  asksProvider: true,
  input: ({ storeId, shipmentId }) => ({ storeId, shipmentId }),
  row: ({ shipmentId }) => shipmentId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'booking' }),
  label: () => ({ tr: 'kargo sağlayıcısından gönderi', en: 'booking at the provider of cargo' }),
  names: ({ shipmentId }) => [shipmentId],
  summary: ({ shipmentId }) => `books ${shipmentId}`,
});

/** Takes a booking back at a provider of cargo. */
export const shipmentCancelling = job<ShipmentInput, ShipmentRow['state'] | null>({
  name: 'shipmentCancelling',
  kind: 'cancelling',
  asksProvider: true,
  input: ({ storeId, shipmentId }) => ({ storeId, shipmentId }),
  row: ({ shipmentId }) => shipmentId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'cancelling' }),
  label: () => ({ tr: 'kargo sağlayıcısında iptal', en: 'cancellation at the provider of cargo' }),
  names: ({ shipmentId }) => [shipmentId],
  summary: ({ shipmentId }) => `cancels ${shipmentId}`,
});
