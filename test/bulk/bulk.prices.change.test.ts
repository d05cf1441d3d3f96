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
