import { bring } from '../../src/demo/seed';
import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { plain } from '../media/pictures';
import { holding, untilWaiting } from '../world/held';
import { patient } from '../world/patience';
import { said } from '../world/story';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('the review of a proposal', () => {
  let agents: Agents;
  let agent: Principal;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  beforeEach(async () => {
    agent = await mintAgent(agents.world);
  });
  afterAll(() => agents.close());

  const read = (prp: string, query: Record<string, unknown> = { fresh: true }, as = agents.world.owner) =>
    agents.world.read('proposals.get', { as, params: { prp }, query });
  const reviewOf = async (prp: string) => (await read(prp)).review;
  const propose = (command: string, payload: object) => agents.propose(command, payload, agent);
  const done = (command: string, payload: object) => agents.world.done(command, payload, { as: agents.world.owner });
  const approve = (proposalId: string, hash: string) => agents.route('proposals.apply', proposalId, { hash });

  test('says what would pause and why, what it would do instead, and runs nothing', async () => {
    const [{ id }, { id: other }] = [await agents.product(), await agents.product('Fincan')];
    const { proposalId, itemId } = await propose('catalog.price.set', { targetId: id, price: 14_990 });
    await propose('catalog.product.update', { productId: other, title: 'Kupa' });
    await propose('catalog.stock.set', { targetId: other, stock: 7 });
    await agents.submit(proposalId, agent);
    expect(await reviewOf(proposalId)).toMatchObject({
      wouldPause: 0,
      items: [1, 2, 3].map((seq) => ({ seq, outcome: 'applies', reason: null, why: null, preview: null })),
    });
    await done('catalog.price.set', { targetId: id, price: 13_990 });
    await done('catalog.product.archive', { productId: other });
    const review = await reviewOf(proposalId);
    expect(review).toMatchObject({
      wouldPause: 3,
      items: [
        {
          itemId,
          outcome: 'pauses',
          reason: 'stale',
          why: expect.stringContaining('139,90'),
          preview: { changes: expect.arrayContaining([expect.objectContaining({ before: 13_990, after: 14_990 })]) },
        },
        { outcome: 'pauses', reason: 'refused', preview: null, problem: { code: expect.any(String) } },
        { outcome: 'pauses', reason: 'refused' },
      ],
    });
    expect(await agents.read(id)).toMatchObject({ price: 13_990 });
    expect(await agents.get(proposalId)).toMatchObject({ state: 'submitted', review: null, items: { pending: 3 } });
  });

  test('is answered to all who ask at once, and the approval of what it shows gets through beside them', async () => {
    const { proposalId } = await propose('catalog.product.create', { title: 'Tepsi 0', price: 5_000 });
    for (let many = 1; many < 40; many += 1)
      await propose('catalog.product.create', { title: `Tepsi ${many}`, price: 5_000 });
    await agents.submit(proposalId, agent);
    const asked = await Promise.all(Array.from({ length: 20 }, () => reviewOf(proposalId)));
    const hashes = new Set(asked.map(({ hash }) => hash));
    expect(hashes.size).toBe(1);
    const [hash = ''] = hashes;
    const beside = Array.from({ length: 10 }, () => read(proposalId));
    const approvals = await Promise.all(Array.from({ length: 5 }, () => said(approve(proposalId, hash))));
    expect(approvals.toSorted()).toEqual(['200', ...Array(4).fill('409 invalid_state')]);
    await Promise.all(beside);
    await agents.until(proposalId, 'applied');
  });

  test('each item runs after those before it; what a skipped one would have made is missing', async () => {
    const { proposalId, itemId, preview } = await propose('catalog.product.create', { title: 'Sini', price: 5_000 });
    await propose('catalog.stock.set', { targetId: preview.result.id, stock: 3 });
    await agents.submit(proposalId, agent);
    const before = await reviewOf(proposalId);
    expect(before).toMatchObject({ wouldPause: 0, items: [{ outcome: 'applies' }, { outcome: 'applies' }] });
    await agents.world.done('proposal.item.skip', { proposalId, itemId }, { as: agents.world.owner });
    expect(await reviewOf(proposalId)).toMatchObject({
      wouldPause: 1,
      items: [{ seq: 2, outcome: 'pauses', reason: 'refused', buildsOn: [1] }],
      summary: { total: 2, waiting: 1, skipped: 1 },
    });
    // Approved is what was shown, and that was with the first item.
    expect(await said(approve(proposalId, before.hash))).toBe('409 preview_changed');
  });

  test('its hash is approved as long as the shop stands as it was shown', async () => {
    const { id } = await agents.product();
    const { proposalId } = await propose('catalog.price.set', { targetId: id, price: 14_990 });
    await agents.submit(proposalId, agent);
    const { hash } = await reviewOf(proposalId);
    await done('catalog.price.set', { targetId: id, price: 13_990 });
    expect(await approve(proposalId, hash)).toMatchObject({
      status: 409,
      body: { code: 'preview_changed', detail: expect.stringContaining('open it again') },
    });
    expect((await agents.get(proposalId)).state).toBe('submitted');
    await done('catalog.price.set', { targetId: id, price: 12_990 });
    const again = await reviewOf(proposalId);
    expect(again).toMatchObject({ hash, wouldPause: 0 });
    expect(await said(approve(proposalId, hash))).toBe('200');
    expect(await agents.until(proposalId, 'applied', 'paused')).toMatchObject({ state: 'applied' });
    expect(await reviewOf(proposalId)).toBeNull();
  });

  test('is for the owner to ask', async () => {
    const { proposalId } = await propose('catalog.product.create', { title: 'Tepsi', price: 100 });
    for (const as of [agent, agents.world.developer])
      expect(await said(read(proposalId, { fresh: true }, as))).toMatch(/^403/);
    expect(await read(proposalId, {}, agent)).toMatchObject({ review: null });
  });

  test('tells risks of each item, and sums up what the items come to', async () => {
    const [{ id }, { id: other }] = [await agents.product(), await agents.product('Fincan', { price: 10_000 })];
    const { proposalId } = await propose('catalog.price.set', { targetId: id, price: 12_000 });
    await propose('catalog.price.set', { targetId: other, price: 6_000 });
    await propose('catalog.stock.set', { targetId: id, stock: 0 });
    await propose('catalog.product.create', { title: 'Maşrapa', price: 4_000 });
    await propose('catalog.product.archive', { productId: other });
    await agents.submit(proposalId, agent);
    const { list, review } = await read(proposalId);
    const risks = [
      [],
      [{ kind: 'amount', entity: 'product', field: 'price', percent: -40 }],
      [{ kind: 'stockZero' }],
      [],
      [{ kind: 'irreversible' }, { kind: 'archives' }],
    ];
    expect(list.map((item: { risks: unknown }) => item.risks)).toEqual(risks);
    expect(review.items.map((item: { risks: unknown }) => item.risks)).toEqual(risks);
    expect(review.summary).toEqual({
      total: 5,
      waiting: 5,
      skipped: 0,
      wouldPause: 0,
      wouldSkip: 0,
      risky: 3,
      created: [{ entity: 'product', count: 1 }],
      removed: [],
      archived: [{ entity: 'product', count: 1 }],
      changed: [{ entity: 'product', count: 2 }],
      amounts: [
        { entity: 'product', field: 'price', count: 2, percentMin: -40, percentMedian: -23.81, percentMax: -7.62 },
      ],
      commands: [
        { command: 'catalog.price.set', count: 2 },
        { command: 'catalog.stock.set', count: 1 },
        { command: 'catalog.product.create', count: 1 },
        { command: 'catalog.product.archive', count: 1 },
      ],
      warnings: ['amount', 'stockZero', 'irreversible', 'archives'].map((kind) => ({ kind, count: 1 })),
    });
  });

  const risksIn = ({ items }: { items: readonly { risks: unknown }[] }) => items.map(({ risks }) => risks);

  test('a price that is cut in steps is cut by all of them', async () => {
    const { id } = await agents.product('Sürahi', { price: 10_000 });
    let proposalId = '';
    for (const price of [9_000, 8_100, 7_300])
      ({ proposalId } = await propose('catalog.price.set', { targetId: id, price }));
    const review = await reviewOf(proposalId);
    const cut = (percent: number) => [{ kind: 'amount', entity: 'product', field: 'price', percent }];
    expect(risksIn(review)).toEqual([[], [], cut(-27)]);
    expect(review.summary).toMatchObject({
      risky: 1,
      amounts: [{ entity: 'product', field: 'price', count: 1, percentMin: -27, percentMax: -27 }],
    });
  });

  test('of an amount that is moved back, or is none in the end, the summary tells nothing', async () => {
    const { id } = await agents.product('Güğüm', { price: 10_000, compareAt: 20_000 });
    const { proposalId } = await propose('catalog.price.set', { targetId: id, price: 9_000, compareAt: 15_000 });
    const { summary } = await reviewOf(proposalId);
    expect(summary.amounts).toMatchObject([{ percentMin: -10 }, { field: 'compareAt', percentMin: -25 }]);
    await propose('catalog.price.set', { targetId: id, price: 10_000, compareAt: null });
    expect((await reviewOf(proposalId)).summary.amounts).toEqual([]);
  });

  test('the price of a new product is free, and what it is changed to later is held against it', async () => {
    const made = await propose('catalog.product.create', {
      title: 'Cam',
      price: 10_000,
      variants: [{ title: 'A', price: 100 }],
    });
    await propose('catalog.price.set', { targetId: made.preview.result.id, price: 5_000 });
    expect(risksIn(await reviewOf(made.proposalId))).toEqual([
      [],
      [{ kind: 'amount', entity: 'product', field: 'price', percent: -50 }],
    ]);
  });

  test('a price, or a stock, that was none is held against what stood in for it', async () => {
    const { variants } = await agents.product('Kavanoz', { price: 10_000, variants: [{ title: 'Büyük' }] });
    const [{ id: variant }] = variants;
    const { proposalId } = await propose('catalog.price.set', { targetId: variant, price: 1_000 });
    await propose('catalog.price.set', { targetId: variant, price: null });
    await propose('catalog.stock.set', { targetId: variant, stock: 0 });
    const review = await reviewOf(proposalId);
    expect(risksIn(review)).toEqual([
      [{ kind: 'amount', entity: 'variant', field: 'price', percent: -90 }],
      [],
      [{ kind: 'stockZero' }],
    ]);
  });

  test('an offer of what is there already is held against its price', async () => {
    const { id } = await agents.product('Fener', { price: 10_000, barcode: '8690000000017' });
    await agents.world.done('extension.install', { extension: 'trendyol' }, { as: agents.world.owner });
    const { proposalId } = await propose('channel.listing.set', {
      extension: 'trendyol',
      items: [{ productId: id, priceOverride: 100 }],
    });
    expect(risksIn(await reviewOf(proposalId))).toEqual([
      [{ kind: 'amount', entity: 'listing', field: 'priceOverride', percent: -99 }],
    ]);
  });

  test('what is removed is told, whatever its fields are called', async () => {
    const { platform, developer } = agents.world;
    const { id: uploadId } = await bring(platform, developer, await plain(40, 30), newUlid());
    const { id: mediaId } = await done('catalog.media.commit', { uploadId });
    const { proposalId } = await propose('catalog.media.delete', { mediaId });
    const review = await reviewOf(proposalId);
    expect(risksIn(review)).toEqual([[{ kind: 'irreversible' }, { kind: 'removes', count: 1 }]]);
    expect(review.summary).toMatchObject({ removed: [{ entity: 'media', count: 1 }], changed: [] });
  });

  test('it is of the proposal as it is answered, also when somebody decides meanwhile', async () => {
    const [{ id }, { id: other }] = [await agents.product('Tas'), await agents.product('Kase')];
    const { proposalId, itemId } = await propose('catalog.price.set', { targetId: id, price: 13_500 });
    await propose('catalog.price.set', { targetId: other, price: 13_500 });
    await agents.submit(proposalId, agent);
    // The trial gives way to who holds the product, and is tried again.
    const release = await holding(agents.world, 'SELECT 1 FROM catalog_product WHERE id = $1 FOR UPDATE', [other]);
    const asked = read(proposalId);
    await untilWaiting(agents.world);
    await done('proposal.item.skip', { proposalId, itemId });
    await release();
    const { list, review, items, rev } = await asked;
    const waiting = list.flatMap(({ id, state }: { id: string; state: string }) => (state === 'pending' ? [id] : []));
    expect(review.items.map((item: { itemId: string }) => item.itemId)).toEqual(waiting);
    expect({ items, rev }).toMatchObject({
      items: { pending: 1, skipped: 1 },
      rev: (await agents.get(proposalId)).rev,
    });
  });

  test('nothing is said to come of an item that would stop', async () => {
    const { id } = await agents.product('Bakraç');
    const { proposalId } = await propose('catalog.price.set', { targetId: id, price: 99_990 });
    await done('catalog.product.archive', { productId: id });
    expect((await reviewOf(proposalId)).summary).toMatchObject({ wouldPause: 1, waiting: 1, changed: [], amounts: [] });
  });

  test('two hundred items are read and judged in one call', async () => {
    const made = [];
    for (let place = 0; place < 200; place += 1) made.push(await agents.product(`Bardak ${place}`));
    let proposalId = '';
    for (const { id } of made) ({ proposalId } = await propose('catalog.price.set', { targetId: id, price: 13_500 }));
    await agents.submit(proposalId, agent);
    const began = performance.now();
    const review = await reviewOf(proposalId);
    const tookMs = performance.now() - began;
    if (process.env.VERBOSE) process.stdout.write(`review of 200 items: ${Math.round(tookMs)} ms\n`);
    expect(review).toMatchObject({ wouldPause: 0, summary: { waiting: 200 } });
    expect(review.items).toHaveLength(200);
    const whole = await read(proposalId, { limit: 200 });
    expect([whole.list.length, whole.nextCursor]).toEqual([200, null]);
    expect(tookMs).toBeLessThan(patient(10_000));
    expect(await said(approve(proposalId, review.hash))).toBe('200');
  }, 180_000);
});
