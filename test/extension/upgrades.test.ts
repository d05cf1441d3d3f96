import '../channel/second/installed';
import { bringUpToDate } from '../../src/extension/upgrades';
import { eventually } from '../world/eventually';
import { lastOf } from '../world/story';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { asInstalledEarlier, TRENDYOL_RIGHTS } from './earlier';

describe('the nightly upgrade of extensions', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    for (const extension of ['trendyol', 'bazaar'])
      await world.done('extension.install', { extension }, { as: world.owner });
  });
  afterEach(() => world.close());

  const bring = () => bringUpToDate(world.platform, world.storeId);
  const versions = async () =>
    Object.fromEntries(
      (await world.read('extensions.list', { as: world.owner })).items.map(
        ({ key, installed }: { key: string; installed: { version: string } | null }) => [key, installed?.version],
      ),
    );

  test('brings along what asks for nothing and loses nothing, and leaves the rest to its owner', async () => {
    await asInstalledEarlier(world, {
      extension: 'trendyol',
      version: '1.0.0',
      config: { sellerId: '7' },
      granted: TRENDYOL_RIGHTS,
    });
    const granted = { scopes: [], personalData: [], secrets: [] };
    await asInstalledEarlier(world, { extension: 'bazaar', version: '1.0.0', granted });
    const current = (await world.read('extensions.list', { as: world.owner })).items.find(
      ({ key }: { key: string }) => key === 'trendyol',
    ).version;
    expect(await bring()).toEqual({ upgraded: ['trendyol'], waiting: ['bazaar'] });
    expect(await versions()).toEqual({ trendyol: current, bazaar: '1.0.0' });
    expect(await lastOf(world, 'trendyol')).toMatchObject({
      command: 'extension.upgrade',
      actor: { kind: 'system', id: 'extension-upgrades' },
      changes: [{ before: { config: { sellerId: '7' } }, after: { config: { sellerId: '7', pictures: true } } }],
    });
    expect(await bring()).toEqual({ upgraded: [], waiting: ['bazaar'] });
  });

  test('leaves one that would do more outside of the shop to its owner', async () => {
    for (const version of ['1.0.0', '1.1.0']) {
      await asInstalledEarlier(world, { extension: 'trendyol', version, config: { sellerId: '7' } });
      expect(await bring()).toMatchObject({ upgraded: [], waiting: ['trendyol'] });
      expect(await versions()).toMatchObject({ trendyol: version });
    }
  });

  test('leaves a configuration that does not become one of the new version as it is', async () => {
    const config = { sellerId: 'not a number' };
    await asInstalledEarlier(world, {
      extension: 'trendyol',
      version: '1.0.0',
      config,
      enabled: true,
      granted: TRENDYOL_RIGHTS,
    });
    expect(await bring()).toMatchObject({ upgraded: [], waiting: ['trendyol'] });
    expect(await versions()).toMatchObject({ trendyol: '1.0.0' });
  });

  test('upgrades once, however many runs there are', async () => {
    await asInstalledEarlier(world, { extension: 'trendyol', version: '1.0.0', granted: TRENDYOL_RIGHTS });
    const worker = await startTestWorker(world);
    try {
      await Promise.all(
        [1, 2].map((nth) =>
          world.platform.temporal.workflow.start('extensionUpgrades', {
            workflowId: `extensions/${nth}/${world.storeId}`,
            taskQueue: world.config.taskQueue,
            args: [{ storeId: world.storeId }],
          }),
        ),
      );
      await eventually(async () => (await versions()).trendyol !== '1.0.0');
      await Promise.all(
        [1, 2].map((nth) => world.platform.temporal.workflow.getHandle(`extensions/${nth}/${world.storeId}`).result()),
      );
    } finally {
      await worker.stop();
    }
    const { items } = await world.read('audit.list', { query: { entity: 'trendyol', outcome: 'done', limit: 100 } });
    const ran = items.filter(({ command }: { command: string }) => command === 'extension.upgrade');
    expect(ran).toHaveLength(1);
  });
});
