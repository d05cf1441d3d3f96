import { newId } from '../../src/kernel/ids';
import { type Agents, worldWithAgents } from './agents';

describe('the files that the calls of a proposal brought', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  /** As if the call of each item had brought one. */
  const bring = (proposalId: string) =>
    agents.world.sql(`UPDATE proposal_item SET objects = '{${newId('obj')}}' WHERE proposal_id = '${proposalId}'`);
  /** How many each item names, in order. */
  async function named(proposalId: string): Promise<number[]> {
    const { database, storeId } = agents.world;
    const rows = await database
      .reader(storeId)
      .query<{ named: number }>(
        'SELECT cardinality(objects) AS named FROM proposal_item WHERE proposal_id = $1 ORDER BY seq',
        [proposalId],
      );
    return rows.map(({ named }) => named);
  }
  const proposed = async (): Promise<string> => {
    const { proposalId } = await agents.propose('catalog.product.create', { title: 'Cezve', price: 100 });
    await bring(proposalId);
    expect(await named(proposalId)).toEqual([1]);
    return proposalId;
  };

  test('are named by it until it is withdrawn', async () => {
    const proposalId = await proposed();
    await agents.world.done('proposal.withdraw', { proposalId }, { as: agents.agent });
    expect(await named(proposalId)).toEqual([0]);
  });

  test('are named by it until it is rejected', async () => {
    const proposalId = await proposed();
    await agents.submit(proposalId);
    expect(await named(proposalId)).toEqual([1]);
    await agents.world.done('proposal.reject', { proposalId, reason: 'no' }, { as: agents.world.owner });
    expect(await named(proposalId)).toEqual([0]);
  });

  test('are named by an item until it is applied or skipped, and by those that wait', async () => {
    const { id } = await agents.product();
    const { proposalId } = await agents.propose('catalog.product.create', { title: 'Tepsi', price: 100 });
    const { itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 14_990 });
    const { id: other } = await agents.product('Fincan');
    const { itemId: second } = await agents.propose('catalog.price.set', { targetId: other, price: 777 });
    await bring(proposalId);
    await agents.submit(proposalId);
    await agents.world.done('catalog.price.set', { targetId: id, price: 13_990 });
    await agents.world.done('catalog.price.set', { targetId: other, price: 778 });
    await agents.approve(proposalId);
    await agents.until(proposalId, 'paused');
    expect(await named(proposalId)).toEqual([0, 1, 1]);
    await agents.route('proposals.resume', proposalId, { skip: [itemId] });
    await agents.until(proposalId, 'paused');
    expect(await named(proposalId)).toEqual([0, 0, 1]);
    await agents.route('proposals.resume', proposalId, { skip: [second] });
    await agents.until(proposalId, 'applied');
    expect(await named(proposalId)).toEqual([0, 0, 0]);
  });
});
