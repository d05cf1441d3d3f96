import { eventually } from '../world/eventually';
import { lastOf, said } from '../world/story';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('proposal.withdraw', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  afterAll(() => agents.close());

  const withdraw = (proposalId: string, as = agents.world.owner, more: object = {}) =>
    agents.world.run('proposal.withdraw', { proposalId, ...more }, { as });

  test('an agent takes back what it proposed, open or submitted, and says why', async () => {
    const { agent, id, proposalId } = await agents.proposedPrice();
    expect((await withdraw(proposalId, agent, { reason: 'Yeni liste hazırlanıyor.' })).body).toMatchObject({
      result: {
        state: 'withdrawn',
        reason: 'Yeni liste hazırlanıyor.',
        finishedAt: expect.any(String),
        decidedBy: null,
      },
    });
    expect(await lastOf(agents.world, proposalId)).toMatchObject({
      changes: [
        {
          entity: 'proposal',
          before: { state: 'open', reason: null },
          after: { state: 'withdrawn', reason: 'Yeni liste hazırlanıyor.' },
        },
        { entity: 'proposal item', before: { state: 'pending' }, after: { state: 'dropped' } },
      ],
      inverse: null,
    });
    const next = await agents.propose('catalog.price.set', { targetId: id, price: 2 }, agent);
    expect(next.proposalId).not.toBe(proposalId);
    await agents.submit(next.proposalId, agent);
    expect(await said(withdraw(next.proposalId, agent))).toBe('200');
    expect(await agents.read(id)).toMatchObject({ price: 12_990, rev: 1 });
  });

  test('one that is being applied, with no worker at hand, is withdrawn for good', async () => {
    const { agent, id, proposalId } = await agents.proposedPrice();
    await agents.submit(proposalId, agent);
    await agents.approve(proposalId);
    expect(await said(withdraw(proposalId, agent))).toBe('200');
    await agents.startWorker();
    const handle = agents.world.platform.temporal.workflow.getHandle(`proposal/${proposalId}`);
    await eventually(() => handle.describe().catch(() => undefined));
    expect(await handle.result()).toBe('withdrawn');
    expect(await agents.get(proposalId)).toMatchObject({ state: 'withdrawn', items: { applied: 0 } });
    expect(await agents.read(id)).toMatchObject({ price: 12_990 });
  });

  test('what has ended stays as it ended, and another’s is not there', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    expect(await said(withdraw(proposalId, await mintAgent(agents.world)))).toBe('404 not_found');
    expect(await said(withdraw(proposalId, agents.world.other.owner))).toBe('404 not_found');
    const replies = await Promise.all(Array.from({ length: 3 }, () => said(withdraw(proposalId, agent))));
    expect(replies.toSorted()).toEqual(['200', '409 invalid_state', '409 invalid_state']);
  });

  test('an agent that withdraws while its owner approves: one of them comes first', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    await agents.submit(proposalId, agent);
    const { hash } = await agents.get(proposalId);
    const approved = agents.world.run('proposal.approve', { proposalId, hash }, { as: agents.world.owner });
    const [, withdrawn] = await Promise.all([said(approved), said(withdraw(proposalId, agent))]);
    const { state } = await agents.until(proposalId, 'withdrawn', 'applied');
    expect([withdrawn, state]).toEqual(withdrawn === '200' ? ['200', 'withdrawn'] : ['409 invalid_state', 'applied']);
  });
});
