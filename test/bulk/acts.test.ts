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
