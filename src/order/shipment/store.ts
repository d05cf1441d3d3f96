import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { askedBook, untellingOf } from '../../provider/conversation/asked-store';
import type { OrderRow } from '../order/aggregate';
import { nthOf } from '../order/nth-store';
import { type ShipmentRow, shipment } from './aggregate';
import { type ShipmentState, shipmentStates } from './state';

const { change, get: getShipment } = storeOf(shipment);
export const { insert: insertShipment } = insertsInto(shipment);
export { getShipment };

/** Changes a parcel of somebody's order, whom what is said of it is about. */
export const changeShipment = (
  context: Parameters<typeof change>[0],
  { customerId }: Pick<OrderRow, 'customerId'>,
  before: ShipmentRow,
  patch: Partial<ShipmentRow>,
): ShipmentRow => change(context, before, patch, { customerId });

interface NamedShipment {
  readonly orderId: string;
  readonly shipmentId: string;
}

const noSuchShipment = (): never =>
  refuse('not_found', 'There is no such shipment of the order.', { quotesNobody: true });

const FIND = `SELECT ${shipment.select()} FROM order_shipment WHERE store_id = $1 AND id = $2 AND order_id = $3`;

/** A shipment of an order as it is now. @throws {Refusal} not_found */
export async function findShipment(
  db: Queryable,
  storeId: string,
  { orderId, shipmentId }: NamedShipment,
): Promise<ShipmentRow> {
  const [row] = await db.query<ShipmentRow>(FIND, [storeId, shipmentId, orderId]);
  return row ?? noSuchShipment();
}

const LOCK = `${FIND} FOR NO KEY UPDATE`;

/** A shipment of a locked order. @throws {Refusal} not_found */
export async function lockShipment(
  tx: Transaction,
  storeId: string,
  { orderId, shipmentId }: NamedShipment,
): Promise<ShipmentRow> {
  const [row] = await tx.query<ShipmentRow>(LOCK, [storeId, shipmentId, orderId]);
  return row ?? noSuchShipment();
}

const FAILED = `
  SELECT ${shipment.select()} FROM order_shipment
  WHERE store_id = $1 AND order_id = ANY ($2) AND failure IS NOT NULL ORDER BY id`;

/** Shipments of locked orders of which somebody has said why they failed. */
export const shipmentsWithFailure = (
  tx: Transaction,
  storeId: string,
  orderIds: readonly string[],
): Promise<ShipmentRow[]> => tx.query<ShipmentRow>(FAILED, [storeId, orderIds]);

const UNTOLD = untellingOf('order_shipment', 'order_id = ANY ($2)');

/** Sends that nothing is left of what providers have said of the shipments of orders. */
export const sendUntoldShipments = (tx: Transaction, storeId: string, orderIds: readonly string[]): void =>
  tx.send(UNTOLD, [storeId, orderIds]);

const ORDER_OF = 'SELECT order_id AS "orderId" FROM order_shipment WHERE store_id = $1 AND id = $2';

/** The order of a shipment, which never changes. @throws {Refusal} not_found */
export async function findOrderOfShipment(db: Queryable, storeId: string, shipmentId: string): Promise<string> {
  const [found] = await db.query<{ orderId: string }>(ORDER_OF, [storeId, shipmentId]);
  return found?.orderId ?? refuse('not_found', 'There is no such shipment.', { quotesNobody: true });
}

const TITLES = `
  SELECT s.id, o.number || ' · ' || coalesce(s.tracking_number, ${nthOf('order_shipment', 's')} || s.carrier) AS title
  FROM order_shipment s JOIN store_order o ON o.store_id = $1 AND o.id = s.order_id
  WHERE s.store_id = $1 AND s.id = ANY($2)`;

/** Shipments are called by their order and their tracking number. */
export const shipmentTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

const ENDED: readonly ShipmentState[] = ['delivered', 'returned', 'cancelled', 'failed', 'unknown'];

/** A parcel waits for its booking, its cancellation or a look until it has come to its end. */
export const shipmentBook = askedBook<{ readonly storeId: string; readonly shipmentId: string }, ShipmentState>({
  table: 'order_shipment',
  open: 'booking',
  openRows: 'booking',
  waits: shipmentStates.filter((state) => !ENDED.includes(state)),
});
