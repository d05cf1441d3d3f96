import mutation from '../../src/cargo/cargo.sender.record';
import { stepSender } from '../../src/cargo/sender/ask';
import { cargoSender } from '../../src/cargo/sender/contract';
import { senderWork } from '../../src/cargo/sender/work';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { type CargoShop, cargoShop } from '../order/parcels';
import { mintAgent } from '../proposal/agents';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { slowCases } from '../world/slow-test';
import { lastOf } from '../world/story';
import { startTestWorker } from '../world/worker';

const CREATE = 'POST /addresses';
const depot = {
  name: 'Kahve Dükkânı Depo',
  phone: '+905321234567',
  email: 'depo@kahvedukkani.example',
  address: 'Depo Sok. No: 4',
  district: 'Esenyurt',
  province: 'İstanbul',
  postalCode: '34510',
};
const stays = new AbortController().signal;
const say = (body: object, more: object) => expect(body).toMatchObject(more);

let shop: CargoShop;
/** How many addresses the shop of the test has been made with. */
let before: number;
beforeEach(async () => {
  shop = await cargoShop();
  await shop.world.done('extension.configure', { extension: 'geliver', config: { parcelWeightGrams: 750 } }, owner());
  before = asks();
});
afterEach(() => shop.close());

const owner = () => ({ as: shop.world.owner });
const asks = (): number => shop.simulator.stats().endpoints[CREATE]?.processed ?? 0;
const asked = (): number => asks() - before;
const create = (more: object = {}, options: object = {}) =>
  shop.world.read('ext.cargo.sender', {
    as: shop.world.owner,
    params: { ext: 'geliver' },
    body: { ...depot, ...more },
    ...options,
  });
const step = (senderId: string) => stepSender(shop.world.platform, { storeId: shop.world.storeId, senderId }, stays);
const rows = (sql: string, values: unknown[] = []) =>
  shop.world.database.reader(shop.world.storeId).query<Readonly<Record<string, string>>>(sql, values);
const row = async (id: string) => {
  const [found] = await rows('SELECT state, remote_id, failure, waiting_for, asked FROM cargo_sender WHERE id = $1', [
    id,
  ]);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};
const geliver = async () => {
  const { items } = await shop.world.read('extensions.list', owner());
  return items.find(({ key }: { key: string }) => key === 'geliver');
};
/** As if all of it had been asked for so much earlier. */
const later = (seconds: number) =>
  shop.world.sql(
    `UPDATE cargo_sender SET asked_at = asked_at - interval '${seconds} s', created_at = created_at - interval '${seconds} s',
       missing_since = missing_since - interval '${seconds} s'`,
  );
const at = async (path: string) => {
  const answer = await fetch(`${shop.simulator.url}${path}`, { headers: { authorization: 'Bearer demo-token' } });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
};
const audited = async (id: string) => {
  const { items } = await shop.world.read('audit.list', { ...owner(), query: { entity: id } });
  return (items as { command: string; outcome: string }[]).filter(({ outcome }) => outcome === 'done');
};

