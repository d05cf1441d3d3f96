import type { Principal } from '../../src/kernel/declaration/principal';
import { proposalStates } from '../../src/proposal/contract';
import { itemStates } from '../../src/proposal/item/table';
import { type Move, stepAfter, stepAfterItem } from '../../src/proposal/next-step';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('what is refused of a proposal', () => {
  let agents: Agents;
  let agent: Principal;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  beforeEach(async () => {
    agent = await mintAgent(agents.world);
  });
  afterAll(() => agents.close());

  const asOwner = (command: string, payload: object) => agents.world.run(command, payload, { as: agents.world.owner });
  const said = (tr: string, en: string) => ({
    status: 409,
    body: { nextStep: { tr: expect.stringContaining(tr), en: expect.stringContaining(en) } },
  });

  async function proposed() {
    const { id } = await agents.product();
    return { productId: id, ...(await agents.propose('catalog.price.set', { targetId: id, price: 13_500 }, agent)) };
  }

  test('says what to do before it is submitted, and once somebody has decided', async () => {
    const { proposalId, itemId } = await proposed();
    expect(await asOwner('proposal.reject', { proposalId })).toMatchObject(said('henüz göndermedi', 'proposal.submit'));
    expect(await asOwner('proposal.item.skip', { proposalId, itemId })).toMatchObject(
      said('henüz', 'not submitted yet'),
    );
    expect(await agents.route('proposals.resume', proposalId, {})).toMatchObject(
      said('onaylanması', 'nothing to resume'),
    );
    await agents.submit(proposalId, agent);
    await asOwner('proposal.item.skip', { proposalId, itemId });
    expect(await asOwner('proposal.item.skip', { proposalId, itemId })).toMatchObject({
      ...said('Zaten atlandı', 'skipped already'),
      body: { detail: 'The item is skipped already.', nextStep: expect.anything() },
    });
    expect(await agents.approve(proposalId)).toMatchObject({ status: 200 });
    await agents.until(proposalId, 'applied');
    expect(await agents.approve(proposalId)).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringContaining('applied already'),
        decidedBy: agents.world.owner.id,
        nextStep: { en: expect.stringContaining('taken back') },
      },
    });
  });

  test('says what to look at when the shop has moved on, and when the thing is archived already', async () => {
    const { proposalId, productId } = await proposed();
    await agents.submit(proposalId, agent);
    const { review } = await agents.world.read('proposals.get', {
      as: agents.world.owner,
      params: { prp: proposalId },
      query: { fresh: true },
    });
    await agents.world.done('catalog.product.archive', { productId }, { as: agents.world.owner });
    expect(await agents.route('proposals.apply', proposalId, { hash: review.hash })).toMatchObject(
      said('yeniden açın', 'fresh=true'),
    );
    expect(await asOwner('catalog.product.archive', { productId })).toMatchObject(said('Arşivdeki', 'skip the item'));
    const again = await agents.world.read('proposals.get', {
      as: agents.world.owner,
      params: { prp: proposalId },
      query: { fresh: true },
    });
    expect(again.review.items[0].problem).toMatchObject({ nextStep: { en: expect.stringContaining('skip the item') } });
  });

  test('is told in both languages, of each state', () => {
    const moves: readonly Move[] = ['submit', 'approve', 'reject', 'withdraw', 'skip', 'resume'];
    const steps = [
      ...[false, true].flatMap((isBulk) =>
        moves.flatMap((move) => proposalStates.map((state) => stepAfter(move, state, isBulk))),
      ),
      ...itemStates.map(stepAfterItem),
    ];
    for (const { nextStep } of steps) expect([nextStep.tr.length > 10, nextStep.en.length > 10]).toEqual([true, true]);
  });
});
