import { quoteOf, type Terms } from '../../src/checkout/price/quote';
import type { CartLine } from '../../src/checkout/session/quote';
import { insertSession } from '../../src/checkout/session/store';
import type { NewSession } from '../../src/checkout/session/table';
import { newId } from '../../src/kernel/ids';
import type { World } from '../world/world';

export const address = {
  name: 'Ayşe Yılmaz',
  phone: '+905321234567',
  address: 'Moda Cad. No: 12 D: 3',
  district: 'Kadıköy',
  province: 'İstanbul',
  postalCode: '34710',
} as const;

export const free: Terms = {
  discounts: [],
  rate: { id: 'standart', label: 'Standart', kurus: 0 },
  method: 'cod',
  codFee: 0,
};

interface Wanted {
  readonly productId: string;
  readonly variantId?: string | null;
  readonly quantity?: number;
}

/** A session as its shopper has completed it, at the prices of now. @returns its id */
export async function completeSession(
  world: World,
  wanted: readonly Wanted[],
  { terms = {}, ...more }: { readonly terms?: Partial<Terms> } & Partial<NewSession> = {},
): Promise<string> {
  const cart: CartLine[] = wanted.map(({ productId, variantId = null, quantity = 1 }, place) => ({
    key: `l${place + 1}`,
    productId,
    variantId,
    quantity,
  }));
  const products = new Map<string, Awaited<ReturnType<World['read']>>>();
  for (const { productId } of cart)
    products.set(productId, await world.read('catalog.products.get', { params: { prd: productId } }));
  const quote = quoteOf(
    cart,
    ({ productId, variantId }) => {
      const product = products.get(productId);
      const variant = product.variants.find(({ id }: { id: string }) => id === variantId);
      return { ...product, price: variant?.price ?? product.price };
    },
    { ...free, ...terms },
  );
  const id = newId('chs');
  await world.database.transaction(world.storeId, async (tx) => {
    insertSession(
      tx,
      world.storeId,
      {
        id,
        cart,
        buyerName: address.name,
        buyerEmail: 'ayse@example.com',
        buyerPhone: address.phone,
        shippingAddress: address,
        billing: null,
        note: null,
        rate: 'standart',
        method: quote.method,
        coupon: null,
        telephone: false,
        quote,
        orderId: null,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        ...more,
      },
      new Date(),
    );
    return { keep: true, value: undefined };
  });
  return id;
}

/** An order of these, as its shopper has placed it. */
export async function orderOf(
  world: World,
  wanted: readonly Wanted[],
  options: Parameters<typeof completeSession>[2] = {},
): Promise<{ id: string; rev: number; number: string; payment: string; total: number }> {
  const sessionId = await completeSession(world, wanted, options);
  return world.done('order.create', { sessionId }, { as: world.owner });
}
