import { sleep } from '../../src/embedded/process';
import { Patience, patient } from '../world/patience';
import { type Answer, type Call, type Gateway, NoAnswer } from './gateway';
import { CARGO, type Outside } from './outside';
import type { Product } from './product';
import type { Random } from './random';
import { type Card, type Receipt, Refused, Storefront } from './storefront';

/** Those who buy, each with somebody in the shop who serves them. */
export const TRADERS = ['t1', 't2', 't3', 't4'];

const GOODS = { count: 3, price: 9_900, stock: 100_000 };
/** Of which everybody wants the last. */
const LAST = { price: 7_500, stock: 4 };
const CARRIED_MS_MAX = patient(60_000);

/** What is sold. */
export interface Wares {
  readonly goods: readonly string[];
  readonly last: string;
}

/** What was told of the orders of a run. */
export class Sales {
  /** Orders that were acknowledged, with what was told. */
  readonly placed = new Map<string, Receipt>();
  /** How they were bought, and what became of them. */
  readonly counts: Record<string, number> = {};
  /** What the bank and the carriers did, which the shop knows of as well. */
  readonly done: Record<string, number> = {};

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

const GOOD: Card = {
  holder: 'Ayse Yilmaz',
  number: '5526080000000006',
  month: '12',
  year: '2030',
  securityCode: '917',
};
const POOR: Card = { ...GOOD, number: '4111111111111129' };

/**
 * How somebody buys. `entered`: the card in the shop; `declined`: with one that has no money, and then another; `absent`: pays, and
 * never comes back; `twice`: pays two times, and wants one order; `last`: of what there is too little of.
 */
const WAYS = { transfer: 4, cod: 3, page: 4, entered: 3, declined: 1, absent: 1, twice: 2, last: 3 } as const;
type Way = keyof typeof WAYS;

/** What becomes of an order, by how it is paid. */
const LIVES = {
  transfer: { cancel: 2, ship: 2, book: 2, deliver: 2, recall: 2, handBack: 2 },
  cod: { cancel: 2, ship: 3, leave: 1 },
  card: { refund: 3, race: 2, pieces: 2, book: 2, deliver: 2, recall: 2, leave: 1 },
} as const;

interface Order extends Receipt {
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  readonly shipments: readonly { readonly id: string; readonly state: string; readonly remoteId: string | null }[];
}

/** What is sold, and a carrier that takes parcels away. The owner must be logged in. */
export async function setUpTrade(gateway: Gateway, random: Random): Promise<Wares> {
  const send = async (by: Call['by'], name: string, payload: Call['payload']) =>
    (await gateway.call({ by, name, key: random.ulid(), payload })).body.result;
  await send('owner', 'extension.configure', CARGO);
  const product = async (title: string, { price, stock }: { price: number; stock: number }): Promise<string> =>
    (await send('developer', 'catalog.product.create', { title, price, stock })).id;
  const goods: string[] = [];
  for (let n = 1; n <= GOODS.count; n += 1) goods.push(await product(`Satılan ${n}`, GOODS));
  return { goods, last: await product('Son parçalar', LAST) };
}

/** Lives through one order after the other. What is done follows from the seed alone, so that it can be done again in peace. */
export class Trader {
  steps = 0;
  private readonly acts: Random;
  private readonly keys: Random;
  private readonly picks: Random;
  private readonly front: Storefront;

  constructor(
    private readonly name: string,
    private readonly gateway: Gateway,
    private readonly outside: Outside,
    private readonly wares: Wares,
    private readonly sales: Sales,
    product: Product,
    random: Random,
  ) {
    this.acts = random.fork(`acts of ${name}`);
    this.keys = random.fork(`keys of ${name}`);
    this.picks = random.fork(`picks of ${name}`);
    this.front = new Storefront(product, gateway, random.fork(`way of ${name} to the checkout`));
  }

  async run(goOn: (steps: number) => boolean): Promise<void> {
    while (goOn(this.steps)) {
      this.steps += 1;
      try {
        await this.live();
      } catch (error) {
        if (error instanceof Refused)
          this.gateway.mismatch(`${this.name} was refused at the checkout: ${error.message}`);
        else if (!(error instanceof NoAnswer)) throw error;
      }
    }
  }

