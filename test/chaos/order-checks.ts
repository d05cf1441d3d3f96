import { Client as Temporal } from '@temporalio/client';
import { sleep } from '../../src/embedded/process';
import { connectWhenHealthy } from '../../src/embedded/temporal';
import { exampleId } from '../../src/kernel/declaration/example';
import { cargoBooking, shipmentCancelling } from '../../src/order/booking/contract';
import { paymentAttempt } from '../../src/order/payment/contract';
import { refundAsking } from '../../src/order/refund/contract';
import { isUnderWay } from '../../src/order/shipment/state';
import { shipmentTracking } from '../../src/order/tracking/contract';
import type { RunFile } from '../../src/supervisor/run-file';
import { Patience, patient } from '../world/patience';
import type { Findings } from './findings';
import type { Gateway } from './gateway';
import { groupBy } from './group-by';
import { kurusOf, type Outside } from './outside';
import type { Product } from './product';
import type { Random } from './random';
import { Storefront } from './storefront';
import type { Sales, Wares } from './trade';

type Query = Parameters<Parameters<Product['sql']>[0]>[0];

export interface Trade {
  readonly product: Product;
  readonly gateway: Gateway;
  readonly outside: Outside;
  readonly wares: Wares;
  readonly sales: Sales;
  readonly findings: Findings;
  readonly random: Random;
}

/** Nothing may be without its end for longer, once everything is up: the bank is believed after a minute and a quarter. */
const DECIDED_MS_MAX = patient(120_000);

/** What is on its way; what is asked of nobody is not waited for. */
const OPEN = `
  SELECT 'payment' AS what, id, state FROM payment
  WHERE store_id = $1 AND (state IN ('begun', 'returning') OR state = 'captured' AND order_id IS NULL)
  UNION ALL
  SELECT 'refund', id, state FROM order_refund WHERE store_id = $1 AND method = 'provider' AND state = 'requested'
  UNION ALL
  SELECT 'shipment', id, state FROM order_shipment WHERE store_id = $1 AND state IN ('booking', 'cancelling')`;

/** Waits until all that was asked of a bank or a carrier is decided. Whoever began to pay and went away is not waited for. */
export async function decided({ product, gateway, findings, random }: Trade): Promise<void> {
  const storeId = (product.run as RunFile).storeId;
  const front = new Storefront(product, gateway, random.fork('those who went away'));
  await product.sql(async (query) => {
    const left = await query<{ id: string; session: string }>(
      `UPDATE payment SET expires_at = now() - interval '1 hour' WHERE store_id = $1 AND state = 'begun'
       RETURNING id, session_id AS session`,
      [storeId],
    );
    // They come back with nothing: it is looked at now, and not when its time has come.
    await Promise.all(left.map((payment) => front.comeBack(`/${payment.session}`, payment, '')));
    const patience = new Patience(DECIDED_MS_MAX);
    for (;;) {
      const open = await query<{ what: string; id: string; state: string }>(OPEN, [storeId]);
      if (open.length === 0) return;
      if (patience.isOver) {
        for (const { what, id, state } of open)
          findings.mismatch(`the ${what} ${id} is still ${state} after ${DECIDED_MS_MAX / 1000} s`);
        return;
      }
      await sleep(250);
    }
  });
}

/** Holds orders, money and parcels against what was told, and against what the bank and the carriers did. */
export async function checkTrade(trade: Trade): Promise<void> {
  const { product, findings } = trade;
  const run = product.run as RunFile;
  const storeId = run.storeId as string;
  await product.sql(async (query) => {
    await checkOrders(query, trade, storeId);
    await checkBooks(query, findings, storeId);
    await checkBank(query, trade, storeId);
    await checkCarriers(query, trade, storeId);
    await checkWork(query, run, findings);
  });
}

