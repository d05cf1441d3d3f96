import './gate/installed';
import { type ActiveHook, activeHooks } from '../../src/extension/hook/active';
import { HookBreaker } from '../../src/extension/hook/breaker';
import { hookBreaker } from '../../src/extension/hook/contract';
import { isTripOver } from '../../src/extension/hook/record';
import { breakersOf } from '../../src/extension/hook/store';
import { FAILURES_MAX } from '../../src/extension/hook/table';
import type { DecisionPoint } from '../../src/provider/manifest-document';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { asInstalledEarlier } from './earlier';

const extension = 'gate';
const GONE = 'checkout.cart.validate';
const STAYS = 'checkout.payment.filter';
const NEW = 'checkout.pricing.adjust';

describe('an upgrade to a version with other hooks', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    for (const command of ['extension.install', 'extension.enable'])
      await world.done(command, { extension }, { as: world.owner });
    await asInstalledEarlier(world, { extension, version: '1.0.0' });
  });
  afterEach(() => world.close());

  const active = () => activeHooks(world.database.reader(world.storeId), world.storeId);
  const points = async () => (await active()).map(({ point }) => point);
  const breakers = () => breakersOf(world.database.reader(world.storeId), world.storeId, extension);
  const upgrade = () => world.done('extension.upgrade', { extension }, { as: world.owner });
  const shown = async () => {
    const { hooks } = await world.read('extensions.ops.get', { params: { ext: extension } });
    return hooks.map((hook: { point: string; active: boolean; failures: number }) => [
      hook.point,
      hook.active,
      hook.failures,
    ]);
  };
  const fail = async (point: DecisionPoint, times: number) => {
    const hook = { storeId: world.storeId, extension, point } as ActiveHook;
    const breaker = new HookBreaker(world.platform);
    for (let turn = 0; turn < times; turn += 1)
      await breaker.failed(hook, { inputHash: '0'.repeat(64), message: 'no luck' });
  };
  /** Of the hook that has failed once too often. */
  const trip = async () => (await breakers()).find(({ point }) => point === GONE)?.trip as string;

  test('forgets what those failed of that are gone, ends the watch over them, and lets the others be as they were', async () => {
    const worker = await startTestWorker(world);
    await fail(GONE, FAILURES_MAX);
    await fail(STAYS, FAILURES_MAX - 1);
    const tripId = await trip();
    const watch = world.platform.temporal.workflow.getHandle(hookBreaker.workflowId(tripId));
    const hooksOff = async () =>
      (await world.read('extensions.list')).items.find(({ key }: { key: string }) => key === extension).installed
        .hooksOff;
    await eventually(async () => (await hooksOff()).includes(GONE));
    expect(await shown()).toEqual([
      [GONE, false, FAILURES_MAX],
      [STAYS, true, FAILURES_MAX - 1],
    ]);
    expect(await upgrade()).toMatchObject({ version: '2.0.0', hooksOff: [] });
    expect(await watch.result()).toBe('reactivated');
    expect(await isTripOver(world.platform, { storeId: world.storeId, tripId })).toBe(true);
    expect(await shown()).toEqual([
      [STAYS, true, FAILURES_MAX - 1],
      [NEW, true, 0],
    ]);
    expect(await points()).toEqual([STAYS, NEW]);
    // It goes on with its count: one more is one too many.
    await fail(STAYS, 1);
    expect(await points()).toEqual([NEW]);
    await worker.stop();
  });

  test('leaves off what stays and is off, whoever turned it off', async () => {
    await fail(STAYS, FAILURES_MAX);
    await world.done('extension.hook.deactivate', { extension, points: [GONE], active: false }, { as: world.owner });
    expect(await upgrade()).toMatchObject({ hooksOff: [] });
    expect(await shown()).toEqual([
      [STAYS, false, FAILURES_MAX],
      [NEW, true, 0],
    ]);
  });

  test('begins clean with those that are new, whatever a process of another version has counted', async () => {
    // A step of the checkout that began before the extension was one of 1.0.0.
    await fail(NEW, FAILURES_MAX);
    await upgrade();
    expect(await shown()).toEqual([
      [STAYS, true, 0],
      [NEW, true, 0],
    ]);
    expect(await points()).toEqual([STAYS, NEW]);
    await fail(NEW, FAILURES_MAX - 1);
    expect(await points()).toEqual([STAYS, NEW]);
  });
});
