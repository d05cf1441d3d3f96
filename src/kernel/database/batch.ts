import { type CustomTypesConfig, Query } from 'pg';

/** A statement as it is sent: its text, and the name under which it is prepared. */
export interface Form {
  readonly text: string;
  readonly name: string | undefined;
  /** Effect of the statement on its transaction. */
  readonly bounds: 'begins' | 'keeps' | 'takes back' | undefined;
}

interface Column {
  readonly name: string;
  readonly parse: (raw: string) => unknown;
}

interface Shape {
  readonly columns: readonly Column[];
  /** Every column, null: rows that begin as copies of one are alike to the engine. */
  readonly empty: Readonly<Record<string, null>>;
}

/**
 * Columns of the statements that one session has prepared, by their names; null: the statement answers no rows. They stay the same
 * while the session lasts: another one may have prepared the same text for other columns.
 */
export type Shapes = Map<string, Shape | null>;

export interface Answer {
  readonly rows: readonly unknown[];
  /** Command tag of Postgres, e.g. `COMMIT`. */
  readonly done: string;
}

/** A statement, its values as they are sent, and whoever waits for the answer. */
export interface QueuedStatement {
  readonly form: Form;
  readonly values: readonly unknown[];
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Writer of protocol messages, from `pg`. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly text: string; readonly name: string | undefined }): void;
  bind(portal: { readonly statement: string | undefined; readonly values: readonly unknown[] }): void;
  describe(what: { readonly type: 'P' }): void;
  execute(how: object): void;
  sync(): void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Members of a query that the client of `pg` reads. */
interface DriverQuery {
  /** `pg` notes a prepared statement under these. */
  name: string | undefined;
  text: string;
  callback: (error: unknown) => void;
  /** The longest wait for it, in ms. */
  query_timeout: number | undefined;
  readonly _result: { readonly _types: CustomTypesConfig };
}

const DriverQuery = Query as unknown as new (text: string) => DriverQuery;

/**
 * Statements that Postgres answers in one piece, as one query of `pg`. Behind each query of `pg` stands a Sync of the protocol, at
 * which Postgres sends what it has: a system call there, and one that wakes this process. A command of five statements spent more
 * on those than on any of its statements. Nor is asked again what the rows of a prepared statement are made of.
 *
 * When one of them fails, Postgres passes over those behind it: they fail with its error.
 */
export class Batch extends DriverQuery {
  private at = 0;
  private shape: Shape | null | undefined;
  private found: unknown[] = [];
  private readonly answers: Answer[] = [];
  private unread: unknown;

  /**
   * @param shapes the shapes of results that this session knows @param answerMs the longest wait for the answer, in ms. @default the pool's
   * limit
   */
  constructor(
    private readonly statements: readonly QueuedStatement[],
    private readonly shapes: Shapes,
    answerMs: number | undefined,
  ) {
    super('');
    this.query_timeout = answerMs;
    this.callback = (error) => this.tell(error);
    this.turnTo(0);
  }

  submit(wire: Wire): null {
    for (const { form, values } of this.statements) {
      const { name, text } = form;
      const isKnown =
        name !== undefined && (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) !== undefined;
      if (!isKnown) wire.parse({ text, name });
      if (!isKnown && name !== undefined) wire.submittedNamedStatements[name] = text;
      wire.bind({ statement: name, values });
      if (this.shapeOf(form) === undefined) wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const { _types: types } = this._result;
    this.shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID, 'text') })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { columns, empty } = this.shape as Shape;
    const row: Record<string, unknown> = { ...empty };
    try {
      // An iterator would cost more than what it is for.
      for (let index = 0; index < columns.length; index += 1) {
        const raw = fields[index] as string | null;
        if (raw === null) continue;
        const { name, parse } = columns[index] as Column;
        row[name] = parse(raw);
      }
    } catch (error) {
      this.unread ??= error;
    }
    this.found.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { form } = this.statements[this.at] as QueuedStatement;
    if (form.name !== undefined) this.shapes.set(form.name, this.shape ?? null);
    this.answers.push({ rows: this.found, done: text });
    this.found = [];
    this.turnTo(this.at + 1);
  }

  handleReadyForQuery(): void {
    this.callback(this.unread);
  }

  /** Takes an error of Postgres, or of the connection. A skipped statement is not prepared. */
  handleError(error: unknown, wire: Wire): void {
    for (const { form } of this.statements.slice(this.at))
      if (form.name !== undefined) delete wire.submittedNamedStatements[form.name];
    this.callback(error);
  }

  private turnTo(place: number): void {
    this.at = place;
    const asked = this.statements[place];
    if (!asked) return;
    this.name = asked.form.name;
    this.text = asked.form.text;
    this.shape = this.shapeOf(asked.form);
  }

  private shapeOf({ name }: Form): Shape | null | undefined {
    return name === undefined ? undefined : this.shapes.get(name);
  }

  /** Answers the statements before the one that failed. When all were done and their end was not heard of, nothing is known. */
  private tell(error: unknown): void {
    const { statements, answers } = this;
    const answered = error === undefined || answers.length < statements.length ? answers.length : 0;
    statements.forEach((asked, place) => {
      if (place < answered) asked.resolve(answers[place] as Answer);
      else asked.reject(error);
    });
  }
}
