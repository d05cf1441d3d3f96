import { Patience, patient } from './patience';
import { unwatched } from './watch';
import type { World } from './world';

/** A live transaction of the product that holds what its statement locked. @returns what releases it */
export async function holding(
  { database, storeId }: World,
  sql: string,
  values: readonly unknown[],
): Promise<() => Promise<void>> {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = () => {};
  const holds = new Promise<void>((resolve) => {
    held = resolve;
  });
  const ended = database.transaction(storeId, async (tx) => {
    unwatched(tx);
    // Whom it waits for may take longer than the product lets a transaction stand still, e.g. a worker that starts on a busy machine.
    tx.send('SET LOCAL idle_in_transaction_session_timeout = 0');
    await tx.query(sql, values);
    held();
    await until;
    return { keep: true, value: undefined };
  });
  await Promise.race([holds, ended]);
  return async () => {
    release();
    await ended;
  };
}

const WAITING = `
  SELECT count(DISTINCT pid) AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`;

const UNTIL_MS = 60_000;

/** Resolves when as many transactions of the world's database wait for a lock. */
export async function untilWaiting({ database, storeId }: World, transactions = 1): Promise<void> {
  const patience = new Patience(patient(UNTIL_MS));
  for (;;) {
    const [row] = await database.reader(storeId).query<{ waiting: number }>(WAITING);
    if (row?.waiting === transactions) return;
    if (patience.isOver) throw new Error(`${row?.waiting} wait for a lock, and not ${transactions}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
