import { newId, newUlid } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { faultsOf, said } from '../world/story';
import { type Agents, worldWithAgents } from './agents';

describe('proposals.resume', () => {
  let agents: Agents;
  let worker: RunningWorker;
  beforeAll(async () => {
    agents = await worldWithAgents();
    worker = await agents.startWorker();
  });
  afterAll(() => agents.close());

  test('accepting the new preview applies just that, and nothing that came after it', async () => {
    const { proposalId, itemId, id, paused } = await agents.pausedAtThePrice();
    const { hash } = paused.list[0].currentPreview;
    const accepted = { itemId, hash };
    expect(
      await agents.route('proposals.resume', proposalId, { skip: [itemId], accept: [accepted, accepted] }),
    ).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        errors: [
          { pointer: '/accept/0/itemId', message: 'names an item that is to be skipped' },
          { pointer: '/accept/1/itemId', message: 'names an item that is to be skipped' },
        ],
      },
    });
    expect(await agents.route('proposals.resume', proposalId, { accept: [accepted, accepted] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/accept/1/itemId' }] },
    });
    expect(await agents.route('proposals.resume', proposalId, { accept: [{ itemId, hash: 'another' }] })).toMatchObject(
      { status: 409, body: { code: 'preview_changed' } },
    );
    await agents.world.done('catalog.price.set', { targetId: id, price: 15_990 });
    expect(await agents.route('proposals.resume', proposalId, { accept: [{ itemId, hash }] })).toMatchObject({
      status: 200,
    });
    const again = await agents.until(proposalId, 'paused', 'applied');
    expect(again).toMatchObject({ state: 'paused', pause: { seq: 1 } });
    expect(await agents.read(id)).toMatchObject({ price: 15_990 });
    await agents.route('proposals.resume', proposalId, {
      accept: [{ itemId, hash: again.list[0].currentPreview.hash }],
    });
    await agents.until(proposalId, 'applied');
    expect(await agents.read(id)).toMatchObject({ price: 14_990 });
  });

  test('without a worker the decision is kept: 503 now, and the same call answers what was decided, with or without one', async () => {
    const { proposalId, itemId } = await agents.pausedAtThePrice();
    await worker.stop();
    const key = newUlid();
    await expect(agents.route('proposals.resume', proposalId, { skip: [itemId] }, key)).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      detail: expect.stringContaining('The same call answers what was decided.'),
    });
    expect(await agents.route('proposals.resume', proposalId, { skip: [itemId] }, key)).toMatchObject({
      status: 200,
      replayed: true,
    });
    worker = await agents.startWorker();
    expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { applied: 1, skipped: 1 } });
  });

  test('an item that nobody decided is tried again: it applies once the shop is as it was', async () => {
    const { proposalId, id, other } = await agents.pausedAtThePrice();
    expect(await said(agents.route('proposals.resume', proposalId, {}))).toBe('200');
    expect(await agents.until(proposalId, 'paused')).toMatchObject({ pause: { seq: 1 } });
    await agents.world.done('catalog.price.set', { targetId: id, price: 12_990 });
    expect(await said(agents.route('proposals.resume', proposalId, {}))).toBe('200');
    expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { applied: 2, skipped: 0 } });
    expect([await agents.read(id), await agents.read(other)]).toMatchObject([{ price: 14_990 }, { price: 777 }]);
  });

  test('what a review shows of the item that holds it up may be accepted, although the pause saw another one', async () => {
    const { proposalId, itemId, id, paused } = await agents.pausedAtThePrice();
    await agents.world.done('catalog.price.set', { targetId: id, price: 15_990 });
    const { review } = await agents.world.read('proposals.get', {
      as: agents.world.owner,
      params: { prp: proposalId },
      query: { fresh: true },
    });
    const { hash } = review.items[0].preview;
    expect(hash).not.toBe(paused.list[0].currentPreview.hash);
    const accept = (seen: string) => agents.route('proposals.resume', proposalId, { accept: [{ itemId, hash: seen }] });
    expect(await accept('another')).toMatchObject({
      status: 409,
      body: { code: 'preview_changed', currentHash: hash },
    });
    expect(await said(accept(hash))).toBe('200');
    const applied = await agents.until(proposalId, 'applied', 'paused');
    const [item] = applied.list;
    expect(applied.state).toBe('applied');
    // What it has done is what was accepted, and is told so.
    expect(item).toMatchObject({
      acceptedHash: hash,
      currentPreview: { changes: expect.arrayContaining([expect.objectContaining({ before: 15_990, after: 14_990 })]) },
    });
    expect(await agents.read(id)).toMatchObject({ price: 14_990 });
  });

  test('all decisions count or none, and each fault is named by its place', async () => {
    const { proposalId, itemId, paused } = await agents.pausedAtThePrice();
    const [, second] = paused.list;
    const wrong = () =>
      agents.route('proposals.resume', proposalId, {
        skip: [second.id, newId('pit')],
        accept: [{ itemId, hash: 'another' }],
      });
    expect(await said(wrong())).toMatch(/^4/);
    expect(await faultsOf(wrong())).toEqual(['/skip/1', '/accept/0']);
    expect(await agents.get(proposalId)).toMatchObject({ state: 'paused', items: { skipped: 0, pending: 2 } });
  });
});
