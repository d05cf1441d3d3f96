import type { Queryable, Transaction } from '../kernel/database/queryable';
import { insertInto } from '../kernel/table/table-store';
import { type FoundRow, openRowsOf, type Page } from '../kernel/work/work-store';
import type { WebhookInput } from './contract';
import type { WebhookNews } from './port';
import { type WebhookRow, webhook } from './table';

/** Keeps a webhook. One that failed is tried again when its provider tells it again. */
const KEEP = `
  ${insertInto(webhook)}
  ON CONFLICT (store_id, extension, digest) DO UPDATE SET state = 'kept', failure = NULL WHERE webhook.state = 'failed'
  RETURNING id`;

interface NewWebhook {
  readonly id: string;
  readonly extension: string;
  readonly digest: string;
  readonly news: WebhookNews;
}

/** @returns the row that is to be handled; undefined of what was told before */
export async function keepWebhook(
  tx: Transaction,
  storeId: string,
  fresh: NewWebhook,
  now: Date,
): Promise<string | undefined> {
  const [kept] = await tx.query<{ id: string }>(KEEP, [storeId, ...webhook.values({ ...fresh, state: 'kept' }), now]);
  return kept?.id;
}

const LIFE_DAYS = 90;
const SWEPT_MAX = 20;

const SWEEP = `
  DELETE FROM webhook WHERE store_id = $1 AND id IN (
    SELECT id FROM webhook
    WHERE store_id = $1 AND state <> 'kept' AND created_at < $2::timestamptz - interval '${LIFE_DAYS} days'
    ORDER BY id LIMIT ${SWEPT_MAX} FOR UPDATE SKIP LOCKED)`;

/** Sends that a few that have outlived their use go: each that comes takes more of them along than there may be. */
export function sweepWebhooks(tx: Transaction, storeId: string, now: Date): void {
  tx.send(SWEEP, [storeId, now]);
}

const LOCK = `
  SELECT ${webhook.select()} FROM webhook WHERE store_id = $1 AND id = $2 AND state = 'kept' FOR UPDATE`;

/** @returns undefined of one that is handled, or gone */
export async function lockWebhook(tx: Transaction, storeId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(LOCK, [storeId, id]);
  return row;
}

const END = `
  UPDATE webhook SET state = $3, failure = $4, handled_at = clock_timestamp()
  WHERE store_id = $1 AND id = $2 AND state = 'kept'`;

/** Sends that a locked one has been looked at. */
export function endWebhook(tx: Transaction, storeId: string, id: string, state: 'handled' | 'ignored'): void {
  tx.send(END, [storeId, id, state, null]);
}

/** Nobody has looked at it, and nobody will by itself. */
export const failWebhook = async (db: Queryable, storeId: string, id: string, failure: string): Promise<void> =>
  void (await db.query(END, [storeId, id, 'failed', failure]));

const LIST = `
  SELECT ${webhook.select()} FROM webhook
  WHERE store_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;

/** Lists the webhooks, newest first. */
export const listWebhooks = (
  db: Queryable,
  storeId: string,
  before: string | null,
  limit: number,
): Promise<WebhookRow[]> => db.query<WebhookRow>(LIST, [storeId, before, limit]);

/** Open ones of all stores. */
export const findOpenWebhooks = (maintenance: Queryable, page: Page): Promise<FoundRow<WebhookInput>[]> =>
  maintenance.query(openRowsOf('webhook'), page);
