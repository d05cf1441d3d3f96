import channelPackageUpsert from '../../../src/channel/channel.package.upsert';
import { systemPrincipal } from '../../../src/kernel/declaration/principal';
import { newUlid } from '../../../src/kernel/ids';
import orderClaimSettle from '../../../src/order/order.claim.settle';
import type { World } from '../../world/world';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

const AT = '2026-11-20T10:00:00Z';

/** A line of a package. */
export const lineOf = (barcode: string | null, quantity: number, more: object = {}) => ({
  lineId: `L-${barcode}`,
  barcode,
  sku: null,
  title: `Ürün ${barcode}`,
  quantity,
  unitPrices: Array<number>(quantity).fill(10_000),
  vatRate: 20,
  commissionPercent: 20,
  ...more,
});

type Line = ReturnType<typeof lineOf>;

/** A package, of which only what matters is stated. */
export function packageOf(packageId: string, lines: readonly Line[], more: object = {}) {
  return {
    packageId,
    originPackageIds: [],
    state: 'created',
    stateWord: 'Created',
    modifiedAt: AT,
    shipUntil: null,
    total: lines.reduce((sum, { unitPrices }) => sum + unitPrices.reduce((all, price) => all + price, 0), 0),
    currency: 'TRY',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    invoiceNumber: null,
    invoiceUrl: null,
    lines,
    ...more,
  };
}

/** The moment so many minutes after the first. */
export const later = (minutes: number): string => new Date(Date.parse(AT) + minutes * 60_000).toISOString();

export const headOf = (externalNumber: string, more: object = {}) => ({
  extension: 'trendyol',
  externalNumber,
  orderedAt: AT,
  customer: { remoteId: 'c1', name: 'Derya Aksoy', email: null, identityNumber: null },
  shippingAddress: null,
  billingAddress: null,
  ...more,
});

/** A store with a marketplace, as its orders come in. */
export class ImportShop {
  constructor(readonly world: World) {}

  static async in(world: World): Promise<ImportShop> {
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
    return new ImportShop(world);
  }

  async product(barcode: string, stock: number | null): Promise<string> {
    const made: Any = await this.world.done('catalog.product.create', {
      title: `Ürün ${barcode}`,
      price: 10_000,
      barcode,
      stock,
    });
    return made.id;
  }

  import(externalNumber: string, packages: readonly object[], more: object = {}): Promise<Any> {
    return this.world.done('order.import', { ...headOf(externalNumber, more), packages });
  }

  async upsert(externalNumber: string, told: object, more: object = {}): Promise<Any> {
    const { status, body } = await this.world.bus.execute({
      principal: systemPrincipal(this.world.storeId, 'pull'),
      mutation: channelPackageUpsert as never,
      payload: { ...headOf(externalNumber, more), package: told },
      key: newUlid(),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  /** Writes down a piece that the marketplace has accepted back. */
  async settle(externalNumber: string, piece: object): Promise<Any> {
    const { status, body } = await this.world.bus.execute({
      principal: systemPrincipal(this.world.storeId, 'claims'),
      mutation: orderClaimSettle as never,
      payload: { extension: 'trendyol', externalNumber, claimedAt: AT, pieceId: null, ...piece },
      key: newUlid(),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  order(id: string): Promise<Any> {
    return this.world.read('orders.get', { params: { ord: id } });
  }

  async stock(productId: string): Promise<number> {
    const [row] = await this.rows<{ stock: number }>(
      'SELECT stock FROM catalog_product WHERE store_id = $1 AND id = $2',
      productId,
    );
    return (row as { stock: number }).stock;
  }

  /** Reads the stock as the ledger has it. */
  async ledger(productId: string): Promise<{ readonly sum: number; readonly kinds: string[] }> {
    const rows = await this.rows<{ kind: string; delta: number }>(
      'SELECT kind, delta FROM stock_movement WHERE store_id = $1 AND product_id = $2 ORDER BY place',
      productId,
    );
    return {
      sum: rows.reduce((sum, { delta }) => sum + delta, 0),
      kinds: rows.map(({ kind, delta }) => `${kind} ${delta}`),
    };
  }

  rows<Row>(sql: string, ...values: readonly unknown[]): Promise<Row[]> {
    const { database, storeId } = this.world;
    return database.reader(storeId).query(sql, [storeId, ...values]) as Promise<Row[]>;
  }
}
