import { oneRow, planUndo, runUndo, type UndoRow } from '../../src/undo/plan';
import { orderOf } from '../order/session';
import { type Agents, mintAgent, worldWithAgents } from '../proposal/agents';
import { doorOf, lastRow } from './undo';

type Served = NonNullable<UndoRow['inverse']>;

describe('a key of an undo that took nothing back', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  const productOf = (prd: string) => agents.world.read('catalog.products.get', { params: { prd } });
  const servedFor = async (rowId: string, as = agents.world.developer): Promise<Served> =>
    (await oneRow(doorOf(agents.world, as), rowId)).rows[0]?.inverse as Served;
  async function adjusted() {
    const { id } = await agents.world.done('catalog.product.create', { title: 'Çay', price: 10_000, stock: 10 });
    await agents.world.done('catalog.stock.adjust', { targetId: id, delta: 5 });
    const row = await lastRow(agents.world);
    return { productId: id as string, rowId: row.id, first: row.inverse as Served };
  }
  async function undoByOwner(rowId: string): Promise<string[]> {
    const door = doorOf(agents.world, agents.world.owner);
    const steps = await planUndo(door, (await oneRow(door, rowId)).rows);
    const states = steps.map(({ state }): string => state);
    await runUndo(door, steps, (_, { state }) => states.push(state));
    return states;
  }
  const propose = ({ command, payload, idempotencyKey: key }: Served) =>
    agents.world.run(command, payload, { as: agents.agent, key }) as Promise<{
      status: number;
      body: { proposalId: string; itemId: string };
    }>;

  test('is replaced when another command was sent with it, as often as that happens', async () => {
    const { productId, rowId, first } = await adjusted();
    const seen = new Set<string>();
    for (let misuse = 0; misuse < 11; misuse += 1) {
      const { idempotencyKey: key } = await servedFor(rowId);
      seen.add(key);
      const used = { targetId: productId, delta: misuse % 2 === 0 ? 1 : -1 };
      expect(await agents.world.run('catalog.stock.adjust', used, { key })).toMatchObject({ status: 200 });
    }
    expect(seen.size).toBe(11);
    expect(seen.has(first.idempotencyKey)).toBe(true);
    expect((await servedFor(rowId)).firstRun).toBeNull();
    expect(await undoByOwner(rowId)).toEqual(['ready', 'undone']);
    expect((await productOf(productId)).stock).toBe(11);
    expect(await undoByOwner(rowId)).toEqual(['undone_before']);
  });

  test('is replaced when the undo was refused, and the undo succeeds once it can', async () => {
    const { id } = await agents.world.done('catalog.product.create', { title: 'Çay', price: 10_000 });
    await agents.world.done('catalog.product.update', { productId: id, title: 'Kahve' });
    const row = await lastRow(agents.world);
    await agents.world.done('catalog.price.set', { targetId: id, price: 9_000 });
    const newer = await lastRow(agents.world);
    const { command, payload, idempotencyKey: key } = row.inverse as Served;
    expect(await agents.world.run(command, payload, { key })).toMatchObject({ status: 409 });
    const door = doorOf(agents.world);
    const rows = [newer, ...(await oneRow(door, row.id)).rows];
    const states: string[] = [];
    await runUndo(door, await planUndo(door, rows), (_, { state }) => states.push(state));
    expect(states).toEqual(['undone', 'undone']);
    expect(await productOf(id)).toMatchObject({ title: 'Çay', price: 10_000 });
    expect((await servedFor(row.id)).firstRun?.outcome).toBe('done');
  });

  test('is kept for the token that proposes the undo, and replaced when its owner rejects it', async () => {
    const { productId, rowId, first } = await adjusted();
    const { status, body } = await propose(first);
    expect(status).toBe(202);
    const reader = { ...agents.agent, scopes: new Set([...agents.agent.scopes, 'store:admin' as const]) };
    expect(await servedFor(rowId, reader)).toMatchObject({
      idempotencyKey: first.idempotencyKey,
      firstRun: { outcome: 'proposed' },
    });
    const { proposalId } = body;
    await agents.submit(proposalId);
    await agents.world.done('proposal.reject', { proposalId }, { as: agents.world.owner });
    const next = await servedFor(rowId, reader);
    expect(next.firstRun).toBeNull();
    expect(next.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(await undoByOwner(rowId)).toEqual(['ready', 'undone']);
    expect((await productOf(productId)).stock).toBe(10);
  });

  test('is replaced for everybody else while it is only proposed; who takes the row back makes the proposal stale', async () => {
    const { productId, rowId, first } = await adjusted();
    const { proposalId } = (await propose(first)).body;
    expect((await servedFor(rowId)).firstRun).toBeNull();
    expect(await undoByOwner(rowId)).toEqual(['ready', 'undone']);
    await agents.submit(proposalId);
    expect(await undoByOwner(rowId)).toEqual(['undone_before']);
    await agents.approve(proposalId);
    await agents.until(proposalId, 'paused');
    expect((await productOf(productId)).stock).toBe(10);
    await agents.world.done('proposal.withdraw', { proposalId }, { as: agents.world.owner });
  });

  test('is no other key than that of an undo that was proposed and applied: it was taken back', async () => {
    const { productId, rowId, first } = await adjusted();
    const { proposalId } = (await propose(first)).body;
    await agents.submit(proposalId);
    await agents.approve(proposalId);
    await agents.until(proposalId, 'applied');
    const { idempotencyKey, firstRun } = await servedFor(rowId);
    expect(idempotencyKey).toBe(first.idempotencyKey);
    const applied = (await oneRow(doorOf(agents.world), firstRun?.auditId as string)).rows[0];
    expect([firstRun?.outcome, applied?.command]).toEqual(['done', 'catalog.stock.adjust']);
    expect(await undoByOwner(rowId)).toEqual(['undone_before']);
    expect((await productOf(productId)).stock).toBe(10);
  });

  describe('about a customer, of which what was answered is kept sealed', () => {
    async function shipped() {
      const { world } = agents;
      const { id: productId } = await world.done('catalog.product.create', { title: 'Cezve', price: 9_000, stock: 9 });
      const { id: orderId } = await orderOf(world, [{ productId }], { terms: { method: 'transfer' } });
      await world.done('order.transfer.confirm', { orderId });
      await world.done('order.ship', { orderId, carrier: 'yurtici' }, { as: world.owner });
      const row = await lastRow(world);
      const as = await mintAgent(world, { scopes: ['orders:read', 'orders:write', 'proposals:write'] });
      const { command, payload, idempotencyKey: key } = row.inverse as Served;
      const { status, body } = await world.run(command, payload, { as, key });
      expect([row.command, command, status]).toEqual(['order.ship', 'order.shipment.cancel', 202]);
      const { proposalId } = body as { proposalId: string };
      const reader = { ...as, scopes: new Set([...as.scopes, 'store:admin' as const]) };
      expect((await servedFor(row.id, reader)).firstRun?.outcome).toBe('proposed');
      await agents.submit(proposalId, as);
      const fulfilment = async () => (await world.read('orders.get', { params: { ord: orderId } })).fulfilment;
      return { rowId: row.id, key, reader, proposalId, fulfilment };
    }

    test('is replaced for everybody else while it is only proposed, and for its token when the owner rejects it', async () => {
      const { rowId, key, reader, proposalId, fulfilment } = await shipped();
      expect((await servedFor(rowId)).firstRun).toBeNull();
      await agents.world.done('proposal.reject', { proposalId }, { as: agents.world.owner });
      const next = await servedFor(rowId, reader);
      expect([next.firstRun, next.idempotencyKey === key]).toEqual([null, false]);
      expect(await undoByOwner(rowId)).toEqual(['ready', 'undone']);
      expect(await fulfilment()).toBe('unfulfilled');
    });

    test('is that of the undo which was applied', async () => {
      const { rowId, key, proposalId, fulfilment } = await shipped();
      await agents.approve(proposalId);
      await agents.until(proposalId, 'applied');
      const { idempotencyKey, firstRun } = await servedFor(rowId);
      const applied = (await oneRow(doorOf(agents.world), firstRun?.auditId as string)).rows[0];
      expect([idempotencyKey, firstRun?.outcome, applied?.command]).toEqual([key, 'done', 'order.shipment.cancel']);
      expect(await undoByOwner(rowId)).toEqual(['undone_before']);
      expect(await fulfilment()).toBe('unfulfilled');
    });
  });
});
