import { cargoSender } from '../../src/cargo/sender/contract';
import { cargoBooking } from '../../src/order/booking/contract';
import { refundAsking } from '../../src/order/refund/contract';
import type { RunningWorker } from '../../src/worker';
import { cardShop, REFUND } from '../order/card';
import { BOOK, cargoShop } from '../order/parcels';
import { attentionOf } from '../world/attention';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import type { World } from '../world/world';

const CREATE = 'POST /addresses';
const say = (body: object, more: object) => expect(body).toMatchObject(more);
const sql = <Row extends object>(world: World, text: string, values: unknown[] = []) =>
  world.database.reader(world.storeId).query<Row>(text, values);
/** Whether a workflow has come to its end, whichever. */
const hasEnded = async ({ platform }: World, workflowId: string): Promise<boolean> =>
  (await platform.temporal.workflow.getHandle(workflowId).describe()).status.name === 'COMPLETED';

/**
 * A provider that is away for a while needs nobody: what is waited for stands in the row, in the sight of its owner, and goes with the
 * end. An operator is called only by what ends without anybody knowing how.
 */
describe('what a provider does not answer', () => {
  let shop: { readonly world: World; close(): Promise<unknown> };
  let worker: RunningWorker;
  afterEach(async () => {
    await worker.stop();
    await shop.close();
  });

  describe('of a refund', () => {
    const opened = async () => {
      const card = await cardShop();
      shop = card;
      worker = await startTestWorker(card.world);
      return card;
    };

    test('is waited for, as its owner sees, until the provider is back', async () => {
      const { simulator, paid, refund, refundOf, ended, world } = await opened();
      const id = await paid();
      simulator.faults.set({ down: true });
      const { id: refundId } = await refund(id, { amount: 1_000 });
      const waits = await eventually(async () => {
        const found = await refundOf(id);
        return found.waitingFor === null ? undefined : found;
      });
      say(waits, { state: 'requested', waitingFor: expect.stringMatching(/iyzico/) });
      const workflowId = refundAsking.workflowId(refundId);
      expect(await attentionOf(world, workflowId)).toBeUndefined();
      simulator.faults.clear();
      say(await ended(id), { state: 'succeeded', waitingFor: null, failure: null });
      await eventually(() => hasEnded(world, workflowId));
      expect(await attentionOf(world, workflowId)).toBeUndefined();
    });

    test('for a day is known by nobody: operator and owner see it, and the owner says what it was', async () => {
      const { simulator, paid, refund, refundOf, ended, later, world } = await opened();
      const id = await paid();
      simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND });
      const { id: refundId } = await refund(id, { amount: 1_000 });
      await eventually(async () => (await refundOf(id)).waitingFor !== null);
      simulator.faults.set({ down: true });
      await later(24 * 3_600);
      say(await ended(id), { state: 'unknown', waitingFor: null, failure: expect.stringMatching(/iyzico/) });
      const workflowId = refundAsking.workflowId(refundId);
      await eventually(async () => (await attentionOf(world, workflowId)) === true);
      await world.done('order.refund.record', { refundId, outcome: 'succeeded', reference: 'FT1' });
      say(await refundOf(id), { state: 'succeeded', failure: null });
    });
  });

  describe('of a booking', () => {
    const opened = async () => {
      const cargo = await cargoShop();
      shop = cargo;
      worker = await startTestWorker(cargo.world);
      return cargo;
    };

    test('is waited for, as its owner sees, until the provider is back', async () => {
      const { simulator, paid, book, shipmentOf, ended, world } = await opened();
      const id = await paid();
      simulator.faults.set({ throttleStorm: { rate: 1 }, endpoint: BOOK });
      const { id: shipmentId } = await book(id);
      await eventually(async () => (await shipmentOf(id)).waitingFor !== null);
      say(await shipmentOf(id), { state: 'booking', waitingFor: 'The rate limit of the provider.' });
      const workflowId = cargoBooking.workflowId(shipmentId);
      expect(await attentionOf(world, workflowId)).toBeUndefined();
      simulator.faults.clear();
      say(await ended(id), { waitingFor: null, failure: null });
      await eventually(() => hasEnded(world, workflowId));
      expect(await attentionOf(world, workflowId)).toBeUndefined();
    });

    test('for a day is known by nobody: operator and owner see it, and the owner says what it was', async () => {
      const { simulator, paid, book, shipmentOf, ended, later, world } = await opened();
      const id = await paid();
      simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: BOOK });
      const { id: shipmentId } = await book(id);
      await eventually(async () => (await shipmentOf(id)).waitingFor !== null);
      simulator.faults.set({ down: true });
      await later(24 * 3_600);
      say(await ended(id), { state: 'unknown', waitingFor: null, failure: expect.stringMatching(/Geliver/) });
      const workflowId = cargoBooking.workflowId(shipmentId);
      await eventually(async () => (await attentionOf(world, workflowId)) === true);
      await world.done('order.shipment.cancel', { orderId: id, shipmentId });
      say(await shipmentOf(id), { state: 'cancelled' });
    });
  });

  test('of a sender is waited for for an hour, and has failed then: the same asked for anew is found, so nobody is called', async () => {
    const cargo = await cargoShop();
    shop = cargo;
    const { world, simulator } = cargo;
    worker = await startTestWorker(world);
    const depot = {
      name: 'Kahve Dükkânı Depo',
      phone: '+905321234567',
      email: 'depo@kahvedukkani.example',
      address: 'Depo Sok. No: 4',
      district: 'Esenyurt',
      province: 'İstanbul',
      postalCode: '34510',
    };
    const create = () => world.read('ext.cargo.sender', { as: world.owner, params: { ext: 'geliver' }, body: depot });
    const row = async (id: string) => {
      const text = 'SELECT state, failure, waiting_for FROM cargo_sender WHERE id = $1';
      const [found] = await sql<{ state: string; waiting_for: string | null }>(world, text, [id]);
      return found ?? { state: 'none', waiting_for: null };
    };
    simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: CREATE });
    const { id } = await create();
    await eventually(async () => (await row(id)).waiting_for !== null);
    say(await row(id), { state: 'creating', waiting_for: expect.stringMatching(/Geliver/) });
    simulator.faults.set({ down: true });
    await world.sql(`UPDATE cargo_sender SET asked_at = asked_at - interval '1 hour'`);
    await eventually(async () => (await row(id)).state === 'failed', 60_000);
    say(await row(id), { waiting_for: null, failure: expect.stringMatching(/Geliver/) });
    await eventually(() => hasEnded(world, cargoSender.workflowId(id)));
    expect(await attentionOf(world, cargoSender.workflowId(id))).toBeUndefined();
    simulator.faults.clear();
    const { id: again } = await create();
    await eventually(async () => (await row(again)).state === 'ready', 60_000);
    expect(simulator.stats().endpoints[CREATE]?.processed).toBe(2);
  });
});
