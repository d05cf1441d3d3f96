import { orderOf } from '../order/session';
import { type Agents, worldWithAgents } from '../proposal/agents';

let shop: Agents;
beforeAll(async () => {
  shop = await worldWithAgents();
  await shop.startWorker();
});
afterAll(() => shop.close());

/** Asks for an act, and approves all of it. @returns the applied proposal */
async function applied(act: string, body: Readonly<Record<string, unknown>>) {
  const { proposalId } = await shop.world.read(act, { body });
  await shop.until(proposalId, 'submitted');
  await shop.approve(proposalId);
  return shop.until(proposalId, 'applied', 'paused');
}

describe('bulk.products.archive', () => {
  test('archives products, and leaves out one that is archived', async () => {
    const [first, second] = [await shop.product('Cezve'), await shop.product('Fincan')];
    await shop.world.done('catalog.product.archive', { productId: second.id });
    expect(await applied('bulk.products.archive', { ids: [first.id, second.id] })).toMatchObject({
      state: 'applied',
      items: { applied: 1, skipped: 1 },
    });
    expect(await shop.read(first.id)).toMatchObject({ status: 'archived' });
  });
});

describe('bulk.products.categorize', () => {
  test('puts products into a category, and into none', async () => {
    const { id: categoryId } = await shop.world.done('catalog.category.create', { name: 'Bakır' });
    const ids = [(await shop.product('Tepsi')).id, (await shop.product('Tas')).id];
    await applied('bulk.products.categorize', { ids, categoryId });
    for (const id of ids) expect(await shop.read(id)).toMatchObject({ categoryId });
    await applied('bulk.products.categorize', { ids, categoryId: null });
    for (const id of ids) expect(await shop.read(id)).toMatchObject({ categoryId: null });
  });
});

describe('bulk.products.tag', () => {
  test('puts tags on and takes tags off, and asks nothing of a product that has them already', async () => {
    const [first, second] = [await shop.product('Sini', { tags: ['bakır', 'eski'] }), await shop.product('Maşrapa')];
    const ids = [first.id, second.id];
    const both = await applied('bulk.products.tag', { ids, add: ['el yapımı'], remove: ['eski'] });
    expect(both).toMatchObject({ state: 'applied', items: { total: 2, applied: 2 } });
    expect((await shop.read(first.id)).tags).toEqual(['bakır', 'el yapımı']);
    expect((await shop.read(second.id)).tags).toEqual(['el yapımı']);
    const one = await applied('bulk.products.tag', { ids, add: ['bakır'] });
    expect(one).toMatchObject({ items: { total: 1, applied: 1 } });
    const refused = async (terms: object) =>
      (await shop.world.read('bulk.products.tag', { body: { ids, ...terms } })).code;
    expect([
      await refused({}),
      await refused({ add: ['a'], remove: ['a'] }),
      await refused({ add: ['bakır'] }),
    ]).toEqual(['invalid_request', 'invalid_request', 'invalid_state']);
  });
});

describe('bulk.collections.fill', () => {
  const membersOf = async (col: string) =>
    (await shop.world.read('catalog.collections.get', { params: { col } })).productIds;

  test('puts products behind the present ones, leaves out archived ones, and takes them out again', async () => {
    const [one, two, gone] = [await shop.product('Kupa'), await shop.product('Kase'), await shop.product('Eski')];
    await shop.world.done('catalog.product.archive', { productId: gone.id });
    const { id } = await shop.world.done('catalog.collection.create', { title: 'Sofra' });
    await shop.world.done('catalog.collection.setProducts', { collectionId: id, productIds: [two.id] });
    const productIds = [one.id, two.id, gone.id];
    await applied('bulk.collections.fill', { ids: [id], productIds, change: 'add' });
    expect(await membersOf(id)).toEqual([two.id, one.id]);
    await applied('bulk.collections.fill', { ids: [id], productIds: [two.id], change: 'remove' });
    expect(await membersOf(id)).toEqual([one.id]);
  });

  test('a collection that somebody changed meanwhile keeps that change', async () => {
    const [one, two] = [await shop.product('Sahan'), await shop.product('Kevgir')];
    const { id } = await shop.world.done('catalog.collection.create', { title: 'Mutfak' });
    const body = { ids: [id], productIds: [one.id], change: 'add' };
    const { proposalId } = await shop.world.read('bulk.collections.fill', { body });
    await shop.until(proposalId, 'submitted');
    await shop.world.done('catalog.collection.setProducts', { collectionId: id, productIds: [two.id] });
    await shop.approve(proposalId).catch(() => {});
    await shop.until(proposalId, 'applied', 'paused', 'submitted');
    expect(await membersOf(id)).toEqual([two.id]);
  });
});

