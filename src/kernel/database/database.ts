import type { Pool, PoolClient } from 'pg';
import { Connection, DatabaseAway } from './connection';
import { FairShare } from './fair-share';
import { Gathering } from './gathering';
import { ANSWER_MS, lendClient, openPool, type PoolOptions } from './pool';
import type { Queryable, StoreReader, Transaction } from './queryable';
import { SilenceWatch } from './silence';
import { endLost, silentAmong } from './silence-store';
import { isLockMissed } from './sql-states';
import { inSnapshot, inTransaction, inWriting, type TransactionOutcome } from './transaction';

/** The longest wait for a turn behind other calls of the store, in ms. */
const TURN_MS_MAX = 20_000;

interface DatabaseOptions extends PoolOptions {
  /** The longest wait for a turn behind other calls of the store, in ms. @default TURN_MS_MAX */
  readonly turnMs?: number | undefined;
}

/**
 * The database behind a pool of connections. Statements are written by hand because their cost decides what the product can promise
 * (docs/decisions/0002).
 *
 * A session is read-only, and a transaction that writes says so in its BEGIN: whoever was given a reader cannot write, whatever
 * the statement calls, and it costs nothing.
 *
 * Row-level security reads `app.store_id`. Setting it inside a transaction for every request halves the rate of reads
 * (design §8, measured), so each pooled connection remembers which store it is set to, and is set again only when the
 * store changes. A connection that failed is thrown away: its state is unknown.
 */
export class Database {
  private readonly connections = new WeakMap<PoolClient, Connection>();
  private readonly silence = new SilenceWatch({
    silentAmong: (pids, seconds) =>
      this.withConnection(undefined, (connection) => silentAmong(connection, pids, seconds, ANSWER_MS.lookUp)),
    endLost: (seconds) =>
      this.withConnection(undefined, (connection) => endLost(connection, seconds, ANSWER_MS.lookUp)),
  });

  private readonly gathering = new Gathering({
    lend: (storeId, work) => this.withConnection(storeId, work),
    hasTurn: (storeId) => this.shares.hasTurn(storeId),
  });

  private constructor(
    private readonly pool: Pool,
    private readonly shares: FairShare,
  ) {}

  /** @throws {DatabaseAway} */
  static async open({ turnMs = TURN_MS_MAX, ...options }: DatabaseOptions): Promise<Database> {
    const pool = await openPool(options);
    return new Database(pool, new FairShare({ capacity: options.poolSize, patienceMs: turnMs }));
  }

  /** True if the login may do more than the runtime role. Such a login could leave that role. */
  async loginIsPrivileged(): Promise<boolean> {
    const [login] = await this.system.query<{ privileged: boolean }>(
      `SELECT rolsuper OR rolbypassrls OR EXISTS (
         SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND pg_has_role(session_user, relowner, 'MEMBER')
       ) AS privileged FROM pg_roles WHERE rolname = session_user`,
    );
    return login?.privileged ?? false;
  }

  close(): Promise<void> {
    this.silence.stop();
    this.shares.close();
    return this.pool.end();
  }

  /** Reads of one store. No connection is held in between, across a provider's answer; what was lost with one is asked once more. */
  reader(storeId: string): StoreReader {
    return {
      query: (text, values) => again(() => this.gathering.read(storeId, text, values)),
      rowByKey: (text, key) => again(() => this.gathering.rowByKey(storeId, text, key)),
      snapshot: (work) => this.withConnection(storeId, (connection) => inSnapshot(connection, work)),
    };
  }

  /**
   * Writes of one store that are no command's: what the product keeps of its own work, e.g. how far a job is. Each statement is a
   * transaction of its own; nothing audits it.
   */
  writer(storeId: string): Queryable {
    return {
      query: (text, values) => this.withConnection(storeId, (connection) => inWriting(connection, text, values)),
    };
  }

  /** Connections of the pool: lent out, at rest, and how many calls wait for one. */
  get poolUse(): Readonly<Record<'busy' | 'idle' | 'waiting', number>> {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /**
   * Looks up what belongs to no store, e.g. credentials, by functions of the migrations. A look-up is quick and may be repeated:
   * one whose answer is late is asked once more on another connection.
   */
  readonly system: Queryable = {
    query: (text, values) => again(() => this.gathering.lookUp(text, values, ANSWER_MS.lookUp)),
  };

  /** The same of what writes: the outbox, last uses. */
  readonly systemWriter: Queryable = {
    query: (text, values) =>
      again(() =>
        this.withConnection(undefined, (connection) => inWriting(connection, text, values, ANSWER_MS.lookUp)),
      ),
  };

  /** Statements that belong to no store, may write and take their time: sweeps. */
  readonly maintenance: Queryable = {
    query: (text, values) => this.withConnection(undefined, (connection) => inWriting(connection, text, values)),
  };

  /**
   * Runs `work` in one transaction of the store. Statements that it only sends travel with the next one that it waits for. A
   * `value` that is still a promise travels with COMMIT, which saves a round trip while rows are locked.
   */
  transaction<T>(storeId: string, work: (transaction: Transaction) => Promise<TransactionOutcome<T>>): Promise<T> {
    return this.withConnection(storeId, (connection) => {
      this.gathering.ride(connection);
      return inTransaction(connection, work);
    });
  }

  private async withConnection<T>(
    storeId: string | undefined,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const turn = this.shares.take(storeId);
    if (turn) await turn;
    try {
      return await this.withPooled(storeId, work);
    } finally {
      this.shares.giveBack(storeId);
    }
  }

  private async withPooled<T>(storeId: string | undefined, work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await lendClient(this.pool);
    const connection = this.connectionOf(client);
    this.silence.lend(connection);
    let broken = false;
    try {
      if (storeId !== undefined && connection.storeId !== storeId) {
        await connection.query(`SELECT set_config('app.store_id', $1, false)`, [storeId]);
        connection.storeId = storeId;
      }
      return await work(connection);
    } catch (error) {
      broken = error instanceof DatabaseAway;
      if (isLockMissed(error)) void this.silence.lockMissed();
      throw error;
    } finally {
      this.silence.takeBack(connection);
      client.release(broken);
    }
  }

  private connectionOf(client: PoolClient): Connection {
    const known = this.connections.get(client);
    if (known) return known;
    const connection = new Connection(client);
    this.connections.set(client, connection);
    return connection;
  }
}

/** Asks once more when the connection was lost over the first question. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DatabaseAway) return ask();
    // Gathered statements are sent by a timer. The stack of the caller that waits is the one of use.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}
