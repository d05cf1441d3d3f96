import { type Agents, worldWithAgents } from './agents';

describe('what is named by its id in a review', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  afterAll(() => agents.close());

  const done = (command: string, payload: unknown) => agents.world.done(command, payload);
  const page = (proposalId: string, query: object) =>
    agents.world.read('proposals.get', { params: { prp: proposalId }, query: query as never });

  test('is called what it is called now, also what an item on another page creates', async () => {
    const { id: kahve } = await done('catalog.category.create', { name: 'Kahve' });
    const { id: cezve, variants } = await done('catalog.product.create', {
      title: 'Cezve',
      price: 100,
      variants: [{ title: 'Küçük' }],
    });
    const { id: raf } = await done('catalog.collection.create', { title: 'Raf' });
    const { proposalId, preview } = await agents.propose('catalog.product.create', {
      title: 'Fincan',
      price: 5,
      variants: [{ title: 'Altılı' }],
    });
    const { id: fincan, variants: parts } = preview.result;
    await agents.propose('catalog.product.update', { productId: cezve, categoryId: kahve });
    await agents.propose('catalog.price.set', { targetId: variants[0].id, price: 90 });
    await agents.propose('catalog.price.set', { targetId: parts[0].id, price: 6 });
    await agents.propose('catalog.collection.setProducts', { collectionId: raf, productIds: [fincan, cezve] });
    expect((await page(proposalId, {})).references).toEqual({
      [fincan]: 'Fincan',
      [parts[0].id]: 'Fincan · Altılı',
      [cezve]: 'Cezve',
      [kahve]: 'Kahve',
      [variants[0].id]: 'Cezve · Küçük',
      [raf]: 'Raf',
    });
    const first = await page(proposalId, { limit: 3 });
    const second = await page(proposalId, { limit: 3, cursor: first.nextCursor });
    expect(second.references).toEqual({
      [parts[0].id]: 'Fincan · Altılı',
      [raf]: 'Raf',
      [fincan]: 'Fincan',
      [cezve]: 'Cezve',
    });
  });

  test('that is not there yet is called as it is to be created, whatever a later item calls it', async () => {
    const { proposalId, preview } = await agents.propose('catalog.category.create', { name: 'Demlik' });
    const { id } = preview.result;
    await agents.propose('catalog.category.update', { categoryId: id, name: 'Semaver' });
    expect((await page(proposalId, {})).references[id]).toBe('Demlik');
  });

  test('is called in the log what it was called when it is gone', async () => {
    const { id, variants } = await done('catalog.product.create', {
      title: 'Tepsi',
      price: 9,
      variants: [{ title: 'Bakır' }],
    });
    await done('catalog.product.setVariants', { productId: id, variants: [] });
    await done('catalog.product.update', { productId: id, title: 'Büyük tepsi' });
    const { references } = await agents.world.read('audit.list', { query: { entity: id } as never });
    expect(references).toMatchObject({ [id]: 'Büyük tepsi', [variants[0].id]: 'Tepsi · Bakır' });
  });

  test('has a title, whatever it is that changed', async () => {
    const { world } = agents;
    const extension = 'trendyol';
    const owner = (command: string, payload: unknown) => world.done(command, payload, { as: world.owner });
    await owner('extension.install', { extension });
    for (const key of ['apiKey', 'apiSecret']) await owner('secret.set', { extension, key, value: 'x' });
    await owner('secret.delete', { extension, key: 'apiKey' });
    await owner('secret.set', { extension, key: 'apiKey', value: 'x' });
    await owner('extension.configure', { extension, config: { sellerId: '1' } });
    await owner('extension.enable', { extension });
    const { workspace, tokenInfo } = await owner('workspace.create', { name: 'Vitrin' });
    const job = await world.read('channel.catalog.pull', { params: { ext: extension }, body: { mode: 'preview' } });
    const { proposalId } = await agents.propose('catalog.category.create', { name: 'Bakır' });
    await world.done('proposal.submit', { proposalId, note: 'Yeni raf' }, { as: agents.agent });
    const { items, references } = await world.read('audit.list', { as: world.owner, query: { limit: 100 } });
    const changed: string[] = items.flatMap(({ changes }: { changes: { id: string }[] }) =>
      changes.map(({ id }) => id),
    );
    expect(changed.filter((id) => references[id] === undefined)).toEqual([]);
    expect(references).toMatchObject({
      [extension]: 'Trendyol',
      [`${extension}/apiKey`]: 'Trendyol · API anahtarı',
      [workspace.id]: 'Vitrin',
      [tokenInfo.id]: 'Vitrin',
      [job.id]: expect.stringMatching(/^Trendyol · \d{1,2}\.\d\d\.\d{4} \d\d:\d\d$/),
      [proposalId]: expect.stringMatching(/ · Yeni raf$/),
    });
  });
});
