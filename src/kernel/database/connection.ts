import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { Contention } from '../errors';
import { isOfTheSystem, SealingKeyRetired } from '../system-fault';
import { type Answer, Batch, type Form, type QueuedStatement, type Shapes } from './batch';
import { ofSomeStore } from './planned-store';

/** A value as `pg` sends it; not among what its types declare. */
const { prepareValue } = require('pg/lib/utils') as { prepareValue(value: unknown): string | Buffer | null };

/** Sessions are read-only: a transaction says that it writes. */
export const BEGIN_WRITING = 'BEGIN READ WRITE';

const forms = new Map<string, Form>();

/**
 * Statements that look a set up among rows are planned each time. A prepared plan is kept until the table's statistics change: one
 * that was made for an empty table made an import slow down with every page (measured: 10 s instead of 2 s for a thousand products)
 * until autovacuum came by. A set that is only inserted can be inserted in one way: there planning took as long as running.
 */
const OVER_A_SET = /json_to_recordset|unnest\(|ANY\(/;
const LOOKS_UP = /\b(WHERE|JOIN|USING)\b/;
/** Matches the statements of `keys-store`: each key is looked up by itself, so the plan is that of one. */
const ONE_BY_ONE = /AS asked\(key\)\s+CROSS JOIN LATERAL/;

/** @returns whether the statement is prepared once on each connection */
export const isPrepared = (text: string): boolean =>
  ONE_BY_ONE.test(text) || !(OVER_A_SET.test(text) && LOOKS_UP.test(text));

function boundsOf(text: string): Form['bounds'] {
  if (text.startsWith('BEGIN ')) return 'begins';
  if (text === 'COMMIT') return 'keeps';
  return text === 'ROLLBACK' ? 'takes back' : undefined;
}

function formOf(text: string): Form {
  let form = forms.get(text);
  if (!form) {
    const bounds = boundsOf(text);
    form = isPrepared(text)
      ? { text, name: bounds ? text : createHash('sha1').update(text).digest('base64url').slice(0, 16), bounds }
      : { text: ofSomeStore(text), name: undefined, bounds };
    forms.set(text, form);
  }
  return form;
}

/**
 * Postgres cannot be reached, or the connection was lost under a statement: what it did is unknown, and only time cures it. All that
 * a connection or the making of one fails with is this, whichever of the many ways a network, a name server or a full machine has.
 */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    // A host name with several addresses fails at each of them.
    const said = cause instanceof AggregateError ? cause.errors[0] : cause;
    super((said as { message?: string }).message, { cause });
  }
}

/**
 * Classes of SQLSTATE with which Postgres says that the session is over or the server short of something: 08 (connection),
 * 57P (shutdown, crash), 53 (disk, memory, connections), 58 (input and output), 25P03 and 25P04 (ended while idle, or too long).
 */
const SERVER_AWAY = /^(08|57P|53|58|25P0[34])/;
/** `pg` says of its own accord that it will not hear of the server any more. */
const GONE = /Connection terminated|Query read timeout|not queryable/;

/** A prepared statement no longer fits its table, e.g. after a migration: none of the session fits until another session asks. */
const OUTDATED = /cached plan must not change result type|prepared statement ".*" does not exist/;

/** @returns the error of `pg`; it becomes DatabaseAway where it says that the connection is lost, or is of no use any more */
export function awayIfLost(error: unknown): unknown {
  const { code, message = '' } = error as { code?: string; message?: string };
  const lost =
    code === undefined ? GONE.test(message) : SERVER_AWAY.test(code) || OUTDATED.test(message) || isOfTheSystem(error);
  return lost ? new DatabaseAway(error) : error;
}

/** The SQLSTATE of a standby that refuses to begin a transaction that writes. */
const NOT_SUPPORTED = '0A000';
/** The SQLSTATE of a server that refuses to write. A session that only reads is refused so as well, which is a fault of ours. */
const READ_ONLY = '25006';

/** The SQLSTATE of a write that another one overtook; the message names the thing: see the function `overtaken` of the migrations. */
const OVERTAKEN = 'TZ001';
/** The SQLSTATE of a write under a retired key, which the message names: see the function `refuse_retired_key`. */
const KEY_RETIRED = 'TZ002';

/** Translates the failure of a statement into an error of the product. */
function failureOf(error: unknown): unknown {
  const { code, message = '', detail = '' } = error as { code?: string; message?: string; detail?: string };
  if (code === KEY_RETIRED) return new SealingKeyRetired(detail, error);
  return code === OVERTAKEN ? new Contention(detail, message) : awayIfLost(error);
}

