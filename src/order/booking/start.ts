import type { MutationContext } from '../../kernel/declaration/context';
import type { ShipmentRow } from '../shipment/aggregate';
import { cargoBooking, shipmentCancelling } from './contract';

type Context = Pick<MutationContext, 'effects' | 'storeId'>;

/** Sends the work that asks the provider to book a parcel, once its pieces are reserved. */
export const askToBook = ({ effects, storeId }: Context, { id }: ShipmentRow): void =>
  effects.startWorkflow(cargoBooking, { storeId, shipmentId: id });

/** Sends the work that asks the provider to take a booking back. */
export const askToCancel = ({ effects, storeId }: Context, { id }: ShipmentRow): void =>
  effects.startWorkflow(shipmentCancelling, { storeId, shipmentId: id });
