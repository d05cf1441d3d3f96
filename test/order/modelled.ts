import fc from 'fast-check';
import { fulfilShort } from '../../src/order/worker/codes';
import { replyOf } from '../world/story';
import type { World } from '../world/world';
import {
  after,
  type Call,
  COD_FEE,
  type Condition,
  codesShort,
  DISCOUNT,
  fulfilmentOf,
  type Goods,
  goesBackWhole,
  type Order,
  type Part,
  PRICES,
  SHIPPING,
  type Shop,
  type Tracked,
} from './model';
import { completeSession } from './session';

const STOCK = 12;
const CODES = 2;
const ORDERS_MAX = 4;

/** What somebody would like to do, before it is known what there is. Numbers choose among what there is then. */
export interface Wish {
  readonly do: Call['do'];
  readonly at: readonly [order: number, thing: number, amount: number, way: number];
  /** Prefers what is legal. */
  readonly apt: boolean;
}

const WEIGHTS: Readonly<Record<Call['do'], number>> = {
  create: 3,
  confirm: 3,
  collect: 3,
  cancel: 1,
  ship: 8,
  track: 8,
  recall: 4,
  refund: 9,
  remove: 5,
  record: 6,
  request: 7,
  approve: 7,
  withdraw: 1,
  reject: 4,
  receive: 9,
  settle: 3,
  add: 2,
  sweep: 2,
};

export const wishOf = (acts: readonly Call['do'][]): fc.Arbitrary<Wish> =>
  fc.record({
    do: fc.oneof(...acts.map((act) => ({ arbitrary: fc.constant(act), weight: WEIGHTS[act] }))),
    at: fc.tuple(fc.nat(7), fc.nat(7), fc.nat(7), fc.nat(11)),
    apt: fc.oneof({ arbitrary: fc.constant(true), weight: 7 }, { arbitrary: fc.constant(false), weight: 2 }),
  });

export const acts = Object.keys(WEIGHTS) as Call['do'][];

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
/** How often somebody who wants what is legal looks for it. */
const LOOKS = 24;

/** @param tag what the call makes is called by it @returns undefined: there is nothing yet that it could be about */
export function callOf({ do: act, at, apt }: Wish, shop: Shop, tag: string): Call | undefined {
  let chosen: Call | undefined;
  for (let look = 0; look < (apt ? LOOKS : 1); look += 1) {
    const [order, thing, amount, way] = at;
    const call = concrete(act, [order + look, thing + (look >> 2), amount + 3 * look, way + 7 * look], shop, tag);
    chosen ??= call;
    if (call && after(shop, call)) return call;
  }
  return chosen;
}

const CARTS = [['cezve'], ['cezve', 'hediye'], ['cezve', 'kod'], ['kod'], ['cezve', 'cezve']] as const;
const METHODS = ['transfer', 'cod'] as const;
const CONDITIONS: readonly Condition[] = ['saleable', 'damaged', 'unsent', 'saleable', 'missing', 'unsent', 'wrong'];
const STATES: readonly Tracked[] = [
  'delivered',
  'out_for_delivery',
  'returned',
  'delivered',
  'attempt_failed',
  'returning',
  'lost',
  'in_transit',
];

