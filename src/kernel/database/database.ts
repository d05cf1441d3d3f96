import { Pool, type PoolClient, types } from 'pg';
import { refuse } from '../errors';
import { awayIfLost, BEGIN_WRITING, Connection, DatabaseAway } from './connection';
import { FairShare } from './fair-share';
import { Gathering } from './gathering';
import { SilenceWatch } from './silence';
import { endLost, silentAmong } from './silence-store';

/** Runs SQL. Texts are constants or drawn from a small set of shapes, since most are prepared once on every connection. */
export interface Queryable {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Names what a statement reads or writes beside the identifiers that it carries, e.g. `barcode/8690…`. A recording listens: it runs
   * those earlier items of its proposal first that wrote what the new one reads. A claim is both.
   */
  touch?(how: 'reads' | 'writes' | 'claims', ...names: readonly string[]): void;
}

/**
 * Reads of one store. Each statement sees its own moment and may run on a connection of its own, so what is made of several
 * statements is read in a snapshot: asked one by one, a list could be newer than the state that it is shown with.
 */
export interface StoreReader extends Queryable {
  /**
   * The row of a key, if there is one. Who asks for other keys at the same time shares the statement.
   * @param text a constant SELECT in which $1 is the store and $2 the key
   */
  rowByKey<Row>(text: string, key: string): Promise<Row | undefined>;
  /** Statements of `work` see one moment, and none of them writes. It holds a connection: no provider is asked in it. */
  snapshot<T>(work: (moment: Moment) => Promise<T>): Promise<T>;
}

/** Reads that all see one moment. */
export interface Moment extends Queryable {
  /** Says that nothing is asked behind the statements sent by now: the end of the moment travels with them. @returns its argument */
  last<T>(sent: T): T;
}

/** A running transaction of one store. */
export interface Transaction extends Queryable {
  /**
   * True when nothing of the transaction will stay. A trial leaves out statements that matter only when they stay, and for which others of
   * the store would wait.
   */
  readonly trial: boolean;
  /** Sends the statement without waiting; its failure surfaces at the next awaited statement or at commit. */
  send(text: string, values?: readonly unknown[]): void;
  /** Runs `work` so that its writes and locks can be given up alone. What it throws gives them up too, and is thrown on. */
  savepoint<T>(work: () => Promise<{ readonly keep: boolean; readonly value: T }>): Promise<T>;
  /** Runs `action` once all of it has been committed; never, when it is taken back, or the savepoint that it was said in. It must not throw. */
  onceKept(action: () => void): void;
}

/** The role that the product runs as: not the owner of the tables, so row-level security holds for it. */
export const RUNTIME_ROLE = 'tezgah_runtime';

/** The role that the storefront program runs as: it reads what the storefront shows, and writes nothing. */
export const STOREFRONT_ROLE = 'tezgah_storefront';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

const parsers = new Map<number, (raw: string) => unknown>([
  // Amounts and sequence numbers stay below 2^53: the schemas bound them.
  [INT8, Number],
  [NUMERIC, Number],
  [TIMESTAMPTZ, isoOf],
]);

