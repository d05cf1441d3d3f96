import type { StoreReader } from '../../kernel/database/queryable';
import { JsonText } from '../../kernel/json-text';
import { jsonText, jsonTime } from '../../kernel/table/json-store';
import { belge } from '../belge/table';
import { codesShortOf } from '../epin/short';
import { orderEvent } from '../event/table';
import { oversoldIn, oversoldPiecesOf, unmappedIn, unmappedPiecesOf } from '../line/amiss';
import { orderLine } from '../line/table';
import { order } from '../order/aggregate';
import { GOES_BACK_WHOLE } from '../order/state';
import { noSuchOrder, REFUND, timesOf } from '../order/store';
import { isGoneInSql } from '../package/gone-store';
import { orderPackage } from '../package/table';
import { payment } from '../payment/table';
import { refund } from '../refund/aggregate';
import { orderReturn, returnTimes } from '../return/aggregate';
import { shipment } from '../shipment/aggregate';

/** SQL of how many codes a line `part` of an order `o` waits for. */
const CODES_SHORT = `CASE WHEN o.payment = 'paid' AND NOT (${GOES_BACK_WHOLE}) THEN ${codesShortOf('part')} ELSE 0 END`;

/** SQL of a JSON array of rows of an order, or an empty one. */
const listed = (columns: string, from: string, by: string): string =>
  `coalesce((SELECT json_agg(part) FROM (SELECT ${columns} FROM ${from} WHERE part.store_id = $1 AND part.order_id = o.id ORDER BY ${by}) part), '[]')`;

const TIMES = timesOf('o', 'placedAt', 'transferUntil', 'paidAt', 'cancelledAt', 'createdAt', 'updatedAt');

/** SQL of the facts that the invoice names. Cash at the door has no day yet when it is sent, and one when it is invoiced. */
const FORWARD = `part.forward || jsonb_build_object('paidAt', coalesce(part.forward ->> 'paidAt', ${jsonTime('o.paid_at')}))`;

/** SQL of what becomes of the customer of an order `o`: of the person nothing but what the order has. */
const CUSTOMER_OF = `(SELECT json_build_object('id', c.id, 'rev', c.rev, 'identityAttached', c.identity_id IS NOT NULL, 'anonymizedAt', ${jsonTime('c.anonymized_at')})
  FROM customer c WHERE c.store_id = $1 AND c.id = o.customer_id) AS customer`;

/** SQL of the pieces of an order `o` that were not there, and of the pieces that are not known here. */
export const PIECES_AMISS = `
  (SELECT coalesce(sum(${oversoldPiecesOf('l')}), 0)::int FROM order_line l
   WHERE l.store_id = $1 AND l.order_id = o.id AND ${oversoldIn('l')}) AS oversold,
  (SELECT coalesce(sum(${unmappedPiecesOf('l')}), 0)::int FROM order_line l
   WHERE l.store_id = $1 AND l.order_id = o.id AND ${unmappedIn('l')}) AS unmapped`;

/** SQL of a package `part` that goes on at its marketplace, though its order `o` is cancelled here. */
const STILL_OPEN = `o.payment = 'cancelled' AND part.state <> 'waiting' AND NOT (${isGoneInSql('part.state')}) AS "stillOpenThere"`;

const PARTS = `
  ${PIECES_AMISS},
  ${listed(`${orderPackage.selectAnswer('part', timesOf('part', 'modifiedAt', 'shipUntil', 'createdAt', 'updatedAt'))}, ${STILL_OPEN}`, 'order_package part', 'part.id')} AS packages,
  ${listed(`${orderLine.selectAnswer('part')}, ${CODES_SHORT} AS "codesShort"`, 'order_line part', 'part.position')} AS lines,
  ${listed(shipment.selectAnswer('part', { ...timesOf('part', 'stateAt', 'lookedAt', 'createdAt', 'updatedAt'), forward: FORWARD }), 'order_shipment part', 'part.id')} AS shipments,
  ${listed(payment.selectAnswer('part', timesOf('part', 'capturedAt')), 'payment part', 'part.id')} AS payments,
  ${listed(refund.selectAnswer('part', timesOf('part', 'settledAt', 'createdAt', 'updatedAt')), 'order_refund part', 'part.id')} AS refunds,
  ${listed(orderReturn.selectAnswer('part', timesOf('part', ...returnTimes)), 'order_return part', 'part.id')} AS returns,
  ${listed(belge.selectAnswer('part', timesOf('part', 'createdAt')), 'order_belge part', 'part.id')} AS documents,
  ${listed(orderEvent.selectAnswer('part', timesOf('part', 'at')), 'order_event part', 'part.id')} AS timeline`;

const SHOW = `
  SELECT o.rev, ${jsonText(`${order.selectAnswer('o', TIMES)}, ${REFUND}, ${CUSTOMER_OF}, ${PARTS}`)} AS json
  FROM store_order o WHERE o.store_id = $1 AND o.id = $2`;

/** The answer about one order, with all that is of it. @throws {Refusal} not_found */
export async function readOrder(db: StoreReader, id: string): Promise<JsonText> {
  const row = await db.rowByKey<{ rev: number; json: string }>(SHOW, id);
  return row ? new JsonText(row.json, row.rev) : noSuchOrder();
}