describe('ext.cargo.sender', () => {
  test('creates the address at the provider, once, and parcels are fetched there from then on', async () => {
    const order = await shop.paid();
    say(await shop.offers(order).catch((error) => error), { code: 'extension_not_ready' });
    const made = await create();
    say(made, { ...depot, extension: 'geliver', state: 'creating', remoteId: null, rev: 1 });
    expect(asked()).toBe(0);
    say(await step(made.id), { state: 'ready', waitMs: null });
    say(await step(made.id), { state: 'ready', waitMs: null });
    expect(asked()).toBe(1);
    const { remote_id: senderAddressId } = await row(made.id);
    say(await at(`/addresses/${senderAddressId}`), {
      name: depot.name,
      cityCode: '34',
      districtName: 'Esenyurt',
      zip: '34510',
      shortName: made.reference,
      isRecipientAddress: false,
    });
    // What else is configured stays.
    say(await geliver(), { config: { senderAddressId, parcelWeightGrams: 750 } });
    const quoted = await shop.offers(order);
    expect(quoted.offers.length).toBeGreaterThan(0);
    const [parcel] = (await shop.control('GET', '/shipments')) as object[];
    say(parcel as object, { senderAddressID: senderAddressId });
    const { id: shipmentId } = await shop.book(order);
    say(await shop.stepBooking(shipmentId), { state: 'booked' });
  });

  test('is audited with what it has led to, and taken back by what was configured before', async () => {
    const made = await create();
    await step(made.id);
    const trail = await audited(made.id);
    expect(trail.map(({ command }) => command)).toEqual(['cargo.sender.record', 'ext.cargo.sender']);
    const kept = await rows(`SELECT payload::text AS payload, changes::text AS changes FROM audit_row`);
    const told = JSON.stringify(kept);
    for (const personal of [depot.name, depot.phone, depot.email, depot.address]) expect(told).not.toContain(personal);
    const { config, installed } = await geliver();
    expect(config.senderAddressId).toBeDefined();
    await shop.world.done(
      'extension.configure',
      { extension: 'geliver', config: { parcelWeightGrams: 750 }, expectedRev: installed.rev },
      owner(),
    );
    say(await shop.offers(await shop.paid()).catch((error) => error), { code: 'extension_not_ready' });
  });

  test('changes and asks nothing when it is only tried', async () => {
    say(await create({}, { dryRun: true }), {
      preview: { irreversible: true, effects: [{ label: { en: 'sender address at the provider of cargo' } }] },
    });
    expect(await rows('SELECT id FROM cargo_sender')).toEqual([]);
    expect(asked()).toBe(0);
  });

  test('with the same key is the same call', async () => {
    const key = newUlid();
    const [first, again] = [await create({}, { idempotencyKey: key }), await create({}, { idempotencyKey: key })];
    expect(again.id).toBe(first.id);
    expect(await rows('SELECT id FROM cargo_sender')).toHaveLength(1);
    say(await create({ name: 'Başka Depo' }, { idempotencyKey: key }).catch((error) => error), {
      code: 'idempotency_conflict',
    });
  });

  test('of the same address is the same address at the provider, and of another another', async () => {
    const first = await create();
    say(await create().catch((error) => error), { code: 'invalid_state' });
    await step(first.id);
    const again = await create();
    expect([again.id === first.id, again.reference]).toEqual([false, first.reference]);
    await step(again.id);
    expect(asked()).toBe(1);
    expect((await row(again.id)).remote_id).toBe((await row(first.id)).remote_id);
    const other = await create({ address: 'Depo Sok. No: 5' });
    expect(other.reference).not.toBe(first.reference);
    await step(other.id);
    expect(asked()).toBe(2);
    say(await geliver(), { config: { senderAddressId: (await row(other.id)).remote_id } });
  });

  test('is refused of what is no address, of another rev, and of an extension that cannot serve it', async () => {
    say(await create({ district: 'Çankaya' }).catch((error) => error), {
      code: 'invalid_request',
      errors: [{ pointer: '/district' }],
    });
    say(await create({ phone: '+491701234567' }).catch((error) => error), { code: 'invalid_request' });
    say(await create({ postalCode: '3451' }).catch((error) => error), { code: 'invalid_request' });
    say(await create({}, { expectedRev: 1 }).catch((error) => error), { code: 'rev_conflict' });
    const of = (ext: string) => create({}, { params: { ext } }).catch((error) => error);
    say(await of('iyzico'), { code: 'not_found' });
    say(await of('yok'), { code: 'not_found' });
    const { world } = shop;
    await world.done('extension.disable', { extension: 'geliver' }, owner());
    await world.done('secret.delete', { extension: 'geliver', key: 'apiToken' }, owner());
    say(await create().catch((error) => error), { code: 'extension_not_ready' });
    await world.done('extension.uninstall', { extension: 'geliver' }, owner());
    say(await create().catch((error) => error), { code: 'extension_not_installed' });
    expect(await rows('SELECT id FROM cargo_sender')).toEqual([]);
  });

  test('is of an extension that is not enabled yet as well', async () => {
    await shop.world.done('extension.disable', { extension: 'geliver' }, owner());
    const made = await create();
    say(await step(made.id), { state: 'ready' });
  });

  test('that the provider refuses has failed, configures nothing, and may be asked for again', async () => {
    await shop.world.done('secret.set', { extension: 'geliver', key: 'apiToken', value: 'another' }, owner());
    const made = await create();
    say(await step(made.id), { state: 'failed' });
    say(await row(made.id), { failure: expect.stringContaining('API anahtarı'), remote_id: null });
    expect((await geliver()).config).toEqual({ parcelWeightGrams: 750 });
    await shop.world.done('secret.set', { extension: 'geliver', key: 'apiToken', value: 'demo-token' }, owner());
    const again = await create();
    say(await step(again.id), { state: 'ready' });
  });

  test.each(['lostAnswer', 'malformedBody', 'hostileRefusal', ...slowCases('silence' as const)] as const)(
    'whose answer is lost (%s) is read back and not asked for again',
    async (fault) => {
      const made = await create();
      shop.simulator.faults.set({ [fault]: { rate: 1 }, endpoint: CREATE });
      say(await step(made.id), { state: 'creating' });
      shop.simulator.faults.clear();
      say(await row(made.id), { state: 'creating', waiting_for: expect.stringMatching(/Geliver/) });
      say(await step(made.id), { state: 'ready' });
      expect(asked()).toBe(1);
      say(await row(made.id), { waiting_for: null });
    },
  );

  test('is asked for again only behind the time in which the first request may still come, and then once', async () => {
    const made = await create();
    shop.simulator.faults.set({ serverError: { rate: 1, status: 502 }, endpoint: CREATE });
    await step(made.id);
    shop.simulator.faults.clear();
    const early = await step(made.id);
    expect([early.state, (early.waitMs ?? 0) > 5_000, asked()]).toEqual(['creating', true, 0]);
    await later(60);
    say(await step(made.id), { state: 'ready' });
    expect(asked()).toBe(1);
  });

  test('of which the provider says nothing for long has failed, and is found when it is asked for anew', async () => {
    const made = await create();
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: CREATE });
    await step(made.id);
    shop.simulator.faults.set({ down: true });
    await later(2 * 3_600);
    say(await step(made.id), { state: 'failed', waitMs: null });
    shop.simulator.faults.clear();
    const again = await create();
    say(await step(again.id), { state: 'ready' });
    expect(asked()).toBe(1);
  });

  test('that is throttled was not asked for', async () => {
    const made = await create();
    shop.simulator.faults.set({ throttleStorm: { rate: 1 }, endpoint: CREATE });
    say(await step(made.id), { state: 'creating' });
    say(await row(made.id), { asked: 0 });
    shop.simulator.faults.clear();
    say(await step(made.id), { state: 'ready' });
  });

  test('that is throttled for longer than anybody waits has failed, however late the last try was', async () => {
    const made = await create();
    shop.simulator.faults.set({ throttleStorm: { rate: 1 }, endpoint: CREATE });
    await step(made.id);
    await shop.world.sql(`UPDATE cargo_sender SET created_at = created_at - interval '2 hours'`);
    say(await step(made.id), { state: 'failed', waitMs: null });
    shop.simulator.faults.clear();
  });

  test('is asked for once by two that have both looked for it', async () => {
    const { world } = shop;
    const made = await create();
    const release = await holding(world, 'SELECT 1 FROM cargo_sender WHERE id = $1 FOR UPDATE', [made.id]);
    const steps = Promise.all([step(made.id), step(made.id)]);
    await untilWaiting(world, 2).finally(release);
    expect((await steps).map(({ state }) => state).toSorted()).toEqual(['creating', 'ready']);
    expect(asked()).toBe(1);
  });

  test('is done once by several that take the same step', async () => {
    const made = await create();
    await Promise.all(Array.from({ length: 4 }, () => step(made.id)));
    say(await step(made.id), { state: 'ready' });
    expect(asked()).toBe(1);
    expect((await audited(made.id)).map(({ command }) => command)).toEqual(['cargo.sender.record', 'ext.cargo.sender']);
  });

  test('whose extension is gone before the provider was asked has failed', async () => {
    const { world } = shop;
    const made = await create();
    await world.done('extension.disable', { extension: 'geliver' }, owner());
    await world.done('extension.uninstall', { extension: 'geliver' }, owner());
    say(await step(made.id), { state: 'failed' });
  });

  test('that no workflow brings to its end has failed', async () => {
    const { world } = shop;
    const made = await create();
    await senderWork.noteStuck?.(world.platform, world.storeId, made.id);
    say(await row(made.id), { waiting_for: expect.stringContaining('runs the system') });
    await senderWork.abandon(world.platform, world.storeId, made.id, { code: 'not_started', reason: 'Nobody works.' });
    await senderWork.abandon(world.platform, world.storeId, made.id, { code: 'not_started', reason: 'Nobody works.' });
    // Whoever comes late with what was waited for is told nothing of it.
    await senderWork.noteStuck?.(world.platform, world.storeId, made.id);
    say(await row(made.id), { state: 'failed', failure: 'Nobody works.', waiting_for: null });
  });

  test('that is proposed is applied when the address is there, and not before', async () => {
    const { world, simulator } = shop;
    const agent = await mintAgent(world, { scopes: ['store:admin', 'proposals:write'] });
    const { proposalId } = await create({}, { as: agent });
    await world.done('proposal.submit', { proposalId }, { as: agent });
    const proposal = () => world.read('proposals.get', { ...owner(), params: { prp: proposalId } });
    const { hash } = await proposal();
    simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 3_000 }, endpoint: CREATE });
    const worker = await startTestWorker(world);
    try {
      await world.done('proposal.approve', { proposalId, hash }, owner());
      await eventually(() => asked() > 0);
      expect((await proposal()).state).toBe('applying');
      await eventually(async () => (await proposal()).state === 'applied');
      expect((await geliver()).config.senderAddressId).toBeDefined();
      const [made] = await rows('SELECT id FROM cargo_sender');
      expect(await world.platform.temporal.workflow.getHandle(cargoSender.workflowId(String(made?.id))).result()).toBe(
        'ready',
      );
    } finally {
      await worker.stop();
    }
  });
});

