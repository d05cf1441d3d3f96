import { newId } from '../../src/kernel/ids';
import { lastOf, said } from '../world/story';
import { type Agents, worldWithAgents } from './agents';

describe('proposal.item.skip', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  const skip = (proposalId: string, itemId: string, as = agents.world.owner) =>
    agents.world.run('proposal.item.skip', { proposalId, itemId }, { as });

  test('skipping the item that holds it up makes it go on', async () => {
    const { proposalId, itemId, id, other } = await agents.pausedAtThePrice();
    const reply = await agents.world.run('proposal.item.skip', { proposalId, itemId }, { as: agents.world.owner });
    expect(reply).toMatchObject({ status: 200 });
    expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { applied: 1, skipped: 1 } });
    expect(await agents.read(id)).toMatchObject({ price: 13_990 });
    expect(await agents.read(other)).toMatchObject({ price: 777 });
  });

  test('skipping one that does not hold it up leaves it paused, and that one out', async () => {
    const { proposalId, itemId, other, paused } = await agents.pausedAtThePrice();
    const [, second] = paused.list;
    const reply = await skip(proposalId, second.id);
    expect(reply.body).toMatchObject({
      result: { state: 'paused', items: { skipped: 1, pending: 1 }, pause: { itemId } },
    });
    for (const entity of [proposalId, second.id])
      expect(await lastOf(agents.world, entity)).toMatchObject({
        command: 'proposal.item.skip',
        changes: expect.arrayContaining([
          expect.objectContaining({ id: proposalId, before: { skipped: 0 }, after: { skipped: 1 } }),
          expect.objectContaining({ id: second.id, before: { state: 'pending' }, after: { state: 'skipped' } }),
        ]),
        inverse: null,
      });
    expect(await said(skip(proposalId, second.id))).toBe('409 invalid_state');
    expect(await said(skip(proposalId, itemId))).toBe('200');
    expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { applied: 0, skipped: 2 } });
    expect(await agents.read(other)).toMatchObject({ price: 12_990 });
  });

  test('before the approval it is left out of what is approved, and whoever proposed it is told why', async () => {
    const { world } = agents;
    const [{ id }, { id: other }] = [await agents.product(), await agents.product('Fincan')];
    const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 14_990 });
    await agents.propose('catalog.price.set', { targetId: other, price: 999 });
    expect(await said(skip(proposalId, itemId))).toBe('409 invalid_state');
    await agents.submit(proposalId);
    const reason = 'Bu fiyatı yarın konuşalım.';
    const reply = await world.run('proposal.item.skip', { proposalId, itemId, reason }, { as: world.owner });
    expect(reply.body).toMatchObject({ result: { state: 'submitted', items: { skipped: 1, pending: 1 } } });
    expect((await agents.get(proposalId, agents.agent)).list).toMatchObject([
      { state: 'skipped', skipReason: reason },
      { state: 'pending', skipReason: null },
    ]);
    await agents.approve(proposalId);
    expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { applied: 1, skipped: 1 } });
    expect([(await agents.read(id)).price, (await agents.read(other)).price]).toEqual([12_990, 999]);
  });

  test('of owners who skip it at once one does; items of others and other callers are refused', async () => {
    const { proposalId, itemId } = await agents.pausedAtThePrice();
    expect(await said(skip(proposalId, newId('pit')))).toBe('404 not_found');
    expect(await said(skip(proposalId, itemId, agents.world.other.owner))).toBe('404 not_found');
    for (const as of [agents.agent, agents.world.developer])
      expect(await said(skip(proposalId, itemId, as))).toMatch(/^403/);
    const replies = await Promise.all(Array.from({ length: 3 }, () => said(skip(proposalId, itemId))));
    expect(replies.toSorted()).toEqual(['200', '409 invalid_state', '409 invalid_state']);
    await agents.until(proposalId, 'applied');
  });
});
