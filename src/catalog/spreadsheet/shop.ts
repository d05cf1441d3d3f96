import type { Value } from './cell';
import type { Door } from './door';

/** A product of a list, as far as tables are about it. */
export interface Product {
  readonly id: string;
  readonly rev: number;
  readonly title: string;
  readonly status: 'active' | 'archived';
  /** The time of its making, in ISO 8601. */
  readonly createdAt: string;
  readonly handle: string;
  readonly barcode: string | null;
  readonly sku: string | null;
  readonly variants: readonly Variant[];
  readonly metafields: readonly FieldValue[];
  /** The rev of all of them, which a change of one expects. */
  readonly valuesRev: number;
  readonly picture: { readonly url: string | null } | null;
  readonly [name: string]: unknown;
}

export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: number | null;
  readonly stock: number | null;
  readonly metafields: readonly FieldValue[];
  /** The rev of all of them, which a change of one expects. */
  readonly valuesRev: number;
  readonly [name: string]: unknown;
}

export interface FieldValue {
  readonly key: string;
  readonly value: Value;
}

const PAGE = 100;

/** The products of the shop, page by page. */
export async function* products(door: Door, status: 'active' | 'archived' | 'all'): AsyncIterable<readonly Product[]> {
  for (let cursor: string | undefined; ; ) {
    const query = { limit: PAGE, status, sort: 'createdAt', cursor };
    const { body: page } = await door.send({ method: 'GET', path: '/v1/catalog/products', query });
    yield page.items as Product[];
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) return;
  }
}

interface Picture {
  /** Small to large; none before it is drawn. */
  readonly variants: readonly { readonly format: string; readonly url: string }[];
}

/** A product with values that no list shows. */
export interface WholeProduct extends Product {
  readonly description: string;
  readonly media: readonly Picture[];
}

export async function wholeProduct(door: Door, id: string): Promise<WholeProduct> {
  const { body } = await door.send({ method: 'GET', path: `/v1/catalog/products/${id}` });
  return { ...body, picture: body.media.length > 0 ? { url: null } : null };
}

/** A product, and perhaps one of its variants. */
export interface ProductOrVariant {
  readonly product: Product;
  readonly variant: Variant | undefined;
}

/** The products as they were when the import began, by whatever lines name them with. */
export class Shop {
  private readonly byId = new Map<string, Product>();
  private readonly byHandle = new Map<string, Product>();
  private readonly byBarcode = new Map<string, ProductOrVariant>();
  private readonly bySku = new Map<string, ProductOrVariant[]>();
  private readonly byTitle = new Map<string, Product[]>();

  static async read(door: Door, onPage: (count: number) => void): Promise<Shop> {
    const shop = new Shop();
    for await (const page of products(door, 'all')) {
      for (const product of page) shop.add(product);
      onPage(shop.byId.size);
    }
    return shop;
  }

  private add(product: Product): void {
    this.byId.set(product.id, product);
    this.byHandle.set(product.handle, product);
    const alike = this.byTitle.get(product.title) ?? [];
    if (product.status === 'active') alike.push(product);
    if (alike.length === 1) this.byTitle.set(product.title, alike);
    for (const found of [
      { product, variant: undefined },
      ...product.variants.map((variant) => ({ product, variant })),
    ]) {
      const { barcode, sku } = found.variant ?? product;
      if (barcode !== null) this.byBarcode.set(barcode, found);
      if (sku === null) continue;
      const shared = this.bySku.get(sku);
      if (shared) shared.push(found);
      else this.bySku.set(sku, [found]);
    }
  }

  product(id: string): Product | undefined {
    return this.byId.get(id);
  }

  handle(handle: string): Product | undefined {
    return this.byHandle.get(handle);
  }

  barcode(barcode: string): ProductOrVariant | undefined {
    return this.byBarcode.get(barcode);
  }

  /** Products of a title that are not archived, oldest first. */
  titled(title: string): readonly Product[] {
    return this.byTitle.get(title) ?? [];
  }

  /** Several things may have one. */
  sku(sku: string): readonly ProductOrVariant[] {
    return this.bySku.get(sku) ?? [];
  }
}
