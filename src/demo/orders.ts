import { lockForSale } from '../catalog/stock/sale-store';
import { keepIdentity } from '../checkout/buyer/identity/store';
import { quoteOf } from '../checkout/price/quote';
import type { CartLine, PaymentMethod } from '../checkout/session/quote';
import { insertSessionOnce } from '../checkout/session/store';
import { bookedParcel, demoShipmentId, exampleCargo } from '../extension/example';
import { providers } from '../extension/provider/list';
import type { Transaction } from '../kernel/database/queryable';
import { exampleId } from '../kernel/declaration/example';
import { newId } from '../kernel/ids';
import { insertPaymentOnce } from '../order/payment/store';
import type { Platform } from '../platform';
import type { SeedRun } from './shelves/seed-run';

/** The ids of products of the demo. */
export interface DemoProducts {
  readonly KAHVE: string;
  readonly CEZVE: string;
}

/** A checkout session that a shopper has put together. */
interface DemoSession {
  /** The session's id in the examples. */
  readonly id: string;
  /** As examples name the customer. */
  readonly customer: string;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly district: string;
  readonly method: PaymentMethod;
  /** The answer of the provider to the payment by card: it was taken, it is being looked at, or there is none. */
  readonly provider?: 'passed' | 'pending' | 'silent';
  /** As the buyer has stated it for the invoice. */
  readonly identityNumber?: string;
  /** How many of each product, which is called as its example is. */
  readonly wanted: Readonly<Partial<Record<keyof DemoProducts, number>>>;
}

const buyers = {
  ayse: { name: 'Ayşe Yılmaz', email: 'ayse@alici.example', phone: '+905321234567' },
  mehmet: { name: 'Mehmet Öztürk', email: 'mehmet@alici.example', phone: '+905339876543' },
  zeynep: { name: 'Zeynep Işık', email: 'zeynep@alici.example', phone: '+905051112233' },
} as const;

const session = (
  word: string,
  who: keyof typeof buyers,
  more: Omit<DemoSession, 'id' | 'customer' | 'buyer'>,
): DemoSession => ({
  id: exampleId('chs', word),
  customer: exampleId('cus', who.toUpperCase()),
  buyer: buyers[who],
  ...more,
});

/** The sessions behind the orders that examples name, by the words of their ids. */
const placed: Readonly<Record<string, DemoSession>> = {
  KAPDA: session('KAPDA', 'ayse', {
    district: 'Kadıköy',
    method: 'cod',
    identityNumber: '17291716060',
    wanted: { KAHVE: 2, CEZVE: 1 },
  }),
  EFT: session('EFT', 'mehmet', { district: 'Üsküdar', method: 'transfer', wanted: { CEZVE: 2 } }),
  ARTAN: session('ARTAN', 'mehmet', { district: 'Üsküdar', method: 'transfer', wanted: { CEZVE: 1 } }),
  SEVK: session('SEVK', 'zeynep', { district: 'Beşiktaş', method: 'cod', wanted: { KAHVE: 1 } }),
  KART: session('KART', 'zeynep', { district: 'Beşiktaş', method: 'card', wanted: { CEZVE: 1 } }),
};

/** An order that its buyer gives back in parts. */
const arrived = session('ADRES', 'ayse', { district: 'Kadıköy', method: 'cod', wanted: { KAHVE: 6 } });

/** An order that a carrier has booked. */
const carried = session('VARAN', 'mehmet', { district: 'Üsküdar', method: 'transfer', wanted: { CEZVE: 1 } });

/** An order with a payment that its provider is looking at. */
const lookedAt = session('BAKAN', 'zeynep', {
  district: 'Beşiktaş',
  method: 'card',
  provider: 'pending',
  wanted: { KAHVE: 1 },
});

/** A session that is no order, since nobody knows whether it was paid for. */
const lost = session('NEREDE', 'mehmet', {
  district: 'Üsküdar',
  method: 'card',
  provider: 'silent',
  wanted: { KAHVE: 1 },
});

/** A session that waits to be placed. */
const open = session('SEPET', 'ayse', { district: 'Kadıköy', method: 'transfer', wanted: { KAHVE: 1 } });

/** Some orders, each at another point of its life, and a session that waits to become one. */
export async function seedOrders(run: SeedRun, keep: (session: DemoSession) => Promise<string>): Promise<void> {
  const made = new Map<string, string>();
  const known = new Set<string>();
  for (const [word, each] of Object.entries(placed)) {
    const sessionId = await keep(each);
    // The first order of a buyer makes the customer.
    const customers = known.has(each.customer) ? [] : [each.customer];
    known.add(each.customer);
    const { id } = await run('order.create', { sessionId }, [
      exampleId('ord', word),
      ...customers,
      // In the order in which an order takes them.
      ...Object.keys(each.wanted).map((_, place) => exampleId('oln', `${word}${place}`)),
      exampleId('blg', word),
    ]);
    made.set(word, id);
  }
  await run('order.ship', { orderId: made.get('SEVK'), carrier: 'yurtici', trackingNumber: '109876543210' }, [
    exampleId('shp', 'SEVK'),
  ]);
  await run('customer.identity.attach', { orderId: made.get('KAPDA'), identityId: 'kimlik-ayse' });
  const partly = made.get('ARTAN');
  await run('order.transfer.confirm', { orderId: partly });
  await run('order.refund.request', { orderId: partly, amount: 10_000, reason: 'Kutusu ezik geldi' }, [
    exampleId('rfn', 'ARTAN'),
  ]);
  await seedReturns(run, await keep(arrived));
  await seedCarried(run, await keep(carried));
  await run('order.create', { sessionId: await keep(lookedAt) }, [exampleId('ord', 'BAKAN')]);
  await keep(open);
  await keep(lost);
}

