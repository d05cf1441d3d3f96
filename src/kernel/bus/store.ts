import { lockOf } from '../database/locks';
import type { Queryable, Transaction } from '../database/queryable';
import type { Principal } from '../declaration/principal';

/** Row that the claim of a key finds. Without a stored outcome everything but `live`, `now` and `generationDue` is null. */
interface Claim {
  readonly live: boolean;
  readonly fingerprint: string | null;
  readonly status: number;
  readonly body: unknown;
  readonly generation: number | null;
  readonly auditId: string;
  readonly now: string;
  /** A bump is due that earlier calls have left. */
  readonly generationDue: boolean;
}

/** SQL of whether a bump is due that was left to a later call. */
const GENERATION_DUE = 'EXISTS (SELECT FROM storefront_mark WHERE store_id = $1) AS "generationDue"';

const CLAIM = `
  SELECT live, fingerprint, status, body, generation, audit_id AS "auditId", now() AS now, ${GENERATION_DUE}
  FROM claim_command($1, $2, $3, $4, $5)`;

/** Locks the key until the transaction ends, and looks up what it and the credential stand for. */
export async function claimKey(tx: Transaction, principal: Principal, key: string): Promise<Claim> {
  const [found] = await tx.query<Claim>(CLAIM, [principal.storeId, key, ...credentialOf(principal)]);
  return found as Claim;
}

interface Look {
  readonly live: boolean;
  readonly generationDue: boolean;
  readonly now: string;
}

const LOOK_AHEAD = `
  SELECT credential_lives($1, $2, $3, $4) AS live, ${GENERATION_DUE}, now() AS now FROM store WHERE id = $1`;

/** Reads the facts about credential and store that a call without a key needs. */
export async function look(tx: Transaction, principal: Principal): Promise<Look> {
  const [found] = await tx.query<Look>(LOOK_AHEAD, [principal.storeId, ...credentialOf(principal)]);
  return found ?? { live: false, generationDue: false, now: '' };
}

const credentialOf = ({ kind, id, session }: Principal): readonly unknown[] => [kind, id, session ?? null];

/** @returns the command of the audit row and the credential that ran it; undefined when the row is gone */
export async function firstCall(
  tx: Transaction,
  storeId: string,
  auditId: string,
): Promise<{ readonly command: string; readonly actor: string } | undefined> {
  const [first] = await tx.query<{ command: string; actor: string }>(
    'SELECT command, actor_id AS actor FROM audit_row WHERE store_id = $1 AND id = $2',
    [storeId, auditId],
  );
  return first;
}

/** Asks Postgres for the time. Within a transaction, one time holds for everything that it does. */
export async function askTime(db: Queryable): Promise<string> {
  const [row] = await db.query<{ now: string }>('SELECT now() AS now');
  return (row as { now: string }).now;
}

const BATCH_TURN = `SELECT pg_advisory_xact_lock(${lockOf('batch', '$2')}), now() AS now, ${GENERATION_DUE}`;

/** Waits for the batches of a store that name the same. */
export async function awaitBatch(tx: Transaction, storeId: string, name: string): Promise<Omit<Look, 'live'>> {
  const [turn] = await tx.query<Omit<Look, 'live'>>(BATCH_TURN, [storeId, `${storeId} ${name}`]);
  return turn as Omit<Look, 'live'>;
}

/** An outcome that a key has already. */
export interface StoredOutcome {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
  /** The command of the call; null when nothing tells of the call any more. */
  readonly command: string | null;
  readonly actor: string | null;
}

/** Finds the outcomes of those keys that have one, each with its call. */
export const outcomesOf = (tx: Transaction, storeId: string, keys: readonly string[]): Promise<StoredOutcome[]> =>
  tx.query<StoredOutcome>(
    `SELECT o.key, o.fingerprint, o.status, o.body, a.command, a.actor_id AS actor
     FROM command_outcome o LEFT JOIN audit_row a ON a.store_id = o.store_id AND a.id = o.audit_id
     WHERE o.store_id = $1 AND o.key = ANY($2)`,
    [storeId, keys],
  );

/** Enters another store: the transaction works there from here on, until it enters its own one again at its end. */
export function enterStore(tx: Transaction, storeId: string): void {
  tx.send(`SELECT set_config('app.store_id', $1, true)`, [storeId]);
}

/** Runs the checks of the commit now. */
export async function checkConstraints(tx: Transaction): Promise<void> {
  await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
  tx.send('SET CONSTRAINTS ALL DEFERRED');
}
