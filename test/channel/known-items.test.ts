import { findTargets, knownItems } from '../../src/channel/listing/store';
import type { Queryable } from '../../src/kernel/database/queryable';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace } from './marketplace';

const TABLES = ['catalog_barcode', 'catalog_product', 'catalog_variant', 'channel_listing'];

/** Rows of these tables that the running transaction has read. */
async function rowsRead(db: Queryable): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int AS n
     FROM pg_stat_xact_user_tables WHERE relname = ANY($1)`,
    [TABLES],
  );
  return row?.n ?? 0;
}

/** The tables of a test have no statistics, as those of a new installation have none: every index looks alike to the planner. */
describe('what an import knows its products by', () => {
  test('is read once for all products of a page, not once for each, whatever Postgres believes of the store', async () => {
    const shop = await connectedMarketplace({ products: 200 });
    const worker = await startTestWorker(shop.world);
    try {
      await shop.ended(await shop.pull());
      const { database, storeId } = shop.world;
      const page = await database
        .reader(storeId)
        .query<{ barcode: string; variant: string; product: string; productId: string; variantId: string | null }>(
          `SELECT b.barcode, l.remote_variant_id AS variant, l.remote_product_id AS product,
             l.product_id AS "productId", l.variant_id AS "variantId"
           FROM channel_listing l JOIN catalog_barcode b
             ON b.product_id = l.product_id AND b.variant_id IS NOT DISTINCT FROM l.variant_id`,
        );
      const [rows] = await database
        .reader(storeId)
        .query<{ n: number }>(
          `SELECT (${TABLES.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')})::int AS n`,
        );
      const whole = rows?.n ?? 0;
      expect(page.length).toBeGreaterThan(200);
      await database.transaction(storeId, async (tx) => {
        const marks = {
          barcodes: page.map(({ barcode }) => barcode),
          remoteVariantIds: page.map(({ variant }) => variant),
          remoteProductIds: [...new Set(page.map(({ product }) => product))],
        };
        const before = await rowsRead(tx);
        const known = await knownItems(tx, storeId, 'trendyol', marks);
        const between = await rowsRead(tx);
        const targets = await findTargets(tx, storeId, 'trendyol', page);
        const after = await rowsRead(tx);
        // Each is found by its barcode, by its variant and by its product.
        expect(known).toHaveLength(3 * page.length);
        expect(targets.map(({ listing }) => listing?.productId)).toEqual(page.map(({ productId }) => productId));
        // Listings are read three times, for they are known by three things.
        expect(between - before).toBeLessThanOrEqual(3 * whole);
        expect(after - between).toBeLessThanOrEqual(2 * whole);
        return { keep: false, value: undefined };
      });
    } finally {
      await worker.stop();
      await shop.close();
    }
  });
});
