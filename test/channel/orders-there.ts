import type { RoundName } from '../../src/channel/sync/round';
import { askRound } from '../../src/channel/sync/round';
import { barcodeOf } from '../../src/simulator/trendyol/barcode';
import { connectedMarketplace, type Marketplace } from './marketplace';

/** Barcode of the simulator's third content, of the first of at most four variants. */
export const BARCODE = barcodeOf(7, 2 * 4);

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = any;

export interface OrdersThere extends Marketplace {
  /** Speaks to the simulator as its buyers and carriers do. */
  control(method: string, path: string, sent?: object): Promise<Answer>;
  /** Places an order there. */
  place(more?: object): Promise<{ orderNumber: string; packageId: number; packageIds: number[] }>;
  /** Asks for what the clock would ask for. @returns the job's id, or why there is none */
  round(name: RoundName): Promise<string>;
  /** The same, and waits for the end of the job. */
  pulled(name?: RoundName): Promise<Answer>;
  orders(): Promise<Answer[]>;
  stock(): Promise<number>;
  /** How far a task is. */
  cursor(task?: string): Promise<{ until: string | null; lastSuccess: string | null } | undefined>;
  productId: string;
}

/** A store with one product on sale at a simulated marketplace, whose orders it pulls. */
export async function ordersThere(environment: Record<string, string> = {}): Promise<OrdersThere> {
  const shop = await connectedMarketplace({ products: 20 }, 0, environment);
  const { world, simulator } = shop;
  const { storeId, database } = world;
  const product = { title: 'Bakır Cezve', price: 10_000, stock: 1_000, barcode: BARCODE };
  const { id: productId } = await world.done('catalog.product.create', product);
  const db = database.reader(storeId);
  const control: OrdersThere['control'] = async (method, path, sent) => {
    const response = await fetch(new URL(`/__simulator${path}`, simulator.url), {
      method,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(body));
    return body;
  };
  const round: OrdersThere['round'] = (name) => askRound(world.bus, { storeId, extension: 'trendyol', round: name });
  return {
    ...shop,
    productId,
    control,
    round,
    place: (more = {}) =>
      control('POST', '/orders', { lines: [{ barcode: BARCODE, quantity: 3, priceKurus: 10_000 }], ...more }),
    pulled: async (name = 'orders') => shop.ended(await round(name)),
    orders: () =>
      db.query<Answer>('SELECT id, channel, external_number AS "externalNumber" FROM store_order ORDER BY id'),
    async stock() {
      const [row] = await db.query<{ stock: number }>('SELECT stock FROM catalog_product WHERE id = $1', [productId]);
      return row?.stock ?? Number.NaN;
    },
    async cursor(task = 'orders') {
      const [row] = await db.query<{ until: string | null; lastSuccess: string | null }>(
        'SELECT until, last_success AS "lastSuccess" FROM channel_cursor WHERE task = $1',
        [task],
      );
      return row;
    },
  };
}