async function checkOrders(query: Query, { sales, wares, findings }: Trade, storeId: string): Promise<void> {
  interface Row {
    readonly id: string;
    readonly number: string;
    readonly total: string;
    readonly sessions: string;
    readonly isSeeded: boolean;
    readonly isPaid: boolean;
  }
  const rows = await query<Row>(
    `SELECT o.id, o.number, o.total, o.buyer_email NOT LIKE 't_@alici.example' AS "isSeeded",
       (SELECT count(*) FROM checkout_session s WHERE s.store_id = $1 AND s.order_id = o.id) AS sessions
     FROM store_order o WHERE o.store_id = $1`,
    [storeId],
  );
  const orders = new Map(rows.map((row) => [row.id, row]));
  for (const { id, number, total } of sales.placed.values()) {
    const row = orders.get(id);
    if (!row) findings.lose(`order ${number} was acknowledged and is not there`);
    else
      findings.expectEqual(
        `order ${id}`,
        { number: row.number, total: Number(row.total), sessions: Number(row.sessions) },
        { number, total, sessions: 1 },
      );
  }
  for (const { id, number, isSeeded } of rows)
    if (!isSeeded && !sales.placed.has(id)) findings.double(`nobody was told of order ${number}`);
  const numbers = new Set(rows.map(({ number }) => number));
  findings.expectCount('orders of a number that another one has', rows.length - numbers.size, 0);

  const [last] = await query<{ stock: number; sold: string }>(
    `SELECT p.stock, -(SELECT coalesce(sum(m.delta), 0) FROM stock_movement m WHERE m.store_id = $1 AND m.product_id = p.id
       AND m.kind = 'sold') AS sold FROM catalog_product p WHERE p.store_id = $1 AND p.id = $2`,
    [storeId, wares.last],
  );
  const [told] = await query<{ pieces: string }>(
    `SELECT coalesce(sum(quantity), 0) AS pieces FROM order_line WHERE store_id = $1 AND product_id = $2`,
    [storeId, wares.last],
  );
  findings.expectEqual('pieces of what there was too little of', Number(last?.sold), Number(told?.pieces));
}

/** The demo begins with one, for people to see. */
const OF_DEMO = exampleId('pay', 'NEREDE');

/** What must hold of each order whatever was done to it; pieces that a marketplace sold are looked at on their own. */
const BROKEN = `
  WITH own AS (SELECT id FROM store_order WHERE store_id = $1 AND external_number IS NULL),
  took AS (
    SELECT order_id, product_id, -sum(delta) FILTER (WHERE kind = 'sold') AS sold,
      coalesce(sum(delta) FILTER (WHERE kind = 'restocked'), 0) AS back
    FROM stock_movement WHERE store_id = $1 AND order_id IN (SELECT id FROM own) GROUP BY order_id, product_id),
  line AS (
    SELECT order_id, product_id, sum(stock_taken) AS taken, sum(restocked) AS restocked
    FROM order_line WHERE store_id = $1 AND order_id IN (SELECT id FROM own) GROUP BY order_id, product_id)
  SELECT 'gives back more than has come' AS what, id FROM store_order WHERE store_id = $1 AND refunded + refund_reserved > captured
  UNION ALL
  SELECT 'has other money than its refunds say', o.id FROM store_order o
  JOIN LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE state = 'succeeded'), 0) AS back,
      coalesce(sum(amount) FILTER (WHERE state NOT IN ('succeeded', 'failed')), 0) AS held
    FROM order_refund r WHERE r.store_id = $1 AND r.order_id = o.id) told ON true
  WHERE o.store_id = $1 AND (o.refunded <> told.back OR o.refund_reserved <> told.held)
  UNION ALL
  SELECT 'took other pieces than the ledger says', coalesce(line.order_id, took.order_id) FROM line
  FULL JOIN took USING (order_id, product_id)
  WHERE coalesce(taken, 0) <> coalesce(sold, 0) OR coalesce(restocked, 0) <> coalesce(back, 0)
  UNION ALL
  SELECT 'was sold more often than there were', id FROM catalog_product p WHERE store_id = $1 AND stock < 0
    AND NOT EXISTS (SELECT FROM order_line l WHERE l.store_id = $1 AND l.product_id = p.id AND l.oversold > 0)
  UNION ALL
  SELECT 'has pieces in two places', order_id FROM order_line
  WHERE store_id = $1 AND booked + shipped + delivered + bounced + unsent > quantity
  UNION ALL
  SELECT 'pays for no order and is not given back', id FROM payment
  WHERE store_id = $1 AND state IN ('unknown', 'not_returned') AND id <> '${OF_DEMO}'
  UNION ALL
  SELECT 'has a refund of which nobody knows', order_id FROM order_refund WHERE store_id = $1 AND state = 'unknown'
  UNION ALL
  SELECT 'has a parcel of which nobody knows', order_id FROM order_shipment WHERE store_id = $1 AND state IN ('unknown', 'failed')
  UNION ALL
  SELECT 'has a payment with another amount', o.id FROM store_order o JOIN payment p ON p.store_id = o.store_id AND p.order_id = o.id
  WHERE o.store_id = $1 AND (p.amount <> o.total OR o.captured <> o.total)
  UNION ALL
  SELECT 'was paid for twice', order_id FROM payment WHERE store_id = $1 AND order_id IS NOT NULL AND state = 'captured'
  GROUP BY order_id HAVING count(*) > 1`;

