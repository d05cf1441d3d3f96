import { type Simulator, type SimulatorOptions, startSimulator } from '../kit/server';
import type { Stats } from '../kit/statistics';
import { type Account, identify, ownShop } from './auth';
import { Brands } from './brands';
import { Catalog, type CatalogOptions } from './catalog';
import { ClaimShop, claimLimits } from './claim/shop';
import { catalogResource } from './control';
import { refusals } from './errors';
import { FinanceShop, financeLimits } from './finance/shop';
import { type Hostility, hostility } from './hostility';
import { productGroups, type Tier } from './listing/limits';
import { Listings } from './listing/listings';
import { shelfOf } from './order/shelf';
import { OrderShop } from './order/shop';
import { Pictures } from './pictures';
import { QuestionShop, questionLimits } from './question/shop';
import { endpoints } from './routes';

export interface TrendyolSimulatorOptions extends SimulatorOptions {
  /** Contents in the catalog, 0 … 5,000,000; default 5000. */
  products?: number;
  /** Requests that one endpoint takes in ten seconds; 0 switches the limit off. Default 50. */
  requestsPer10s?: number;
  /** The tier whose limits of groups hold, unless limits are off. Default 50K. */
  tier?: Tier;
  /** Default 424242. */
  sellerId?: string;
  /** Default demo-key. */
  apiKey?: string;
  /** Default demo-secret. */
  apiSecret?: string;
  /** About two rows in a thousand carry a defect. Default false. */
  defects?: CatalogOptions['defects'];
  /** So many of the contents, from the first one on, have pictures, which are served here. Default: all of them, at an address that leads nowhere. */
  pictures?: number;
}

export interface TrendyolSimulator extends Simulator<Hostility> {
  stats(): Stats & {
    /** Catalog rows generated since the start. */
    contentsBuilt: number;
    /** Pictures that were asked for. */
    picturesServed: number;
    ordersPlaced: number;
    /** Requests that were refused because there were too many. */
    breaches: number;
    /** Items that were sent to be listed. */
    listingsSent: number;
    /** Items of which stock or prices were sent. */
    offersSent: number;
    /** Requests, or items, that were refused because they repeated one. */
    repeatedRequests: number;
    /** Pictures of new products that were fetched. */
    picturesFetched: number;
    /** Answers to questions that were taken. */
    questionsAnswered: number;
    /** Pieces that were sold although they were not there. */
    oversoldPieces: number;
    /** Acts upon claims that had been acted upon already. */
    claimsActedTwice: number;
  };
  /** The products on sale: orders take pieces from here. */
  catalog: Catalog;
}

/** Starts a server that speaks Trendyol's product and order APIs. */
export async function startTrendyolSimulator(options: TrendyolSimulatorOptions = {}): Promise<TrendyolSimulator> {
  const { seed = 7, now = Date.now, products = 5000, defects = false, requestsPer10s = 50 } = options;
  const account: Account = {
    sellerId: options.sellerId ?? '424242',
    apiKey: options.apiKey ?? 'demo-key',
    apiSecret: options.apiSecret ?? 'demo-secret',
  };
  const catalog = new Catalog({ seed, products, sellerId: account.sellerId, defects, now });
  const brands = new Brands();
  const pictures = new Pictures(seed);
  const listings = new Listings(catalog, brands, now);
  const { sellerId } = account;
  const questions = new QuestionShop(now);
  const finance = new FinanceShop(now);
  const groups = [...claimLimits, ...productGroups, ...questionLimits, ...financeLimits];
  const limited = { requestsPer10s, groups, tier: options.tier ?? '50K' } as const;
  const orders = new OrderShop({
    ...{ seed, sellerId, now, shelf: shelfOf(catalog), ...limited },
    heard: (kept) => finance.hear(kept),
  });
  const { limits } = orders;
  const claims = new ClaimShop({ orders: orders.book, now, scale: () => orders.scale() });
  const measures = () => ({
    contentsBuilt: catalog.contentsBuilt,
    picturesServed: pictures.served,
    breaches: limits.breaches,
    ...orders.measures(),
    ...claims.measures(),
    ...listings.measures(),
    ...questions.measures(),
  });
  const simulator = await startSimulator(
    {
      prefix: '/integration',
      // Due events happen before anybody sees anything of it.
      endpoints: [
        ...endpoints(catalog, brands, listings, options.pictures),
        ...orders.endpoints,
        ...questions.endpoints,
        ...finance.endpoints,
        ...claims.endpoints,
      ].map((each) => ({
        ...each,
        answer: (call) => {
          listings.advance();
          return each.answer(call);
        },
      })),
      rateLimit: limits,
      identify: ({ headers }, atMs) =>
        identify(account, { userAgent: headers['user-agent'], authorization: headers.authorization }, atMs),
      authorize: ({ sellerId }, atMs) => ownShop(account, sellerId, atMs),
      refusals,
      hostility,
      resources: {
        '/catalog': catalogResource(catalog),
        '/brands': { GET: () => brands.list() },
        '/pictures': pictures.resource,
        ...orders.resources,
        ...questions.resources,
        ...finance.resources,
        ...claims.resources,
        '/limits': limits.resource,
        ...listings.resources,
      },
      measures,
      files: pictures,
    },
    { ...options, seed, now },
  );
  return {
    ...simulator,
    catalog,
    stats: () => ({ ...simulator.stats(), ...measures() }),
    close: () => {
      orders.close();
      questions.close();
      return simulator.close();
    },
  };
}