/** An order whose parcel is booked with a carrier, at the simulator that has booked it before it starts. */
async function seedCarried(run: SeedRun, sessionId: string): Promise<void> {
  const { id: orderId } = await run('order.create', { sessionId }, [exampleId('ord', 'VARAN')]);
  await run('order.transfer.confirm', { orderId });
  const booking = { orderId, extension: exampleCargo, ...bookedParcel };
  const { id: shipmentId } = await run('orders.cargo.book', booking, [exampleId('shp', 'VARAN')]);
  await run('order.shipment.record', { shipmentId, state: 'booked', remoteId: demoShipmentId });
}

/** Returns of an order that has arrived, each at another point of its life. */
async function seedReturns(run: SeedRun, sessionId: string): Promise<void> {
  const { id: orderId } = await run('order.create', { sessionId }, [
    exampleId('ord', 'ADRES'),
    exampleId('oln', 'ADRES'),
  ]);
  const { id: shipmentId, pieces } = await run('order.ship', {
    orderId,
    carrier: 'yurtici',
    trackingNumber: '109876543211',
  });
  await run('order.shipment.track', { orderId, shipmentId, state: 'delivered' });
  await run('order.cod.collect', { orderId });
  const [{ lineId }] = pieces as [{ lineId: string }];
  const request = (word: string, kind: 'withdrawal' | 'claim') =>
    run('order.return.request', { orderId, kind, lines: [{ lineId, quantity: 1 }] }, [exampleId('ret', word)]);
  const approve = (returnId: string) => run('order.return.approve', { returnId, carrier: 'yurtici', code: '4417288' });
  await request('TAZE', 'claim');
  const underWay = await request('HAREKET', 'withdrawal');
  await approve(underWay.id);
  const back = await request('TAMAM', 'withdrawal');
  await approve(back.id);
  await run('order.return.receive', {
    returnId: back.id,
    lines: [{ lineId, quantity: 1, condition: 'saleable' }],
  });
}

/** Long enough to be tried by hand. */
const LIFE_MS = 30 * 24 * 3_600_000;

/** Keeps a session at the prices of now, once. @param id its own; a seed that was killed comes here again */
export function keepSession(
  { database, services }: Pick<Platform, 'database' | 'services'>,
  storeId: string,
  { buyer, district, method, provider = 'passed', identityNumber, wanted }: DemoSession,
  { id, products }: { readonly id: string; readonly products: DemoProducts },
): Promise<string> {
  const cart = Object.entries(wanted).map(
    ([word, quantity], place): CartLine => ({
      key: `l${place + 1}`,
      productId: products[word as keyof DemoProducts],
      variantId: null,
      quantity,
    }),
  );
  return database.transaction(storeId, async (tx) => {
    const items = await lockForSale(tx, storeId, cart);
    const itemOf = ({ productId }: CartLine) => {
      const item = items.get(productId);
      if (!item) throw new Error(`the demo has no ${productId}`);
      return item;
    };
    const rate = { id: 'standart', label: 'Standart teslimat', kurus: 0 };
    const quote = quoteOf(cart, itemOf, { discounts: [], rate, method, codFee: 0 });
    const address = { name: buyer.name, phone: buyer.phone, address: 'Çiçek Sok. No: 7 D: 4', district };
    const now = new Date();
    const kept = await insertSessionOnce(
      tx,
      storeId,
      {
        id,
        cart,
        buyerName: buyer.name,
        buyerEmail: buyer.email,
        buyerPhone: buyer.phone,
        shippingAddress: { ...address, province: 'İstanbul', postalCode: '34710' },
        billing: null,
        note: null,
        rate: rate.id,
        method,
        coupon: null,
        telephone: false,
        quote,
        orderId: null,
        expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
      },
      now,
    );
    if (method === 'card') await keepPaid(tx, storeId, { sessionId: id, amount: quote.total, says: provider }, now);
    // A seed that was killed comes here again, when it may be with its order already.
    if (kept)
      await keepIdentity(
        tx,
        services.secretBox,
        storeId,
        { sessionId: id },
        { id: newId('byi'), number: identityNumber ?? null },
      );
    return { keep: true, value: id };
  });
}

interface Paid {
  readonly sessionId: string;
  readonly amount: number;
  readonly says: NonNullable<DemoSession['provider']>;
}

/** Keeps that the session is paid for, as far as its provider says, at the simulator that has taken money before it starts. */
async function keepPaid(tx: Transaction, storeId: string, { sessionId, amount, says }: Paid, now: Date): Promise<void> {
  const provider = providers.find(({ simulator }) => simulator?.taken);
  if (!provider?.simulator?.taken) throw new Error('no simulator has taken money for the demo');
  const { reference, paymentId } = provider.simulator.taken;
  // The simulator has taken one; it does not know of the others.
  const suffix = { passed: '', pending: '2', silent: '3' }[says];
  const taken =
    says === 'silent'
      ? ({ state: 'unknown', providerId: null, paidAmount: null, instalments: null, review: null } as const)
      : ({
          state: 'captured',
          providerId: `${paymentId}${suffix}`,
          paidAmount: amount,
          instalments: 1,
          review: says,
        } as const);
  await insertPaymentOnce(
    tx,
    storeId,
    {
      id: sessionId.replace(/^chs/, 'pay'),
      sessionId,
      extension: provider.manifest.key,
      reference: `${reference}${suffix}`,
      ...taken,
      amount,
      test: false,
      capturedAt: says === 'silent' ? null : now.toISOString(),
    },
    now,
  );
}
