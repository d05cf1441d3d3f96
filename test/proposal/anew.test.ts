import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { patient } from '../world/patience';
import { type Agents, mintAgent, worldWithAgents } from './agents';

const ITEMS = 100;

/** The contract lets owners alone skip items (spec §5), so this is how an agent takes one back. */
describe('withdrawing and recording anew', () => {
  let agents: Agents;
  let agent: Principal;
  beforeAll(async () => {
    agents = await worldWithAgents();
    agent = await mintAgent(agents.world);
  });
  afterAll(() => agents.close());

  const read = (prp: string) =>
    agents.world.read('proposals.get', { as: agent, params: { prp }, query: { limit: ITEMS } });

  test('leaves one item out with what the agent is told, at the price of one call an item', async () => {
    const { id } = await agents.product();
    let first = { proposalId: '', itemId: '' };
    const key = newUlid();
    for (let price = 1; price <= ITEMS; price += 1) {
      const payload = { targetId: id, price: price * 100 };
      const reply = await agents.world.run('catalog.price.set', payload, {
        as: agent,
        ...(price === 1 ? { key } : {}),
      });
      first = reply.body as typeof first;
    }
    const began = performance.now();
    const { list } = await read(first.proposalId);
    await agents.world.done('proposal.withdraw', { proposalId: first.proposalId }, { as: agent });
    let second = first;
    for (const { command, payload } of list.slice(1)) second = await agents.propose(command, payload, agent);
    const tookMs = performance.now() - began;
    if (process.env.VERBOSE) process.stdout.write(`${ITEMS - 1} items anew: ${Math.round(tookMs)} ms\n`);
    expect(second.proposalId).not.toBe(first.proposalId);
    const anew = await read(second.proposalId);
    expect(anew).toMatchObject({ state: 'open', items: { total: ITEMS - 1, pending: ITEMS - 1 } });
    expect(anew.list.map(({ payload }: { payload: unknown }) => payload)).toEqual(
      list.slice(1).map(({ payload }: { payload: unknown }) => payload),
    );
    expect(await read(first.proposalId)).toMatchObject({ state: 'withdrawn', items: { dropped: ITEMS } });
    // Why the guide says new keys: an old one is answered with what it came to.
    const old = await agents.world.run('catalog.price.set', { targetId: id, price: 100 }, { as: agent, key });
    expect(old).toMatchObject({ status: 202, body: { proposalId: first.proposalId } });
    expect(tookMs).toBeLessThan(patient(20_000));
  }, 120_000);
});
