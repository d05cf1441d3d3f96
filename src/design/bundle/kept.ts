import type { Queryable } from '../../kernel/database/queryable';
import { findBody } from '../../store/design/store';
import type { Bundle } from './bundle';

/** Reads a kept body of a design. @param hash null: of none @returns null where the store has none of that hash */
export async function findBundle(db: Queryable, storeId: string, hash: string | null): Promise<Bundle | null> {
  const text = hash === null ? undefined : await findBody(db, storeId, hash);
  return text === undefined ? null : (JSON.parse(text) as Bundle);
}
