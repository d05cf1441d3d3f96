// tier: all
import { templateOf } from '../../src/design/template/templates';
import { newUlid } from '../../src/kernel/ids';
import { updatePreparation } from '../../src/store/update/contract';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { sideBySide } from '../world/side-by-side';
import { startSilentProxy } from '../world/silent-proxy';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';

/** A look waits for its new row behind this one. */
const HELD = 'LOCK TABLE store_update IN SHARE MODE';

const queue = async (world: World) => (await world.read('updates.list', { as: world.owner })).items;
const rows = <Row>(world: World, sql: string): Promise<Row[]> => world.database.reader(world.storeId).query<Row>(sql);
const asked = async (world: World) => (await rows(world, 'SELECT FROM update_look')).length;

describe('a worker that is killed while it prepares an update', () => {
  const check = sideBySide(() => createWorld());

  const published = async (world: World): Promise<void> => {
    const { rev } = await world.read('design.draft.get', { as: world.owner });
    const body = { body: { ...templateOf('bos')?.make(), theme: { key: 'sade', version: '1.0.0' } } };
    await world.read('design.draft.put', { query: {}, body, expectedRev: rev, idempotencyKey: newUlid() });
    await world.done('design.publish', {}, { as: world.owner });
    world.platform.outbox.kick();
  };

  async function isPreparedOnce(world: World): Promise<void> {
    await eventually(async () => (await asked(world)) === 0);
    expect(await queue(world)).toMatchObject([
      { kind: 'theme', name: 'sade', toVersion: '1.1.0', state: 'pending', rev: 1, baseRev: 1 },
    ]);
    const { items } = await world.read('audit.list', { query: { limit: 100 } });
    const prepared = items.filter(({ command }: { command: string }) => command === 'update.prepare');
    expect(prepared.filter(({ changes }: { changes: unknown[] }) => changes.length > 0)).toHaveLength(1);
  }

  check('before it has written: nothing is half done, and the next one does it', async (world) => {
    const release = await holding(world, HELD, []);
    const doomed = startCompiledWorker(world);
    try {
      await published(world);
      await untilWaiting(world);
      await doomed.kill();
      expect(await asked(world)).toBe(1);
      expect(await rows(world, 'SELECT FROM store_update')).toEqual([]);
    } finally {
      await release();
      await doomed.kill();
    }
    const heir = await startTestWorker(world);
    try {
      const { temporal } = world.platform;
      expect(await temporal.workflow.getHandle(updatePreparation.workflowId(world.storeId)).result()).toBe('prepared');
    } finally {
      await heir.stop();
    }
    await isPreparedOnce(world);
  });

  check('once it has written, and before anybody heard of it: the next one finds it done', async (world) => {
    const release = await holding(world, HELD, []);
    const proxy = await startSilentProxy();
    const address = new URL(proxy.through(`tcp://${world.config.temporalAddress}`)).host;
    const doomed = startCompiledWorker(world, { environment: { TEMPORAL_ADDRESS: address } });
    try {
      await published(world);
      await untilWaiting(world);
      proxy.freeze();
      await release();
      await eventually(async () => (await rows(world, 'SELECT FROM store_update')).length > 0);
    } finally {
      await release();
      await doomed.kill();
      await proxy.close();
    }
    const heir = await startTestWorker(world);
    try {
      const { temporal } = world.platform;
      expect(await temporal.workflow.getHandle(updatePreparation.workflowId(world.storeId)).result()).toBe('prepared');
    } finally {
      await heir.stop();
    }
    await isPreparedOnce(world);
  });
});
