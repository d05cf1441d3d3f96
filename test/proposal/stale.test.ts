import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('whether what the owner saw is what an item would do', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  const product = (more: object = {}): Promise<{ id: string }> =>
    agents.world.done('catalog.product.create', { title: 'Cezve', price: 12_990, stock: 5, ...more });
  const collection = (): Promise<{ id: string }> => agents.world.done('catalog.collection.create', { title: 'Yaz' });
  const variant = (title: string, sku: string) => ({ title, sku, price: null, stock: 1 });

  /** Proposes a change, lets the shop move on, and applies it. @returns the proposal and what the item promised */
  async function applied(command: string, payload: object, meanwhile: () => Promise<unknown>) {
    const as = await mintAgent(agents.world);
    const { proposalId, preview } = await agents.propose(command, payload, as);
    await agents.submit(proposalId, as);
    await meanwhile();
    await agents.approve(proposalId);
    return { preview, ...(await agents.until(proposalId, 'applied', 'paused')) };
  }
  const done = (command: string, payload: object) => agents.world.done(command, payload);

  test('what else its answer shows may move', async () => {
    const { id } = await product({ variants: [variant('Küçük', 'A'), variant('Büyük', 'B')] });
    const shelf = await collection();
    const { variants } = await agents.world.read('catalog.products.get', { params: { prd: id } });
    const renamed = variants.map((each: { id: string; sku: string }) => ({
      id: each.id,
      sku: each.sku,
      title: each.sku,
    }));
    const moved: [string, object, string, object][] = [
      [
        'catalog.price.set',
        { targetId: id, price: 14_990 },
        'catalog.product.update',
        { productId: id, handle: 'bakir' },
      ],
      [
        'catalog.product.update',
        { productId: id, vatRate: 10 },
        'catalog.product.setVariants',
        { productId: id, variants: renamed },
      ],
      [
        'catalog.collection.update',
        { collectionId: shelf.id, title: 'Kış' },
        'catalog.collection.setProducts',
        { collectionId: shelf.id, productIds: [id] },
      ],
    ];
    for (const [command, payload, other, change] of moved) {
      const { state, pause, preview } = await applied(command, payload, () => done(other, change));
      expect([command, state, pause]).toEqual([command, 'applied', null]);
      expect(preview.changes).toHaveLength(1);
    }
  });

  test('what it changes may not, nor what it starts', async () => {
    const { id } = await product();
    const { pause } = await applied('catalog.product.update', { productId: id, title: 'Fincan' }, () =>
      done('catalog.product.update', { productId: id, title: 'Güğüm' }),
    );
    expect(pause).toMatchObject({
      reason: 'stale',
      message: expect.stringContaining('title is Güğüm now, Cezve when'),
    });
    const shelf = await collection();
    const [one, two] = [await product(), await product()];
    const put = (...productIds: string[]) => ({ collectionId: shelf.id, productIds });
    const filled = await applied('catalog.collection.setProducts', put(one.id), () =>
      done('catalog.collection.setProducts', put(two.id)),
    );
    expect(filled.pause).toMatchObject({ reason: 'stale' });
  });

  test.each([1, 2] as const)(
    'an item hashed in the earlier manner %s is judged as it was recorded',
    async (hashManner) => {
      const { world, propose } = agents;
      const ids = [(await product()).id, (await product()).id];
      const recorded = await Promise.all(
        ids.map(async (targetId) => {
          const as = await mintAgent(world);
          const payload = { targetId, price: 14_990 };
          const { proposalId, itemId, preview } = await propose('catalog.price.set', payload, as);
          const mutation = world.platform.services.capabilities.command('catalog.price.set');
          if (!mutation) throw new Error('there is no catalog.price.set');
          const call = { principal: as, mutation, payload, hashManner };
          const hash = await world.bus.inTransaction(world.storeId, async (tx) => {
            const rehearsal = await world.bus.rehearse(tx, call, new Date());
            return { keep: false, value: rehearsal.preview.hash };
          });
          expect(hash).not.toBe(preview.hash);
          return { as, proposalId, itemId, hash };
        }),
      );
      for (const { as, proposalId, itemId, hash } of recorded) {
        const set = `preview = jsonb_set(preview::jsonb, '{hash}', '"${hash}"'), hash_manner = ${hashManner}`;
        await world.sql(`UPDATE proposal_item SET ${set} WHERE id = '${itemId}'`);
        await agents.submit(proposalId, as);
      }
      await done('catalog.price.set', { targetId: ids[1], price: 13_990 });
      const ended = [];
      for (const { proposalId } of recorded) {
        await agents.approve(proposalId);
        ended.push(await agents.until(proposalId, 'applied', 'paused'));
      }
      expect(ended.map(({ state, pause }) => [state, pause?.reason])).toEqual([
        ['applied', undefined],
        ['paused', 'stale'],
      ]);
      const [held] = ended[1].list;
      const body = { accept: [{ itemId: held.id, hash: held.currentPreview.hash }] };
      expect(await agents.route('proposals.resume', ended[1].id, body)).toMatchObject({ status: 200 });
      expect(await agents.until(ended[1].id, 'applied', 'paused')).toMatchObject({ state: 'applied' });
    },
  );
});