/** Each change has one audit row, and each row of what was made one that made it; what a marketplace tells changes many things at once. */
const AUDITED = `
  SELECT name, audited, made FROM (VALUES
    ('orders', (SELECT count(*) FROM audited WHERE command = 'order.create'),
      (SELECT count(*) FROM store_order WHERE store_id = $1 AND external_number IS NULL)),
    ('refunds that were asked for', (SELECT count(*) FROM audited WHERE command IN ('orders.refund', 'order.refund.request')),
      (SELECT count(*) FROM order_refund WHERE store_id = $1 AND method <> 'marketplace')),
    ('refunds that have an end', (SELECT count(*) FROM audited WHERE command = 'order.refund.record'),
      (SELECT count(*) FROM order_refund WHERE store_id = $1 AND method <> 'marketplace' AND state IN ('succeeded', 'failed'))),
    ('shipments', (SELECT count(*) FROM audited WHERE command IN ('orders.cargo.book', 'order.ship')),
      (SELECT count(*) FROM order_shipment WHERE store_id = $1 AND package_id IS NULL)),
    ('bookings', (SELECT count(*) FROM audited WHERE command = 'order.shipment.record'
        AND EXISTS (SELECT FROM jsonb_array_elements(changes) c WHERE c -> 'before' ->> 'state' = 'booking')),
      (SELECT count(*) FROM order_shipment WHERE store_id = $1 AND remote_id IS NOT NULL)),
    ('cancelled orders', (SELECT count(*) FROM audited WHERE command = 'order.cancel'),
      (SELECT count(*) FROM store_order WHERE store_id = $1 AND payment = 'cancelled' AND external_number IS NULL)),
    ('confirmed transfers', (SELECT count(*) FROM audited WHERE command = 'order.transfer.confirm'),
      (SELECT count(*) FROM store_order WHERE store_id = $1 AND payment_method = 'transfer' AND payment = 'paid'))
  ) AS counts (name, audited, made)`;

async function checkBooks(query: Query, findings: Findings, storeId: string): Promise<void> {
  for (const { what, id } of await query<{ what: string; id: string }>(BROKEN, [storeId]))
    findings.mismatch(`${id} ${what}`);
  const counts = await query<{ name: string; audited: string; made: string }>(
    `WITH audited AS (SELECT command, changes FROM audit_row WHERE store_id = $1 AND outcome = 'done' AND changes <> '[]') ${AUDITED}`,
    [storeId],
  );
  for (const { name, audited, made } of counts)
    findings.expectCount(`audit rows of ${name}`, Number(audited), Number(made));
}

/** By whose request it was: the number behind it counts how often it was asked. */
const askedBy = (reference: string): string => reference.replace(/x\d+$/, '');

/** Money that the bank took pays for an order or was given back; and it gave back what the shop says, each once. */
async function checkBank(query: Query, { outside, findings, sales }: Trade, storeId: string): Promise<void> {
  interface Row {
    readonly id: string;
    readonly reference: string;
    readonly state: string;
    readonly paid: string | null;
  }
  const rows = await query<Row>(
    // What is looked at is the demo's alone, and this bank knows nothing of it.
    `SELECT id, reference, state, paid_amount AS paid FROM payment
     WHERE store_id = $1 AND reference IS NOT NULL AND review IS DISTINCT FROM 'pending'`,
    [storeId],
  );
  const taken = (await outside.payments()).filter(({ state, cancelled }) => state === 'SUCCESS' && !cancelled);
  const byReference = groupBy(taken, ({ conversationId }) => conversationId);
  for (const { id, reference, state, paid } of rows) {
    const isTaken = ['captured', 'returned'].includes(state);
    const found = (byReference.get(reference) ?? []).map(({ paidPrice }) => kurusOf(paidPrice));
    findings.expectEqual(`money that the bank took for ${id} (${state})`, found, isTaken ? [Number(paid)] : []);
  }
  const known = new Set(rows.map(({ reference }) => reference));
  for (const { conversationId } of taken)
    if (!known.has(conversationId)) findings.lose(`the payment ${conversationId} that the bank has taken`);

  const given = await query<{ id: string; amount: string }>(
    `SELECT id, amount FROM order_refund WHERE store_id = $1 AND method = 'provider' AND state = 'succeeded'
     UNION ALL SELECT id, paid_amount FROM payment WHERE store_id = $1 AND state = 'returned'`,
    [storeId],
  );
  const back = groupBy(
    taken.flatMap(({ refunds }) => refunds),
    ({ conversationId }) => askedBy(conversationId),
  );
  const due = new Map(given.map(({ id, amount }) => [id.replace('_', ''), Number(amount)]));
  for (const [reference, amount] of due) {
    const done = back.get(reference) ?? [];
    findings.expectCount(
      `times that the bank gave ${reference} back`,
      new Set(done.map(({ conversationId }) => conversationId)).size,
      1,
    );
    findings.expectCount(
      `money given back for ${reference}`,
      done.reduce((sum, { price }) => sum + kurusOf(price), 0),
      amount,
    );
  }
  sales.done['payments taken'] = taken.length;
  sales.done['given back'] = back.size;
  for (const reference of back.keys())
    if (!due.has(reference)) findings.double(`the bank gave ${reference} back, of which the shop knows nothing`);
}

