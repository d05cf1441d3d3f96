import type { MutationContext } from '../../kernel/declaration/context';
import type { ShipmentRow } from '../shipment/aggregate';
import { LOOK, shipmentTracking } from './contract';
import { sendLookWanted } from './store';

/** Lets the workflow that tracks a parcel look now: for news, or to learn that there are none to come. */
export function wakeTracking(
  { effects, storeId }: Pick<MutationContext, 'effects' | 'storeId'>,
  { id, remoteId }: Pick<ShipmentRow, 'id' | 'remoteId'>,
): void {
  if (remoteId !== null) effects.wakeWorkflow(shipmentTracking, { storeId, shipmentId: id }, LOOK, { shipmentId: id });
}

/** Sends the work that asks the provider where a parcel is, since somebody wants to know. */
export function askWhere(context: Pick<MutationContext, 'effects' | 'storeId' | 'tx'>, shipment: ShipmentRow): void {
  const { storeId, effects } = context;
  sendLookWanted(context.tx, storeId, shipment.id);
  // The workflow of a parcel that stood still for long has ended.
  effects.startWorkflow(shipmentTracking, { storeId, shipmentId: shipment.id });
  wakeTracking(context, shipment);
}
