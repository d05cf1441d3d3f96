import { type Simulator, type SimulatorOptions, startSimulator } from '../kit/server';
import type { Stats } from '../kit/statistics';
import { type Account, identify, ownShop } from './auth';
import { Brands } from './brands';
import { Catalog, type CatalogOptions } from './catalog';
import { catalogResource } from './control';
import { refusals } from './errors';
import { type Hostility, hostility } from './hostility';
import { shelfOf } from './order/shelf';
import { OrderShop } from './order/shop';
import { Pictures } from './pictures';
import { endpoints } from './routes';

export interface TrendyolSimulatorOptions extends SimulatorOptions {
  /** Contents in the catalog, 0 … 5,000,000; default 5000. */
  products?: number;
  /** Requests that one endpoint takes in ten seconds; 0 switches the limit off. Default 50. */
  requestsPer10s?: number;
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
    /** Pieces that were sold beyond the stock there. */
    oversoldPieces: number;
    /** Requests that were refused because of a limit. */
    breaches: number;
  };
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
  const { sellerId } = account;
  const orders = new OrderShop({ seed, sellerId, now, shelf: shelfOf(catalog), requestsPer10s });
  const measures = () => ({
    contentsBuilt: catalog.contentsBuilt,
    picturesServed: pictures.served,
    ...orders.measures(),
  });
  const simulator = await startSimulator(
    {
      prefix: '/integration',
      endpoints: [...endpoints(catalog, brands, options.pictures), ...orders.endpoints],
      rateLimit: orders.limits,
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
      },
      measures,
      files: pictures,
    },
    { ...options, seed, now },
  );
  return {
    ...simulator,
    stats: () => ({ ...simulator.stats(), ...measures() }),
    close: () => {
      orders.close();
      return simulator.close();
    },
  };
}