/** Each parcel was booked once, and nothing else was. */
async function checkCarriers(query: Query, { outside, findings, sales }: Trade, storeId: string): Promise<void> {
  const rows = await query<{ id: string; reference: string; state: string; remoteId: string | null }>(
    `SELECT id, reference, state, remote_id AS "remoteId" FROM order_shipment WHERE store_id = $1 AND extension IS NOT NULL AND package_id IS NULL`,
    [storeId],
  );
  const booked = (await outside.parcels()).filter(({ acceptedOfferID }) => acceptedOfferID !== undefined);
  const byReference = groupBy(booked, ({ order }) => order?.orderNumber);
  for (const { id, reference, state, remoteId } of rows) {
    const found = byReference.get(reference) ?? [];
    findings.expectCount(`parcels that were booked for ${id}`, found.length, 1);
    const [parcel] = found;
    if (parcel)
      findings.expectEqual(
        `the parcel of ${id} at its carrier`,
        [parcel.id, parcel.statusCode === 'CANCELED'],
        [remoteId, state === 'cancelled'],
      );
  }
  sales.done['parcels booked'] = booked.length;
  sales.done['parcels cancelled'] = booked.filter(({ statusCode }) => statusCode === 'CANCELED').length;
  const known = new Set(rows.map(({ reference }) => reference));
  for (const reference of byReference.keys())
    if (!known.has(String(reference))) findings.double(`a parcel ${reference} was booked that the shop does not have`);
}

const ENDING = [paymentAttempt, refundAsking, cargoBooking, shipmentCancelling].map(({ name }) => `'${name}'`).join();

/** Nobody works on what is decided, and each parcel that is under way is followed. */
async function checkWork(query: Query, { temporal }: RunFile, findings: Findings): Promise<void> {
  const connection = await connectWhenHealthy(temporal);
  try {
    const client = new Temporal({ connection });
    const listed = async (text: string): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query: text })) ids.push(workflowId);
      return ids.sort();
    };
    const left = (): Promise<string[]> =>
      listed(`WorkflowType IN (${ENDING}) AND ExecutionStatus NOT IN ('Completed', 'ContinuedAsNew', 'Canceled')`);
    const following = (): Promise<string[]> =>
      listed(
        `WorkflowType = '${shipmentTracking.name}' AND ExecutionStatus NOT IN ('Completed', 'ContinuedAsNew', 'Canceled')`,
      );
    const underWay = async (): Promise<string[]> => {
      const rows = await query<{ id: string; state: Parameters<typeof isUnderWay>[0] }>(
        'SELECT id, state FROM order_shipment WHERE remote_id IS NOT NULL',
      );
      return rows.flatMap(({ id, state }) => (isUnderWay(state) ? [shipmentTracking.workflowId(id)] : [])).sort();
    };
    /** Payments that their provider is looking at: it is asked for weeks. */
    const lookedAt = async (): Promise<string[]> => {
      const rows = await query<{ id: string }>(
        `SELECT id FROM payment WHERE state = 'captured' AND order_id IS NOT NULL AND review = 'pending'`,
      );
      return rows.map(({ id }) => paymentAttempt.workflowId(id)).sort();
    };
    const patience = new Patience(DECIDED_MS_MAX);
    for (;;) {
      const found = { left: await left(), followed: await following() };
      const expected = { left: await lookedAt(), followed: await underWay() };
      const isSame = JSON.stringify(found) === JSON.stringify(expected);
      if (!isSame && !patience.isOver) {
        await sleep(250);
        continue;
      }
      findings.expectEqual('workflows that go on', found, expected);
      return;
    }
  } finally {
    await connection.close();
  }
}
