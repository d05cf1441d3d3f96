import type { Transaction } from '../../kernel/database/queryable';
import { insertFrom, insertInto } from '../../kernel/table/table-store';
import type { CodeCounts } from '../product/view';
import { code, type codeStatuses, pool, type SealedCode } from './table';

const COUNTS = pool.selectAnswer('digital_pool');

const OPEN = `
  ${insertInto(pool)}
  ON CONFLICT (store_id, product_id) DO UPDATE SET available = digital_pool.available
  RETURNING ${COUNTS}`;

/** The pool of a product, opened when there is none yet, and locked. */
export async function openPool(tx: Transaction, storeId: string, productId: string): Promise<CodeCounts> {
  const [counts] = await tx.query<CodeCounts>(OPEN, [storeId, productId]);
  return counts as CodeCounts;
}

const ADD = `
  WITH added AS (
    ${insertFrom(code, 'unnest($3::text[], $4::bytea[], $5::bytea[]) AS row(id, sealed, fingerprint)', 'row', {
      moment: '$6',
      instead: { productId: '$2' },
    })}
    ON CONFLICT (store_id, product_id, fingerprint) DO NOTHING
    RETURNING 1
  )
  UPDATE digital_pool SET available = available + (SELECT count(*) FROM added) WHERE store_id = $1 AND product_id = $2
  RETURNING ${COUNTS}, (
    SELECT coalesce(json_agg(json_build_object('place', place - 1, 'status', status)), '[]')
    FROM unnest($5::bytea[]) WITH ORDINALITY AS row(fingerprint, place)
    JOIN digital_code known ON known.store_id = $1 AND known.product_id = $2 AND known.fingerprint = row.fingerprint
  ) AS known`;

/** A code that the pool has had before. */
export interface KnownCode {
  /** Among the codes that were to be added. */
  readonly place: number;
  readonly status: (typeof codeStatuses)[number];
}

/** Adds the codes that the locked pool does not hold yet. @returns the counts afterwards, and the codes that it did hold */
export async function addCodes(
  tx: Transaction,
  storeId: string,
  productId: string,
  codes: readonly SealedCode[],
  now: Date,
): Promise<{ readonly counts: CodeCounts; readonly known: readonly KnownCode[] }> {
  const [row] = await tx.query<CodeCounts & { known: KnownCode[] }>(ADD, [
    storeId,
    productId,
    codes.map(({ id }) => id),
    codes.map(({ sealed }) => sealed),
    codes.map(({ fingerprint }) => fingerprint),
    now,
  ]);
  const { known, ...counts } = row as CodeCounts & { known: KnownCode[] };
  return { counts, known };
}

const VOID = `
  WITH voided AS (
    UPDATE digital_code SET status = 'voided', voided_at = $4
    WHERE store_id = $1 AND id IN (
      SELECT id FROM digital_code WHERE store_id = $1 AND product_id = $2 AND status = 'available' ORDER BY id LIMIT $3)
    RETURNING 1
  ), tally AS (SELECT count(*)::int AS n FROM voided)
  UPDATE digital_pool SET available = available - n, voided = voided + n FROM tally WHERE store_id = $1 AND product_id = $2
  RETURNING ${COUNTS}`;

/** Voids unused codes of the locked pool, oldest first; there may be fewer than `count`. @returns the counts afterwards */
export async function voidCodes(
  tx: Transaction,
  storeId: string,
  productId: string,
  count: number,
  now: Date,
): Promise<CodeCounts> {
  const [counts] = await tx.query<CodeCounts>(VOID, [storeId, productId, count, now]);
  return counts as CodeCounts;
}
