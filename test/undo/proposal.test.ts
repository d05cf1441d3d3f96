import { rowsOfProposal } from '../../src/undo/plan';
import { type Agents, worldWithAgents } from '../proposal/agents';
import { doorOf, rows, undoAll } from './undo';

/** How far the clock of who decides may be from that of who applies, in minutes. */
const SKEWS = [-15, 15];

describe.each(SKEWS)('undoing a proposal that was decided by a clock %i minutes off', (minutes) => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents({ now: () => new Date(Date.now() + minutes * 60_000) });
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  const applied = async (productId: string, price: number): Promise<string> => {
    const { proposalId } = await agents.propose('catalog.price.set', { targetId: productId, price });
    await agents.propose('catalog.stock.set', { targetId: productId, stock: price });
    await agents.submit(proposalId);
    await agents.approve(proposalId);
    await agents.until(proposalId, 'applied');
    return proposalId;
  };

  test('takes back what it has applied, all of it and nothing else', async () => {
    const { world } = agents;
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 100, stock: 1 });
    const door = doorOf(world);
    const first = await applied(id, 200);
    const second = await applied(id, 300);
    const commands = ['catalog.stock.set', 'catalog.price.set'];
    for (const proposalId of [first, second]) {
      const found = await rowsOfProposal(door, proposalId);
      expect(found.rows.map(({ command, cause }) => [command, cause?.proposalId])).toEqual(
        commands.map((command) => [command, proposalId]),
      );
      expect(await rows(world, { proposal: proposalId, command: 'catalog.price.set' })).toHaveLength(1);
      const [price] = found.rows.filter(({ command }) => command === 'catalog.price.set');
      expect((await rows(world, { entity: proposalId })).map((row) => row.id)).toContain(price?.id);
      expect((await rows(world, { entity: price?.cause?.itemId })).map((row) => row.id)).toContain(price?.id);
    }
    expect(await undoAll(world, (await rowsOfProposal(door, second)).rows)).toEqual(['undone', 'undone']);
    const { price, stock } = await world.read('catalog.products.get', { params: { prd: id } });
    expect([price, stock]).toEqual([200, 200]);
    expect(await world.read('audit.list', { as: world.other.owner, query: { proposal: second } })).toMatchObject({
      items: [],
    });
  });
});
