import { connectedMarketplace, type Marketplace } from './marketplace';

const extension = 'trendyol';

describe('channel.sync.now', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 5 });
  });
  afterAll(() => shop?.close());

  /** A listing whose price waits for a person. */
  async function held(price: number): Promise<string> {
    const { id: productId } = await shop.world.done('catalog.product.create', { title: 'Cezve', price });
    const { listings } = await shop.world.done('channel.listing.set', { extension, items: [{ productId }] });
    const [{ id }] = listings;
    await shop.world.sql(
      `INSERT INTO channel_offer (store_id, listing_id, extension, told_price, held_price)
       VALUES ('${shop.world.storeId}', '${id}', '${extension}', ${4 * price}, ${price})`,
    );
    return id;
  }
  const input = async (payload: object) => {
    const input = { as: shop.world.developer, params: { ext: extension }, body: payload, dryRun: true };
    const { preview } = await shop.world.read('channel.sync.now', input);
    const told = preview.changes as { field: string; after: unknown }[];
    return Object.fromEntries(told.map(({ field, after }) => [field, after]));
  };

  test('shows the prices that it confirms before anybody approves it', async () => {
    const [one, other] = [await held(2_500), await held(900)];
    const expected = [
      { listingId: one, price: 2_500 },
      { listingId: other, price: 900 },
    ];
    expect(await input({ task: 'price', listings: [one, other] })).toMatchObject({
      confirms: true,
      confirmedPrices: expect.arrayContaining(expected),
    });
    expect(await input({ task: 'price' })).toMatchObject({ confirms: false });
    expect(await input({ task: 'price' })).not.toHaveProperty('confirmedPrices');
    expect(await input({ task: 'stock', listings: [one] })).not.toHaveProperty('confirmedPrices');
  });
});
