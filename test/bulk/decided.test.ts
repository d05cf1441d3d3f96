import { recordNext } from '../../src/bulk/recording';
import { type Agents, worldWithAgents } from '../proposal/agents';
import { asSuperuser } from '../world/superuser';
import { startTestWorker } from '../world/worker';

let shop: Agents;
beforeEach(async () => {
  shop = await worldWithAgents();
});
afterEach(() => shop.close());

const sql = (text: string) => asSuperuser(shop.world, text, [shop.world.storeId, shop.world.owner.id]);
const setRole = (role: string) =>
  sql(`UPDATE owner_account SET role = '${role}' WHERE store_id = $1 AND id = $2 RETURNING id`);

/** A price that a bulk act has changed, and an undo that applies by itself. No worker records its calls: this test does, after `meanwhile`. */
async function undone(meanwhile: () => Promise<unknown>) {
  const { id } = await shop.product('Cezve');
  const changing = await shop.world.read('bulk.prices.change', { body: { ids: [id], percent: 10 } });
  const worker = await startTestWorker(shop.world);
  await shop.until(changing.proposalId, 'submitted');
  await shop.approve(changing.proposalId);
  await shop.until(changing.proposalId, 'applied');
  await worker.stop();
  const { proposalId } = await shop.world.read('bulk.changes.undo', { body: { ids: [changing.proposalId] } });
  await meanwhile();
  const input = { storeId: shop.world.storeId, proposalId };
  for (;;) if ((await recordNext(shop.world.platform.bus, input)).isOver) return shop.get(proposalId);
}

const waits = {
  state: 'submitted',
  decidedBy: null,
  reason: expect.stringContaining('waits for an owner'),
  items: { total: 1, pending: 1 },
};

describe('an act that applies by itself', () => {
  test('is decided by whoever asked for it, with a role that opens its calls', async () => {
    const manager = await undone(() => setRole('manager'));
    expect(manager).toMatchObject({ state: 'applying', decidedBy: shop.world.owner.id, reason: null });
  });

  test('waits for an owner once the role of whoever asked for it opens its calls no more', async () => {
    const proposal = await undone(() => setRole('packer'));
    expect(proposal).toMatchObject(waits);
    await setRole('owner');
    await shop.startWorker();
    await shop.approve(proposal.id);
    expect(await shop.until(proposal.id, 'applied')).toMatchObject({ decidedBy: shop.world.owner.id });
  });

  test('waits for an owner once whoever asked for it has left the store', async () => {
    const leave = async () => {
      await sql('DELETE FROM owner_session WHERE store_id = $1 AND owner_id = $2 RETURNING owner_id');
      await sql('DELETE FROM owner_account WHERE store_id = $1 AND id = $2 RETURNING id');
    };
    expect(await undone(leave)).toMatchObject(waits);
  });
});

describe('an item that holds an application up', () => {
  test('is left out by those alone whose role opens the calls behind it', async () => {
    await shop.startWorker();
    const { proposalId, itemId } = await shop.pausedAtThePrice();
    const skip = (role: 'packer' | 'manager') =>
      shop.world.run('proposal.item.skip', { proposalId, itemId }, { as: { ...shop.world.owner, role } });
    await sql(
      `UPDATE proposal_item SET command = 'settings.store.update' WHERE store_id = $1 AND id <> '${itemId}' AND $2 <> ''`,
    );
    expect(await skip('manager')).toMatchObject({ status: 403, body: { code: 'role_needed', role: 'owner' } });
    expect((await shop.get(proposalId)).state).toBe('paused');
  });
});
