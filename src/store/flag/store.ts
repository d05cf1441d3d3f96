import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Row } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { type Flag, flag, uniqueFlag } from './table';

const ALL = `SELECT ${flag.select('f')} FROM store_flag f WHERE f.store_id = $1`;

/** Since when each flag is set, by its name. */
export async function setFlags(db: Queryable, storeId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<Row<typeof flag>>(ALL, [storeId]);
  return new Map(rows.map(({ flag: name, setAt }) => [name, setAt]));
}

const HOLD = `${ALL} AND f.flag = $2 FOR NO KEY UPDATE`;

/** @returns since when it is set */
export async function holdFlag(tx: Transaction, storeId: string, name: Flag): Promise<string | undefined> {
  uniqueFlag.touch(tx, 'reads', [name]);
  const [row] = await tx.query<Row<typeof flag>>(HOLD, [storeId, name]);
  return row?.setAt;
}

export const { insertNew: insertFlag } = insertsInto(flag);

const CLEAR = 'DELETE FROM store_flag WHERE store_id = $1 AND flag = $2';

export function clearFlag(tx: Transaction, storeId: string, name: Flag): void {
  uniqueFlag.touch(tx, 'writes', [name]);
  tx.send(CLEAR, [storeId, name]);
}
