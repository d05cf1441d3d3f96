import { sharesOf, totalsOf } from '../../src/checkout/price/shares';

/*
 * The life of orders as spec and decisions 0090 to 0094 tell it, in memory: what a shop may do, and what comes of it. A call that is not
 * legal changes nothing. What is made is called by the tag of the call that made it, since ids are the product's.
 */

const goods = ['cezve', 'hediye'] as const;
export type Goods = (typeof goods)[number];
export type Sold = Goods | 'kod';
export const PRICES: Readonly<Record<Sold, number>> = { cezve: 10_000, hediye: 0, kod: 5_000 };
export const DISCOUNT = 7;
export const SHIPPING = 101;
export const COD_FEE = 299;

export type Method = 'cod' | 'transfer' | 'card';
export type Condition = 'saleable' | 'damaged' | 'unsent' | 'missing' | 'wrong';
export type Tracked =
  | 'in_transit'
  | 'out_for_delivery'
  | 'attempt_failed'
  | 'delivered'
  | 'returning'
  | 'returned'
  | 'lost';

export interface Part {
  /** Place of the line. */
  readonly line: number;
  readonly quantity: number;
}
export interface Arriving extends Part {
  readonly condition: Condition;
  readonly restock?: boolean;
}
interface Places {
  readonly line: number;
  readonly units: readonly number[];
}

export interface Line {
  readonly sells: Sold;
  readonly quantity: number;
  /** What each piece cost, and what was paid for it with its share of delivery and fee. */
  readonly shares: readonly { readonly goods: number; readonly all: number }[];
  restocked: number;
  shipped: number;
  delivered: number;
  bounced: number;
  lost: number;
  unsent: number;
  returned: number;
  codes: number | null;
  refunded: readonly number[];
  /** Units that do not leave (again), and those of them for which no cash came. */
  kept: readonly number[];
  unpaid: readonly number[];
  /** Units that were taken out without a refund, before anything was sent. */
  removed: readonly number[];
}
interface Shipment {
  readonly tag: string;
  state: Tracked | 'cancelled';
  readonly parts: readonly Part[];
}
interface Refund {
  readonly tag: string;
  state: 'requested' | 'succeeded' | 'failed';
  readonly amount: number;
  readonly pieces: readonly Places[];
}
interface Return {
  readonly tag: string;
  readonly kind: 'withdrawal' | 'claim';
  state: 'requested' | 'approved' | 'partially_received' | 'received' | 'refunded' | 'rejected' | 'withdrawn';
  readonly pieces: readonly Places[];
  came: readonly (Places & { readonly condition: Condition })[];
}
export interface Order {
  readonly tag: string;
  readonly method: Method;
  payment: 'pending_cod' | 'awaiting_transfer' | 'paid' | 'cancelled';
  readonly total: number;
  captured: number;
  reserved: number;
  refunded: number;
  readonly lines: readonly Line[];
  readonly shipments: Shipment[];
  readonly refunds: Refund[];
  readonly returns: Return[];
}
export interface Shop {
  readonly stock: Record<Goods, number>;
  /** Codes that nobody has yet. */
  codes: number;
  /** How may be paid there, and what is put into a cart. */
  readonly methods: readonly Method[];
  readonly carts: readonly (readonly Sold[])[];
  readonly orders: Order[];
}