  private async live(): Promise<void> {
    const { acts } = this;
    const way = acts.weighted(WAYS);
    const paidBy = way === 'transfer' || way === 'cod' ? way : 'card';
    const life = acts.weighted<string>(LIVES[paidBy]);
    const lines =
      way === 'last'
        ? [{ productId: this.wares.last, quantity: 1 }]
        : [{ productId: acts.pick(this.wares.goods), quantity: acts.int(1, 4) }];
    const share = acts.next();
    const placed = await this.buy(way, lines);
    this.sales.count(`${way}${placed ? '' : ', in vain'}`);
    if (!placed) return;
    this.sales.placed.set(placed.id, placed);
    // What becomes of it would depend on who was first.
    if (way !== 'last') await this.serve(placed, life, share);
  }

  private async buy(way: Way, lines: readonly object[]): Promise<Receipt | undefined> {
    const opened = await this.front.ask('POST', '', { lines });
    if (opened.status !== 201) return this.soldOut(way, opened);
    const session = `/${opened.body.id}`;
    const buyer = { name: 'Ayşe Yılmaz', email: `${this.name}@alici.example`, phone: '+905321234567' };
    const filled = await this.front.ask('PATCH', session, {
      buyer,
      shippingAddress: {
        ...{ name: buyer.name, phone: buyer.phone, address: 'Moda Cad. No: 12 D: 3' },
        ...{ district: 'Kadıköy', province: 'İstanbul', postalCode: '34710' },
      },
      method: way === 'transfer' || way === 'cod' ? way : 'card',
    });
    if (filled.status !== 200) return this.soldOut(way, filled);
    const { total } = filled.body;
    try {
      if (way === 'transfer' || way === 'cod') return await this.place(session, total);
      return await this.pay(way, session, total);
    } catch (error) {
      if (way === 'last' && error instanceof Refused) return this.soldOut(way, { body: error });
      throw error;
    }
  }

  /** Only of the last pieces there may be none. */
  private soldOut(way: Way, { body }: Pick<Answer, 'body'>): undefined {
    if (way === 'last' && ['out_of_stock', 'amount_mismatch', 'payment_unavailable'].includes(body.code))
      return undefined;
    throw new Refused(body.code, body);
  }

  /** Now and then the shopper presses the button twice. */
  private async place(session: string, total: number): Promise<Receipt> {
    const again = this.picks.chance(0.3) ? this.front.ask('POST', `${session}/place`, { total }) : undefined;
    again?.catch(() => {});
    const { status, body } = await this.front.ask('POST', `${session}/place`, { total });
    const other = await again;
    if (status !== 200) throw new Refused(body.code, body);
    if (other && other.body.id !== body.id)
      this.gateway.double(`${session} is two orders: ${body.id}, ${other.body.id}`);
    return body;
  }

  private async pay(way: Way, session: string, total: number): Promise<Receipt | undefined> {
    const { front } = this;
    if (way === 'declined') {
      const tried = await front.begin(session, total, POOR);
      await front.comeBack(session, tried, await front.walk(tried));
      const bought = await front.decided(session, tried);
      if (bought) this.gateway.double(`${bought.id} was bought with a card that has no money`);
    }
    const begun = await front.begin(session, total, way === 'entered' ? GOOD : undefined);
    const second = way === 'twice' ? await front.begin(session, total) : undefined;
    const brought = await front.walk(begun);
    if (second) await front.walk(second);
    if (way !== 'absent') await front.comeBack(session, begun, brought);
    const bought = await front.decided(session, begun);
    if (bought || !second) return bought;
    // Either may be the one that is too much.
    return front.decided(session, second);
  }

  private async serve(order: Receipt, life: string, share: number): Promise<void> {
    const { id: orderId, total } = order;
    this.sales.count(life);
    if (life === 'leave') return;
    if (life === 'cancel') return this.send('order.cancel', { orderId, reason: 'customer' });
    if (order.payment === 'awaiting_transfer') await this.send('order.transfer.confirm', { orderId });
    if (life === 'ship') return this.shipByHand(order);
    if (life === 'book' || life === 'deliver' || life === 'recall') return this.byCarrier(orderId, life);
    const some = 1 + Math.floor(share * (total - 1));
    if (life === 'handBack') {
      const { id: refundId } = await this.send('order.refund.request', { orderId, amount: some, reason: 'İade' });
      return this.send('order.refund.record', { refundId, outcome: 'succeeded' });
    }
    if (life === 'refund') return this.send('orders.refund', { orderId, amount: some, reason: 'İade' });
    if (life === 'pieces') {
      const { lines } = await this.read(orderId);
      const pieces = lines.map(({ id: lineId, quantity }) => ({ lineId, quantity }));
      return this.send('orders.refund', { orderId, lines: pieces, delivery: true, reason: 'İade' });
    }
    // Together they are more than was paid: one of them is given back.
    const most = { orderId, amount: Math.ceil(total * 0.6), reason: 'İade' };
    await Promise.all([1, 2].map(() => this.send('orders.refund', most, ['refund_too_much'])));
  }