describe('bulk.stock.change', () => {
  test('adds to products and variants, sets a count, and leaves out one that is not counted', async () => {
    const pot = await shop.product('Cezve', { stock: 5 });
    const cup = await shop.product('Fincan', {
      variants: [
        { title: 'Ak', stock: 1 },
        { title: 'Kara', stock: 2 },
      ],
    });
    const endless = await shop.product('Kurs', { stock: null });
    const stocks = async () => {
      const [alone, varied] = await Promise.all([pot.id, cup.id].map((id) => shop.read(id)));
      return [alone.stock, ...varied.variants.map(({ stock }: { stock: number }) => stock)];
    };
    const ids = [pot.id, cup.id, endless.id];
    const added = await applied('bulk.stock.change', { ids, delta: 10, reason: 'Sevkiyat' });
    expect(added).toMatchObject({ items: { applied: 3, skipped: 1 } });
    expect(added.list[3]).toMatchObject({ state: 'skipped', problem: { code: 'stock_untracked' } });
    expect(await stocks()).toEqual([15, 11, 12]);
    expect(await applied('bulk.stock.change', { ids: [pot.id, cup.id], stock: 7 })).toMatchObject({
      items: { applied: 3 },
    });
    expect(await stocks()).toEqual([7, 7, 7]);
    const both = shop.world.read('bulk.stock.change', { body: { ids, stock: 1, delta: 1 } });
    expect(await both).toMatchObject({ status: 400, code: 'invalid_request' });

    // Pieces were added twice by one act; each is taken away once.
    const more = await applied('bulk.stock.change', { ids: [pot.id, cup.id], delta: 3 });
    const { proposalId } = await shop.world.read('bulk.changes.undo', { body: { ids: [more.id] } });
    await shop.until(proposalId, 'applied', 'paused');
    expect(await stocks()).toEqual([7, 7, 7]);
  });
});

describe('bulk.listings.change', () => {
  test('takes listings off sale and holds stock back, each at its marketplace', async () => {
    const { world } = shop;
    await world.done('extension.install', { extension: 'trendyol' });
    const pot = await shop.product('Cezve');
    const cup = await shop.product('Fincan', { variants: [{ title: 'Ak' }] });
    const [variant] = cup.variants;
    const { listings } = await world.done('channel.listing.set', {
      extension: 'trendyol',
      items: [
        { productId: pot.id, enabled: true },
        { productId: cup.id, variantId: variant.id, enabled: true },
      ],
    });
    const ids = listings.map(({ id }: { id: string }) => id);
    const { items } = await applied('bulk.listings.change', { ids, enabled: false, buffer: 4 });
    expect(items).toMatchObject({ applied: 2, skipped: 0 });
    const { items: listed } = await world.read('channel.listings.list', { params: { ext: 'trendyol' } });
    expect(listed.map((each: object) => each)).toMatchObject([1, 2].map(() => ({ enabled: false, buffer: 4 })));
    expect(await world.read('bulk.listings.change', { body: { ids } })).toMatchObject({ code: 'invalid_request' });
  });
});

describe('bulk.transfers.confirm', () => {
  test('makes orders paid whose transfers have arrived, and leaves out one that is to be paid at the door', async () => {
    const { id: productId } = await shop.product('Sini', { stock: 50 });
    const transfer = () => orderOf(shop.world, [{ productId }], { terms: { method: 'transfer' } });
    const [first, second] = [await transfer(), await transfer()];
    const atTheDoor = await orderOf(shop.world, [{ productId }], { terms: { method: 'cod' } });
    expect(await applied('bulk.transfers.confirm', { ids: [first.id, atTheDoor.id, second.id] })).toMatchObject({
      state: 'applied',
      items: { applied: 2, skipped: 1 },
    });
    for (const { id } of [first, second])
      expect(await shop.world.read('orders.get', { params: { ord: id } })).toMatchObject({ payment: 'paid' });
  });
});
