import { appendFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** The cost of a piece of a day's work: presses of the mouse, and the bytes and seconds that the browser waits for. */
export interface Effort {
  /** Begins to count anew. */
  begin(): void;
  /** Adds a press that the browser's own buttons take, which no page sees. */
  press(): void;
  /**
   * Holds the count against its limit, and begins the next one. For eyes: the file that PANEL_EFFORT names gets a line with
   * clicks, bytes over the wire and seconds, those of a test that types and reads at once among them.
   */
  end(work: string, clicksMax: number): void;
}

/** Counts in all pages that the tab opens from now on. */
export async function measureEffort(page: Page): Promise<Effort> {
  let clicks = 0;
  let bytes = 0;
  let begunAt = Date.now();
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript("addEventListener('pointerdown', () => countClick(), true)");
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const begin = () => {
    clicks = 0;
    bytes = 0;
    begunAt = Date.now();
  };
  return {
    begin,
    press() {
      clicks += 1;
    },
    end(work, clicksMax) {
      const file = process.env.PANEL_EFFORT;
      const seconds = (Date.now() - begunAt) / 1_000;
      if (file) appendFileSync(file, `${JSON.stringify({ work, clicks, clicksMax, bytes, seconds })}\n`);
      expect(clicks).toBeLessThanOrEqual(clicksMax);
      begin();
    },
  };
}
