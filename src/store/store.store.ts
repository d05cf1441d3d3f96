import type { Database } from '../kernel/database';

export interface NewStore {
  readonly id: string;
  readonly name: string;
  readonly owner: { readonly id: string; readonly email: string; readonly passwordHash: string };
}

/** Opens a store with its owner's account. Stores come from the setup wizard, not from a command: there is no store to audit in yet. */
export function insertStore(database: Database, { id, name, owner }: NewStore): Promise<void> {
  return database.transaction(id, async (tx) => {
    await tx.query('INSERT INTO store (id, name) VALUES ($1, $2)', [id, name]);
    await tx.query('INSERT INTO owner_account (id, store_id, email, password_hash) VALUES ($1, $2, $3, $4)', [
      owner.id,
      id,
      owner.email,
      owner.passwordHash,
    ]);
    return { keep: true, value: undefined };
  });
}

export async function storeExists(database: Database, storeId: string): Promise<boolean> {
  const found = await database.reader(storeId).query('SELECT 1 FROM store WHERE id = $1', [storeId]);
  return found.length > 0;
}
