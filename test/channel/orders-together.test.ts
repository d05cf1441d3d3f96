import fc from 'fast-check';
import { keepPackages } from '../../src/channel/worker/keep-packages';
import type { RemotePackage } from '../../src/provider/channel/package';
import { cancelledInPart, histories, type News, shuffled } from '../order/import/histories';
import { ImportShop } from '../order/import/shop';
import { createWorld, type World } from '../world/world';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

describe('packages of one order on one page', () => {
  let world: World;
  let shop: ImportShop;
  beforeAll(async () => {
    world = await createWorld();
    shop = await ImportShop.in(world);
  });
  afterAll(() => world.close());

  let count = 0;
  const fresh = (): string => {
    count += 1;
    return `S${count}`;
  };

  /** News as a page tells it of an order of its own. */
  const rowOf = (number: string, { lines, ...news }: News): RemotePackage => ({
    orderNumber: number,
    // What was sold before the connection takes no stock.
    orderedAt: new Date().toISOString(),
    shipUntil: null,
    currency: 'TRY',
    customer: { remoteId: 'c1', name: 'Derya Aksoy', email: null, identityNumber: null },
    shippingAddress: null,
    billingAddress: null,
    ...{ carrier: null, trackingNumber: null, trackingUrl: null, invoiceNumber: null, invoiceUrl: null },
    ...news,
    stateWord: news.state,
    packageId: `${number}${news.packageId}`,
    originPackageIds: news.originPackageIds.map((origin) => `${number}${origin}`),
    lines: lines.map((line) => ({
      ...line,
      barcode: `${number}${line.barcode}`,
      title: 'Ürün',
      vatRate: 20,
      commissionPercent: null,
    })),
  });

  const keep = (rows: readonly RemotePackage[]) =>
    keepPackages(world, { storeId: world.storeId, extension: 'trendyol', jobId: 'job_test' }, rows, {
      signal: AbortSignal.timeout(60_000),
      onAnswer: () => {},
      onItemFailure: (error) => {
        throw error;
      },
    });

  const orderOf = async (number: string): Promise<Any> => {
    const { items } = await world.read('orders.list', { query: { text: number } });
    const [{ id }] = items.filter(({ externalNumber }: Any) => externalNumber === number);
    return shop.order(id);
  };

  const line = (id: string, quantity: number) => ({
    ...{ lineId: id, barcode: 'A', sku: null, quantity },
    unitPrices: Array<number>(quantity).fill(5_000),
  });
  const news = (packageId: string, quantity: number, more: Partial<News>): News => ({
    packageId,
    originPackageIds: [],
    state: 'created',
    modifiedAt: '2026-11-20T10:00:00Z',
    total: quantity * 5_000,
    lines: [line(`L${packageId}`, quantity)],
    ...more,
  });

  test.each(['old package first', 'child first'])('give back what was cancelled, once: %s', async (how) => {
    const number = fresh();
    const product = await shop.product(`${number}A`, 10);
    const at = '2026-11-20T10:05:00Z';
    const told = [
      news('P', 3, { state: 'cancelled', modifiedAt: at }),
      news('C', 2, { originPackageIds: ['P'], modifiedAt: at }),
    ].map((each) => rowOf(number, each));
    expect(await keep([rowOf(number, news('P', 3, {}))])).toMatchObject({ ordersNew: 1, errors: [] });
    const kept = await keep(how === 'child first' ? told.toReversed() : told);
    expect(kept).toMatchObject({ ordersNew: 0, errors: [], packages: [{ unmapped: 0 }, { unmapped: 0 }] });
    const order = await orderOf(number);
    expect(order).toMatchObject({ payment: 'paid', captured: 15_000, refunded: 5_000 });
    expect(order.refunds).toMatchObject([{ state: 'succeeded', method: 'marketplace', amount: 5_000 }]);
    expect(await shop.ledger(product)).toEqual({ sum: 8, kinds: ['initial 10', 'sold -3', 'restocked 1'] });
  });

  test('that come for the first time are one new order, in one transaction', async () => {
    const number = fresh();
    await shop.product(`${number}A`, 10);
    const rows = [news('P', 3, {}), news('Q', 2, {}), news('P', 3, { state: 'preparing' })];
    expect(await keep(rows.map((each) => rowOf(number, each)))).toMatchObject({ ordersNew: 1, errors: [] });
    const { id } = await orderOf(number);
    const { items } = await world.read('audit.list', { query: { entity: id } });
    expect(items).toHaveLength(1);
    expect((await orderOf(number)).packages.map(({ state }: Any) => state).toSorted()).toEqual([
      'created',
      'preparing',
    ]);
  });

  test('do no harm to each other: one that cannot be kept is an error of its own', async () => {
    const number = fresh();
    await shop.product(`${number}A`, 10);
    const [sound, odd, other] = [news('P', 1, {}), news('Q', 2, {}), news('R', 3, {})].map((each) =>
      rowOf(number, each),
    ) as [RemotePackage, RemotePackage, RemotePackage];
    const [{ unitPrices, ...rest }] = odd.lines as [RemotePackage['lines'][number]];
    const bad = { ...odd, lines: [{ ...rest, unitPrices: unitPrices.slice(1) }] };
    const kept = await keep([sound, bad, other]);
    expect(kept).toMatchObject({ ordersNew: 1, errors: [{ remoteId: odd.packageId, code: 'invalid_request' }] });
    expect(kept.packages.map(({ packageId }) => packageId)).toEqual([sound.packageId, other.packageId]);
    expect(await orderOf(number)).toMatchObject({ total: 20_000, packages: [{}, {}] });
  });

  /** Pages of one order: as it was placed, and all that came of it later. */
  const pages = fc.oneof(
    histories.map((all) => ({
      first: all.filter(({ modifiedAt }) => modifiedAt === all[0]?.modifiedAt),
      later: all.filter(({ modifiedAt }) => modifiedAt !== all[0]?.modifiedAt),
    })),
    cancelledInPart.map(({ whole, later }) => ({ first: [whole], later })),
  );

  test('whatever comes first on the page: refunds are of what was cancelled, and no reserved piece is ever for sale', async () => {
    await fc.assert(
      fc.asyncProperty(pages, fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }), async (told, seed) => {
        const number = fresh();
        const products = new Map<string, string>();
        for (const name of ['A', 'B']) products.set(name, await shop.product(`${number}${name}`, 50));
        await keep(told.first.map((each) => rowOf(number, each)));
        if (told.later.length > 0) await keep(shuffled(told.later, seed).map((each) => rowOf(number, each)));
        const { lines, refunds, refunded } = await orderOf(number);
        const cancelled = lines.reduce(
          (sum: number, { units, keptUnits }: Any) =>
            sum + keptUnits.reduce((all: number, unit: number) => all + units[unit].price, 0),
          0,
        );
        expect(refunds.filter(({ state }: Any) => state === 'failed')).toEqual([]);
        expect(refunds.reduce((sum: number, { amount }: Any) => sum + amount, 0)).toBe(cancelled);
        expect(refunded).toBe(cancelled);
        for (const [name, productId] of products) {
          const of = lines.filter(({ barcode }: Any) => barcode === `${number}${name}`);
          const held = of.reduce((sum: number, { quantity, unsent }: Any) => sum + quantity - unsent, 0);
          // Once the first page is kept, what is in stock is never more than what nobody has bought.
          const [, ...moves] = (await shop.ledger(productId)).kinds.map((kind) => Number(kind.split(' ')[1]));
          let stock = 50;
          for (const delta of moves) {
            stock += delta;
            expect(stock).toBeLessThanOrEqual(50 - held);
          }
          expect(stock).toBe(50 - held);
        }
      }),
      { numRuns: 12 },
    );
  });
});
