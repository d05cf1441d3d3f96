import { channelsToPush } from '../../../src/channel/push/watch-store';
import { type OrdersThere, ordersThere } from '../orders-there';

describe('the watch over changes', () => {
  let shop: OrdersThere;
  beforeAll(async () => {
    shop = await ordersThere();
    const items = [{ productId: shop.productId }];
    await shop.world.done('channel.listing.set', { extension: 'trendyol', items });
    // Nothing but its listing has changed of late.
    await shop.world.sql(`UPDATE catalog_product SET updated_at = now() - interval '1 hour'`);
    await shop.world.sql(`UPDATE stock_movement SET seq = 1`);
  });
  afterAll(() => shop.close());

  /** A listing that was changed so many seconds before the last look, which was so many seconds ago. */
  const isToPush = async (changedBefore: number, lookedAgo: number): Promise<boolean> => {
    const { world } = shop;
    await world.sql('DELETE FROM channel_watch');
    await world.sql(
      `INSERT INTO channel_watch (store_id, extension, seq, seen_at)
       VALUES ('${world.storeId}', 'trendyol', 1, now() - interval '${lookedAgo} s')`,
    );
    await world.sql(`UPDATE channel_listing SET updated_at = now() - interval '${changedBefore + lookedAgo} s'`);
    const found = await channelsToPush(world.database.system);
    return found.some(({ storeId }) => storeId === world.storeId);
  };

  it('sees a change that its command committed behind the last look, once', async () => {
    expect(await isToPush(-1, 2)).toBe(true);
    expect(await isToPush(1, 2)).toBe(false);
    expect(await isToPush(1, 10)).toBe(true);
    expect(await isToPush(8, 10)).toBe(false);
  });
});
