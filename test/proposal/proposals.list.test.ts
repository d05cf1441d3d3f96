import { pagesOf, said } from '../world/story';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('proposals.list', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  afterAll(() => agents.close());

  const product = (title = 'Cezve', more = {}) =>
    agents.world.done('catalog.product.create', { title, price: 12_990, stock: 5, ...more });
  /** A new agent wants a new product to cost something else. */
  const proposed = async (price = 14_990) => {
    const agent = await mintAgent(agents.world);
    const { id } = await product();
    const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price }, agent);
    return { agent, id, proposalId, itemId };
  };
  const list = (query: object = {}, as = agents.world.owner) =>
    agents.world.read('proposals.list', { query: query as never, as });
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

  test('is the inbox of an owner: newest first, by state, with what each is about', async () => {
    const [open, submitted, withdrawn] = [await proposed(), await proposed(), await proposed()];
    await agents.submit(submitted.proposalId, submitted.agent);
    await agents.world.done('proposal.withdraw', { proposalId: withdrawn.proposalId }, { as: withdrawn.agent });
    expect(idsOf((await list()).items)).toEqual([withdrawn, submitted, open].map(({ proposalId }) => proposalId));
    for (const [state, { proposalId }] of [
      ['open', open],
      ['submitted', submitted],
      ['withdrawn', withdrawn],
    ] as const)
      expect(idsOf((await list({ state })).items)).toEqual([proposalId]);
    expect((await list({ state: 'applied' })).items).toEqual([]);
    const [row] = (await list({ state: 'submitted' })).items;
    expect(row).toMatchObject({
      token: { id: submitted.agent.id, label: 'Fiyat ajanı', kind: 'agent', usable: true },
      workspaceId: submitted.agent.workspaceId,
      items: { total: 1, pending: 1, applied: 0, skipped: 0 },
      firstCall: { command: 'catalog.price.set', carrier: null, takesBack: false },
      submittedAt: expect.any(String),
      decidedAt: null,
      workflowId: null,
    });
    expect(row).not.toHaveProperty('list');
  });

  test('has bulk acts of owners apart from what tokens propose', async () => {
    const { id, proposalId } = await proposed();
    const body = { ids: [id], percent: 10 };
    const { proposalId: act } = await agents.world.read('bulk.prices.change', { body });
    expect(idsOf((await list({ limit: 2 })).items)).toEqual([act, proposalId]);
    expect(idsOf((await list({ limit: 1, bulk: false })).items)).toEqual([proposalId]);
    const acts = await list({ bulk: true });
    expect(acts.items).toMatchObject([{ id: act, token: { kind: 'owner' }, firstCall: null }]);
  });

  test('shows bulk acts of owners to no token without store:admin, since they hold what it has no scope for', async () => {
    const { id, proposalId } = await proposed();
    const body = { ids: [id], percent: 10 };
    const { proposalId: act } = await agents.world.read('bulk.prices.change', { body });
    const mint = (...more: string[]) =>
      mintAgent(agents.world, { kind: 'developer', scopes: ['catalog:read', 'proposals:write', ...more] });
    const [narrow, wide] = [await mint(), await mint('store:admin')];
    const get = (as: object) => agents.world.read('proposals.get', { params: { prp: act }, as: as as never });
    expect(idsOf((await list({ limit: 1 }, narrow)).items)).toEqual([proposalId]);
    expect((await list({ bulk: true }, narrow)).items).toEqual([]);
    expect(await said(get(narrow))).toBe('404 not_found');
    expect(await said(agents.world.run('proposal.withdraw', { proposalId: act }, { as: narrow }))).toBe(
      '404 not_found',
    );
    expect(idsOf((await list({ limit: 1, bulk: true }, wide)).items)).toEqual([act]);
    expect(await get(wide)).toMatchObject({ id: act });
  });

  test('an agent sees its own, a developer and an owner those of the store', async () => {
    const { agent, proposalId } = await proposed();
    expect(idsOf((await list({}, agent)).items)).toEqual([proposalId]);
    expect((await list({}, await mintAgent(agents.world))).items).toEqual([]);
    expect((await list({}, agents.world.other.owner)).items).toEqual([]);
    expect(await said(list({}, agents.world.developer))).toBe('403 forbidden_scope');
    const scopes = ['catalog:read', 'proposals:write'];
    const reader = await mintAgent(agents.world, { kind: 'developer', scopes });
    expect(idsOf((await list({ limit: 1 }, reader)).items)).toEqual([proposalId]);
    expect(await agents.world.read('proposals.get', { params: { prp: proposalId }, as: reader })).toMatchObject({
      id: proposalId,
      list: [{ command: 'catalog.price.set' }],
    });
    for (const command of ['proposal.submit', 'proposal.withdraw'] as const)
      expect(await said(agents.world.run(command, { proposalId }, { as: reader }))).toBe('403 owner_only');
    expect(await agents.get(proposalId)).toMatchObject({ state: 'open' });
  });

  test('pages follow one another; a cursor of one state is none of another', async () => {
    const all = idsOf((await list({ limit: 100 })).items);
    const pages = await pagesOf<{ id: string }>(list, { limit: 2 });
    expect(pages.slice(0, -1).every(({ length }) => length === 2)).toBe(true);
    expect(idsOf(pages.flat())).toEqual(all);
    const { nextCursor } = await list({ limit: 1 });
    expect(await said(list({ limit: 1, state: 'open', cursor: nextCursor }))).toBe('400 invalid_request');
    expect(await said(list({ state: 'closed' }))).toBe('400 invalid_request');
  });
});
