import { newId } from '../../src/kernel/ids';
import { eventually } from '../world/eventually';
import { lastOf, said } from '../world/story';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('proposal.submit', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  afterAll(() => agents.close());

  const submit = (proposalId: string, as = agents.world.owner, more: object = {}) =>
    agents.world.run('proposal.submit', { proposalId, ...more }, { as });

  test('hands it to the owner with a note, and is told by audit', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    const { body } = await submit(proposalId, agent, { note: 'Maliyet arttı: %5 📈' });
    expect(body).toMatchObject({
      result: {
        state: 'submitted',
        note: 'Maliyet arttı: %5 📈',
        submittedAt: expect.any(String),
        items: { total: 1, pending: 1 },
      },
    });
    expect(await lastOf(agents.world, proposalId)).toMatchObject({
      command: 'proposal.submit',
      actor: { kind: 'agent', id: agent.id },
      changes: [
        {
          entity: 'proposal',
          before: { state: 'open', note: null },
          after: { state: 'submitted', note: 'Maliyet arttı: %5 📈' },
        },
      ],
      inverse: null,
    });
    expect(await said(submit(proposalId, agent))).toBe('409 invalid_state');
  });

  test('says before what it would send', async () => {
    const { agent, proposalId } = await agents.proposedPrice();
    const tried = await agents.world.run('proposal.submit', { proposalId }, { as: agent, dryRun: true });
    expect(tried.body).toMatchObject({ preview: { effects: [{ label: { en: 'delivery of a mail' } }] } });
  });

  test('what the agent asks for next is another proposal', async () => {
    const { agent, id, proposalId } = await agents.proposedPrice();
    await submit(proposalId, agent);
    const next = await agents.propose('catalog.price.set', { targetId: id, price: 2 }, agent);
    expect(next).toMatchObject({ seq: 1 });
    expect(next.proposalId).not.toBe(proposalId);
  });

  test('is for the agent whose it is, and the owner; a stated rev is held against it', async () => {
    const { agent, id, proposalId } = await agents.proposedPrice();
    expect(await said(submit(proposalId, await mintAgent(agents.world)))).toBe('404 not_found');
    expect(await said(submit(proposalId, agents.world.other.owner))).toBe('404 not_found');
    expect(await said(submit(newId('prp'), agent))).toBe('404 not_found');
    const { rev } = await agents.get(proposalId);
    await agents.propose('catalog.stock.set', { targetId: id, stock: 1 }, agent);
    expect(await said(submit(proposalId, agent, { expectedRev: rev }))).toBe('409 rev_conflict');
    for (const note of ['', ' ', 'x'.repeat(2001)])
      expect([note.length, await said(submit(proposalId, agent, { note }))]).toEqual([
        note.length,
        '400 invalid_request',
      ]);
    expect(await said(submit(proposalId, agents.world.owner, { expectedRev: rev + 1 }))).toBe('200');
  });

  test('tells the owner by mail, which is kept where no mail server is set', async () => {
    await agents.startWorker();
    const { id } = await agents.product();
    const { proposalId } = await agents.propose('catalog.price.set', { targetId: id, price: 1 });
    await agents.submit(proposalId);
    const kept = async () =>
      agents.world.database
        .reader(agents.world.storeId)
        .query<{ body: string }>(`SELECT body FROM mail WHERE state = 'kept' AND body LIKE '%' || $1 || '%'`, [
          proposalId,
        ]);
    await eventually(async () => (await kept()).length > 0, 60_000);
    expect(await kept()).toEqual([{ body: expect.stringContaining(`/panel/proposals/${proposalId}`) }]);
  });

  test('twenty proposals of a token wait for the owner, and no more until one is decided', async () => {
    const { id } = await agents.product();
    const agent = await mintAgent(agents.world);
    const propose = async () =>
      (await agents.propose('catalog.price.set', { targetId: id, price: 1 }, agent)).proposalId;
    const submit = (proposalId: string, as = agent) => agents.world.run('proposal.submit', { proposalId }, { as });
    const waiting: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const proposalId = await propose();
      expect(await submit(proposalId)).toMatchObject({ status: 200 });
      waiting.push(proposalId);
    }
    const next = await propose();
    expect(await submit(next)).toMatchObject({
      status: 422,
      body: { code: 'limit_exceeded', detail: expect.stringContaining('At most 20 proposals') },
    });
    expect((await agents.get(next)).state).toBe('open');
    const other = await mintAgent(agents.world);
    const { proposalId: others } = await agents.propose('catalog.price.set', { targetId: id, price: 2 }, other);
    expect(await submit(others, other)).toMatchObject({ status: 200 });
    await agents.world.done('proposal.reject', { proposalId: waiting[0], reason: 'Hayır' }, { as: agents.world.owner });
    expect(await submit(next)).toMatchObject({ status: 200 });
  });
});
