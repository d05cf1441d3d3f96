import type { IncomingMessage } from 'node:http';
import { Limits } from '../kit/limits';
import { type Simulator, type SimulatorOptions, startSimulator } from '../kit/server';
import type { Stats } from '../kit/statistics';
import { Waits } from '../kit/waits';
import { Acts } from './acts';
import { Book } from './book';
import { resourcesOf } from './control';
import { refusals, refusedOrder, stranger } from './errors';
import { Goods } from './goods';
import { type Hostility, hostility } from './hostility';
import { type Knobs, usualKnobs } from './knobs';
import { listingEndpoints } from './listings';
import { listEndpoints } from './lists';
import { pictures } from './pictures';
import { Uploads } from './uploads';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export interface HepsiburadaSimulatorOptions extends SimulatorOptions {
  /** Items of the seller, 0 … 100,000; default 200. */
  products?: number;
  /** False switches the limits of requests off. Default true. */
  limited?: boolean;
  merchantId?: string;
  /** The registered name of the integrator. */
  integrator?: string;
  serviceKey?: string;
}

export interface HepsiburadaSimulator extends Simulator<Hostility> {
  stats(): Stats & {
    ordersPlaced: number;
    /** Requests that were refused because there were too many, uploads and cancellations among them. */
    breaches: number;
    /** Items of which stock or prices were sent. */
    offersSent: number;
    /** Pieces that were sold although they were not there. */
    oversoldPieces: number;
  };
  readonly goods: Goods;
}

/** The account that the simulator lets in. */
const usualAccount = {
  merchantId: 'b2910839-83b9-4d45-adb6-86bad457edcb',
  integrator: 'tezgah_dev',
  serviceKey: 'demo-service-key',
};

/** Starts a server that speaks Hepsiburada's listing, catalog and order APIs. The host of each stands first in the path. */
export async function startHepsiburadaSimulator(
  options: HepsiburadaSimulatorOptions = {},
): Promise<HepsiburadaSimulator> {
  const { seed = 7, now = Date.now, products = 200, limited = true } = options;
  const account = { ...usualAccount, ...options };
  const knobs: Knobs = { ...usualKnobs };
  const waits = new Waits(() => knobs.scale);
  const limits = new Limits({
    groups: [
      {
        name: 'listing',
        requests: () => 240,
        windowMs: MINUTE_MS,
        has: (name) => name.includes(' /listing-external/'),
      },
      { name: 'orders', requests: () => 1_000, windowMs: SECOND_MS, has: (name) => name.includes(' /oms-external/') },
    ],
    perEndpoint: { requests: 0, windowMs: MINUTE_MS },
    scale: () => knobs.scale,
  });
  const goods = new Goods(seed, products);
  const uploads = new Uploads(goods, knobs, limits, now);
  const book = new Book({ seed, now, goods, knobs, waits });
  const acts = new Acts({ book, knobs, limits, now });
  const measures = () => ({
    ordersPlaced: book.orders.length,
    breaches: limits.breaches,
    offersSent: uploads.sent,
    oversoldPieces: goods.oversoldPieces,
  });
  const simulator = await startSimulator<Hostility>(
    {
      prefix: '',
      // Due events happen before anybody sees anything of it.
      endpoints: [...listingEndpoints(goods, uploads), ...listEndpoints(book, knobs), ...acts.endpoints].map(
        (each) => ({
          ...each,
          answer: (call) => {
            uploads.advance();
            return each.answer(call);
          },
        }),
      ),
      rateLimit: limited ? limits : { admits: () => true },
      identify: (request) => identify(account, request),
      authorize: ({ merchantId }) => {
        if (merchantId !== undefined && merchantId !== account.merchantId)
          throw refusedOrder(403, '1003', 'Bu mağaza için yetkiniz yok.');
      },
      refusals,
      hostility,
      resources: resourcesOf({ book, goods, acts, knobs, limits, waits }),
      measures,
      files: pictures,
    },
    { ...options, seed, now },
  );
  return {
    ...simulator,
    goods,
    stats: () => ({ ...simulator.stats(), ...measures() }),
    close: () => {
      waits.close();
      return simulator.close();
    },
  };
}

/** The name of the integrator is held against the registered one, as the key is. @throws {Refused} 401 */
function identify(account: typeof usualAccount, { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): void {
  const expected = Buffer.from(`${account.merchantId}:${account.serviceKey}`).toString('base64');
  const [scheme, pair] = (headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic' || pair !== expected || headers['user-agent'] !== account.integrator)
    throw stranger(url);
}
