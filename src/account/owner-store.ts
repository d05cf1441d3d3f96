import type { Queryable, Transaction } from '../kernel/database/database';

export interface OwnerAccount {
  readonly id: string;
  readonly storeId: string;
  readonly passwordHash: string;
}

/** Seen through a function that looks across stores: whoever logs in has not named one. @returns undefined when nobody has this e-mail */
export async function findOwner(system: Queryable, email: string): Promise<OwnerAccount | undefined> {
  const [owner] = await system.query<OwnerAccount>(
    'SELECT id, store_id AS "storeId", password_hash AS "passwordHash" FROM find_owner($1)',
    [email],
  );
  return owner;
}

export async function insertOwner(tx: Transaction, owner: OwnerAccount & { readonly email: string }): Promise<void> {
  await tx.query('INSERT INTO owner_account (id, store_id, email, password_hash) VALUES ($1, $2, $3, $4)', [
    owner.id,
    owner.storeId,
    owner.email,
    owner.passwordHash,
  ]);
}
