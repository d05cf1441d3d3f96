import type { Queryable, Transaction } from '../../kernel/database/queryable';

/** The states of the webhook of a channel. `gone`: the marketplace knows it no more. */
export const webhookStates = ['registering', 'active', 'passive', 'gone'] as const;

export interface ChannelWebhook {
  readonly url: string;
  readonly webhookId: string | null;
  readonly state: (typeof webhookStates)[number];
  /** The time since which the marketplace is told the present key. */
  readonly registeredAt: string;
  /** The time since which the marketplace is known to have the key; null: it may still send the one before. */
  readonly provenAt: string | null;
  readonly checkedAt: string | null;
  readonly reactivatedAt: string | null;
  /** The key before may still be sent. */
  readonly takesKeyBefore: boolean;
}

const FIND = `
  SELECT url, webhook_id AS "webhookId", state, to_char(registered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "registeredAt",
    proven_at AS "provenAt", checked_at AS "checkedAt", reactivated_at AS "reactivatedAt",
    coalesce(proven_at > clock_timestamp() - interval '1 hour', true) AS "takesKeyBefore"
  FROM channel_webhook WHERE store_id = $1 AND extension = $2`;

/** @returns undefined where none was ever registered */
export async function findWebhook(
  db: Queryable,
  storeId: string,
  extension: string,
): Promise<ChannelWebhook | undefined> {
  const [row] = await db.query<ChannelWebhook>(FIND, [storeId, extension]);
  return row;
}

const REGISTER = `
  INSERT INTO channel_webhook (store_id, extension, url, state, registered_at) VALUES ($1, $2, $3, 'registering', clock_timestamp())
  ON CONFLICT (store_id, extension) DO UPDATE SET url = excluded.url, state = excluded.state, registered_at = excluded.registered_at,
    proven_at = NULL`;

/** Sends that a fresh key is to be told. */
export function registerAnew(tx: Transaction, storeId: string, extension: string, url: string): void {
  tx.send(REGISTER, [storeId, extension, url]);
}

const STANDS = `
  UPDATE channel_webhook SET webhook_id = $4, state = $5, checked_at = clock_timestamp(),
    proven_at = CASE WHEN $6 THEN coalesce(proven_at, clock_timestamp()) ELSE proven_at END,
    reactivated_at = CASE WHEN $7 THEN clock_timestamp() ELSE reactivated_at END
  WHERE store_id = $1 AND extension = $2 AND registered_at = $3::timestamptz`;

interface WebhookStand {
  readonly webhookId: string | null;
  readonly state: ChannelWebhook['state'];
  /** The marketplace has taken the present key. */
  readonly isProven?: boolean;
  readonly isReactivated?: boolean;
}

/**
 * Sends the state of a webhook at its marketplace.
 * @param registeredAt the time of the key that the marketplace was told: a later key is not known by this
 */
export async function noteStand(
  db: Queryable,
  storeId: string,
  extension: string,
  registeredAt: string,
  { webhookId, state, isProven = false, isReactivated = false }: WebhookStand,
): Promise<void> {
  await db.query(STANDS, [storeId, extension, registeredAt, webhookId, state, isProven, isReactivated]);
}
