import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, startApi } from '../../src/api';
import { exampleImage } from '../../src/media/image/example';
import { committed } from '../media/committed';
import { sized } from '../media/pictures';
import { eventually } from '../world/eventually';
import { type OrdersThere, ordersThere } from './orders-there';

const EXT = 'trendyol';
/** A leaf of the simulator, an attribute that it requires, and a value of that. */
export const COFFEE = { categoryId: '1011', attributeId: '1158', valueId: '101101' };

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = any;

/** A store whose pictures a simulated marketplace fetches over HTTP. */
export interface CatalogThere extends OrdersThere {
  /** The address at which the product is reached. */
  readonly address: string;
  brandId: string;
  /** Brings a picture of its own into the library. */
  picture(shade: number): Promise<string>;
  /** Creates products with all that the marketplace asks for. @returns their ids */
  products(count: number, more?: (at: number) => object): Promise<string[]>;
  set(items: readonly object[]): Promise<Answer>;
  /** All listings of the channel, by product. */
  listings(): Promise<Map<string, Answer>>;
  /** Asks for a push. @returns the job's id */
  push(productIds: readonly string[], more?: object): Promise<string>;
  /** What the marketplace shows of an item. */
  there(barcode: string): Answer;
}

export async function catalogThere(): Promise<CatalogThere> {
  // The address of the product is known before it listens, as that of a proxy in front of it.
  let api: Api | undefined;
  const door: Server = createServer((from, to) => {
    const at = { host: '127.0.0.1', port: api?.port, agent: false };
    const on = request({ ...at, path: from.url, method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    on.on('error', () => to.destroy());
    from.pipe(on);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const shop = await ordersThere({ TEZGAH_PUBLIC_URL: address });
  const { world, simulator } = shop;
  api = await startApi(world.platform, world.config, world.platform.log);
  const { items } = await world.read('channel.remote.brands', {
    params: { ext: EXT },
    query: { name: 'Kuşluk Kahvecisi' },
  });
  const brandId = items[0].brandId;
  const set: CatalogThere['set'] = (all) => world.done('channel.listing.set', { extension: EXT, items: all });
  return {
    ...shop,
    address,
    brandId,
    picture: async (shade) => committed(world, shade < 0 ? exampleImage() : await sized('png', 600 + shade, 800)),
    async products(count, more = () => ({})) {
      const ids: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const product = {
          title: `Közde Kahve ${at}`,
          description: `<p>Taze kavrulmuş, ${at}</p>`,
          price: 15_000 + at,
          stock: 40,
          vatRate: 1,
          barcode: `TZG-${String(at).padStart(5, '0')}`,
        };
        ids.push((await world.done('catalog.product.create', { ...product, ...more(at) })).id);
      }
      return ids;
    },
    set,
    async listings() {
      const found = new Map<string, Answer>();
      for (let cursor: string | null = null, first = true; first || cursor; first = false) {
        const query: Record<string, unknown> = { limit: 100, ...(cursor ? { cursor } : {}) };
        const page = await world.read('channel.listings.list', { params: { ext: EXT }, query });
        for (const item of page.items) found.set(item.productId, item);
        cursor = page.nextCursor;
      }
      return found;
    },
    async push(productIds, more = {}) {
      const body = { productIds, ...more };
      const { id } = await world.read('channel.catalog.push', { as: world.developer, params: { ext: EXT }, body });
      return id;
    },
    there: (barcode) => simulator.catalog.itemOf(barcode)?.variant,
    async close() {
      door.close();
      door.closeAllConnections();
      await api?.stop();
      await shop.close();
    },
  };
}

/** What the marketplace asks for beside the product. */
export const asked = ({ brandId }: Pick<CatalogThere, 'brandId'>) => ({
  remoteCategoryId: COFFEE.categoryId,
  remoteBrandId: brandId,
  remoteAttributes: [{ attributeId: COFFEE.attributeId, valueIds: [COFFEE.valueId] }],
  origin: 'TR',
});

/** Waits until the pictures are drawn. */
export const drawn = ({ world }: Pick<CatalogThere, 'world'>): Promise<unknown> =>
  eventually(async () => {
    const { items } = await world.read('media.list', { query: { state: 'processing' } });
    return items.length === 0;
  }, 120_000);