function concrete(
  act: Call['do'],
  [at, thing, amount, way]: readonly [number, number, number, number],
  { orders, carts, methods }: Shop,
  tag: string,
): Call | undefined {
  if (act === 'create') {
    const cart = pick(carts, thing);
    const quantities = cart.map((_, place) => 1 + ((amount + place) % 3));
    return orders.length < ORDERS_MAX ? { do: act, tag, method: pick(methods, way), cart, quantities } : undefined;
  }
  if (act === 'add') return { do: act, count: 1 + (amount % 3) };
  if (act === 'sweep') return { do: act };
  if (orders.length === 0) return undefined;
  const found = pick(orders, at);
  const order = found.tag;
  const parts = partsOf(found, thing, amount, way);
  if (act === 'confirm' || act === 'collect') return { do: act, order };
  if (act === 'cancel') return { do: act, order, restock: pick([undefined, undefined, false, true], way) };
  if (act === 'ship') return { do: act, tag, order, parts: way % 3 === 0 ? undefined : parts };
  if (act === 'refund') {
    const back = found.returns.length > 0 ? { back: pick(found.returns, thing).tag } : parts;
    return {
      do: act,
      tag,
      order,
      of: pick([parts, back, 1 + amount * 911, back, undefined], way),
      delivery: amount % 2 === 0,
    };
  }
  if (act === 'remove') return { do: act, tag, order, parts };
  if (act === 'request') return { do: act, tag, order, kind: way % 2 ? 'claim' : 'withdrawal', parts };
  if (act === 'track' || act === 'recall') {
    if (found.shipments.length === 0) return undefined;
    const shipment = pick(found.shipments, thing).tag;
    if (act === 'recall') return { do: act, order, shipment };
    return { do: act, order, shipment, state: pick(STATES, way), reason: amount % 2 === 0 };
  }
  if (act === 'record') {
    if (found.refunds.length === 0) return undefined;
    const outcome = way % 3 === 0 ? 'failed' : 'succeeded';
    return { do: act, order, refund: pick(found.refunds, thing).tag, outcome };
  }
  if (found.returns.length === 0) return undefined;
  const { tag: of, pieces } = pick(found.returns, thing);
  if (act === 'approve' || act === 'withdraw') return { do: act, order, of };
  if (act === 'settle') return { do: act, order, of };
  if (act === 'reject')
    return { do: act, order, of, ground: pick(['unfounded', 'condition', 'late', 'excluded'] as const, way) };
  const { line } = pick(pieces, amount);
  const condition = pick(CONDITIONS, way);
  const restock = pick([undefined, undefined, false, true], amount);
  const arriving = { line, quantity: 1 + (amount % 2), condition, ...(restock === undefined ? {} : { restock }) };
  return { do: 'receive', order, of, parts: [arriving] };
}

