import type { Principal } from '../../src/kernel/declaration/principal';
import { newId } from '../../src/kernel/ids';
import { lastOf } from '../world/story';
import { type Agents, worldWithAgents } from './agents';

describe('proposal.askForChanges', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  afterAll(() => agents.close());

  const ask = (proposalId: string, body: object, more: { as?: Principal; expectedRev?: number } = {}) =>
    agents.world.read('proposal.askForChanges', { params: { prp: proposalId }, body, ...more });
  const code = (work: Promise<{ readonly code?: string }>) =>
    work.then(
      ({ code: answered }) => answered ?? 'done',
      (error) => error.code,
    );

  test('sends it back with the owner’s words and comments, which its agent reads where it reads its proposals', async () => {
    const { agent, id, proposalId, itemId } = await agents.proposedPrice();
    const other = await agents.product('Fincan');
    await agents.propose('catalog.price.set', { targetId: other.id, price: 777 }, agent);
    await agents.submit(proposalId, agent);
    const comments = [{ itemId, comment: 'Bu ürün bu ay kampanyada.' }];
    await ask(proposalId, { reason: 'Zam yüzde beşi geçmesin.', comments });
    const read = await agents.get(proposalId, agent);
    expect(read).toMatchObject({
      ...{ state: 'rejected', reason: 'Zam yüzde beşi geçmesin.', decidedBy: agents.world.owner.id, workflowId: null },
      items: { total: 2, applied: 0, skipped: 1, dropped: 1 },
      list: [
        { id: itemId, state: 'skipped', skipReason: 'Bu ürün bu ay kampanyada.' },
        { state: 'dropped', skipReason: null },
      ],
    });
    const { items } = await agents.world.read('proposals.list', { as: agent });
    expect(items[0]).toMatchObject({ id: proposalId, state: 'rejected', reason: 'Zam yüzde beşi geçmesin.' });
    for (const each of [id, other.id]) expect(await agents.read(each)).toMatchObject({ price: 12_990, rev: 1 });
    const trail = JSON.stringify(await lastOf(agents.world, proposalId));
    for (const told of ['Zam yüzde beşi geçmesin.', 'Bu ürün bu ay kampanyada.']) expect(trail).toContain(told);
    // The agent proposes anew: what it records next goes into another proposal.
    const anew = await agents.propose('catalog.price.set', { targetId: id, price: 13_490 }, agent);
    expect(anew.proposalId).not.toBe(proposalId);
    await agents.submit(anew.proposalId, agent);
    expect(await agents.get(anew.proposalId)).toMatchObject({ state: 'submitted', items: { pending: 1 } });
  });

  test('needs words, a comment for an item at most, and items of that proposal; refused, it changes nothing', async () => {
    const { agent, proposalId, itemId } = await agents.proposedPrice();
    const stranger = await agents.proposedPrice();
    expect(await code(ask(proposalId, { reason: 'x' }))).toBe('invalid_state');
    await agents.submit(proposalId, agent);
    const comment = 'Neden?';
    for (const [body, refusal] of [
      [{}, 'invalid_request'],
      [{ reason: '' }, 'invalid_request'],
      [{ reason: 'x', comments: [{ itemId, comment: '' }] }, 'invalid_request'],
      [{ reason: 'x', comments: [itemId, itemId].map((each) => ({ itemId: each, comment })) }, 'invalid_request'],
      [
        {
          reason: 'x',
          comments: [
            { itemId, comment },
            { itemId: stranger.itemId, comment },
          ],
        },
        'not_found',
      ],
      [{ reason: 'x', comments: [{ itemId: newId('pit'), comment }] }, 'not_found'],
    ] as const)
      expect([body, await code(ask(proposalId, body))]).toEqual([body, refusal]);
    expect(await code(ask(proposalId, { reason: 'x' }, { expectedRev: 1 }))).toBe('rev_conflict');
    expect(await agents.get(proposalId)).toMatchObject({ state: 'submitted', items: { pending: 1, skipped: 0 } });
    await ask(proposalId, { reason: 'Bu ay değil.' });
    expect(await code(ask(proposalId, { reason: 'Yine.' }))).toBe('invalid_state');
    expect(await code(ask(proposalId, { reason: 'x' }, { as: agent }))).toBe('owner_only');
  });
});
