import type { Queryable, Transaction } from '../kernel/database/queryable';
import type { Row } from '../kernel/table/table';
import { insertsInto } from '../kernel/table/table-store';
import { type FoundRow, openRowsOf, type Page } from '../kernel/work/work-store';
import type { BulkRecordingInput } from './contract';
import { recording } from './table';

export type RecordingRow = Row<typeof recording>;

export const { insert: insertRecording } = insertsInto(recording);

const FIND = `SELECT ${recording.select('b')} FROM bulk_recording b WHERE b.store_id = $1 AND b.id = $2`;

/** @returns undefined when all calls are recorded, or the proposal was withdrawn */
export async function findRecording(
  db: Queryable,
  storeId: string,
  proposalId: string,
): Promise<RecordingRow | undefined> {
  const [row] = await db.query<RecordingRow>(FIND, [storeId, proposalId]);
  return row;
}

const MOVE = 'UPDATE bulk_recording SET planned = $3 WHERE store_id = $1 AND id = $2';

/** Sends the number of things whose calls are recorded. */
export function moveRecording(tx: Transaction, storeId: string, proposalId: string, planned: number): void {
  tx.send(MOVE, [storeId, proposalId, planned]);
}

const END = 'DELETE FROM bulk_recording WHERE store_id = $1 AND id = $2';

/** Sends that nothing is left to be recorded. */
export function endRecording(tx: Transaction, storeId: string, proposalId: string): void {
  tx.send(END, [storeId, proposalId]);
}

/** Open ones of all stores. */
export const findOpenRecordings = (maintenance: Queryable, page: Page): Promise<FoundRow<BulkRecordingInput>[]> =>
  maintenance.query(openRowsOf('bulk_recording'), page);
