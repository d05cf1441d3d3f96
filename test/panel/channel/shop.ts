import type { Locator } from 'playwright-core';
import { type Api, startApi } from '../../../src/api';
import { createLog } from '../../../src/kernel/log';
import { Door } from '../../channel/door';
import { type OrdersThere, ordersThere } from '../../channel/orders-there';
import { patient } from '../../world/patience';
import { startTestWorker } from '../../world/worker';
import { desktop, type Panel, phone, signedIn } from '../browser';

/** A shop at a simulated marketplace, with everything that runs, as its owner sees it. */
export interface ShownShop {
  readonly shop: OrdersThere;
  readonly panel: Panel;
  /** The address that serves the panel. */
  readonly url: string;
  open(end?: string): Promise<void>;
  readonly main: Locator;
  readonly dialog: Locator;
  /** Waits until the newest job that was asked for on the page has ended so. */
  jobEnds(name: string, state: string): Promise<void>;
  /** For eyes, and for what is wider than a phone. */
  onBoth(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function shownShop(): Promise<ShownShop> {
  let api: Api | undefined;
  const door = await Door.open(() => api?.port);
  const shop = await ordersThere({ TEZGAH_PUBLIC_URL: door.url });
  const worker = await startTestWorker(shop.world);
  api = await startApi(shop.world.platform, shop.world.config, createLog('test', 'silent'));
  const { url, stop } = api;
  const panel = await signedIn(url, shop.world);
  const { page } = panel;
  return {
    shop,
    panel,
    url,
    open: (end = '') => panel.open(['/marketplace/trendyol', end].filter(Boolean).join('/')),
    main: page.getByRole('main'),
    dialog: page.getByRole('dialog'),
    async jobEnds(name, state) {
      const asked = page.getByRole('region', { name: 'Başlattığınız işler' });
      const job = asked.getByRole('listitem', { name, exact: true }).first();
      await job.getByText(state, { exact: true }).waitFor({ timeout: patient(60_000) });
    },
    async onBoth(name) {
      await panel.picture(`${name} 1280`);
      // A dialog covers the switch of languages.
      const isCovered = (await page.getByRole('dialog').count()) > 0;
      for (const language of isCovered ? ['TR'] : ['EN', 'TR']) {
        if (!isCovered) await page.getByText(language, { exact: true }).click();
        await page.setViewportSize(phone);
        expect([name, language, await panel.contentWidth()]).toEqual([name, language, phone.width]);
        await panel.picture(`${name} ${language} 390`);
        await page.setViewportSize(desktop);
      }
    },
    async close() {
      await panel.close();
      await stop();
      await worker.stop();
      await door.close();
      await shop.close();
    },
  };
}
