import { PushWatch } from '../../src/channel/push/watch';
import { barcodeOf } from '../../src/simulator/trendyol/barcode';
import { startTrendyolSimulator } from '../../src/simulator/trendyol/server';
import type { RunningWorker } from '../../src/worker';
import { openSite } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { connectTrendyol } from './marketplace';
import { wholeAnswer } from './whole-answer';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

export interface Listed {
  readonly productId: string;
  readonly listingId: string;
  readonly barcode: string;
}

const CONTENTS = 200;
export const EXT = 'trendyol';

/** A store whose products are on sale at a simulated marketplace, reached by HTTP as integrators reach it. */
export async function listingsThere({ works = true }: { readonly works?: boolean } = {}) {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: CONTENTS });
  const site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
  const { world } = site;
  await connectTrendyol(world, { requestsPer10Seconds: 0 });
  const { token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin']);
  let worker: RunningWorker | undefined = works ? await startTestWorker(world) : undefined;
  const watch = new PushWatch({ ...world, onError: () => {} });
  watch.keepEvery(100);
  const taken = new Set<string>();
  const shown = (barcode: string): Any => simulator.catalog.itemOf(barcode)?.variant;

  /** An item of the marketplace that nobody has taken yet. */
  function barcodeOfSome(fits: (variant: Any) => boolean): string {
    for (let at = 0; at < CONTENTS * 4; at++) {
      const barcode = barcodeOf(7, at);
      const variant = shown(barcode);
      if (taken.has(barcode) || !variant || !fits(variant)) continue;
      taken.add(barcode);
      return barcode;
    }
    throw new Error('the simulator shows no such item');
  }

  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    site.call(method, `/v1/channel/${EXT}${path}`, { token, headers, ...(body && { body }) });

  return {
    site,
    world,
    simulator,
    token,
    shown,
    call,
    /** Calls, and waits for the end. */
    done: (path: string, body: object) => wholeAnswer((headers) => call('POST', path, body, headers)),
    async control(method: string, path: string, body?: object): Promise<Any> {
      const answer = await fetch(new URL(`/__simulator${path}`, simulator.url), {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    /** Lists a product under the barcode of an item of the marketplace. */
    async list(
      fits: (variant: Any) => boolean = ({ onSale, locked, archived, blacklisted }) =>
        onSale && !locked && !archived && !blacklisted,
      { stock = 40, barcode = barcodeOfSome(fits) }: { readonly stock?: number; readonly barcode?: string } = {},
    ): Promise<Listed> {
      const product = { title: `Cezve ${barcode}`, price: 10_000, stock, barcode };
      const { id: productId } = await world.done('catalog.product.create', product);
      const items = [{ productId, priceLocked: true }];
      const { listings } = await world.done('channel.listing.set', { extension: EXT, items });
      return { productId, listingId: listings[0].id, barcode };
    },
    /** A listing as the shop knows it. */
    listing: async ({ listingId }: Pick<Listed, 'listingId'>): Promise<Any> =>
      (await call('GET', `/listings/${listingId}`)).body,
    becomes: (wanted: () => boolean | Promise<boolean>) => eventually(async () => wanted(), 30_000, 50),
    async startWorker() {
      worker = await startTestWorker(world);
    },
    async stopWorker() {
      await worker?.stop();
      worker = undefined;
    },
    async close() {
      try {
        await watch.stop();
        await worker?.stop();
        await site.close();
      } finally {
        await simulator.close();
      }
    },
  };
}

export type ListingsThere = Awaited<ReturnType<typeof listingsThere>>;
