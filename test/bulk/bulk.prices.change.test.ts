import { CALLS_MAX } from '../../src/bulk/limits';
import { type Agents, worldWithAgents } from '../proposal/agents';

describe('bulk.prices.change', () => {
  let shop: Agents;
  beforeEach(async () => {
    shop = await worldWithAgents();
  });
  afterEach(() => shop.close());

  const change = (body: Readonly<Record<string, unknown>>) => shop.world.read('bulk.prices.change', { body });
  /** The owner waits until a worker has recorded all of it. */
  const recorded = async (body: Readonly<Record<string, unknown>>) => {
    const { proposalId } = await change(body);
    return shop.until(proposalId, 'submitted');
  };
  const pricesOf = (item: { preview: { changes: readonly { field: string; before: unknown; after: unknown }[] } }) =>
    item.preview.changes.flatMap(({ field, before, after }) => (field === 'price' ? [[before, after]] : []));

  test('raises products and variants by percent in one proposal, and everything is taken back', async () => {
    await shop.startWorker();
    const { id: pot } = await shop.product('Cezve', { price: 12_990 });
    const { id: cup, variants } = await shop.product('Fincan', {
      price: 5_000,
      variants: [{ title: 'Küçük' }, { title: 'Büyük', price: 7_777 }],
    });
    const proposal = await recorded({ ids: [pot, cup], percent: 5, ending: 'ninety', note: 'Yeni yıl' });
    expect(proposal).toMatchObject({
      note: 'Yeni yıl',
      token: { id: shop.world.owner.id, kind: 'owner', usable: true },
      items: { total: 3, pending: 3 },
    });
    expect(proposal.list.map(pricesOf)).toEqual([[[12_990, 13_590]], [[5_000, 5_290]], [[7_777, 8_190]]]);
    expect(await shop.read(pot)).toMatchObject({ price: 12_990 });

    await shop.approve(proposal.id);
    const applied = await shop.until(proposal.id, 'applied', 'paused');
    expect(applied).toMatchObject({ state: 'applied', items: { applied: 3 } });
    expect(await shop.read(pot)).toMatchObject({ price: 13_590 });
    expect((await shop.read(cup)).variants).toMatchObject([{ price: null }, { id: variants[1].id, price: 8_190 }]);

    const rows = await shop.world.read('audit.list', { query: { command: 'catalog.price.set' } });
    expect(rows.items).toHaveLength(3);
    expect(rows.items[0]).toMatchObject({
      actor: { kind: 'owner', id: shop.world.owner.id },
      cause: { proposalId: proposal.id },
    });
    for (const { inverse } of rows.items) {
      const { expectedRev, ...payload } = inverse.payload;
      await shop.world.done(inverse.command, payload);
    }
    expect(await shop.read(pot)).toMatchObject({ price: 12_990 });
    expect((await shop.read(cup)).variants).toMatchObject([{ price: null }, { price: 7_777 }]);
  });

  test('works prices out from a field of costs, and leaves out with its reason what has none', async () => {
    await shop.startWorker();
    const { world } = shop;
    for (const target of ['product', 'variant'])
      await world.done('metafield.definition.create', { target, key: 'maliyet', type: 'money', label: 'Maliyet' });
    const cost = (ownerId: string, value: number) => world.done('metafield.set', { ownerId, key: 'maliyet', value });
    const plain = await shop.product('Cezve', { price: 9_990 });
    const bare = await shop.product('Tepsi', { price: 5_000 });
    const shared = await shop.product('Fincan', {
      price: 4_000,
      variants: [{ title: 'Küçük' }, { title: 'Büyük', price: 7_000 }],
    });
    const own = await shop.product('Gömlek', {
      price: 8_000,
      variants: [{ title: 'M' }, { title: 'L', price: 9_000 }],
    });
    await cost(plain.id, 10_000);
    await cost(shared.id, 2_000);
    for (const [nth, value] of [3_000, 4_000].entries()) await cost(own.variants[nth].id, value);
    const ids = [plain.id, bare.id, shared.id, own.id];
    const proposal = await recorded({ ids, percent: 50, ending: 'ninety', costKey: 'maliyet' });
    expect(proposal).toMatchObject({ items: { total: 6, pending: 5, skipped: 1 } });
    expect(proposal.list[1]).toMatchObject({
      state: 'skipped',
      payload: { targetId: bare.id },
      problem: { code: 'invalid_state', detail: 'It has no cost in that field.' },
    });
    await shop.approve(proposal.id);
    expect(await shop.until(proposal.id, 'applied', 'paused')).toMatchObject({
      state: 'applied',
      items: { applied: 5 },
    });
    const priceOf = async ({ id }: { id: string }) => {
      const { price, variants } = await shop.read(id);
      return [price, ...variants.map((variant: { price: number | null }) => variant.price)];
    };
    expect(await priceOf(plain)).toEqual([14_990]);
    expect(await priceOf(bare)).toEqual([5_000]);
    // A variant without a cost of its own costs what its product does, and keeps the price of it where it has none.
    expect(await priceOf(shared)).toEqual([2_990, null, 2_990]);
    expect(await priceOf(own)).toEqual([8_000, 4_490, 5_990]);
  });

  test('a field of another type, or that nobody has made, is no cost of anything', async () => {
    await shop.startWorker();
    const { world } = shop;
    await world.done('metafield.definition.create', {
      target: 'product',
      key: 'agirlik',
      type: 'integer',
      label: 'Ağırlık',
    });
    const { id } = await shop.product('Cezve', { price: 9_990 });
    await world.done('metafield.set', { ownerId: id, key: 'agirlik', value: 500 });
    for (const costKey of ['agirlik', 'yok']) {
      const proposal = await recorded({ ids: [id], amount: 100, costKey });
      expect(proposal.list).toMatchObject([{ state: 'skipped', problem: { code: 'invalid_state' } }]);
    }
    const unnamed = change({ ids: [id], amount: 100, costKey: 'Kötü Ad' });
    await expect(unnamed).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('refuses more calls than an act may have, before anything is recorded', async () => {
    const prices = 100;
    const variants = Array.from({ length: prices - 1 }, (_, nth) => ({ title: `Boy ${nth}`, price: 1_000 + nth }));
    const ids: string[] = [];
    while (ids.length * prices <= CALLS_MAX) ids.push((await shop.product(`Perde ${ids.length}`, { variants })).id);
    expect(await change({ ids, percent: 5 })).toMatchObject({ status: 422, code: 'limit_exceeded' });
    expect((await shop.world.read('proposals.list', {})).items).toEqual([]);
    expect(await change({ ids: ids.slice(1), percent: 5 })).toMatchObject({ things: ids.length - 1 });
  });

  test('refuses terms that say nothing, or two things', async () => {
    const { id } = await shop.product();
    for (const terms of [{}, { percent: 5, amount: 100 }])
      expect(await change({ ids: [id], ...terms })).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});
