import { activeHooks } from '../../src/extension/hook/active';
import { HookBreaker } from '../../src/extension/hook/breaker';
import { hookBreaker, LOOK_MS, REACTIVATED } from '../../src/extension/hook/contract';
import { isTripOver } from '../../src/extension/hook/record';
import { closeBreakers } from '../../src/extension/hook/store';
import { hookWork } from '../../src/extension/hook/work';
import { Deadlines } from '../../src/kernel/deadlines';
import { attentionOf } from '../world/attention';
import { eventually } from '../world/eventually';
import { lastOf, said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';

const extension = 'cash-rules';
const point = 'checkout.payment.filter';
const inputHash = '0'.repeat(64);

describe('extension.hook.deactivate', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    for (const command of ['extension.install', 'extension.enable'])
      await world.done(command, { extension }, { as: world.owner });
  });
  afterEach(() => world.close());

  const turn = (active: boolean, more: object = {}) =>
    world.run('extension.hook.deactivate', { extension, active, ...more }, { as: world.owner });
  const active = () => activeHooks(world.database.reader(world.storeId), world.storeId);
  const points = async () => (await active()).map((hook) => hook.point);
  const hookAt = async (at: string) => {
    const { hooks } = await world.read('extensions.ops.get', { params: { ext: extension } });
    return hooks.find((hook: { point: string }) => hook.point === at);
  };
  const fail = async (times: number, message = 'no luck', deadlines = world.platform.deadlines) => {
    const [hook] = (await active()).filter((each) => each.point === point);
    if (!hook) throw new Error('it is not active');
    const breaker = new HookBreaker({ ...world.platform, deadlines });
    await Promise.all(Array.from({ length: times }, () => breaker.failed(hook, { inputHash, message })));
  };
  const trips = async () =>
    (
      await world.database.system.query<{ id: string }>(
        `SELECT workflow_id AS id FROM outbox WHERE store_id = $1 AND workflow_id LIKE 'hook/%' AND message ->> 'operation' = 'workflow.start'`,
        [world.storeId],
      )
    ).map(({ id }) => id);

  test('is watched no more once its extension is taken out', async () => {
    await fail(5);
    const [trip] = await trips();
    expect(trip).toBeDefined();
    await world.done('extension.disable', { extension }, { as: world.owner });
    await world.done('extension.uninstall', { extension }, { as: world.owner });
    const told = await world.database.system.query<{ id: string }>(
      `SELECT workflow_id AS id FROM outbox WHERE store_id = $1 AND message ->> 'update' = $2`,
      [world.storeId, REACTIVATED],
    );
    expect(told).toEqual([{ id: trip }]);
    const tripId = (trip ?? '').split('/')[1] as string;
    expect(await isTripOver(world.platform, { storeId: world.storeId, tripId })).toBe(true);
  });

  test('takes hooks out of the checkout and brings them back, all of them or some', async () => {
    expect(await points()).toEqual([point, 'checkout.order.validate']);
    const { body } = await turn(false, { points: [point] });
    expect(body).toMatchObject({ result: { extension, enabled: true, hooksOff: [point] } });
    expect(await points()).toEqual(['checkout.order.validate']);
    expect(await lastOf(world, extension)).toMatchObject({
      command: 'extension.hook.deactivate',
      changes: [{ entity: 'extension', before: { hooksOff: [] }, after: { hooksOff: [point] } }],
      inverse: { command: 'extension.hook.deactivate', payload: { extension, points: [point], active: true } },
    });
    expect((await turn(false)).body).toMatchObject({ result: { hooksOff: [point, 'checkout.order.validate'] } });
    expect(await points()).toEqual([]);
    expect(await said(turn(false))).toBe('409 invalid_state');
    expect(await said(turn(true, { expectedRev: 1 }))).toBe('409 rev_conflict');
    expect((await turn(true)).body).toMatchObject({ result: { hooksOff: [] } });
    expect(await said(turn(true))).toBe('409 invalid_state');
    expect(await points()).toHaveLength(2);
  });

  test('of what has no hook there is refused', async () => {
    expect(await said(turn(false, { points: ['checkout.cart.validate'] }))).toBe('409 invalid_state');
    expect(await said(turn(false, { extension: 'campaign' }))).toBe('422 extension_not_installed');
    expect(await said(turn(false, { extension: 'kayip' }))).toBe('422 extension_unknown');
    expect(await said(turn(false, { points: ['checkout.cart'] }))).toBe('400 invalid_request');
  });

  test('the fifth failure in a row deactivates a hook at once, and once, whatever races', async () => {
    await fail(4);
    expect(await hookAt(point)).toMatchObject({ active: true, failures: 4, deactivatedAt: null });
    expect(await points()).toContain(point);
    await fail(12, 'one too many');
    expect(await points()).toEqual(['checkout.order.validate']);
    expect(await hookAt(point)).toMatchObject({
      active: false,
      failures: 5,
      deactivatedAt: expect.any(String),
      lastFailures: [
        { inputHash, message: 'one too many' },
        { message: 'no luck' },
        { message: 'no luck' },
        { message: 'no luck' },
        { message: 'no luck' },
      ],
    });
    expect(await trips()).toHaveLength(1);
  });

  test('a hook that answers begins its count anew, and what it failed of before stays in sight', async () => {
    await fail(4);
    const [hook] = (await active()).filter((each) => each.point === point);
    await new HookBreaker(world.platform).answered(hook as NonNullable<typeof hook>);
    expect(await hookAt(point)).toMatchObject({ failures: 0, active: true });
    await fail(4);
    const { lastFailures, ...rest } = await hookAt(point);
    expect(rest).toMatchObject({ failures: 4, active: true });
    expect(lastFailures).toHaveLength(8);
    expect(await trips()).toEqual([]);
  });

  test('while Temporal is away it is deactivated all the same, and activated again with one call', async () => {
    await fail(5);
    expect(await points()).toEqual(['checkout.order.validate']);
    expect((await turn(true, { points: [point] })).body).toMatchObject({ result: { hooksOff: [] } });
    expect(await points()).toHaveLength(2);
    expect(await hookAt(point)).toMatchObject({ failures: 0, active: true, deactivatedAt: null });
  });

  test('its workflow records it by the command, writes to the owner, tells the operator, and ends when it is active again', async () => {
    const worker = await startTestWorker(world);
    await fail(5, 'RangeError: no such province');
    const [id] = await trips();
    const handle = world.platform.temporal.workflow.getHandle(id as string);
    const details = async () =>
      (await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata')).currentDetails ?? '';
    await eventually(async () => (await hookOff()) && (await mails()).length === 1);
    await eventually(async () => /failed 5 times: RangeError: no such province/.test(await details()));
    expect(await lastOf(world, extension)).toMatchObject({
      command: 'extension.hook.deactivate',
      actor: { kind: 'system' },
      changes: [{ after: { hooksOff: [point] } }],
    });
    expect((await mails())[0]).toMatchObject({ subject: expect.stringContaining('Kapıda ödeme kuralları') });
    expect((await turn(true, { points: [point] })).status).toBe(200);
    expect(await handle.result()).toBe('reactivated');
    expect(await points()).toHaveLength(2);
    // The next five are another trip, with a workflow of its own.
    await fail(5);
    expect(await trips()).toHaveLength(2);
    await worker.stop();

    async function hookOff(): Promise<boolean> {
      const { items } = await world.read('extensions.list');
      const { hooksOff } = items.find(({ key }: { key: string }) => key === extension).installed;
      return hooksOff.includes(point);
    }
    async function mails(): Promise<{ subject: string }[]> {
      return world.database
        .reader(world.storeId)
        .query<{ subject: string }>('SELECT subject FROM mail WHERE store_id = $1', [world.storeId]);
    }
  });

  test('its workflow looks by itself whether the hook is active again, since nobody may have told it', async () => {
    const worker = await startTestWorker(world);
    await fail(5, 'no luck', new Deadlines(1_000 / LOOK_MS));
    const [id = ''] = await trips();
    const handle = world.platform.temporal.workflow.getHandle(id);
    const looks = async () =>
      ((await handle.fetchHistory()).events ?? []).filter(
        ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'isTripOver',
      ).length;
    const attention = () => attentionOf(world, id);
    await eventually(async () => (await attention()) === true);
    // It is off still: the operator goes on seeing it.
    await eventually(async () => (await looks()) >= 2);
    expect(await attention()).toBe(true);
    // As the command that activates it writes it, whose message is lost.
    await world.database.transaction(world.storeId, async (tx) => {
      closeBreakers(tx, world.storeId, extension, [point]);
      return { keep: true, value: undefined };
    });
    expect(await handle.result()).toBe('reactivated');
    expect(await attention()).toBe(false);
    await worker.stop();
  });

  test('what nobody tells of stays deactivated and open to no workflow', async () => {
    await fail(5);
    const [id = ''] = await trips();
    const open = () => hookWork.openRows(world.database.system, '', 10);
    await hookWork.abandon(world.platform, world.storeId, id.slice(hookBreaker.workflowId('').length), {
      code: 'not_finished',
      reason: 'Temporal is away.',
    });
    expect(await open()).toEqual([]);
    expect(await points()).toEqual(['checkout.order.validate']);
  });
});