interface OfOrder {
  readonly order: string;
}
export type Call =
  | {
      readonly do: 'create';
      readonly tag: string;
      readonly method: Method;
      readonly cart: readonly Sold[];
      readonly quantities: readonly number[];
    }
  | ({ readonly do: 'confirm' | 'collect' } & OfOrder)
  | ({ readonly do: 'cancel'; readonly restock: boolean | undefined } & OfOrder)
  | ({ readonly do: 'ship'; readonly tag: string; readonly parts: readonly Part[] | undefined } & OfOrder)
  | ({ readonly do: 'track'; readonly shipment: string; readonly state: Tracked; readonly reason: boolean } & OfOrder)
  | ({ readonly do: 'recall'; readonly shipment: string } & OfOrder)
  | ({
      readonly do: 'refund';
      readonly tag: string;
      /** An amount, pieces, what is owed for a return, or all that is left. */
      readonly of: number | readonly Part[] | { readonly back: string } | undefined;
      readonly delivery: boolean;
    } & OfOrder)
  | ({ readonly do: 'remove'; readonly tag: string; readonly parts: readonly Part[] } & OfOrder)
  | ({ readonly do: 'record'; readonly refund: string; readonly outcome: 'succeeded' | 'failed' } & OfOrder)
  | ({
      readonly do: 'request';
      readonly tag: string;
      readonly kind: Return['kind'];
      readonly parts: readonly Part[];
    } & OfOrder)
  | ({ readonly do: 'approve' | 'withdraw'; readonly of: string } & OfOrder)
  | ({
      readonly do: 'reject';
      readonly of: string;
      readonly ground: 'late' | 'excluded' | 'unfounded' | 'condition';
    } & OfOrder)
  | ({ readonly do: 'receive'; readonly of: string; readonly parts: readonly Arriving[] } & OfOrder)
  | ({ readonly do: 'settle'; readonly of: string } & OfOrder)
  | { readonly do: 'add'; readonly count: number }
  | { readonly do: 'sweep' };

