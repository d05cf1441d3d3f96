import { rowsByKey } from '../personal/keys-store';
import { type Connection, DatabaseAway } from './connection';

/** Keys of one shared statement: more keys get a statement and a connection of their own. */
const KEYS_MAX = 64;

/** Asks on the connection that it is given, and tells whoever waits. */
interface Question {
  /** @throws {DatabaseAway} when the connection is lost; everything else that goes wrong is only told */
  ask(connection: Connection): Promise<void>;
  fail(error: unknown): void;
}

interface GatheringOptions {
  /** Lends a connection that is set to the store, or to whichever, until the work ends. */
  readonly lend: (storeId: string | undefined, work: (connection: Connection) => Promise<void>) => Promise<void>;
  /** True if the store would get a connection without waiting for others. */
  readonly hasTurn: (storeId: string) => boolean;
}

/**
 * Sends the questions of one turn of the event loop together: each write to a socket costs as much as a page of JavaScript, and each
 * answer wakes a process. A look-up rides in front of a read on its connection, and rows of one store that are asked for by their keys
 * share a statement. Every other read has a connection of its own, since nobody is to wait for somebody else's slow list.
 *
 * Whatever is shared begins after all who share it have asked.
 */
export class Gathering {
  private lookUps: Question[] = [];
  private reads: { readonly storeId: string; readonly question: Question }[] = [];
  private readonly rows = new Map<string, Map<string, RowsByKey>>();
  private isLeaving = false;

  constructor(private readonly options: GatheringOptions) {}

  /** A quick statement that belongs to no store. @param answerMs see {@link Connection.query} */
  lookUp<Row>(text: string, values: readonly unknown[] | undefined, answerMs: number): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.lookUps.push(new Statement((connection) => connection.query<Row>(text, values, answerMs), resolve, reject));
      this.leaveSoon();
    });
  }

  read<Row>(storeId: string, text: string, values: readonly unknown[] | undefined): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const question = new Statement((connection) => connection.query<Row>(text, values), resolve, reject);
      this.reads.push({ storeId, question });
      this.leaveSoon();
    });
  }

  /** @param text a SELECT in which $1 is the store and $2 the key of at most one row */
  rowByKey<Row>(storeId: string, text: string, key: string): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.rowsOf(storeId, text).add({ key, resolve: resolve as RowWaiting['resolve'], reject });
      this.leaveSoon();
    });
  }

  /** Look-ups that wait for their turn ride on a connection that somebody was lent for more than them. */
  ride(connection: Connection): void {
    for (const lookUp of this.lookUps.splice(0)) lookUp.ask(connection).catch(() => {});
  }

  private rowsOf(storeId: string, text: string): RowsByKey {
    const ofStore = this.rows.get(storeId) ?? new Map<string, RowsByKey>();
    this.rows.set(storeId, ofStore);
    let rows = ofStore.get(text);
    if (!rows || rows.isFull) {
      if (rows) this.reads.push({ storeId, question: rows });
      rows = new RowsByKey(storeId, text);
      ofStore.set(text, rows);
    }
    return rows;
  }

  private leaveSoon(): void {
    if (this.isLeaving) return;
    this.isLeaving = true;
    setImmediate(() => {
      this.isLeaving = false;
      this.leave();
    });
  }

  private leave(): void {
    const rows = [...this.rows].map(([storeId, byText]) => ({ storeId, questions: [...byText.values()] }));
    const reads = this.reads.map(({ storeId, question }) => ({ storeId, questions: [question] }));
    let { lookUps } = this;
    this.rows.clear();
    this.reads = [];
    this.lookUps = [];
    for (const { storeId, questions } of [...rows, ...reads]) {
      // A caller is not made to wait for the turn of the store that the look-up decides about.
      const riding = this.options.hasTurn(storeId) ? lookUps : [];
      if (riding.length > 0) lookUps = [];
      void this.send(storeId, [...riding, ...questions]);
    }
    if (lookUps.length > 0) void this.send(undefined, lookUps);
  }

  private async send(storeId: string | undefined, questions: readonly Question[]): Promise<void> {
    try {
      await this.options.lend(storeId, async (connection) => {
        const asked = await Promise.allSettled(questions.map((question) => question.ask(connection)));
        // The lender of the connection has to know that it is lost.
        for (const it of asked) if (it.status === 'rejected') throw it.reason;
      });
    } catch (error) {
      for (const question of questions) question.fail(error);
    }
  }
}

class Statement<Answer> implements Question {
  constructor(
    private readonly asking: (connection: Connection) => Promise<Answer>,
    private readonly resolve: (answer: Answer) => void,
    readonly fail: (error: unknown) => void,
  ) {}

  async ask(connection: Connection): Promise<void> {
    try {
      this.resolve(await this.asking(connection));
    } catch (error) {
      this.fail(error);
      if (error instanceof DatabaseAway) throw error;
    }
  }
}

interface RowWaiting {
  readonly key: string;
  readonly resolve: (row: object | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** The same statement of several keys. What fails is asked for each of them alone, so that nobody is told of another one's failure. */
class RowsByKey implements Question {
  private readonly waiting: RowWaiting[] = [];

  constructor(
    private readonly storeId: string,
    private readonly text: string,
  ) {}

  get isFull(): boolean {
    return this.waiting.length >= KEYS_MAX;
  }

  add(waiting: RowWaiting): void {
    this.waiting.push(waiting);
  }

  fail(error: unknown): void {
    for (const { reject } of this.waiting) reject(error);
  }

  async ask(connection: Connection): Promise<void> {
    const keys = new Set(this.waiting.map(({ key }) => key));
    if (keys.size > 1 && (await this.askTogether(connection, [...keys]))) return;
    await Promise.all(this.waiting.map((waiting) => this.askAlone(connection, waiting)));
  }

  private async askTogether(connection: Connection, keys: readonly string[]): Promise<boolean> {
    try {
      const found = await rowsByKey(connection, this.text, this.storeId, keys);
      for (const { key, resolve } of this.waiting) resolve(found.get(key));
      return true;
    } catch (error) {
      if (error instanceof DatabaseAway) throw error;
      return false;
    }
  }

  private askAlone(connection: Connection, { key, resolve, reject }: RowWaiting): Promise<void> {
    const asking = (it: Connection) => it.query<object>(this.text, [this.storeId, key]);
    return new Statement(asking, ([row]) => resolve(row), reject).ask(connection);
  }
}
