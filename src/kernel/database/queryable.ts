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
