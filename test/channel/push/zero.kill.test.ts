// tier: all
import type { RunningWorker } from '../../../src/worker';
import { startCompiledWorker } from '../../world/compiled-worker';
import { eventually } from '../../world/eventually';
import { holding, untilWaiting } from '../../world/held';
import { startTestWorker } from '../../world/worker';
import { EXT, type Listed, listingsThere } from '../listings-there';

jest.setTimeout(600_000);

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

const SEND = 'POST /inventory/sellers/{sellerId}/products/price-and-inventory';
const READ = 'GET /product/sellers/{sellerId}/products/approved';

/** Moments at which its worker dies. */
const moments = ['as 0 is told', 'as it is read back', 'as the extension is disabled'] as const;

test.each(moments)(
  'a marketplace whose worker is killed %s shows nothing at the end, and is disabled once',
  async (moment) => {
    const shop = await listingsThere();
    const { world, simulator } = shop;
    let heir: RunningWorker | undefined;
    let release = async (): Promise<void> => {};
    try {
      await shop.control('PUT', '/listings', { batchMs: 20 });
      const listed: Listed[] = [];
      for (let at = 0; at < 3; at++) listed.push(await shop.list());
      const stocks = () => listed.map(({ barcode }) => shop.shown(barcode).stock.quantity);
      await eventually(async () => stocks().every((stock) => stock === 40), 90_000, 50);
      await shop.stopWorker();
      const processed = (endpoint: string) => simulator.stats().endpoints[endpoint]?.processed ?? 0;
      const before = { [SEND]: processed(SEND), [READ]: processed(READ) };
      const slow = (endpoint: string) => simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 8_000 }, endpoint });
      if (moment === 'as 0 is told') slow(SEND);
      if (moment === 'as it is read back') slow(READ);
      const disabling = world.run('extension.disable', { extension: EXT, disconnect: 'zero' }, { as: world.owner });
      const { jobId } = ((await disabling) as Any).body.result;
      if (moment === 'as the extension is disabled')
        release = await holding(world, 'SELECT FROM extension WHERE store_id = $1 AND key = $2 FOR SHARE', [
          world.storeId,
          EXT,
        ]);
      const doomed = startCompiledWorker(world);
      try {
        if (moment === 'as 0 is told') await eventually(async () => processed(SEND) > (before[SEND] ?? 0), 90_000, 20);
        if (moment === 'as it is read back')
          await eventually(async () => processed(READ) > (before[READ] ?? 0), 90_000, 20);
        if (moment === 'as the extension is disabled') await untilWaiting(world);
      } finally {
        await doomed.kill();
      }
      simulator.faults.clear();
      await release();
      heir = await startTestWorker(world);
      await eventually(async () => (await shop.call('GET', `/jobs/${jobId}`)).body.finishedAt !== null, 180_000, 100);
      expect((await shop.call('GET', `/jobs/${jobId}`)).body).toMatchObject({ state: 'succeeded' });
      expect(stocks()).toEqual([0, 0, 0]);
      const told = await shop.site.rows(`SELECT id FROM audit_row WHERE command = 'channel.disconnect'`);
      const [row] = await shop.site.rows('SELECT enabled FROM extension WHERE key = $1', [EXT]);
      expect([told.length, row?.enabled]).toEqual([1, false]);
    } finally {
      await release();
      await heir?.stop();
      await shop.close();
    }
  },
);
