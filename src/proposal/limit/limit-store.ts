import type { Transaction } from '../../kernel/database/queryable';

const FIND = `
  SELECT (limits ->> 'priceChangePercent')::float8 AS percent FROM access_token WHERE store_id = $1 AND id = $2`;

/** Reads the percent by which a token may move a price, also a revoked one; null: it has no limit, or it is no token. */
export async function priceLimitOf(tx: Transaction, storeId: string, tokenId: string): Promise<number | null> {
  const [row] = await tx.query<{ percent: number | null }>(FIND, [storeId, tokenId]);
  return row?.percent ?? null;
}
