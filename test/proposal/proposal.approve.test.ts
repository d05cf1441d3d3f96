import { lastOf, said } from '../world/story';
import { type Agents, worldWithAgents } from './agents';

describe('proposal.approve', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  afterAll(() => agents.close());

  const approve = (proposalId: string, hash: string, as = agents.world.owner, more: object = {}) =>
    agents.world.run('proposal.approve', { proposalId, hash, ...more }, { as });
  const outboxOf = (proposalId: string) =>
    agents.world.database
      .reader(agents.world.storeId)
      .query('SELECT 1 FROM outbox WHERE workflow_id = $1', [`proposal/${proposalId}`]);

  test('starts the application, tells who decided, and touches nothing itself', async () => {
    const { agent, id, proposalId } = await agents.proposedPrice();
    await agents.submit(proposalId, agent);
    const { hash } = await agents.get(proposalId);
    const { body } = await approve(proposalId, hash);
    expect(body).toMatchObject({
      result: {
        state: 'applying',
        decidedBy: agents.world.owner.id,
        decidedAt: expect.any(String),
        finishedAt: null,
        workflowId: `proposal/${proposalId}`,
      },
    });
    expect(await outboxOf(proposalId)).toHaveLength(1);
    expect(await agents.read(id)).toMatchObject({ price: 12_990 });
    expect(await lastOf(agents.world, proposalId)).toMatchObject({
      command: 'proposal.approve',
      actor: { kind: 'owner' },
      changes: [{ entity: 'proposal', before: { state: 'submitted' }, after: { state: 'applying' } }],
      inverse: null,
    });
  });

  test('an approval of something else than what was shown is refused', async () => {
    const { id } = await agents.product();
    const { proposalId } = await agents.propose('catalog.price.set', { targetId: id, price: 1 });
    const seen = (await agents.get(proposalId)).hash;
    await agents.propose('catalog.stock.set', { targetId: id, stock: 0 });
    await agents.submit(proposalId);
    expect(await agents.route('proposals.apply', proposalId, { hash: seen })).toMatchObject({
      status: 409,
      body: { code: 'preview_changed' },
    });
    expect((await agents.get(proposalId)).state).toBe('submitted');
  });

  test('two tabs of an owner approve it once', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    await agents.submit(proposalId, agent);
    const { hash } = await agents.get(proposalId);
    const replies = await Promise.all(Array.from({ length: 4 }, () => said(approve(proposalId, hash))));
    expect(replies.toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '409 invalid_state')]);
    expect(await outboxOf(proposalId)).toHaveLength(1);
  });

  test('is for the owner alone, and for what was submitted', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    const { hash, rev } = await agents.get(proposalId);
    expect(await said(approve(proposalId, hash))).toBe('409 invalid_state');
    await agents.submit(proposalId, agent);
    for (const as of [agent, agents.world.developer]) expect(await said(approve(proposalId, hash, as))).toMatch(/^403/);
    expect(await said(approve(proposalId, hash, agents.world.other.owner))).toBe('404 not_found');
    expect(await said(approve(proposalId, hash, agents.world.owner, { expectedRev: rev }))).toBe('409 rev_conflict');
    expect((await agents.get(proposalId)).state).toBe('submitted');
  });
});
