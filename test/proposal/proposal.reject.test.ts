import { lastOf, said } from '../world/story';
import { type Agents, worldWithAgents } from './agents';

describe('proposal.reject', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  afterAll(() => agents.close());

  const reject = (proposalId: string, more: object = {}, as = agents.world.owner) =>
    agents.world.run('proposal.reject', { proposalId, ...more }, { as });

  test('ends it with the owner’s reason, which its agent and the audit read; nothing is applied', async () => {
    const { agent, id, proposalId } = await agents.proposedPrice();
    await agents.submit(proposalId, agent);
    expect((await reject(proposalId, { reason: 'Bu ay zam yok.' })).body).toMatchObject({
      result: {
        state: 'rejected',
        reason: 'Bu ay zam yok.',
        decidedBy: agents.world.owner.id,
        finishedAt: expect.any(String),
      },
    });
    expect(await agents.get(proposalId, agent)).toMatchObject({
      state: 'rejected',
      reason: 'Bu ay zam yok.',
      items: { total: 1, applied: 0 },
      workflowId: null,
    });
    expect(await agents.read(id)).toMatchObject({ price: 12_990, rev: 1 });
    expect(await lastOf(agents.world, proposalId)).toMatchObject({
      changes: [
        {
          entity: 'proposal',
          before: { state: 'submitted', reason: null },
          after: { state: 'rejected', reason: 'Bu ay zam yok.' },
        },
        { entity: 'proposal item', before: { state: 'pending' }, after: { state: 'dropped' } },
      ],
      inverse: null,
    });
  });

  test('is final, whether or not a reason was given', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    await agents.submit(proposalId, agent);
    const { hash } = await agents.get(proposalId);
    expect((await reject(proposalId)).body).toMatchObject({ result: { state: 'rejected', reason: null } });
    for (const [command, payload] of [
      ['proposal.reject', {}],
      ['proposal.approve', { hash }],
      ['proposal.withdraw', {}],
      ['proposal.submit', {}],
    ] as const)
      expect([
        command,
        await said(agents.world.run(command, { proposalId, ...payload }, { as: agents.world.owner })),
      ]).toEqual([command, '409 invalid_state']);
  });

  test('of an owner who approves and one who rejects at once, one is heard', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    await agents.submit(proposalId, agent);
    const { hash } = await agents.get(proposalId);
    const approved = agents.world.run('proposal.approve', { proposalId, hash }, { as: agents.world.owner });
    const replies = await Promise.all([said(approved), said(reject(proposalId))]);
    expect(replies.toSorted()).toEqual(['200', '409 invalid_state']);
    expect((await agents.get(proposalId)).state).toBe(replies[0] === '200' ? 'applying' : 'rejected');
  });

  test('is for the owner alone, and for what was submitted', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    expect(await said(reject(proposalId))).toBe('409 invalid_state');
    await agents.submit(proposalId, agent);
    for (const as of [agent, agents.world.developer]) expect(await said(reject(proposalId, {}, as))).toMatch(/^403/);
    expect(await said(reject(proposalId, {}, agents.world.other.owner))).toBe('404 not_found');
    for (const reason of ['', 'x'.repeat(2001)])
      expect(await said(reject(proposalId, { reason }))).toBe('400 invalid_request');
  });
});
