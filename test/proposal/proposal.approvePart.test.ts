import { lastOf } from '../world/story';
import { type Agents, worldWithAgents } from './agents';

describe('proposal.approvePart', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  /** Two prices of an agent, submitted. */
  const proposed = async () => {
    const { agent, id, proposalId, itemId } = await agents.proposedPrice();
    const other = (await agents.product('Fincan')).id as string;
    const second = await agents.propose('catalog.price.set', { targetId: other, price: 777 }, agent);
    await agents.submit(proposalId, agent);
    return { agent, id, other, proposalId, itemId, second: second.itemId as string };
  };
  const approve = (proposalId: string, body: object) =>
    agents.world.read('proposal.approvePart', { params: { prp: proposalId }, body }).then(
      (answer) => answer.code ?? answer.state,
      (error) => error.code,
    );
  const reviewed = async (proposalId: string): Promise<string> =>
    (await agents.world.read('proposals.get', { params: { prp: proposalId }, query: { fresh: true } })).review.hash;

  test('applies the rest as it was shown, in one act, and tells its agent why the others were left out', async () => {
    const { agent, id, other, proposalId, itemId, second } = await proposed();
    const hash = await reviewed(proposalId);
    expect(await approve(proposalId, { hash, leaveOut: [itemId], reason: 'Kampanyada.' })).toBe('applying');
    const read = await agents.until(proposalId, 'applied');
    expect(read.items).toMatchObject({ total: 2, applied: 1, skipped: 1 });
    expect((await agents.get(proposalId, agent)).list).toMatchObject([
      { id: itemId, state: 'skipped', skipReason: 'Kampanyada.' },
      { id: second, state: 'applied' },
    ]);
    expect(await agents.read(id)).toMatchObject({ price: 12_990 });
    expect(await agents.read(other)).toMatchObject({ price: 777 });
  });

  test('comments go with it: of an item that is left out as its reason, of one that is approved beside it', async () => {
    const { agent, proposalId, itemId, second } = await proposed();
    const comments = [
      { itemId, comment: 'Bu ay kampanyada.' },
      { itemId: second, comment: 'Bundan sonra yuvarlayın.' },
    ];
    const hash = await reviewed(proposalId);
    expect(await approve(proposalId, { hash, leaveOut: [itemId], reason: 'Sonra.', comments })).toBe('applying');
    await agents.until(proposalId, 'applied');
    expect((await agents.get(proposalId, agent)).list).toMatchObject([
      { state: 'skipped', skipReason: 'Bu ay kampanyada.', comment: null },
      { state: 'applied', skipReason: null, comment: 'Bundan sonra yuvarlayın.' },
    ]);
    const trail = JSON.stringify(await lastOf(agents.world, itemId));
    for (const { comment } of comments) expect(trail).toContain(comment);
  });

  test('with comments alone the whole is approved; two on one item and one on a stranger’s are refused', async () => {
    const { agent, proposalId, itemId, second } = await proposed();
    const stranger = await agents.proposedPrice();
    const hash = await reviewed(proposalId);
    const comment = 'Sağ olun.';
    const about = (...ids: string[]) => ids.map((each) => ({ itemId: each, comment }));
    const bare = { hash, leaveOut: [] };
    expect(await approve(proposalId, { ...bare, comments: about(itemId, itemId) })).toBe('invalid_request');
    expect(await approve(proposalId, { ...bare, comments: about(itemId, stranger.itemId) })).toBe('not_found');
    expect((await agents.get(proposalId, agent)).list).toMatchObject([{ comment: null }, { comment: null }]);
    expect(await approve(proposalId, { ...bare, comments: about(second) })).toBe('applying');
    await agents.until(proposalId, 'applied');
    expect((await agents.get(proposalId, agent)).list).toMatchObject([
      { state: 'applied', comment: null },
      { state: 'applied', comment },
    ]);
  });

  test('what has moved since it was shown, all of it, and a stranger’s item are refused, and nothing is left out', async () => {
    const { other, proposalId, itemId, second } = await proposed();
    const stranger = await agents.proposedPrice();
    const hash = await reviewed(proposalId);
    expect(await approve(proposalId, { hash, leaveOut: [itemId, second] })).toBe('invalid_state');
    expect(await approve(proposalId, { hash, leaveOut: [itemId, stranger.itemId] })).toBe('not_found');
    expect(await approve(proposalId, { hash, leaveOut: [itemId, itemId] })).toBe('invalid_request');
    expect(await approve(proposalId, { hash, leaveOut: [] })).toBe('invalid_request');
    expect(await approve(proposalId, { hash: 'x', leaveOut: [itemId] })).toBe('preview_changed');
    await agents.world.done('catalog.price.set', { targetId: other, price: 10_990 });
    expect(await approve(proposalId, { hash, leaveOut: [itemId] })).toBe('preview_changed');
    expect(await agents.get(proposalId)).toMatchObject({ state: 'submitted', items: { pending: 2, skipped: 0 } });
    // The owner has seen the move by now, so the act goes on, and the owner decides where it pauses.
    expect(await approve(proposalId, { hash: await reviewed(proposalId), leaveOut: [itemId] })).toBe('applying');
  });
});
