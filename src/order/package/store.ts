import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { type ShipmentRow, shipment } from '../shipment/aggregate';
import { orderPackage } from './table';

export const { change: changePackage } = storeOf(orderPackage);
export const { insert: insertPackage } = insertsInto(orderPackage);

const SHIPMENTS = `
  SELECT ${shipment.select()} FROM order_shipment
  WHERE store_id = $1 AND order_id = $2 AND package_id IS NOT NULL AND state NOT IN ('cancelled', 'failed') FOR NO KEY UPDATE`;

/** Shipments of a locked order that are packages of a marketplace. */
export const packageShipments = (tx: Transaction, storeId: string, orderId: string): Promise<ShipmentRow[]> =>
  tx.query<ShipmentRow>(SHIPMENTS, [storeId, orderId]);

const TITLES = 'SELECT id, package_id AS title FROM order_package WHERE store_id = $1 AND id = ANY($2)';

/** Packages are called as their marketplace calls them. */
export const packageTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
