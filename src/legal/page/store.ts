import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { storeOf } from '../../kernel/table/aggregate-store';
import { insertsInto } from '../../kernel/table/table-store';
import type { LegalKind } from './kinds';
import { type LegalPageRow, legalPage, uniqueLegalPage } from './table';

export const { change: changeLegalPage } = storeOf(legalPage);
export const { insertNew: insertLegalPage } = insertsInto(legalPage);

const ALL = `SELECT ${legalPage.select('l')} FROM legal_page l WHERE l.store_id = $1`;

/** All texts that are confirmed: one of each kind at most. */
export const listLegalPages = (db: Queryable, storeId: string): Promise<LegalPageRow[]> =>
  db.query<LegalPageRow>(ALL, [storeId]);

/** @returns undefined where none of this kind is confirmed */
export async function findLegalPage(
  tx: Transaction,
  storeId: string,
  kind: LegalKind,
): Promise<LegalPageRow | undefined> {
  uniqueLegalPage.touch(tx, 'reads', [kind]);
  const [row] = await tx.query<LegalPageRow>(`${ALL} AND l.kind = $2 FOR NO KEY UPDATE`, [storeId, kind]);
  return row;
}

const REMOVE = 'DELETE FROM legal_page WHERE store_id = $1 AND kind = $2';

export function removeLegalPage(tx: Transaction, storeId: string, kind: LegalKind): void {
  uniqueLegalPage.touch(tx, 'writes', [kind]);
  tx.send(REMOVE, [storeId, kind]);
}
