import { fulfilShort } from '../../src/order/worker/codes';
import { createWorld, type World } from '../world/world';
import { orderOf } from './session';

/** A shop that sells codes. */
export interface EpinShop {
  readonly world: World;
  readonly productId: string;
  /** Adds so many new codes. @returns them */
  add(count: number): Promise<string[]>;
  /** An order by transfer, which waits for its money. */
  ordered(quantity?: number): Promise<{ id: string; number: string }>;
  /** The same once its money has come. */
  paid(quantity?: number): Promise<{ id: string; number: string }>;
  confirm(orderId: string): ReturnType<World['run']>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  read(orderId: string): Promise<any>;
  sweep(): Promise<number>;
  counts(): Promise<{ available: number; allocated: number; voided: number }>;
  // biome-ignore lint/suspicious/noExplicitAny: any row
  rows<Row = any>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export async function createEpinShop(): Promise<EpinShop> {
  const world = await createWorld();
  const { id: productId } = await world.done('catalog.product.create', {
    title: 'Oyun Kodu',
    price: 10_000,
    requiresShipping: false,
  });
  await world.done('catalog.product.setDigital', {
    productId,
    digital: { kind: 'code_pool', instructions: 'Oyunda "Kod gir" deyin.' },
  });
  let made = 0;
  const ordered = (quantity = 1) =>
    orderOf(world, [{ productId, quantity }], { terms: { method: 'transfer', rate: null } });
  const confirm = (orderId: string) => world.run('order.transfer.confirm', { orderId });
  return {
    world,
    productId,
    async add(count) {
      const codes = Array.from({ length: count }, () => `EPIN-${String(++made).padStart(6, '0')}-K7Q`);
      await world.done('catalog.digital.codes.add', { productId, codes });
      return codes;
    },
    ordered,
    async paid(quantity) {
      const order = await ordered(quantity);
      await world.done('order.transfer.confirm', { orderId: order.id });
      return order;
    },
    confirm,
    read: (ord) => world.read('orders.get', { params: { ord } }),
    sweep: () => fulfilShort(world.platform),
    counts: async () =>
      (await world.read('catalog.products.get', { params: { prd: productId } })).digital.codes ?? {
        available: 0,
        allocated: 0,
        voided: 0,
      },
    rows: (sql, values = [world.storeId]) => world.database.reader(world.storeId).query(sql, values),
  };
}

/** What the rows say of codes that were taken: of no code twice, of no line too many. @returns how many codes each line has */
export async function takenByLine({ rows, counts }: EpinShop): Promise<ReadonlyMap<string, number>> {
  const taken = await rows<{ line: string; codes: number }>(
    `SELECT line_id AS line, count(*)::int AS codes FROM digital_code WHERE store_id = $1 AND line_id IS NOT NULL GROUP BY 1`,
  );
  const lines = await rows<{ id: string; quantity: number; codes: number | null }>(
    'SELECT id, quantity, codes FROM order_line WHERE store_id = $1',
  );
  const byLine = new Map(taken.map(({ line, codes }) => [line, codes]));
  for (const { id, quantity, codes } of lines) {
    expect([id, byLine.get(id) ?? 0]).toEqual([id, codes ?? 0]);
    expect(codes ?? 0).toBeLessThanOrEqual(quantity);
  }
  const [stood] = await rows(
    `SELECT count(*) FILTER (WHERE status = 'available')::int AS available, count(*) FILTER (WHERE status = 'allocated')::int AS allocated,
       count(*) FILTER (WHERE status = 'voided')::int AS voided FROM digital_code WHERE store_id = $1`,
  );
  expect(await counts()).toMatchObject(stood);
  return byLine;
}