  private async shipByHand({ id: orderId, payment }: Receipt): Promise<void> {
    const { id: shipmentId } = await this.send('order.ship', { orderId, carrier: 'yurtici' });
    await this.send('order.shipment.track', { orderId, shipmentId, state: 'delivered' });
    if (payment === 'pending_cod') await this.send('order.cod.collect', { orderId });
  }

  private async byCarrier(orderId: string, life: 'book' | 'deliver' | 'recall'): Promise<void> {
    const { extension } = CARGO;
    const { reference, offers } = await this.gateway.quote(`/v1/orders/${orderId}/cargo/offers`, { extension });
    const { offerId, carrier, service, price } = offers[0];
    const asked = { orderId, extension, reference, offerId, carrier, service, price };
    const { id: shipmentId } = await this.send('orders.cargo.book', asked);
    if (life === 'book') return;
    const { remoteId } = await this.carried(orderId, shipmentId, 'booked');
    if (life === 'recall') {
      await this.send('order.shipment.cancel', { orderId, shipmentId });
      await this.carried(orderId, shipmentId, 'cancelled');
      return this.shipByHand({ id: orderId, payment: 'paid', number: '', total: 0 });
    }
    await this.outside.deliver(String(remoteId));
    // The carrier's own word of it may be there first, and then there is nothing left to ask.
    const { code, state } = await this.send('orders.shipment.update', { orderId, shipmentId }, ['invalid_state']);
    if (code && state !== 'delivered') this.gateway.mismatch(`${shipmentId} was not looked for, being ${state}`);
    await this.carried(orderId, shipmentId, 'delivered');
  }

  private async carried(orderId: string, shipmentId: string, state: string): Promise<Order['shipments'][number]> {
    const patience = new Patience(CARRIED_MS_MAX);
    for (;;) {
      const shipment = (await this.read(orderId)).shipments.find(({ id }) => id === shipmentId);
      if (shipment?.state === state) return shipment;
      if (patience.isOver)
        throw this.gateway.unanswered(`${shipmentId}, which is ${shipment?.state} and not ${state},`, CARRIED_MS_MAX);
      await sleep(this.picks.int(200, 400));
    }
  }

  private read = (orderId: string): Promise<Order> => this.gateway.read(`/v1/orders/${orderId}`);

  private async send(name: string, payload: Call['payload'], mayRefuse: readonly string[] = []): Promise<Result> {
    const call: Call = { by: 'developer', name, key: this.keys.ulid(), mayRefuse, ...routed(name, payload) };
    // Some ask twice at once, as a second click does.
    const twin = this.picks.chance(0.2) ? this.gateway.call(call) : undefined;
    twin?.catch(() => {});
    const { status, body } = await this.gateway.call(call);
    await twin;
    if (status >= 400 && !mayRefuse.includes(body.code)) throw new NoAnswer(name);
    return body.result ?? body;
  }
}

/** Where what is no command of its own is asked for. */
const ROUTES: Readonly<Record<string, string>> = {
  'orders.refund': 'refund',
  'orders.cargo.book': 'cargo/book',
  'orders.shipment.update': 'cargo/{shipmentId}/update',
};

function routed(name: string, payload: Call['payload']): Pick<Call, 'path' | 'payload'> {
  const route = ROUTES[name];
  if (route === undefined) return { payload };
  const { orderId, shipmentId, ...body } = payload;
  return { path: `/v1/orders/${orderId}/${route.replace('{shipmentId}', String(shipmentId))}`, payload: body };
}

// biome-ignore lint/suspicious/noExplicitAny: each command answers a shape of its own
type Result = any;
