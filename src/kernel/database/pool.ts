import { Pool, type PoolClient } from 'pg';
import { refuse } from '../errors';
import { awayIfLost, DatabaseAway } from './connection';
import { type Role, RUNTIME_ROLE } from './roles';
import { getTypeParser } from './value-parsers';

export interface PoolOptions {
  readonly url: string;
  readonly poolSize: number;
  /** The name of this process in pg_stat_activity. */
  readonly applicationName: string;
  /** The longest wait for a new connection, in ms. @default CONNECT_MS */
  readonly connectMs?: number | undefined;
  /** The longest wait for the answer to a statement, in ms. @default longer than Postgres takes for one at most */
  readonly answerMs?: number | undefined;
  /** @default the one of the product */
  readonly role?: Role;
}

/** Postgres ends a statement itself after this long; it also bounds what a statement may hold up. */
const STATEMENT_MS_MAX = 30_000;

/**
 * The longest waits for an answer, in ms. After that the connection is thrown away, since its state is unknown. A statement has longer than
 * Postgres gives it; SilenceWatch notices a silent connection much earlier. A look-up has less, since every call waits for it.
 */
export const ANSWER_MS = { lookUp: 1_500, statement: STATEMENT_MS_MAX + 5_000 };

/** The longest wait for a new connection, in ms. */
const CONNECT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens a pool whose sessions are read-only, in UTC, and bounded in time.
 * @throws {DatabaseAway}
 */
export async function openPool({
  url,
  poolSize,
  applicationName,
  connectMs = CONNECT_MS,
  answerMs = ANSWER_MS.statement,
  role = RUNTIME_ROLE,
}: PoolOptions): Promise<Pool> {
  const pool = new Pool({
    connectionString: url,
    application_name: applicationName,
    max: poolSize,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser },
    options: [
      `-c role=${role}`,
      '-c default_transaction_read_only=on',
      '-c search_path=public,pg_temp',
      '-c timezone=UTC',
      `-c statement_timeout=${STATEMENT_MS_MAX}`,
      // Compiling a statement of ours takes longer than running it, up to minutes, and statement_timeout does not end it.
      '-c jit=off',
      '-c lock_timeout=10s',
      // The locks of a transaction whose client has vanished, and of one whose machine has.
      '-c idle_in_transaction_session_timeout=15s',
      '-c tcp_keepalives_idle=10',
      '-c tcp_keepalives_interval=5',
      '-c tcp_keepalives_count=3',
    ].join(' '),
  });
  // The pool reports errors of idle connections here; each lent connection has its own Connection, which hears its errors.
  pool.on('error', () => {});
  // One may end in the very piece of bytes that brings it, before anybody has it: an error that nobody hears would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw awayIfLost(error);
  }
  return pool;
}

/** @throws {DatabaseAway} when it is lost @throws {Refusal} when no connection was there in time */
export const lendClient = (pool: Pool): Promise<PoolClient> => pool.connect().catch(unreachable);

/** A connection that could not be made in time was waited for long enough: nobody tries again for the caller. */
function unreachable(error: Error): never {
  if (!/timeout/i.test(error.message)) throw new DatabaseAway(error);
  return refuse('unavailable', 'The database does not answer; the same call may be sent again.', {
    retryAfterSeconds: 2,
  });
}
