import { takeChanges } from '../../../src/channel/offer/due-store';
import { channelsToPush } from '../../../src/channel/push/watch-store';
import { unwatched } from '../../world/watch';
import { type OrdersThere, ordersThere } from '../orders-there';

describe('the watch over changes', () => {
  let shop: OrdersThere;
  beforeAll(async () => {
    shop = await ordersThere();
    const items = [{ productId: shop.productId }];
    await shop.world.done('channel.listing.set', { extension: 'trendyol', items });
    // Nothing but its listing has changed of late.
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

  describe('of products', () => {
    const wakes = async (change: () => Promise<unknown>): Promise<boolean> => {
      await isToPush(60, 20);
      await shop.world.sql('DELETE FROM channel_change; UPDATE stock_movement SET seq = 1');
      await change();
      const found = await channelsToPush(shop.world.database.system);
      return found.some(({ storeId }) => storeId === shop.world.storeId);
    };
    const update = (fields: object) => () =>
      shop.world.done('catalog.product.update', { productId: shop.productId, ...fields });

    it('wakes nothing for what no channel is told', async () => {
      expect(await wakes(update({ title: 'Cezve' }))).toBe(false);
      expect(await wakes(update({ tags: ['bakır'] }))).toBe(false);
      expect(await wakes(update({ description: 'Bakır.' }))).toBe(false);
    });

    it('wakes for a price, a barcode, and the end of its sale', async () => {
      const { world, productId } = shop;
      expect(await wakes(() => world.done('catalog.price.set', { targetId: productId, price: 9_900 }))).toBe(true);
      expect(await wakes(update({ barcode: '8690000000017' }))).toBe(true);
      expect(await wakes(() => world.done('catalog.product.archive', { productId }))).toBe(true);
    });

    it('wakes for nothing of a product that is listed nowhere', async () => {
      const { world } = shop;
      const { id } = await world.done('catalog.product.create', { title: 'Tepsi', price: 5_000, stock: null });
      expect(await wakes(() => world.done('catalog.price.set', { targetId: id, price: 4_900 }))).toBe(false);
    });

    it('loses no change that is committed while another one is taken', async () => {
      const { database, storeId, bus } = shop.world;
      const due = () =>
        shop.world.database.reader(storeId).query('SELECT FROM channel_offer WHERE due_at <= clock_timestamp()');
      const price = (to: number) =>
        `UPDATE catalog_product SET price = ${to} WHERE store_id = '${storeId}' AND id = '${shop.productId}'`;
      const take = () =>
        bus.inTransaction<void>(storeId, async (tx) => {
          await takeChanges(tx, storeId, 'trendyol');
          return { keep: true, value: undefined };
        });
      await take();
      await shop.world.sql(price(8_000));
      await database.transaction(storeId, async (tx) => {
        unwatched(tx);
        await tx.query(price(7_000));
        await take();
        return { keep: true, value: undefined };
      });
      await shop.world.sql('UPDATE channel_offer SET due_at = NULL');
      await take();
      expect(await due()).toHaveLength(1);
    });
  });
});