/** Some pieces of one line, or of two. */
function partsOf({ lines }: Order, thing: number, amount: number, way: number): Part[] {
  const line = thing % lines.length;
  const parts = [{ line, quantity: 1 + (amount % 3) }];
  return way % 4 === 1 && lines.length > 1
    ? [...parts, { line: (line + 1) % lines.length, quantity: 1 + (way % 2) }]
    : parts;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any command
type Body = any;

/** What a shop has besides what every shop has. */
export interface Ways {
  readonly methods?: Shop['methods'];
  readonly carts?: Shop['carts'];
  /** Pays for a session by card. */
  readonly charge?: (sessionId: string, amount: number) => Promise<unknown>;
  /** Gives the codes that there are to whoever waits for some. */
  readonly sweep?: () => Promise<unknown>;
}

/** The product, called as the model is. */
export class Real {
  private readonly ids = new Map<string, string>();
  private readonly tags = new Map<string, string>();
  /** Tags of orders that were paid by card. */
  private readonly charged = new Set<string>();
  private made = 0;

  private constructor(
    private readonly world: World,
    private readonly products: Readonly<Record<Goods | 'kod', string>>,
    private readonly ways: Ways,
  ) {}

  /** New products in the shop of a world. */
  static async begin(world: World, ways: Ways = {}): Promise<{ readonly real: Real; readonly shop: Shop }> {
    const product = async (title: string, price: number, more: object): Promise<string> =>
      (await world.done('catalog.product.create', { title, price, ...more })).id;
    const products = {
      cezve: await product('Bakır Cezve', PRICES.cezve, { stock: STOCK }),
      hediye: await product('Hediye Fincan', PRICES.hediye, { stock: STOCK }),
      kod: await product('Oyun Kodu', PRICES.kod, { requiresShipping: false }),
    };
    await world.done('catalog.product.setDigital', { productId: products.kod, digital: { kind: 'code_pool' } });
    const real = new Real(world, products, ways);
    await real.call({ do: 'add', count: CODES });
    const { methods = METHODS, carts = CARTS } = ways;
    return { real, shop: { stock: { cezve: STOCK, hediye: STOCK }, codes: CODES, methods, carts, orders: [] } };
  }

  /** @returns whether it was done; throws of an answer that is neither that nor a refusal */
  async call(call: Call): Promise<boolean> {
    const { world } = this;
    if (call.do === 'sweep') {
      await (this.ways.sweep ?? (() => fulfilShort(world.platform)))();
      return true;
    }
    const [command, payload] = call.do === 'create' ? await this.placing(call) : this.commandOf(call);
    const byOwner = ['order.create', 'order.return.request', 'order.return.cancel'].includes(command);
    const { status, body } = await replyOf(
      call.do === 'remove'
        ? this.atDoor(payload)
        : call.do === 'refund' && this.charged.has(call.order)
          ? this.byBank(payload)
          : world.run(command, payload, byOwner ? { as: world.owner } : {}),
    );
    if (status >= 500) throw new Error(`${command} was answered ${status}: ${JSON.stringify(body)}`);
    const isTaken = status < 300;
    if (isTaken && call.do === 'create' && call.method === 'card') this.charged.add(call.tag);
    if (isTaken && 'tag' in call)
      this.note(call.tag, call.do === 'remove' ? (body.refundId ?? undefined) : (body.result ?? body).id);
    return isTaken;
  }

  /** Takes pieces out by the route of the panel: the envelope has no such command. */
  private atDoor({ orderId, ...body }: { readonly orderId?: string }): Promise<Body> {
    return this.world.read('order.pieces.remove', { params: { ord: orderId as string }, body });
  }

  /** Has money given back by whom it was paid to. */
  private byBank({ orderId, ...body }: { readonly orderId?: string }): Promise<Body> {
    return this.world.read('orders.refund', { params: { ord: orderId as string }, body });
  }

  private note(tag: string, id: string | undefined): void {
    if (id === undefined) return;
    this.ids.set(tag, id);
    this.tags.set(id, tag);
  }

  private async placing({ cart, quantities, method }: Extract<Call, { do: 'create' }>): Promise<[string, object]> {
    const sessionId = await completeSession(
      this.world,
      cart.map((sells, place) => ({ productId: this.products[sells], quantity: quantities[place] as number })),
      {
        terms: {
          method,
          discounts: [{ label: 'Kampanya', kurus: DISCOUNT, line: null }],
          rate: cart.some((sells) => sells !== 'kod') ? { id: 'standart', label: 'Standart', kurus: SHIPPING } : null,
          codFee: method === 'cod' ? COD_FEE : 0,
        },
      },
    );
    if (method === 'card') await this.ways.charge?.(sessionId, await this.totalOf(sessionId));
    return ['order.create', { sessionId }];
  }

  private async totalOf(sessionId: string): Promise<number> {
    const { storeId, database } = this.world;
    const text = `SELECT (quote ->> 'total')::int AS total FROM checkout_session WHERE store_id = $1 AND id = $2`;
    const [row] = await database.reader(storeId).query<{ total: number }>(text, [storeId, sessionId]);
    if (!row) throw new Error(`there is no session ${sessionId}`);
    return row.total;
  }

  /** Whether all that a provider was asked for in these orders is decided. */
  async isSettled(orders: readonly string[]): Promise<boolean> {
    const { storeId, database } = this.world;
    const text = `SELECT 1 FROM order_refund WHERE store_id = $1 AND order_id = ANY ($2) AND method = 'provider' AND state = 'requested'`;
    return (await database.reader(storeId).query(text, [storeId, orders.map(this.id)])).length === 0;
  }

  private readonly id = (tag: string): string => this.ids.get(tag) ?? tag;

  private commandOf(call: Exclude<Call, { do: 'create' | 'sweep' }>): [string, object] {
    const { id } = this;
    if (call.do === 'add') {
      const codes = Array.from({ length: call.count }, () => `KOD-${String(++this.made).padStart(5, '0')}-A`);
      return ['catalog.digital.codes.add', { productId: this.products.kod, codes }];
    }
    const orderId = id(call.order);
    const stated = <P extends Part>(parts: readonly P[]) =>
      parts.map(({ line, ...rest }) => ({ lineId: id(`${call.order}/${line}`), ...rest }));
    switch (call.do) {
      case 'confirm':
        return ['order.transfer.confirm', { orderId }];
      case 'collect':
        return ['order.cod.collect', { orderId }];
      case 'cancel':
        return [
          'order.cancel',
          { orderId, reason: 'customer', ...(call.restock === undefined ? {} : { restock: call.restock }) },
        ];
      case 'ship':
        return ['order.ship', { orderId, carrier: 'yurtici', ...(call.parts ? { lines: stated(call.parts) } : {}) }];
      case 'track':
        return [
          'order.shipment.track',
          { orderId, shipmentId: id(call.shipment), state: call.state, ...(call.reason ? { reason: 'Öyle' } : {}) },
        ];
      case 'recall':
        return ['order.shipment.cancel', { orderId, shipmentId: id(call.shipment) }];
      case 'refund': {
        const of =
          typeof call.of === 'number'
            ? { amount: call.of }
            : call.of && 'back' in call.of
              ? { returnId: id(call.of.back) }
              : call.of && { lines: stated(call.of), delivery: call.delivery };
        return ['order.refund.request', { orderId, reason: 'İade', ...of }];
      }
      case 'remove':
        return ['order.pieces.remove', { orderId, lines: stated(call.parts) }];
      case 'record':
        return ['order.refund.record', { refundId: id(call.refund), outcome: call.outcome }];
      case 'request':
        return ['order.return.request', { orderId, kind: call.kind, lines: stated(call.parts) }];
      case 'approve':
        return ['order.return.approve', { returnId: id(call.of), carrier: 'yurtici' }];
      case 'withdraw':
        return ['order.return.cancel', { returnId: id(call.of) }];
      case 'reject':
        return ['order.return.reject', { returnId: id(call.of), ground: call.ground, text: 'Üzgünüz.' }];
      case 'receive':
        return ['order.return.receive', { returnId: id(call.of), lines: stated(call.parts) }];
      case 'settle':
        return ['order.return.settle', { returnId: id(call.of) }];
    }
  }

  /** What the product shows of these orders and of what is in stock, in the words of the model. */
  async shown(orders: readonly string[]): Promise<object> {
    const { world, products } = this;
    const [cezve, hediye, kod] = await Promise.all(
      [products.cezve, products.hediye, products.kod].map((prd) =>
        world.read('catalog.products.get', { params: { prd } }),
      ),
    );
    const shown = await Promise.all(orders.map((tag) => this.order(tag)));
    return {
      stock: { cezve: cezve.stock, hediye: hediye.stock },
      codes: kod.digital.codes?.available ?? 0,
      orders: shown,
    };
  }

  private async order(tag: string): Promise<object> {
    const read: Body = await this.world.read('orders.get', { params: { ord: this.id(tag) } });
    const tagOf = ({ id }: { id: string }): string => this.tags.get(id) ?? id;
    for (const [line, { id }] of read.lines.entries()) this.note(`${tag}/${line}`, id);
    const lineOf = (id: string): number => read.lines.findIndex((line: Body) => line.id === id);
    const places = (pieces: Body): object[] =>
      plainPlaces(pieces.map(({ lineId, units }: Body) => ({ line: lineOf(lineId), units })));
    return {
      tag,
      method: read.paymentMethod,
      payment: read.payment,
      fulfilment: read.fulfilment,
      ...{ total: read.total, captured: read.captured, reserved: read.refundReserved, refunded: read.refunded },
      lines: read.lines.map((line: Body) => ({
        ...countsOf(line),
        refunded: line.refundedUnits,
        kept: line.keptUnits,
        unpaid: line.unpaidUnits,
        short: line.codesShort,
      })),
      shipments: byTag(
        read.shipments.map((each: Body) => ({
          ...{ tag: tagOf(each), state: each.state },
          parts: each.pieces.map(({ lineId, quantity }: Body) => ({ line: lineOf(lineId), quantity })),
        })),
      ),
      refunds: byTag(
        read.refunds.map((each: Body) => ({
          ...{ tag: tagOf(each), state: each.state, amount: each.amount },
          pieces: places(each.pieces),
        })),
      ),
      returns: byTag(
        read.returns.map((each: Body) => ({
          ...{ tag: tagOf(each), kind: each.kind, state: each.state },
          pieces: places(each.pieces),
          came: each.receipts.map(({ lineId, units, condition }: Body) => ({ line: lineOf(lineId), units, condition })),
        })),
      ),
    };
  }

  /** Whatever is told of orders, stock, money and codes adds up. @returns what does not */
  broken(orders: readonly string[]): Promise<readonly object[]> {
    const { world, products } = this;
    const values = [world.storeId, Object.values(products), orders.map(this.id)];
    return world.database.reader(world.storeId).query<object>(BROKEN, values);
  }
}

const byTag = <T extends { readonly tag: string }>(list: readonly T[]): T[] =>
  [...list].sort((one, other) => (one.tag < other.tag ? -1 : 1));

const plainPlaces = (pieces: readonly { readonly line: number; readonly units: readonly number[] }[]): object[] =>
  pieces.filter(({ units }) => units.length > 0).map(({ line, units }) => ({ line, units: [...units] }));

const countsOf = ({
  quantity,
  restocked,
  shipped,
  delivered,
  bounced,
  lost,
  unsent,
  returned,
  codes,
}: Order['lines'][number]) => ({
  ...{ quantity, restocked, shipped, delivered, bounced, lost, unsent, returned, codes },
});

/** What the model knows of these orders, as {@link Real.shown} tells it. */
export function known(shop: Shop, orders: readonly string[]): object {
  return {
    stock: shop.stock,
    codes: shop.codes,
    orders: orders.map((tag) => {
      const order = shop.orders.find((each) => each.tag === tag) as Order;
      const { method, payment, total, captured, reserved, refunded, lines, shipments, refunds, returns } = order;
      return {
        ...{ tag, method, payment, fulfilment: fulfilmentOf(order), total, captured, reserved, refunded },
        lines: lines.map((line) => ({
          ...countsOf(line),
          refunded: line.refunded,
          kept: line.kept,
          unpaid: line.unpaid,
          short: payment === 'paid' && !goesBackWhole(order) ? codesShort(line) : 0,
        })),
        shipments: byTag(shipments),
        refunds: byTag(refunds.map((each) => ({ ...each, pieces: plainPlaces(each.pieces) }))),
        returns: byTag(returns.map((each) => ({ ...each, pieces: plainPlaces(each.pieces) }))),
      };
    }),
  };
}

/** Kept apart from the model: what has to hold in the rows of a store whatever was done. */
const BROKEN = `
  WITH own AS (SELECT * FROM store_order WHERE store_id = $1 AND id = ANY ($3)),
  part AS (SELECT l.* FROM own o JOIN order_line l ON l.store_id = $1 AND l.order_id = o.id),
  given AS (SELECT r.*, piece ->> 'lineId' AS line, unit FROM own o JOIN order_refund r ON r.store_id = $1 AND r.order_id = o.id
    CROSS JOIN jsonb_array_elements(r.pieces) piece CROSS JOIN jsonb_array_elements(piece -> 'units') unit WHERE r.state <> 'failed')
  SELECT 'stock is not what its ledger says' AS what, p.id FROM catalog_product p
  WHERE p.store_id = $1 AND p.id = ANY ($2) AND p.stock <>
    (SELECT sum(m.delta) FROM stock_movement m WHERE m.store_id = $1 AND m.product_id = p.id)
  UNION ALL
  SELECT 'more is given back than has come', id FROM own WHERE refunded + refund_reserved > captured
  UNION ALL
  SELECT 'money is not what refunds say', o.id FROM own o
  JOIN LATERAL (SELECT coalesce(sum(r.amount) FILTER (WHERE r.state = 'succeeded'), 0) AS back,
      coalesce(sum(r.amount) FILTER (WHERE r.state NOT IN ('succeeded', 'failed')), 0) AS held
    FROM order_refund r WHERE r.store_id = $1 AND r.order_id = o.id) told ON true
  WHERE o.refunded <> told.back OR o.refund_reserved <> told.held
  UNION ALL
  SELECT 'the ledger does not say what was taken and brought back', o.id FROM own o
  JOIN LATERAL (SELECT coalesce(-sum(m.delta) FILTER (WHERE m.kind = 'sold'), 0) AS taken,
      coalesce(sum(m.delta) FILTER (WHERE m.kind = 'restocked'), 0) AS back
    FROM stock_movement m WHERE m.store_id = $1 AND m.order_id = o.id) told ON true
  WHERE told.taken <> (SELECT sum(l.stock_taken) FROM part l WHERE l.order_id = o.id)
    OR told.back <> (SELECT sum(l.restocked) FROM part l WHERE l.order_id = o.id)
  UNION ALL
  SELECT 'more is back than was taken', id FROM part WHERE restocked > stock_taken OR returned + unsent > quantity
  UNION ALL
  SELECT 'pieces are in two places', id FROM part WHERE booked + shipped + delivered + bounced + lost + unsent > quantity
  UNION ALL
  SELECT 'what is given back may leave', id FROM part WHERE requires_shipping
    AND cardinality(ARRAY(SELECT unnest(refunded_units) EXCEPT SELECT unnest(kept_units))) >
      booked + greatest(shipped + delivered + least(bounced, returned), returned)
  UNION ALL
  SELECT 'a line has other codes than it counts', l.id FROM part l
  WHERE coalesce(l.codes, 0) <> (SELECT count(*) FROM digital_code c WHERE c.store_id = $1 AND c.line_id = l.id)
  UNION ALL
  SELECT 'a piece is in two refunds', line FROM given GROUP BY line, unit HAVING count(*) > 1`;