/** Sessions run in UTC, so `2026-11-21 11:34:48.423+00` only has to be cut: parsing a date costs thirteen times as much. */
function isoOf(raw: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(raw)
    ? `${raw.slice(0, 10)}T${raw.slice(11, 19)}.${raw.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(raw).toISOString();
}

interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** The name of this process in pg_stat_activity. */
  readonly applicationName: string;
  /** The longest wait for a new connection, in ms. @default CONNECT_MS */
  readonly connectMs?: number | undefined;
  /** The longest wait for the answer to a statement, in ms. @default longer than Postgres takes for one at most */
  readonly answerMs?: number | undefined;
  /** The longest wait for a turn behind other calls of the store, in ms. @default TURN_MS_MAX */
  readonly turnMs?: number | undefined;
  /** @default the one of the product */
  readonly role?: typeof RUNTIME_ROLE | typeof STOREFRONT_ROLE;
}

/** Postgres ends a statement itself after this long; it also bounds what a statement may hold up. */
const STATEMENT_MS_MAX = 30_000;

/**
 * The longest waits for an answer, in ms. After that the connection is thrown away, since its state is unknown. A statement has longer than
 * Postgres gives it; SilenceWatch notices a silent connection much earlier. A look-up has less, since every call waits for it.
 */
const ANSWER_MS = { lookUp: 1_500, statement: STATEMENT_MS_MAX + 5_000 };

/** The longest waits for a new connection, and for a turn behind other calls of the store, in ms. */
const CONNECT_MS = 5_000;
const TURN_MS_MAX = 20_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * The connection pool. Statements are written by hand because their cost decides what the product can promise
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
  static async open({
    url,
    poolSize,
    applicationName,
    connectMs = CONNECT_MS,
    answerMs = ANSWER_MS.statement,
    turnMs = TURN_MS_MAX,
    role = RUNTIME_ROLE,
  }: DatabaseOptions): Promise<Database> {
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
    return new Database(pool, new FairShare({ capacity: poolSize, patienceMs: turnMs }));
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
  transaction<T>(
    storeId: string,
    work: (transaction: Transaction) => Promise<{ readonly keep: boolean; readonly value: T | Promise<T> }>,
  ): Promise<T> {
    return this.withConnection(storeId, async (connection) => {
      const sent: Promise<unknown>[] = [];
      let blame: unknown;
      /** Blames the first failed statement: all statements behind it fail for that alone, so their callers get its error. */
      const blamed = <T>(answer: Promise<T>): Promise<T> =>
        answer.catch((error) => {
          blame ??= error;
          throw isAborted(error) ? blame : error;
        });
      const send = (text: string, values?: readonly unknown[]): void => {
        const sending = blamed(connection.query(text, values));
        sending.catch(() => {});
        sent.push(sending);
      };
      const settle = async (): Promise<void> => {
        await Promise.all(sent.splice(0));
      };
      const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
        const answer = blamed(connection.query<Row>(text, values));
        answer.catch(() => {});
        await settle();
        return answer;
      };
      let depth = 0;
      const onceKept: (() => void)[] = [];
      const transaction: Transaction = {
        trial: false,
        send,
        query,
        onceKept: (action) => onceKept.push(action),
        async savepoint(work) {
          depth += 1;
          const name = `level_${depth}`;
          const said = onceKept.length;
          send(`SAVEPOINT ${name}`);
          try {
            const { keep, value } = await work();
            if (!keep) onceKept.length = said;
            await query(keep ? `RELEASE SAVEPOINT ${name}` : `ROLLBACK TO SAVEPOINT ${name}`);
            return value;
          } catch (error) {
            onceKept.length = said;
            await settle().catch(() => {});
            await query(`ROLLBACK TO SAVEPOINT ${name}`);
            blame = undefined;
            throw error;
          } finally {
            depth -= 1;
          }
        },
      };
      this.gathering.ride(connection);
      send(BEGIN_WRITING);
      try {
        const { keep, value: last } = await work(transaction);
        const end = connection.command(keep ? 'COMMIT' : 'ROLLBACK');
        end.catch(() => {});
        const value = await last;
        await settle();
        const ended = await end;
        if (keep && ended !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
        if (keep) for (const action of onceKept) action();
        return value;
      } catch (error) {
        await connection.command('ROLLBACK');
        throw error;
      }
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
    const client = await this.pool.connect().catch(unreachable);
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

const defaultParser = types.getTypeParser as (oid: number, format?: string) => (raw: string) => unknown;

function getTypeParser(oid: number, format?: string): (raw: string) => unknown {
  return (format !== 'binary' && parsers.get(oid)) || defaultParser(oid, format);
}

/** A connection that could not be made in time was waited for long enough: nobody tries again for the caller. */
function unreachable(error: Error): never {
  if (!/timeout/i.test(error.message)) throw new DatabaseAway(error);
  return refuse('unavailable', 'The database does not answer; the same call may be sent again.', {
    retryAfterSeconds: 2,
  });
}

/** One statement that writes: the transaction around it travels with it. */
async function inWriting<Row>(
  connection: Connection,
  text: string,
  values: readonly unknown[] | undefined,
  answerMs?: number,
): Promise<Row[]> {
  const begun = connection.command(BEGIN_WRITING, answerMs);
  begun.catch(() => {});
  const answer = connection.query<Row>(text, values, answerMs);
  answer.catch(() => {});
  const end = connection.command('COMMIT', answerMs);
  end.catch(() => {});
  try {
    // Its failure is that of all behind it.
    await begun;
    const rows = await answer;
    await end;
    return rows;
  } catch (error) {
    await connection.command('ROLLBACK', answerMs);
    throw error;
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

async function inSnapshot<T>(connection: Connection, work: (moment: Moment) => Promise<T>): Promise<T> {
  // Travels with the first statement, whose failure tells of this one's too.
  connection.command('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').catch(() => {});
  let end: Promise<string> | undefined;
  const endIt = (): Promise<string> => {
    end ??= connection.command('COMMIT');
    end.catch(() => {});
    return end;
  };
  const moment: Moment = {
    async query(text, values) {
      if (end) throw new Error('the moment that is read is over');
      return connection.query(text, values);
    },
    last(sent) {
      endIt();
      return sent;
    },
  };
  try {
    const value = await work(moment);
    await endIt();
    return value;
  } catch (error) {
    // A slower branch of the work may still ask; it is refused, since the connection is lent to another caller soon.
    end = connection.command('ROLLBACK');
    await end;
    throw error;
  }
}

/** SQLSTATE of a lock that was waited for longer than lock_timeout allows. */
export const LOCK_NOT_AVAILABLE = '55P03';

const isLockMissed = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;

/** Serialisation failures and deadlocks: Postgres rolled the transaction back, and running it again is right. */
export function isTransient(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40001' || code === '40P01';
}

/** A statement of a transaction in which another one has failed. */
const isAborted = (error: unknown): boolean => (error as { code?: string }).code === '25P02';

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === constraint;

/** A row that would break what the tables promise, e.g. that a value is there once. */
export const isConstraintViolation = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('23') === true;
