import type { Queryable } from '../../kernel/database/queryable';
import type { PiecesOfItem } from '../line/demand-store';

const HELD = `
  SELECT coalesce(piece ->> 'variantId', piece ->> 'productId') AS id, sum((piece ->> 'quantity')::int)::int AS pieces
  FROM order_package k CROSS JOIN jsonb_array_elements(k.held) piece
  WHERE k.store_id = $1 AND k.held <> '[]'::jsonb AND piece ->> 'productId' = ANY ($2)
  GROUP BY 1`;

/** Reads the pieces of products that are held for packages before those are orders. */
export const heldOf = (db: Queryable, storeId: string, productIds: readonly string[]): Promise<PiecesOfItem[]> =>
  db.query<PiecesOfItem>(HELD, [storeId, productIds]);
