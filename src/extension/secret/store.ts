import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { SecretBox } from '../../kernel/personal/secret-box';
import { type Row, sqlName } from '../../kernel/table/table';
import { insertInto } from '../../kernel/table/table-store';
import { type Secret, sealingContext } from './context';
import { secret } from './table';

/** When each secret was set, by its key; values are never read for people. */
type SetTimes = Map<string, string>;

type ListedRow = Pick<Row<typeof secret>, 'extension' | 'key' | 'setAt'>;

const ALL = `SELECT ${secret.selectListed('s')} FROM extension_secret s WHERE s.store_id = $1`;
const OF_ONE = `${ALL} AND s.extension = $2`;

/** Reads the times at which the secrets of an extension were set. */
export async function secretKeys(db: Queryable, storeId: string, extension: string): Promise<SetTimes> {
  const rows = await db.query<ListedRow>(OF_ONE, [storeId, extension]);
  return new Map(rows.map(({ key, setAt }) => [key, setAt]));
}

/** By extension, as {@link secretKeys} answers for one. */
export async function allSecretKeys(db: Queryable, storeId: string): Promise<Map<string, SetTimes>> {
  const byExtension = new Map<string, SetTimes>();
  for (const { extension, key, setAt } of await db.query<ListedRow>(ALL, [storeId])) {
    const keys = byExtension.get(extension) ?? new Map<string, string>();
    byExtension.set(extension, keys.set(key, setAt));
  }
  return byExtension;
}

const PUT = `${insertInto(secret)}
  ON CONFLICT (store_id, extension, key) DO UPDATE SET ${secret.assigned((name) => `EXCLUDED.${sqlName(name)}`)}`;

/** Sends a secret, in the place of the one that stood there. @param value as it was entered */
export function putSecret(
  tx: Transaction,
  box: SecretBox,
  storeId: string,
  { value, ...named }: Secret & { readonly value: string; readonly setAt: string },
): void {
  const sealed = box.seal(value, sealingContext(storeId, named));
  tx.send(PUT, [storeId, ...secret.values({ ...named, sealed })]);
}

const DELETE = 'DELETE FROM extension_secret WHERE store_id = $1 AND extension = $2 AND key = $3';

export function deleteSecret(tx: Transaction, storeId: string, { extension, key }: Secret): void {
  tx.send(DELETE, [storeId, extension, key]);
}

const OPEN = 'SELECT s.key, s.sealed FROM extension_secret s WHERE s.store_id = $1 AND s.extension = $2';

/** The opened secrets, for an adapter that is about to call its provider; they go no further than that. */
export async function openSecrets(
  db: Queryable,
  box: SecretBox,
  storeId: string,
  extension: string,
): Promise<Record<string, string>> {
  const rows = await db.query<Pick<Row<typeof secret>, 'key' | 'sealed'>>(OPEN, [storeId, extension]);
  return Object.fromEntries(
    rows.map(({ key, sealed }) => [key, box.open(sealed, sealingContext(storeId, { extension, key }))]),
  );
}
