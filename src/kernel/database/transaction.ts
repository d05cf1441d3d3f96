import { BEGIN_WRITING, type Connection } from './connection';
import type { Moment, Transaction } from './queryable';
import { isAborted } from './sql-states';

/** The end of the work of a transaction: whether it stays, and its answer, which may travel with COMMIT. */
export interface TransactionOutcome<T> {
  readonly keep: boolean;
  readonly value: T | Promise<T>;
}

/** Runs `work` in one transaction. Statements that it only sends travel with the next one that it waits for. */
export async function inTransaction<T>(
  connection: Connection,
  work: (transaction: Transaction) => Promise<TransactionOutcome<T>>,
): Promise<T> {
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
}

/** Runs one statement that writes: the transaction around it travels with it. */
export async function inWriting<Row>(
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

/** Runs reads that all see one moment. */
export async function inSnapshot<T>(connection: Connection, work: (moment: Moment) => Promise<T>): Promise<T> {
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
