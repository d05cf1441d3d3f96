import type { Queryable } from '../../kernel/database/database';
import { insertsInto } from '../../kernel/table/table-store';
import { owner } from './table';

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