/** The shop after a call; undefined: it is refused, and nothing has changed. */
export function after(before: Shop, call: Call): Shop | undefined {
  const shop = structuredClone(before);
  return new Model(shop).does(call) ? shop : undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const isGoods = (sells: Sold): sells is Goods => sells !== 'kod';
const isBack = (condition: Condition): boolean => condition !== 'missing' && condition !== 'wrong';
const isSaleable = (condition: Condition): boolean => condition === 'saleable' || condition === 'unsent';
const unitsOf = (pieces: readonly Places[], line: number): number[] =>
  pieces.flatMap((each) => (each.line === line ? [...each.units] : []));
const allUnits = ({ quantity }: Line): number[] => Array.from({ length: quantity }, (_, unit) => unit);
const isTwice = (parts: readonly Part[]): boolean => new Set(parts.map(({ line }) => line)).size < parts.length;

/** By what a parcel may be said to be after each state. */
const TRACKED: Readonly<Record<Shipment['state'], readonly Tracked[]>> = {
  in_transit: ['out_for_delivery', 'attempt_failed', 'delivered', 'returning', 'returned', 'lost'],
  out_for_delivery: ['attempt_failed', 'delivered', 'returning', 'returned', 'lost'],
  attempt_failed: ['out_for_delivery', 'delivered', 'returning', 'returned', 'lost'],
  returning: ['delivered', 'returned', 'lost'],
  lost: ['delivered', 'returned'],
  delivered: [],
  returned: [],
  cancelled: [],
};

const counterOf = (state: Shipment['state']): 'shipped' | 'delivered' | 'bounced' | 'lost' | undefined => {
  if (state === 'cancelled') return undefined;
  if (state === 'delivered' || state === 'lost') return state;
  return state === 'returned' ? 'bounced' : 'shipped';
};

/** As far as the piece that is least far; what never leaves is left out. */
export function fulfilmentOf({ lines }: Pick<Order, 'lines'>): string {
  const all = sum(
    lines.map(({ quantity, unsent, shipped, delivered, bounced, kept }) => {
      const going = quantity - unsent;
      return going - Math.min(going - shipped - delivered - bounced, kept.length - unsent);
    }),
  );
  const [shipped, delivered, bounced] = (['shipped', 'delivered', 'bounced'] as const).map((field) =>
    sum(lines.map((line) => line[field])),
  ) as [number, number, number];
  const gone = shipped + delivered + bounced;
  if (all === 0 || gone === 0) return 'unfulfilled';
  if (bounced === all) return 'returned_to_sender';
  if (gone < all) return 'partially_fulfilled';
  return shipped === 0 ? 'delivered' : 'shipped';
}

/** A piece that is given back is owed no code. */
export const codesShort = ({ codes, quantity, refunded, kept }: Line): number =>
  codes === null ? 0 : Math.max(0, quantity - codes - Math.max(refunded.length, kept.length));

/** Nothing leaves for money that is all given back. */
export const goesBackWhole = ({ captured, refunded, reserved }: Order): boolean =>
  captured > 0 && refunded + reserved === captured;

const sentOut = ({ shipped, delivered, bounced, returned }: Line): number =>
  Math.max(shipped + delivered + Math.min(bounced, returned), returned);

const neverSent = ({ quantity, unsent, shipped, delivered, bounced, lost, returned }: Line): number =>
  Math.max(0, quantity - unsent - Math.max(shipped + delivered + bounced + lost, returned));

const leftToShip = (line: Line): number =>
  isGoods(line.sells) ? Math.max(0, line.quantity - sentOut(line) - line.kept.length) : 0;

const sorted = (units: Iterable<number>): number[] => [...new Set(units)].toSorted((a, b) => a - b);

/** Which calls fit, and what they do. */
class Model {
  constructor(private readonly shop: Shop) {}

  does(call: Call): boolean {
    if (call.do === 'create') return this.create(call);
    if (call.do === 'add') {
      this.shop.codes += call.count;
      return true;
    }
    if (call.do === 'sweep') {
      for (const order of this.shop.orders)
        if (order.payment === 'paid' && !goesBackWhole(order)) this.giveCodes(order);
      return true;
    }
    const order = this.shop.orders.find(({ tag }) => tag === call.order) as Order;
    switch (call.do) {
      case 'confirm':
        return this.confirm(order);
      case 'collect':
        return this.collect(order);
      case 'cancel':
        return this.cancel(order, call.restock ?? true);
      case 'ship':
        return this.ship(order, call);
      case 'track':
        return this.track(order, call);
      case 'recall':
        return this.move(order, call.shipment, 'cancelled', (state) => state === 'in_transit');
      case 'refund':
        return this.refund(order, call);
      case 'remove':
        return this.remove(order, call);
      case 'record':
        return this.record(order, call);
      case 'request':
        return this.request(order, call);
      default:
        return this.ofReturn(order, order.returns.find(({ tag }) => tag === call.of) as Return, call);
    }
  }

  private create({ tag, method, cart, quantities }: Extract<Call, { do: 'create' }>): boolean {
    const lines = cart.map((sells, place) => ({ sells, quantity: quantities[place] as number }));
    if (method === 'cod' && cart.includes('kod')) return false;
    for (const each of goods) {
      const wanted = sum(lines.filter(({ sells }) => sells === each).map(({ quantity }) => quantity));
      if (wanted > this.shop.stock[each]) return false;
      this.shop.stock[each] -= wanted;
    }
    const shares = sharesOf(
      lines.map(({ sells, quantity }) => ({
        quantity,
        unitPrice: PRICES[sells],
        vatRate: 20,
        requiresShipping: isGoods(sells),
      })),
      {
        discounts: [{ line: null, kurus: DISCOUNT }],
        shipping: cart.some(isGoods) ? SHIPPING : 0,
        codFee: method === 'cod' ? COD_FEE : 0,
      },
    );
    const order: Order = {
      ...{ tag, method, total: totalsOf(shares).total, captured: 0, reserved: 0, refunded: 0 },
      payment: method === 'cod' ? 'pending_cod' : 'awaiting_transfer',
      lines: lines.map((line, place) => ({
        ...line,
        shares: (shares[place] ?? []).map(({ price, discount, shipping, codFee }) => ({
          goods: price - discount,
          all: price - discount + shipping + codFee,
        })),
        ...{ restocked: 0, shipped: 0, delivered: 0, bounced: 0, lost: 0, unsent: 0, returned: 0, codes: null },
        ...{ refunded: [], kept: [], unpaid: [], removed: [] },
      })),
      ...{ shipments: [], refunds: [], returns: [] },
    };
    this.shop.orders.push(order);
    return method === 'card' ? this.pay(order, order.total) : true;
  }

  private collect(order: Order): boolean {
    const { lines, payment, total } = order;
    const waits = lines.some((line) => neverSent(line) > line.kept.length - line.unsent);
    if (payment !== 'pending_cod' || waits || lines.every(({ shipped, delivered }) => shipped + delivered === 0))
      return false;
    for (const [place, line] of lines.entries()) {
      line.unpaid = sorted([...line.kept, ...this.broughtBack(order, place)]);
      line.kept = line.unpaid;
    }
    const missing = lines.map(({ unpaid: units }, line) => ({ line, units }));
    const isNothing = lines.every(({ unpaid, quantity }) => unpaid.length === quantity);
    return this.pay(order, isNothing ? 0 : total - this.worth(order, missing, 'goods'));
  }

  /** Units of what a carrier has brought back or lost. */
  private broughtBack({ lines, returns }: Order, place: number): number[] {
    const line = lines[place] as Line;
    const back = unitsOf(
      returns.flatMap((row) => this.back(row)),
      place,
    );
    const others = allUnits(line).filter((unit) => !line.kept.includes(unit));
    const came = others.filter((unit) => back.includes(unit));
    const rest = others.filter((unit) => !back.includes(unit)).toReversed();
    const brought = came.slice(0, Math.max(0, line.returned - line.shipped - line.delivered));
    return [...brought, ...rest, ...came].slice(0, line.bounced + line.lost);
  }

  private pay(order: Order, captured: number): true {
    order.payment = 'paid';
    order.captured = captured;
    for (const line of order.lines) if (line.sells === 'kod') line.codes = 0;
    this.giveCodes(order);
    return true;
  }

  private giveCodes({ lines }: Order): void {
    for (const line of lines) {
      const given = Math.min(this.shop.codes, codesShort(line));
      if (given === 0) continue;
      this.shop.codes -= given;
      line.codes = (line.codes ?? 0) + given;
      line.delivered += given;
    }
  }

  private restock(line: Line, pieces: number): void {
    if (!isGoods(line.sells)) return;
    line.restocked += pieces;
    this.shop.stock[line.sells] += pieces;
  }

  private confirm(order: Order): boolean {
    if (order.payment === 'awaiting_transfer') return this.pay(order, order.total);
    if (order.payment !== 'cancelled' || order.method !== 'transfer' || order.captured > 0) return false;
    order.captured = order.total;
    return true;
  }

  private cancel(order: Order, isRestocked: boolean): boolean {
    if (order.payment !== 'pending_cod' && order.payment !== 'awaiting_transfer') return false;
    if (order.lines.some(({ shipped, delivered }) => shipped + delivered > 0)) return false;
    order.payment = 'cancelled';
    for (const row of order.returns)
      if (['requested', 'approved', 'partially_received', 'received'].includes(row.state)) row.state = 'withdrawn';
    // Where the pieces of a return went was said when they came.
    if (isRestocked)
      for (const line of order.lines)
        this.restock(
          line,
          Math.min(line.quantity - line.returned - line.unsent - line.lost, line.quantity - line.restocked),
        );
    return true;
  }

  private ship(order: Order, { tag, parts: stated }: Extract<Call, { do: 'ship' }>): boolean {
    const { payment, lines, shipments } = order;
    if ((payment !== 'paid' && payment !== 'pending_cod') || goesBackWhole(order)) return false;
    const parts =
      stated ??
      lines.map((line, place) => ({ line: place, quantity: leftToShip(line) })).filter(({ quantity }) => quantity > 0);
    if (parts.length === 0 || isTwice(parts)) return false;
    if (parts.some(({ line, quantity }) => quantity > leftToShip(lines[line] as Line))) return false;
    for (const { line, quantity } of parts) this.send(lines[line] as Line, quantity);
    shipments.push({ tag, state: 'in_transit', parts });
    return true;
  }

  private send(line: Line, quantity: number): void {
    const anew = Math.max(0, quantity - neverSent(line));
    const bounced = Math.min(anew, Math.max(0, line.bounced - line.returned));
    line.bounced -= bounced;
    line.lost -= Math.min(line.lost, anew - bounced);
    line.shipped += quantity;
  }

  private track(order: Order, { shipment, state, reason }: Extract<Call, { do: 'track' }>): boolean {
    return this.move(
      order,
      shipment,
      state,
      (from) =>
        TRACKED[from].includes(state) ||
        ((from === 'delivered' || from === 'returned') && state === 'in_transit' && reason),
    );
  }

  private move(order: Order, tag: string, to: Shipment['state'], may: (from: Shipment['state']) => boolean): boolean {
    const shipment = order.shipments.find((each) => each.tag === tag) as Shipment;
    if (!may(shipment.state)) return false;
    const [left, reached] = [counterOf(shipment.state), counterOf(to)];
    for (const { line, quantity } of shipment.parts) {
      const each = order.lines[line] as Line;
      // Others may have gone in place of what was lost, and what was brought back may have gone again.
      const found = left === 'lost' || left === 'bounced' ? Math.min(quantity, each[left]) : quantity;
      if (left) each[left] -= found;
      if (reached) each[reached] += found;
    }
    shipment.state = to;
    this.follow(order);
    return true;
  }

  private refund(order: Order, { tag, of, delivery }: Extract<Call, { do: 'refund' }>): boolean {
    if (of && typeof of === 'object' && 'back' in of) return this.repay(order, tag, of.back);
    const left = order.captured - order.reserved - order.refunded;
    if (left === 0) return false;
    const free = (line: number): number[] => {
      const each = order.lines[line] as Line;
      return allUnits(each).filter((unit) => !each.refunded.includes(unit) && !each.unpaid.includes(unit));
    };
    if (typeof of === 'number' && of !== left) return of < left && this.book(order, tag, of, []);
    if (!of || of === left)
      return this.book(
        order,
        tag,
        left,
        order.lines.map((_, line) => ({ line, units: free(line) })),
      );
    if (typeof of === 'number') return false;
    if (isTwice(of) || of.some(({ line, quantity }) => quantity > free(line).length)) return false;
    const pieces = of
      .map(({ line, quantity }) => ({ line, units: free(line).slice(0, quantity) }))
      .toSorted((one, other) => one.line - other.line);
    const amount = this.worth(order, pieces, delivery ? 'all' : 'goods');
    return amount > 0 && amount <= left && this.book(order, tag, amount, pieces);
  }

  /** Takes pieces out of what was not sent: their money goes back, or they stay here where none has come. */
  private remove(order: Order, { tag, parts }: Extract<Call, { do: 'remove' }>): boolean {
    if (order.payment !== 'paid' && order.payment !== 'pending_cod') return false;
    if (order.lines.some((line) => line.shipped + line.delivered + line.bounced + line.lost + line.returned > 0))
      return false;
    if (order.returns.some(({ state }) => state !== 'withdrawn') || isTwice(parts)) return false;
    const open = (line: Line): number[] =>
      allUnits(line).filter((unit) => !line.kept.includes(unit) && !line.refunded.includes(unit));
    const mayGo = (line: Line): number => (isGoods(line.sells) ? open(line).length : 0);
    if (parts.some(({ line, quantity }) => quantity > mayGo(order.lines[line] as Line))) return false;
    if (sum(parts.map(({ quantity }) => quantity)) === sum(order.lines.map((line) => open(line).length))) return false;
    const pieces = parts
      .map(({ line, quantity }) => ({ line, units: open(order.lines[line] as Line).slice(0, quantity) }))
      .toSorted((one, other) => one.line - other.line);
    const amount = this.worth(order, pieces, 'goods');
    if (order.payment === 'paid' && amount > 0)
      return amount <= order.captured - order.reserved - order.refunded && this.book(order, tag, amount, pieces);
    for (const { line: place, units } of pieces) {
      const line = order.lines[place] as Line;
      line.unsent += units.length;
      line.kept = sorted([...line.kept, ...units]);
      line.removed = sorted([...line.removed, ...units]);
      this.restock(line, Math.min(units.length, line.quantity - line.restocked));
    }
    this.follow(order);
    return true;
  }

  private worth({ lines }: Order, pieces: readonly Places[], what: 'goods' | 'all'): number {
    return sum(pieces.flatMap(({ line, units }) => units.map((unit) => lines[line]?.shares[unit]?.[what] ?? 0)));
  }

  private book(order: Order, tag: string, amount: number, pieces: readonly Places[]): true {
    order.reserved += amount;
    order.refunds.push({ tag, state: 'requested', amount, pieces });
    for (const { line, units } of pieces) {
      const each = order.lines[line] as Line;
      each.refunded = sorted([...each.refunded, ...units]);
    }
    this.follow(order, pieces);
    // What was paid by card its provider gives back: this is how it stands once that has done so.
    if (order.method === 'card') this.record(order, { refund: tag, outcome: 'succeeded' });
    return true;
  }

  private record(
    order: Order,
    { refund: tag, outcome }: Pick<Extract<Call, { do: 'record' }>, 'refund' | 'outcome'>,
  ): boolean {
    const refund = order.refunds.find((each) => each.tag === tag) as Refund;
    if (refund.state !== 'requested') return false;
    refund.state = outcome;
    order.reserved -= refund.amount;
    if (outcome === 'succeeded') {
      order.refunded += refund.amount;
      for (const each of order.returns) this.end(order, each);
      this.follow(order);
      return true;
    }
    for (const { line, units } of refund.pieces) {
      const each = order.lines[line] as Line;
      each.refunded = each.refunded.filter((unit) => !units.includes(unit));
      each.kept = each.kept.filter((unit) => !units.includes(unit) || this.found(order, line).includes(unit));
    }
    this.follow(order);
    return true;
  }

  /** What holds after whatever was done: some pieces are kept here or may leave, and what is sure to stay is back in stock. */
  private follow(order: Order, last: readonly Places[] = []): void {
    for (const [place, line] of order.lines.entries()) {
      this.keep(order, place, unitsOf(last, place));
      const count = Math.min(this.sure(order, place).length - line.unsent, neverSent(line));
      if (count <= 0) continue;
      line.unsent += count;
      // What was cancelled went back then, or was said not to.
      if (order.payment !== 'cancelled') this.restock(line, Math.min(count, line.quantity - line.restocked));
    }
  }

  /** What is given back is of pieces that have left, as far as there are some; of codes it is of those that nobody has. */
  private keep(order: Order, place: number, last: readonly number[]): void {
    const line = order.lines[place] as Line;
    const { quantity, refunded, kept, sells } = line;
    const room = quantity - sentOut(line) - kept.length;
    if (room < 0) {
      const released = this.inTurn(order, place).slice(0, -room);
      line.kept = kept.filter((unit) => !released.includes(unit));
      return;
    }
    const given = refunded.filter((unit) => !kept.includes(unit));
    const more = isGoods(sells) ? given.length - sentOut(line) : Math.min(given.length, room);
    if (more <= 0) return;
    const before = given.filter((unit) => !last.includes(unit));
    const now = given.filter((unit) => last.includes(unit));
    line.kept = sorted([...kept, ...[...before, ...now].slice(-more)]);
  }

  /** Which kept units leave after all, one after the other: what counts as unsent never does. */
  private inTurn(order: Order, place: number): number[] {
    const line = order.lines[place] as Line;
    const sure = this.sure(order, place);
    const open = line.kept.filter((unit) => line.refunded.includes(unit) && !sure.includes(unit));
    const others = sure.filter((unit) => !this.found(order, place).includes(unit));
    return [...open.toReversed(), ...others.slice(0, Math.max(0, sure.length - line.unsent)).toReversed()];
  }

  /** Kept units that nothing brings out again. */
  private sure(order: Order, place: number): number[] {
    const held = order.returns.flatMap((row) => this.heldBy(row, place));
    const isSure = (unit: number): boolean => this.given(order, place).includes(unit) && !held.includes(unit);
    return (order.lines[place] as Line).kept.filter((unit) => this.found(order, place).includes(unit) || isSure(unit));
  }

  /** Units that are known to be here: they were taken out, or a return has found them. */
  private found(order: Order, place: number): number[] {
    return [...this.foundByReturns(order, place), ...(order.lines[place] as Line).removed];
  }

  private foundByReturns({ returns }: Order, place: number): number[] {
    return unitsOf(
      returns.flatMap(({ came }) => came.filter(({ condition }) => condition === 'unsent')),
      place,
    );
  }

  /** Units whose money was given back. */
  private given({ refunds }: Order, place: number): number[] {
    return unitsOf(
      refunds.filter(({ state }) => state === 'succeeded').flatMap(({ pieces }) => pieces),
      place,
    );
  }

  private request(order: Order, { tag, kind, parts }: Extract<Call, { do: 'request' }>): boolean {
    if (order.payment !== 'paid' && order.payment !== 'pending_cod') return false;
    if (isTwice(parts)) return false;
    const pieces = parts.map(({ line, quantity }) => {
      const each = order.lines[line] as Line;
      const taken = order.returns.flatMap((other) => this.heldBy(other, line));
      const all = allUnits(each).filter((unit) => !taken.includes(unit));
      const stays = all.filter((unit) => each.kept.includes(unit));
      const isGiven = (unit: number): boolean => this.given(order, line).includes(unit);
      const open = stays.filter((unit) => !isGiven(unit));
      const mayCome = stays.length - (each.unsent - this.foundByReturns(order, line).length);
      const never = [...open, ...stays.filter(isGiven)].slice(Math.max(0, Math.min(mayCome, each.bounced)));
      const free = all.filter((unit) => !never.includes(unit));
      const unpaid = free.filter((unit) => !each.refunded.includes(unit));
      const inOrder = [...unpaid, ...free.filter((unit) => each.refunded.includes(unit))];
      return { line, wanted: quantity, units: inOrder.slice(0, quantity).toSorted((a, b) => a - b) };
    });
    if (pieces.some(({ wanted, units }) => wanted > units.length)) return false;
    order.returns.push({
      tag,
      kind,
      state: 'requested',
      came: [],
      pieces: pieces.map(({ line, units }) => ({ line, units })),
    });
    return true;
  }

  /** Pieces that are in no other return. */
  private heldBy({ state, pieces, came }: Return, line: number): number[] {
    const back = unitsOf(
      came.filter(({ condition }) => isBack(condition)),
      line,
    );
    const gone = unitsOf(
      came.filter(({ condition }) => !isBack(condition)),
      line,
    );
    if (state === 'withdrawn') return [];
    if (state === 'rejected') return back;
    return unitsOf(pieces, line).filter((unit) => state !== 'refunded' || !gone.includes(unit));
  }

  private ofReturn(
    order: Order,
    row: Return,
    call: Extract<Call, { do: 'approve' | 'withdraw' | 'reject' | 'receive' | 'settle' }>,
  ): boolean {
    const becomes = (from: readonly Return['state'][], to: Return['state']): boolean => {
      if (!from.includes(row.state)) return false;
      row.state = to;
      this.follow(order);
      return true;
    };
    if (call.do === 'receive') return this.receive(order, row, call.parts);
    if (call.do === 'settle') return this.settle(order, row);
    if (call.do !== 'reject')
      return call.do === 'approve'
        ? becomes(['requested'], 'approved')
        : becomes(['requested', 'approved'], 'withdrawn');
    // Nothing here is late or excluded, so withdrawals stand.
    if (row.state === 'requested')
      return row.kind === 'claim' && call.ground === 'unfounded' && becomes(['requested'], 'rejected');
    const isKept =
      row.came.some(({ condition }) => isSaleable(condition)) ||
      row.pieces.some(({ line, units }) => units.some((unit) => order.lines[line]?.refunded.includes(unit)));
    return call.ground === 'condition' && !isKept && becomes(['received'], 'rejected');
  }

  private receive(order: Order, row: Return, parts: readonly Arriving[]): boolean {
    if (!['approved', 'partially_received', 'refunded'].includes(row.state)) return false;
    const waiting = (line: number): number[] =>
      unitsOf(row.pieces, line).filter((unit) => !unitsOf(row.came, line).includes(unit));
    for (const { line: place, quantity, condition, restock } of parts) {
      const line = order.lines[place] as Line;
      const units = waiting(place).slice(0, quantity);
      if (units.length < quantity || quantity > this.mayCome(line, condition)) return false;
      if (restock && !isSaleable(condition)) return false;
      if (condition === 'unsent') {
        line.unsent += quantity;
        line.kept = sorted([...line.kept, ...units]);
      } else if (isBack(condition)) line.returned += quantity;
      row.came = [...row.came, { line: place, units, condition }];
      if (isSaleable(condition) && (restock ?? true))
        this.restock(line, Math.min(quantity, line.quantity - line.restocked));
    }
    if (row.state !== 'refunded')
      row.state = row.pieces.every(({ line }) => waiting(line).length === 0) ? 'received' : 'partially_received';
    this.follow(order);
    return true;
  }

  private mayCome(line: Line, condition: Condition): number {
    if (condition === 'unsent') return neverSent(line);
    return isBack(condition) ? line.shipped + line.delivered + line.bounced - line.returned : line.quantity;
  }

  /** Moves no money, whatever the state. */
  private settle(order: Order, row: Return): true {
    this.end(order, row);
    this.follow(order);
    return true;
  }

  private repay(order: Order, tag: string, back: string): boolean {
    const row = order.returns.find((each) => each.tag === back) as Return;
    if (!['approved', 'partially_received', 'received'].includes(row.state) || order.payment !== 'paid') return false;
    const { amount, pieces } = this.owed(order, row);
    return amount > 0 && this.book(order, tag, amount, pieces);
  }

  private back(row: Return): Places[] {
    return row.came.filter(({ condition }) => isBack(condition)).map(({ line, units }) => ({ line, units }));
  }

  private isAllBack({ lines, returns }: Order): boolean {
    const back = returns.filter(({ state }) => state !== 'rejected').flatMap((row) => this.back(row));
    return lines.every((line, place) => new Set([...unitsOf(back, place), ...line.kept]).size === line.quantity);
  }

  private owed(order: Order, row: Return): { readonly amount: number; readonly pieces: readonly Places[] } {
    const left = order.captured - order.refunded - order.reserved;
    const open = (line: number, units: readonly number[]): number[] => {
      const each = order.lines[line] as Line;
      return units.filter(
        (unit) => (each.shares[unit]?.goods ?? 0) > 0 && !each.refunded.includes(unit) && !each.unpaid.includes(unit),
      );
    };
    if (this.isAllBack(order))
      return { amount: left, pieces: order.lines.map((each, line) => ({ line, units: open(line, allUnits(each)) })) };
    const pieces = this.back(row).map(({ line, units }) => ({ line, units: open(line, units) }));
    const wanted = this.worth(order, pieces, 'goods');
    if (wanted > left && order.reserved > 0) return { amount: 0, pieces: [] };
    return { amount: Math.min(left, wanted), pieces };
  }

  /** Ends a return whose money was given back. */
  private end(order: Order, row: Return): void {
    if (!['approved', 'partially_received', 'received'].includes(row.state) || order.payment !== 'paid') return;
    const gone = row.came.filter(({ condition }) => !isBack(condition));
    const all = row.pieces.flatMap(({ line, units }) => units.map((unit) => ({ line, unit })));
    const coming = all.filter(({ line, unit }) => !unitsOf(gone, line).includes(unit));
    // Where nothing came it is rejected, unless somebody has refunded some of it, which nobody can reject.
    const wanted =
      coming.length > 0 ? coming : all.filter(({ line, unit }) => order.lines[line]?.refunded.includes(unit));
    if (wanted.length === 0) return;
    const isGiven =
      order.refunded === order.captured ||
      (!this.isAllBack(order) &&
        wanted.every(
          ({ line, unit }) =>
            order.lines[line]?.shares[unit]?.goods === 0 ||
            order.lines[line]?.unpaid.includes(unit) ||
            this.given(order, line).includes(unit),
        ));
    if (isGiven) row.state = 'refunded';
  }
}
