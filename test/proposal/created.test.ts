import { eventually } from '../world/eventually';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('what only a proposal has', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  test('is called by the item that creates it where a later item stops for want of it', async () => {
    const { world, propose } = agents;
    const as = await mintAgent(world);
    const shelf = await world.done('catalog.collection.create', { title: 'Raf' });
    const standing = await agents.product('Cezve');
    const fincan = { title: 'Fincan', price: 5, barcode: '8690000000013' };
    const { proposalId, itemId, preview } = await propose('catalog.product.create', fincan, as);
    const productIds = [standing.id, preview.result.id];
    await propose('catalog.collection.setProducts', { collectionId: shelf.id, productIds }, as);
    await agents.submit(proposalId, as);
    await agents.product('Bardak', { barcode: fincan.barcode });
    await agents.approve(proposalId);
    expect(await agents.until(proposalId, 'paused')).toMatchObject({ pause: { seq: 1 } });
    await agents.route('proposals.resume', proposalId, { skip: [itemId] });
    const paused = await eventually(async () => {
      const found = await agents.get(proposalId);
      return found.pause?.seq === 2 ? found : undefined;
    });
    const why = 'item 1 (Fincan) is not a product of this store';
    expect(paused.pause.message).toBe(`paused at item 2 of 2: /productIds/1 ${why}`);
    expect(paused.list[1].problem).toMatchObject({
      code: 'product_unknown',
      detail: `/productIds/1 ${why}`,
      errors: [{ pointer: '/productIds/1', message: why }],
      created: [{ id: preview.result.id, item: 1, title: 'Fincan' }],
    });
  });

  test('is called so to its agent, too, where a call on top of it is refused', async () => {
    const as = await mintAgent(agents.world);
    const { preview } = await agents.propose('catalog.category.create', { name: 'Demlik' }, as);
    const { id: categoryId } = preview.result;
    await agents.propose('catalog.category.archive', { categoryId }, as);
    const { id: productId } = await agents.product('Tepsi');
    const refused = await agents.world.run('catalog.product.update', { productId, categoryId }, { as });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'category_unknown',
        detail: 'item 1 (Demlik) is not an active category.',
        created: [{ id: categoryId, item: 1, title: 'Demlik' }],
      },
    });
  });

  test('is not made of what the shop has: that keeps its identifier, and a refusal names no items', async () => {
    const as = await mintAgent(agents.world);
    const { id: categoryId } = await agents.world.done('catalog.category.create', { name: 'Eski' });
    await agents.world.done('catalog.category.archive', { categoryId });
    await agents.propose('catalog.category.create', { name: 'Yeni' }, as);
    const { id: productId } = await agents.product('Sini');
    const { body } = await agents.world.run('catalog.product.update', { productId, categoryId }, { as });
    expect(body).toMatchObject({ detail: `${categoryId} is not an active category.` });
    expect(body).not.toHaveProperty('created');
  });
});
