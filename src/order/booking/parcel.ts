import { refuse } from '../../kernel/errors';
import type { CargoAddress } from '../../provider/cargo-port';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { cashAtDoor } from '../piece/cash';
import type { ShipmentRow } from '../shipment/aggregate';

type Pieces = ShipmentRow['pieces'];

/** Reads the address to which the parcel goes. @throws {Refusal} invalid_state when the order has no address */
export function recipientOf({ shippingAddress, buyerEmail, fulfilment }: OrderRow): CargoAddress {
  if (!shippingAddress)
    return refuse('invalid_state', 'The order has no address of delivery.', {
      facts: { state: fulfilment },
      quotesNobody: true,
    });
  const { name, phone, address, district, province, postalCode } = shippingAddress;
  if (name === null || phone === null || address === null || district === null || province === null)
    return refuse('invalid_state', 'The address of delivery lacks what a carrier needs.', {
      facts: { state: fulfilment },
      quotesNobody: true,
    });
  return { name, phone, email: buyerEmail, address, city: province, district, postalCode: postalCode ?? null };
}

/**
 * The cash that the courier collects, in kuruş; null: none. Cash goes with the whole order only: of a part nobody would know how much has
 * come.
 * @throws {Refusal} invalid_state of a parcel that is a part of an order with cash on delivery
 */
export function cashOf(order: OrderRow, lines: readonly OrderLine[], pieces: Pieces): number | null {
  if (order.payment !== 'pending_cod') return null;
  const isWhole = lines
    .filter(({ requiresShipping }) => requiresShipping)
    .every((line) => {
      const { quantity = 0 } = pieces.find(({ lineId }) => lineId === line.id) ?? {};
      return quantity === line.quantity - line.keptUnits.length;
    });
  if (!isWhole)
    refuse('invalid_state', 'An order with cash on delivery goes in one parcel: its courier collects all of it.', {
      facts: { state: order.payment },
      quotesNobody: true,
    });
  return cashAtDoor(order, lines);
}

/** The value of the goods in a parcel, in kuruş. */
export const worthOf = (lines: readonly OrderLine[], pieces: Pieces): number =>
  pieces.reduce((sum, { lineId, quantity }) => {
    const { unitPrice = 0 } = lines.find(({ id }) => id === lineId) ?? {};
    return sum + quantity * unitPrice;
  }, 0);

export const contentsOf = (lines: readonly OrderLine[], pieces: Pieces) =>
  pieces.map(({ lineId, quantity }) => ({ title: lines.find(({ id }) => id === lineId)?.title ?? '-', quantity }));
