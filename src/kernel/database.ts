import { createHash } from 'node:crypto';
import { type Pool, type PoolClient, type QueryResult, types } from 'pg';
import { DataSource } from 'typeorm';
import { Refusal } from './errors';

/** Runs SQL. Texts are constants or drawn from a small set of shapes, since most are prepared once on every connection. */
export interface Queryable {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A running transaction of one store. */
export interface Transaction extends Queryable {
  /** Sends the statement without waiting; its failure surfaces at the next awaited statement or at commit. */
  send(text: string, values?: readonly unknown[]): void;
  /** Runs `work` so that its writes and locks can be given up alone. What it throws gives them up too, and is thrown on. */
  savepoint<T>(work: () => Promise<{ readonly keep: boolean; readonly value: T }>): Promise<T>;
}

/** The role that the product runs as: not the owner of the tables, so row-level security holds for it. */
export const RUNTIME_ROLE = 'tezgah_runtime';

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

const statementNames = new Map<string, { readonly name?: string }>();

/**
 * Statements over sets are planned each time. A prepared plan is kept until the table's statistics change: one that was made for
 * an empty table made an import slow down with every page (measured: 10 s instead of 2 s for a thousand products) until
 * autovacuum came by.
 */
const OVER_A_SET = /json_to_recordset|unnest\(|ANY\(/;

function nameOf(text: string): { readonly name?: string } {
  let known = statementNames.get(text);
  if (!known) {
    known = OVER_A_SET.test(text) ? {} : { name: createHash('sha1').update(text).digest('base64url').slice(0, 16) };
    statementNames.set(text, known);
  }
  return known;
}

interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Seen in pg_stat_activity. */
  readonly applicationName: string;
}

/**
 * The connection pool. It belongs to TypeORM, which also runs the migrations; statements are written by hand because their
 * cost decides what the product can promise (docs/decisions/0002).
 *
 * Row-level security reads `app.store_id`. Setting it inside a transaction for every request halves the rate of reads
 * (design §8, measured), so each pooled connection remembers which store it is set to, and is set again only when the
 * store changes. A connection that failed is thrown away: its state is unknown.
 */
export class Database {
  private readonly storeOf = new WeakMap<PoolClient, string>();
  private readonly guarded = new WeakSet<PoolClient>();

  private constructor(
    private readonly dataSource: DataSource,
    private readonly pool: Pool,
  ) {}

  static async open({ url, poolSize, applicationName }: DatabaseOptions): Promise<Database> {
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      applicationName,
      logging: false,
      poolErrorHandler: () => {},
      extra: {
        max: poolSize,
        pipeline: true,
        idleTimeoutMillis: 60_000,
        connectionTimeoutMillis: 5_000,
        types: { getTypeParser },
        options: [
          `-c role=${RUNTIME_ROLE}`,
          '-c timezone=UTC',
          '-c statement_timeout=30s',
          '-c lock_timeout=10s',
          '-c idle_in_transaction_session_timeout=60s',
        ].join(' '),
      },
    });
    await dataSource.initialize();
    const { master } = dataSource.driver as unknown as { master: Pool };
    return new Database(dataSource, master);
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }

  /** Reads of one store; each statement takes a connection of its own, so nothing is held across a provider's answer. */
  reader(storeId: string): Queryable {
    return { query: (text, values) => this.withClient(storeId, (client) => run(client, text, values)) };
  }

  /** Statements that belong to no store: credential look-up, outbox, retention. They call functions that the migrations define. */
  readonly system: Queryable = {
    query: (text, values) => this.withClient(undefined, (client) => run(client, text, values)),
  };

  /**
   * Runs `work` in one transaction of the store. Statements that it only sends travel with the next one that it waits for. A
   * `value` that is still a promise travels with COMMIT, which saves a round trip while rows are locked.
   */
  transaction<T>(
    storeId: string,
    work: (transaction: Transaction) => Promise<{ readonly keep: boolean; readonly value: T | Promise<T> }>,
  ): Promise<T> {
    return this.withClient(storeId, async (client) => {
      const sent: Promise<unknown>[] = [];
      const send = (text: string, values?: readonly unknown[]): void => {
        const sending = run(client, text, values);
        sending.catch(() => {});
        sent.push(sending);
      };
      const settle = async (): Promise<void> => {
        await Promise.all(sent.splice(0));
      };
      const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
        const answer = run<Row>(client, text, values);
        answer.catch(() => {});
        await settle();
        return answer;
      };
      let depth = 0;
      const transaction: Transaction = {
        send,
        query,
        async savepoint(work) {
          depth += 1;
          const name = `level_${depth}`;
          send(`SAVEPOINT ${name}`);
          try {
            const { keep, value } = await work();
            await query(keep ? `RELEASE SAVEPOINT ${name}` : `ROLLBACK TO SAVEPOINT ${name}`);
            return value;
          } catch (error) {
            await settle().catch(() => {});
            await query(`ROLLBACK TO SAVEPOINT ${name}`);
            throw error;
          } finally {
            depth -= 1;
          }
        },
      };
      send('BEGIN');
      try {
        const { keep, value: last } = await work(transaction);
        const end = command(client, keep ? 'COMMIT' : 'ROLLBACK');
        end.catch(() => {});
        const value = await last;
        await settle();
        const { command: ended } = await end;
        if (keep && ended !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
        return value;
      } catch (error) {
        await command(client, 'ROLLBACK');
        throw error;
      }
    });
  }

  /** A connection may end while it is lent out and nothing is asked of it. That must not end the process: the next statement fails. */
  private expectLoss(client: PoolClient): void {
    if (this.guarded.has(client)) return;
    this.guarded.add(client);
    client.on('error', () => {});
  }

  private async withClient<T>(storeId: string | undefined, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    this.expectLoss(client);
    let broken = false;
    try {
      if (storeId !== undefined && this.storeOf.get(client) !== storeId) {
        await run(client, `SELECT set_config('app.store_id', $1, false)`, [storeId]);
        this.storeOf.set(client, storeId);
      }
      return await work(client);
    } catch (error) {
      broken = isConnectionFailure(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

const defaultParser = types.getTypeParser as (oid: number, format?: string) => (raw: string) => unknown;

function getTypeParser(oid: number, format?: string): (raw: string) => unknown {
  return (format !== 'binary' && parsers.get(oid)) || defaultParser(oid, format);
}

async function run<Row>(client: PoolClient, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const result = await client.query({ ...nameOf(text), text, values: values as unknown[] });
  return result.rows as Row[];
}

const command = (client: PoolClient, text: string): Promise<QueryResult> => client.query(text);

/** SQLSTATE class 08 (connection), 57P (shutdown, crash), 53 (out of connections) and socket failures. */
export function isConnectionFailure(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof Refusal) return false;
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === undefined) {
    return /Connection terminated|timeout exceeded when trying to connect|not queryable|connection error/i.test(
      message,
    );
  }
  return /^(08|57P|53)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND)/.test(code);
}

/** Serialisation failures and deadlocks: Postgres rolled the transaction back, and running it again is right. */
export function isTransient(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40001' || code === '40P01';
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === constraint;
