// tier: all
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { sideBySide } from '../world/side-by-side';
import { startSilentProxy } from '../world/silent-proxy';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { asInstalledEarlier, TRENDYOL_RIGHTS } from './earlier';

const HELD = `SELECT 1 FROM extension WHERE key = 'trendyol' FOR UPDATE`;

const installed = async (world: World) => {
  const { items } = await world.read('extensions.list', { as: world.owner });
  return items.find(({ key }: { key: string }) => key === 'trendyol').installed;
};

const upgradesOf = async (world: World) => {
  const { items } = await world.read('audit.list', { query: { entity: 'trendyol', limit: 100 } });
  return items.filter(({ command }: { command: string }) => command === 'extension.upgrade');
};

describe('a worker that is killed while it brings an extension to its current version', () => {
  const check = sideBySide(() => createWorld());

  const earlier = async (world: World): Promise<void> => {
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
    await asInstalledEarlier(world, {
      extension: 'trendyol',
      version: '1.0.0',
      config: { sellerId: '7' },
      granted: TRENDYOL_RIGHTS,
    });
  };
  const workflowOf = ({ storeId }: World): string => `extensions/killed/${storeId}`;
  const start = (world: World) =>
    world.platform.temporal.workflow.start('extensionUpgrades', {
      workflowId: workflowOf(world),
      taskQueue: world.config.taskQueue,
      args: [{ storeId: world.storeId }],
    });

  /** What there is once, however often it was tried. */
  async function isUpgradedOnce(world: World): Promise<void> {
    const { version } = await installed(world);
    expect(version).not.toBe('1.0.0');
    const [upgrade, ...others] = await upgradesOf(world);
    expect(others).toEqual([]);
    expect(upgrade).toMatchObject({
      outcome: 'done',
      actor: { kind: 'system', id: 'extension-upgrades' },
      changes: [
        {
          before: { version: '1.0.0', config: { sellerId: '7' } },
          after: { version, config: { sellerId: '7', pictures: true } },
        },
      ],
    });
  }

  check('before it has written: nothing is half done, and the next one does it', async (world) => {
    await earlier(world);
    const release = await holding(world, HELD, []);
    const doomed = startCompiledWorker(world);
    const handle = await start(world);
    try {
      await untilWaiting(world);
      await doomed.kill();
      expect((await installed(world)).version).toBe('1.0.0');
    } finally {
      await release();
      await doomed.kill();
    }
    const heir = await startTestWorker(world);
    try {
      await handle.result();
    } finally {
      await heir.stop();
    }
    expect(await silencesOf(world, workflowOf(world))).toBeGreaterThan(0);
    await isUpgradedOnce(world);
  });

  check('once it has written, and before anybody heard of it: the next one finds it done', async (world) => {
    await earlier(world);
    const release = await holding(world, HELD, []);
    const proxy = await startSilentProxy();
    const address = new URL(proxy.through(`tcp://${world.config.temporalAddress}`)).host;
    const doomed = startCompiledWorker(world, { environment: { TEMPORAL_ADDRESS: address } });
    const handle = await start(world);
    try {
      await untilWaiting(world);
      proxy.freeze();
      await release();
      await eventually(async () => (await upgradesOf(world)).length > 0);
    } finally {
      await release();
      await doomed.kill();
      await proxy.close();
    }
    const heir = await startTestWorker(world);
    try {
      expect(await handle.result()).toEqual({ upgraded: [], waiting: [] });
    } finally {
      await heir.stop();
    }
    await isUpgradedOnce(world);
  });
});