describe('cargo.sender.record', () => {
  const record = (payload: object) =>
    shop.world.bus.execute({
      principal: systemPrincipal(shop.world.storeId, 'sender'),
      mutation: mutation as never,
      payload,
      key: newUlid(),
    });

  test('notes what became of an address, once, and leaves what was configured meanwhile', async () => {
    const { id: senderId } = await create();
    const config = { parcelWeightGrams: 2_000, testMode: true };
    await shop.world.done('extension.configure', { extension: 'geliver', config }, owner());
    const said = { senderId, outcome: 'ready', remoteId: 'adres-1' };
    expect(await record(said)).toMatchObject({ status: 200, body: { state: 'ready', remoteId: 'adres-1' } });
    expect((await geliver()).config).toEqual({ ...config, senderAddressId: 'adres-1' });
    expect(await record({ senderId, outcome: 'failed', failure: 'Hayır.' })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    const { inverse } = await lastOf(shop.world, senderId);
    expect(inverse).toMatchObject({ command: 'extension.configure', payload: { extension: 'geliver', config } });
    await shop.world.done('extension.configure', inverse?.payload, owner());
    expect((await geliver()).config).toEqual(config);
  });

  test('configures nothing of what has failed, or of an extension that is gone by now', async () => {
    const { world } = shop;
    const { id: failed } = await create();
    await record({ senderId: failed, outcome: 'failed', failure: 'Hayır.' });
    expect((await geliver()).config).toEqual({ parcelWeightGrams: 750 });
    const { id: senderId } = await create();
    await world.done('extension.disable', { extension: 'geliver' }, owner());
    await world.done('extension.uninstall', { extension: 'geliver' }, owner());
    expect(await record({ senderId, outcome: 'ready', remoteId: 'adres-2' })).toMatchObject({
      status: 200,
      body: { state: 'ready' },
    });
  });

  test('is issued by the product alone, of an address that there is, with an id where it is ready', async () => {
    const { id: senderId } = await create();
    const asked = shop.world.run('cargo.sender.record', { senderId, outcome: 'ready', remoteId: 'adres-1' });
    await expect(asked).rejects.toMatchObject({ code: 'runtime_only' });
    for (const [payload, code] of [
      [{ senderId, outcome: 'ready' }, 'invalid_request'],
      [{ senderId, outcome: 'failed', remoteId: 'adres-1' }, 'invalid_request'],
      [{ senderId: 'snd_00000000000000000000000000', outcome: 'failed' }, 'not_found'],
    ] as const)
      expect(await record(payload)).toMatchObject({ body: { code } });
  });
});
