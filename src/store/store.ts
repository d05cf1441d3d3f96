import { makeLogin } from '../account/login-store';
import { insertOwner } from '../account/owner/store';
import { joined } from '../account/owner/table';
import type { Database } from '../kernel/database/database';
import type { Queryable, Transaction } from '../kernel/database/queryable';
import { BoundedMap } from '../kernel/limits/bounded-map';
import type { Titled } from '../kernel/table/references';
import { insertsInto } from '../kernel/table/table-store';
import { sendProjection } from './projection-store';
import { slugFrom } from './slug';
import { store } from './table';

const { insert: insertRow } = insertsInto(store);

export interface NewStore {
  readonly id: string;
  readonly name: string;
  readonly owner: { readonly id: string; readonly email: string; readonly passwordHash: string };
}

/** Opens a demo store with its owner's account: it belongs to nobody, so nobody opened it. See `store.open` for all others. */
export function insertStore(database: Database, { id, name, owner }: NewStore): Promise<void> {
  return database.transaction(id, async (tx) => {
    const at = new Date();
    const { passwordHash, ...account } = owner;
    const { id: loginId } = await makeLogin(tx, { passwordHash, at });
    await writeStore(tx, id, name);
    insertOwner(tx, id, joined({ ...account, loginId }, at));
    sendProjection(tx, id, '', [id]);
    return { keep: true, value: undefined };
  });
}

const FREE_SLUG = 'SELECT free_slug($1) AS slug';

/** Sends the row of a new store. @returns its name in addresses, which no other store has */
export async function writeStore(tx: Transaction, id: string, name: string): Promise<string> {
  const [free] = await tx.query<{ slug: string }>(FREE_SLUG, [slugFrom(name)]);
  const { slug } = free as { slug: string };
  insertRow(tx, id, { name, slug });
  return slug;
}

export async function storeExists(database: Database, storeId: string): Promise<boolean> {
  const found = await database.reader(storeId).query('SELECT 1 FROM store WHERE id = $1', [storeId]);
  return found.length > 0;
}

const TITLES = 'SELECT id, name AS title FROM store WHERE id = $1 AND id = ANY($2)';

/** Reads the names of stores. */
export const storeTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

const SLUG = 'SELECT slug FROM store WHERE id = $1';

/** Names in addresses by store: one never changes. */
const slugs = new BoundedMap<string>(1_000);

/** The name of the store in addresses. */
export async function storeSlug(db: Queryable, storeId: string): Promise<string> {
  const known = slugs.get(storeId);
  if (known !== undefined) return known;
  const [found] = await db.query<{ slug: string }>(SLUG, [storeId]);
  const { slug } = found as { slug: string };
  slugs.set(storeId, slug);
  return slug;
}

/** @returns the store of a name in addresses; undefined: no store has it */
export async function findStoreAt(system: Queryable, slug: string): Promise<string | undefined> {
  const [found] = await system.query<{ id: string }>('SELECT id FROM store_at($1)', [slug]);
  return found?.id;
}

interface StoreSummary {
  readonly id: string;
  readonly name: string;
  readonly generation: number;
  readonly createdAt: string;
}

const SUMMARY = 'SELECT id, name, generation, created_at AS "createdAt" FROM store WHERE id = $1';

export async function storeSummary(db: Queryable, storeId: string): Promise<StoreSummary> {
  const [found] = await db.query<StoreSummary>(SUMMARY, [storeId]);
  return found as StoreSummary;
}

/** Reads the names of stores other than the one of the call: the caller has an account in each. */
export async function storeNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; name: string }>('SELECT id, name FROM store_names($1)', [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const TOKEN_EXPIRY = 'SELECT token_default_expiry_days AS days FROM store WHERE id = $1';

/** How long tokens live that were minted without saying so. */
export async function tokenExpiryDays(db: Queryable, storeId: string): Promise<number> {
  const [found] = await db.query<{ days: number }>(TOKEN_EXPIRY, [storeId]);
  return (found as { days: number }).days;
}

const PAGE = 500;

/** Every store, by its id. @param from the id of one behind which the list begins */
export async function* listStores(system: Queryable, from = ''): AsyncIterable<string> {
  for (let after = from; ; ) {
    const rows = await system.query<{ id: string }>('SELECT id FROM list_stores($1, $2) AS id', [after, PAGE]);
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = last.id;
  }
}

/** Locks a store and reads its name. */
export async function lockName(tx: Transaction, storeId: string): Promise<string> {
  const [found] = await tx.query<{ name: string }>('SELECT name FROM store WHERE id = $1 FOR UPDATE', [storeId]);
  return (found as { name: string }).name;
}

export function saveName(tx: Transaction, storeId: string, name: string): void {
  tx.send('UPDATE store SET name = $2 WHERE id = $1', [storeId, name]);
}

/** Locks a store, and reads whether it requires a second step of its owners. */
export async function lockFactorRule(tx: Transaction, storeId: string): Promise<boolean> {
  const [found] = await tx.query<{ required: boolean }>(
    'SELECT second_factor_required AS required FROM store WHERE id = $1 FOR UPDATE',
    [storeId],
  );
  return (found as { required: boolean }).required;
}

export function saveFactorRule(tx: Transaction, storeId: string, required: boolean): void {
  tx.send('UPDATE store SET second_factor_required = $2 WHERE id = $1', [storeId, required]);
}

export interface StoreSettings {
  readonly name: string;
  readonly tokenDefaultExpiryDays: number;
}

const LOCK_SETTINGS = `
  SELECT name, token_default_expiry_days AS "tokenDefaultExpiryDays" FROM store WHERE id = $1 FOR UPDATE`;

/** The settings of the store, locked. */
export async function lockSettings(tx: Transaction, storeId: string): Promise<StoreSettings> {
  const [found] = await tx.query<StoreSettings>(LOCK_SETTINGS, [storeId]);
  return found as StoreSettings;
}

export function saveSettings(tx: Transaction, storeId: string, { name, tokenDefaultExpiryDays }: StoreSettings): void {
  tx.send('UPDATE store SET name = $2, token_default_expiry_days = $3 WHERE id = $1', [
    storeId,
    name,
    tokenDefaultExpiryDays,
  ]);
}

/** The storefront generation that the store is pinned to, locked. */
export async function lockPin(tx: Transaction, storeId: string): Promise<number> {
  const [found] = await tx.query<{ pinned: number }>(
    'SELECT storefront_generation AS pinned FROM store WHERE id = $1 FOR UPDATE',
    [storeId],
  );
  return (found as { pinned: number }).pinned;
}

/** The storefront generation that the store is pinned to. */
export async function findPin(db: Queryable, storeId: string): Promise<number> {
  const [row] = await db.query<{ readonly pinned: number }>(
    'SELECT storefront_generation AS pinned FROM store WHERE id = $1',
    [storeId],
  );
  return (row as { readonly pinned: number }).pinned;
}

/** Pins the store to a storefront generation. */
export async function pin(tx: Transaction, storeId: string, generation: number): Promise<void> {
  await tx.query('UPDATE store SET storefront_generation = $2 WHERE id = $1', [storeId, generation]);
}
