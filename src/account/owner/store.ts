import type { Queryable, Transaction } from '../../kernel/database/database';
import { insertsInto } from '../../kernel/table/table-store';
import { type OwnerRow, owner } from './table';

export const { insert: insertOwner } = insertsInto(owner);

export interface OwnerAccount {
  readonly id: string;
  readonly storeId: string;
  readonly passwordHash: string;
}

/** Seen through a function that looks across stores: whoever logs in has not named one. @returns undefined when nobody has this e-mail */
export async function findOwner(system: Queryable, email: string): Promise<OwnerAccount | undefined> {
  const [found] = await system.query<OwnerAccount>(
    'SELECT id, store_id AS "storeId", password_hash AS "passwordHash" FROM find_owner($1)',
    [email],
  );
  return found;
}

/** Whether anybody may log in at all. */
export async function hasOwner(system: Queryable): Promise<boolean> {
  const [row] = await system.query<{ any: boolean }>('SELECT has_owner() AS any');
  return row?.any ?? false;
}

const LOCK = `SELECT ${owner.select()} FROM owner_account WHERE store_id = $1 AND id = $2 FOR UPDATE`;

/** The row, locked. */
export async function lockOwner(tx: Transaction, storeId: string, ownerId: string): Promise<OwnerRow | undefined> {
  const [row] = await tx.query<OwnerRow>(LOCK, [storeId, ownerId]);
  return row;
}

const SAVE_PASSWORD = `
  UPDATE owner_account SET password_hash = $3, password_set_at = $4 WHERE store_id = $1 AND id = $2`;

export function savePassword(
  tx: Transaction,
  storeId: string,
  ownerId: string,
  { passwordHash, at }: { readonly passwordHash: string; readonly at: Date },
): void {
  tx.send(SAVE_PASSWORD, [storeId, ownerId, passwordHash, at]);
}