/** Statements that are sent before Postgres has to answer. */
interface Waiting {
  readonly statements: QueuedStatement[];
  answerMs: number | undefined;
}

/**
 * A pooled connection with what must be known of it: the store that it is set to, and since when it owes an answer.
 *
 * What is asked without waiting in between leaves in one system call, and what is asked so within one transaction is answered in one
 * piece: each call and each answer costs as much as a page of JavaScript. A statement outside of a transaction has an answer of its
 * own, since its failure is nobody else's.
 */
export class Connection {
  /** The store that row-level security is set to. */
  storeId: string | undefined;
  private unanswered = 0;
  private since = 0;
  private lost = false;
  private inTransaction = false;
  private mayWrite = false;
  private waiting: Waiting[] = [];
  private readonly shapes: Shapes = new Map();

  constructor(private readonly client: PoolClient) {
    // It may end while it is lent out and nothing is asked of it. That must not end the process: the next statement fails.
    client.on('error', () => {
      this.lost = true;
    });
  }

  /**
   * @param answerMs waits no longer than this; the connection is thrown away then. @default the pool's limit
   * @throws {DatabaseAway} when it is lost
   * @throws {Contention} when the statement writes what another one has written since it was read
   * @throws {SealingKeyRetired} when it writes what is sealed under a key that was taken away
   */
  async query<Row>(text: string, values: readonly unknown[] = [], answerMs?: number): Promise<Row[]> {
    const { rows } = await this.ask(text, values, answerMs);
    return rows as Row[];
  }

  /** @param answerMs see query @returns the command tag of Postgres, e.g. `COMMIT` */
  async command(text: string, answerMs?: number): Promise<string> {
    const { done } = await this.ask(text, [], answerMs);
    return done;
  }

  get pid(): number {
    return (this.client as unknown as { processID: number }).processID;
  }

  /** @returns whether the last answer, or the first question after it, is at least `ms` ago and an answer is owed */
  owesAnswerFor(ms: number): boolean {
    return this.unanswered > 0 && performance.now() - this.since >= ms;
  }

  /** Ends the connection. Everything that waits for an answer fails as it does when the network ends the connection. */
  destroy(): void {
    this.stream.destroy();
  }

  private get stream(): Socket {
    return (this.client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  private async ask(text: string, values: readonly unknown[], answerMs: number | undefined): Promise<Answer> {
    if (this.unanswered === 0) this.since = performance.now();
    this.unanswered += 1;
    if (text.startsWith('BEGIN ')) this.mayWrite = text === BEGIN_WRITING;
    const { mayWrite } = this;
    try {
      return await this.answerTo(text, values, answerMs);
    } catch (error) {
      const { code } = error as { code?: string };
      // A server that became a standby keeps its sessions: only a new one leads to the primary of now.
      if (code === READ_ONLY ? mayWrite : code === NOT_SUPPORTED && text === BEGIN_WRITING) this.lost = true;
      const failure = this.lost ? new DatabaseAway(error) : failureOf(error);
      // It came out of the socket: what is of use is who asked.
      Error.captureStackTrace(failure as Error);
      throw failure;
    } finally {
      this.unanswered -= 1;
      this.since = performance.now();
    }
  }

  private answerTo(text: string, values: readonly unknown[], answerMs: number | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const form = formOf(text);
      const asked: QueuedStatement = { form, values: values.map(prepareValue), resolve, reject };
      const last = this.waiting.at(-1);
      // A statement that takes a transaction back runs even when an earlier statement fails.
      const joins = this.inTransaction && form.bounds !== 'begins' && form.bounds !== 'takes back';
      if (last && joins) {
        last.statements.push(asked);
        if (last.answerMs !== answerMs) last.answerMs = undefined;
      } else this.sendLater({ statements: [asked], answerMs });
      if (form.bounds) this.inTransaction = form.bounds === 'begins';
      if (!this.inTransaction) this.mayWrite = false;
    });
  }

  private sendLater(waiting: Waiting): void {
    this.waiting.push(waiting);
    if (this.waiting.length === 1) process.nextTick(() => this.send());
  }

  private send(): void {
    const { stream, waiting } = this;
    this.waiting = [];
    stream.cork();
    // The types of `pg` name its own query class; Batch has the same methods.
    for (const { statements, answerMs } of waiting)
      this.client.query(new Batch(statements, this.shapes, answerMs) as never);
    stream.uncork();
  }
}
