import { type Api, startApi } from '../../../src/api';
import { createLog } from '../../../src/kernel/log';
import type { RunningWorker } from '../../../src/worker';
import { type OrdersThere, ordersThere } from '../../channel/orders-there';
import { startTestWorker } from '../../world/worker';
import { type Panel, signedIn } from '../browser';

/** A shop at a simulated marketplace, with everything that runs, as its owner sees it. */
export interface ShownShop {
  readonly shop: OrdersThere;
  readonly panel: Panel;
  readonly url: string;
  close(): Promise<void>;
}

export async function shownShop(): Promise<ShownShop> {
  const shop = await ordersThere();
  const worker: RunningWorker = await startTestWorker(shop.world);
  const api: Api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
  const panel = await signedIn(api.url, shop.world);
  return {
    shop,
    panel,
    url: api.url,
    async close() {
      await panel.close();
      await api.stop();
      await worker.stop();
      await shop.close();
    },
  };
}
