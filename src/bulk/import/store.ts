import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { insertsInto } from '../../kernel/table/table-store';
import { IMPORTS_MAX } from './limits';
import { importRun } from './table';

export const { insert: insertImport } = insertsInto(importRun);

const FORGET = `
  DELETE FROM bulk_import WHERE store_id = $1 AND id IN (
    SELECT id FROM bulk_import WHERE store_id = $1 ORDER BY id DESC OFFSET ${IMPORTS_MAX - 1})`;

/** Sends that the oldest imports go, so that there is room for one more. What they have changed stays in the history. */
export function forgetOldImports(tx: Transaction, storeId: string): void {
  tx.send(FORGET, [storeId]);
}

interface ImportChanges {
  readonly id: string;
  readonly auditIds: readonly string[];
}

const LOCK = 'SELECT id, audit_ids AS "auditIds" FROM bulk_import WHERE store_id = $1 AND id = $2 FOR UPDATE';

/** @returns undefined where there is none, e.g. because newer ones have taken its place */
export async function lockImport(tx: Transaction, storeId: string, id: string): Promise<ImportChanges | undefined> {
  const [row] = await tx.query<ImportChanges>(LOCK, [storeId, id]);
  return row;
}

const EXTEND = 'UPDATE bulk_import SET audit_ids = $3 WHERE store_id = $1 AND id = $2';

/** Sends the changes of a locked import. */
export function saveImportChanges(tx: Transaction, storeId: string, id: string, auditIds: readonly string[]): void {
  tx.send(EXTEND, [storeId, id, auditIds]);
}

const FIND = 'SELECT id, audit_ids AS "auditIds" FROM bulk_import WHERE store_id = $1 AND id = ANY($2)';

/** Finds the changes of imports. */
export const importChanges = (db: Queryable, storeId: string, ids: readonly string[]): Promise<ImportChanges[]> =>
  db.query<ImportChanges>(FIND, [storeId, ids]);

const LIST = `
  SELECT ${importRun.selectAnswer('i')}, cardinality(i.audit_ids) AS changes FROM bulk_import i
  WHERE i.store_id = $1 AND i.audit_ids <> '{}' ORDER BY i.id DESC LIMIT ${IMPORTS_MAX}`;

interface ListedImport {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly changes: number;
}

/** Lists the imports of a store that have changed something, newest first: there are few of them. */
export const listImports = (db: Queryable, storeId: string): Promise<ListedImport[]> =>
  db.query<ListedImport>(LIST, [storeId]);
