// tier: all
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ulid } from 'ulid';
import type { Reply } from '../../src/kernel/call/dispatch';
import { Refusal } from '../../src/kernel/errors';
import { createLog } from '../../src/kernel/log';
import { openPlatform } from '../../src/platform';
import { startWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { startTestTemporal } from '../world/temporal';
import { testServices } from '../world/world';
import { worldWithAgents } from './agents';

const DAY_MS = 86_400_000;

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
}

// More than the 30 days that a key lives: those of the items were minted when they were recorded.
test.each([21, 40])(
  'a paused proposal goes on after all was stopped and started again, %i days later',
  async (days) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-restart-'));
    let server = await startTestTemporal({ folder, durable: true });
    try {
      const agents = await worldWithAgents({ stays: true, environment: { TEMPORAL_ADDRESS: server.address } });
      const { world } = agents;
      await agents.startWorker();
      const [first, second] = [
        await world.done('catalog.product.create', { title: 'Cezve', price: 100, stock: 1 }),
        await world.done('catalog.product.create', { title: 'Fincan', price: 200, stock: 2 }),
      ];
      const { proposalId } = await agents.propose('catalog.price.set', { targetId: first.id, price: 150 });
      const { itemId } = await agents.propose('catalog.price.set', { targetId: second.id, price: 250 });
      await agents.propose('catalog.stock.set', { targetId: second.id, stock: 9 });
      await agents.submit(proposalId);
      await world.done('catalog.price.set', { targetId: second.id, price: 220 });
      await agents.approve(proposalId);
      const paused = await agents.until(proposalId, 'paused');
      expect(paused).toMatchObject({ items: { applied: 1, pending: 2 }, pause: { seq: 2, reason: 'stale' } });
      await agents.close();
      await server.stop();

      // Another port, as after a reboot: only the two data folders are the same.
      server = await startTestTemporal({ folder, durable: true });
      const config = { ...world.config, temporalAddress: server.address };
      const now = (): Date => new Date(Date.now() + days * DAY_MS);
      const log = createLog('test', 'silent');
      const platform = await openPlatform({ config, log, applicationName: 'tezgah-later', strict: true, now });
      const worker = await startWorker(platform, config, {
        workflowBundle: { codePath: testServices().workflowBundle },
      });
      try {
        const route = (id: string, input: object): Promise<Reply> => {
          const found = platform.services.capabilities.routes.find((candidate) => candidate.id === id);
          const whole = { params: { prp: proposalId }, query: {}, body: {}, ...input };
          return platform.dispatcher.route(found as never, world.owner, whole);
        };
        // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
        const get = async (): Promise<any> => (await route('proposals.get', {})).body;
        expect(await get()).toEqual(paused);
        const { hash } = paused.list[1].currentPreview;
        const idempotencyKey = ulid(now().getTime());
        // A worker that has just started may take it up later than the call waits; the same call answers then.
        const resume = () => route('proposals.resume', { body: { accept: [{ itemId, hash }] }, idempotencyKey });
        const resumed = await eventually(() => resume().catch(unlessUnavailable));
        expect(resumed.status).toBe(200);
        while ((await get()).state === 'applying') await new Promise((resolve) => setTimeout(resolve, 25));
        expect(await get()).toMatchObject({ state: 'applied', items: { applied: 3 } });
        const db = platform.database.reader(world.storeId);
        expect(
          await db.query('SELECT price, stock FROM catalog_product WHERE store_id = $1 ORDER BY id', [world.storeId]),
        ).toEqual([
          { price: 150, stock: 1 },
          { price: 250, stock: 9 },
        ]);
        expect(await platform.temporal.workflow.getHandle(`proposal/${proposalId}`).result()).toBe('applied');
      } finally {
        await worker.stop();
        await platform.close();
      }
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
