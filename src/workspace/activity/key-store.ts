import type { Queryable } from '../../kernel/database/queryable';

export interface Claim {
  readonly storeId: string;
  readonly principalId: string;
  readonly key: string;
}

export interface Claimed {
  readonly activityId: string;
  readonly digest: string;
  /** The end of the command, without its output. */
  readonly answer: string | null;
  /** Sealed; null: it is not kept. */
  readonly output: Buffer | null;
  /** True when the command cannot run any more, and nobody has told how it ended. */
  readonly overdue: boolean;
}

// A key that has outlived its day is free, though the sweep has not come by yet.
const CLAIM = `
  INSERT INTO workspace_exec_key (store_id, principal_id, key, activity_id, digest, claimed_at, ends_by)
  VALUES ($1, $2, $3, $4, $5, now(), now() + make_interval(secs => $6::double precision / 1000))
  ON CONFLICT (store_id, principal_id, key) DO UPDATE
    SET activity_id = EXCLUDED.activity_id, digest = EXCLUDED.digest, answer = NULL, sealed_output = NULL,
      claimed_at = EXCLUDED.claimed_at, ends_by = EXCLUDED.ends_by
    WHERE workspace_exec_key.claimed_at < now() - interval '24 hours'
  RETURNING activity_id`;

/** Takes a key for a command that is about to run. @returns false: somebody has it */
export async function claimKey(
  db: Queryable,
  { storeId, principalId, key }: Claim,
  { activityId, digest, withinMs }: { activityId: string; digest: string; withinMs: number },
): Promise<boolean> {
  return (await db.query(CLAIM, [storeId, principalId, key, activityId, digest, withinMs])).length === 1;
}

const FIND = `
  SELECT activity_id AS "activityId", digest, answer, sealed_output AS output, ends_by < now() AS overdue FROM workspace_exec_key
  WHERE store_id = $1 AND principal_id = $2 AND key = $3`;

export async function findKey(db: Queryable, { storeId, principalId, key }: Claim): Promise<Claimed | undefined> {
  return (await db.query<Claimed>(FIND, [storeId, principalId, key]))[0];
}

/** Output that the keys of one store keep at most. */
export const KEPT_BYTES = 32 * 1024 * 1024;
/** The place of a row: so many outputs of one byte are as much. */
const ROW_BYTES = 1_024;

const KEEP = `
  UPDATE workspace_exec_key SET answer = $4, sealed_output = $6::bytea, output_bytes = octet_length($6::bytea)
  WHERE store_id = $1 AND principal_id = $2 AND key = $3 AND activity_id = $5`;

// An output is asked for again soon or never: the oldest ones go first.
const FORGET_OUTPUTS = `
  WITH sized AS (
    SELECT principal_id, key, sum(output_bytes + ${ROW_BYTES}) OVER (ORDER BY claimed_at DESC, principal_id, key) AS bytes
    FROM workspace_exec_key WHERE store_id = $1 AND sealed_output IS NOT NULL
  ), old AS (
    SELECT k.principal_id, k.key FROM workspace_exec_key k JOIN sized s ON s.principal_id = k.principal_id AND s.key = k.key
    WHERE k.store_id = $1 AND s.bytes > ${KEPT_BYTES} FOR UPDATE OF k SKIP LOCKED
  )
  UPDATE workspace_exec_key k SET sealed_output = NULL FROM old o
  WHERE k.store_id = $1 AND k.principal_id = o.principal_id AND k.key = o.key`;

/** Keeps how a command ended for its day, and its output for as long as its store has room for that. */
export async function keepAnswer(
  db: Queryable,
  { storeId, principalId, key }: Claim,
  { activityId, answer, output }: { activityId: string; answer: string; output: Buffer },
): Promise<void> {
  await db.query(KEEP, [storeId, principalId, key, answer, activityId, output]);
  await db.query(FORGET_OUTPUTS, [storeId]);
}

const FREE = `
  DELETE FROM workspace_exec_key WHERE store_id = $1 AND principal_id = $2 AND key = $3 AND activity_id = $4`;

/** Gives a key back whose command has not begun: a repeated call tries again. */
export async function freeKey(db: Queryable, { storeId, principalId, key }: Claim, activityId: string): Promise<void> {
  await db.query(FREE, [storeId, principalId, key, activityId]);
}

const LOSE = `
  UPDATE workspace_exec_key SET ends_by = now() WHERE store_id = $1 AND principal_id = $2 AND key = $3 AND activity_id = $4`;

/** Notes that nobody will hear how the command of a key ended: a repeated call waits for it no longer. */
export async function loseKey(db: Queryable, { storeId, principalId, key }: Claim, activityId: string): Promise<void> {
  await db.query(LOSE, [storeId, principalId, key, activityId]);
}

/** Deletes keys that have outlived their day, of all stores. @returns how many */
export async function forgetKeys(maintenance: Queryable, batch: number): Promise<number> {
  const [row] = await maintenance.query<{ gone: number }>(`SELECT forget_exec_keys('24 hours', $1) AS gone`, [batch]);
  return row?.gone ?? 0;
}
