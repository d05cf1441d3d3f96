import { newUlid } from '../../src/kernel/ids';

export type Side = 'ours' | 'bare';

/** What the load generator must know of a filled store. */
export interface Target {
  readonly storeId: string;
  readonly token: string;
  /** Products without variants whose stock is counted. */
  readonly productIds: readonly string[];
  /** Cursors of our list, all beyond half of its length. */
  readonly deepCursors: readonly string[];
}

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** One kind of request, and how its answer is told from an error. */
export interface Scenario {
  readonly name: 'list' | 'deep' | 'get' | 'update' | 'adjust' | 'create';
  readonly title: string;
  readonly kind: 'read' | 'command';
  /** @param place the number of the request among those of all connections; two that run at once never share a product */
  request(side: Side, target: Target, place: number): Request;
  /** @returns whether the body is what was asked for */
  right(body: never, request: Request): boolean;
  /** Parsing every answer would cost the generator more than the answer cost the server. */
  readonly checkOneIn: number;
}

interface List {
  readonly items: readonly { readonly id: string; readonly variants: readonly unknown[] }[];
  readonly nextCursor: string | null;
}

const PAGE = 50;
/** A prime: neighbouring requests ask for products that lie far apart. */
const STRIDE = 7_919;

const pick = (ids: readonly string[], place: number): string => ids[(place * STRIDE) % ids.length] as string;

const isPage = ({ items, nextCursor }: List): boolean =>
  items.length === PAGE &&
  nextCursor !== null &&
  items.every(({ id, variants }) => id.startsWith('prd_') && Array.isArray(variants));

function command(side: Side, { storeId }: Target, name: string, payload: object): Request {
  const body = JSON.stringify({ command: name, storeId, payload, idempotencyKey: newUlid() });
  return { method: 'POST', path: side === 'ours' ? '/v1/commands' : `/${name}`, body };
}

const payloadOf = ({ body }: Request): Record<string, unknown> =>
  (JSON.parse(body as string) as { payload: Record<string, unknown> }).payload;

const colours = ['Antrasit', 'Bej', 'Bordo', 'Haki', 'İndigo', 'Kırık Beyaz', 'Lacivert', 'Mürdüm', 'Taş', 'Vizon'];
const things = [
  'Gömlek',
  'Elbise',
  'Çanta',
  'Bardak Takımı',
  'Nevresim',
  'Kışlık Mont',
  'Saksı',
  'Çalışma Lambası',
  'Örgü Hırka',
];
/** Codes of one run and of none before it. */
const series = Math.floor(Date.now() / 1000)
  .toString(36)
  .toUpperCase();

function newProduct(place: number): object {
  const code = `${series}${process.pid.toString(36)}${place.toString(36)}`.toUpperCase();
  const barcode = `8${String(Date.now() % 10_000_000).padStart(7, '0')}${String(place).padStart(7, '0')}`;
  return {
    title: `${colours[place % colours.length]} ${things[place % things.length]} ${code}X`,
    description: 'Yumuşak dokulu, günlük kullanıma uygun. Ürün fotoğraflarındaki renkler ışığa göre değişebilir.',
    price: 49_900 + (place % 500) * 100,
    vatRate: 20,
    variants: ['S', 'M'].map((title, index) => ({ title, barcode: `${barcode}${index}`, stock: 10 + index })),
  };
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'list',
    title: 'product list, 50 with variants',
    kind: 'read',
    request: (side) => ({ method: 'GET', path: side === 'ours' ? '/v1/catalog/products?limit=50' : '/list' }),
    right: (body: List) => isPage(body),
    checkOneIn: 25,
  },
  {
    name: 'deep',
    title: 'deep page, 50 with variants',
    kind: 'read',
    request(side, { deepCursors }, place) {
      const index = place % deepCursors.length;
      const ours = `/v1/catalog/products?limit=50&cursor=${encodeURIComponent(deepCursors[index] as string)}`;
      return { method: 'GET', path: side === 'ours' ? ours : `/deep/${index}` };
    },
    right: (body: List) => isPage(body),
    checkOneIn: 25,
  },
  {
    name: 'get',
    title: 'product get',
    kind: 'read',
    request(side, { productIds }, place) {
      return { method: 'GET', path: `${side === 'ours' ? '/v1/catalog' : ''}/products/${pick(productIds, place)}` };
    },
    right: (body: { id: string; variants: unknown }, { path }) =>
      path.endsWith(body.id) && Array.isArray(body.variants),
    checkOneIn: 4,
  },
  {
    name: 'update',
    title: 'product update',
    kind: 'command',
    request: (side, target, place) =>
      command(side, target, 'catalog.product.update', {
        productId: pick(target.productIds, place),
        description: `Yumuşak dokulu, günlük kullanıma uygun. Parti ${place}.`,
        tags: ['yeni sezon', `parti ${place % 100}`],
      }),
    right: ({ result }: { result: { id: string; rev: number } }, request) =>
      result.id === payloadOf(request).productId && result.rev > 1,
    checkOneIn: 1,
  },
  {
    name: 'adjust',
    title: 'stock adjust',
    kind: 'command',
    request: (side, target, place) =>
      command(side, target, 'catalog.stock.adjust', {
        targetId: pick(target.productIds, place),
        delta: 1,
        reason: 'Sayım farkı',
      }),
    right: ({ result }: { result: { targetId: string; before: number; stock: number } }, request) =>
      result.targetId === payloadOf(request).targetId && result.stock === result.before + 1,
    checkOneIn: 1,
  },
  {
    name: 'create',
    title: 'product create, two variants',
    kind: 'command',
    request: (side, target, place) => command(side, target, 'catalog.product.create', newProduct(place)),
    right: ({ result }: { result: { id: string; rev: number; handle: string } }) =>
      result.id.startsWith('prd_') && result.rev === 1 && result.handle.length > 3,
    checkOneIn: 1,
  },
];

export const scenario = (name: string): Scenario => {
  const found = scenarios.find((it) => it.name === name);
  if (!found) throw new Error(`there is no scenario ${name}`);
  return found;
};
