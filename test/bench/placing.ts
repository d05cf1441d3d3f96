import type { Transaction } from '../../src/kernel/database/queryable';
import { newUlid, ulidTime } from '../../src/kernel/ids';
import type { Platform } from '../../src/platform';
import type { Statement } from './bare/main';
import { run } from './stores';

/** What one order writes, as the product has sent it, and the names in it that are other ones each time. */
export interface Placing {
  readonly statements: readonly Statement[];
  /** ULIDs that were minted for this order alone. */
  readonly minted: readonly string[];
  readonly number: string;
  readonly sessionId: string;
}

const WRITES = /\b(INSERT|UPDATE|DELETE)\b/;
const ULID = /[0-9A-HJKMNP-TV-Z]{26}/g;

/** Places the order of a session and keeps what was sent for it: what only reads is the product's own affair. */
export async function recordPlacing(platform: Platform, storeId: string, sessionId: string): Promise<Placing> {
  const statements: Statement[] = [];
  const since = Date.now();
  const { database } = platform;
  const transaction = database.transaction.bind(database);
  const heard = (tx: Transaction): Transaction => ({
    ...tx,
    send: (text, values = []) => {
      statements.push({ text, values });
      tx.send(text, values);
    },
    query: (text, values = []) => {
      statements.push({ text, values });
      return tx.query(text, values);
    },
  });
  database.transaction = (id, work) => transaction(id, (tx) => work(heard(tx)));
  try {
    const { body } = await run(platform, storeId, 'order.create', { sessionId });
    const written = statements.filter(({ text }) => WRITES.test(text));
    const ulids = new Set(JSON.stringify(written).match(ULID));
    const minted = [...ulids].filter((ulid) => ulidTime(ulid) >= since && !sessionId.endsWith(ulid));
    return { statements: written, minted, number: (body as { number: string }).number, sessionId };
  } finally {
    database.transaction = transaction;
  }
}

/** The same writes of another order. */
export function anotherPlacing(
  { statements, minted, number, sessionId }: Placing,
  by: { readonly number: string; readonly sessionId: string },
): Statement[] {
  const names = new Map([
    ...minted.map((ulid) => [ulid, newUlid()] as const),
    [sessionId.slice(4), by.sessionId.slice(4)] as const,
  ]);
  const renamed = (text: string): string => text.replaceAll(ULID, (ulid) => names.get(ulid) ?? ulid);
  const numbered = (text: string): string =>
    text === number ? by.number : text.replaceAll(`"number":"${number}"`, `"number":"${by.number}"`);
  return statements.map(({ text, values }) => ({
    text,
    values: values.map((value) => (typeof value === 'string' ? numbered(renamed(value)) : value)),
  }));
}
