import { carrierLabel } from '../../cargo/carrier/carrier';
import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { Moment } from '../../kernel/database/queryable';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import { systemPrincipal } from '../../kernel/declaration/principal';
import { refuse } from '../../kernel/errors';
import type { Digests } from '../../kernel/personal/digests';
import type { Static } from '../../kernel/schema/schema';
import { belgelerOf, findBelge } from '../belge/store';
import { linesOf } from '../line/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { followKey, opens } from '../order/follow-key';
import { refundOf } from '../order/state';
import { findOrder } from '../order/store';
import { freeOf } from '../piece/returns';
import { transferTo } from '../placing/transfer';
import type { ReturnRow } from '../return/aggregate';
import { withdrawalEnd } from '../return/deadline';
import { lastDelivery, refundsOf, returnsOf } from '../return/store';
import type { ShipmentRow } from '../shipment/aggregate';
import type { Finding, Returning } from './fields';
import { isFollowed, orderOfBuyer, shipmentsToFollow } from './store';
import type { followedOrder } from './view';

type Followed = Static<typeof followedOrder>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The page of an order, as its address names it. */
interface FollowedPlace {
  readonly storeId: string;
  readonly orderId: string;
  readonly key: string;
}

interface Desk {
  readonly database: Database;
  readonly bus: CommandBus;
  readonly digests: Pick<Digests, 'fingerprint'>;
  readonly capabilities: Pick<CapabilityIndex, 'command'>;
  /** Counts a try at one e-mail: order numbers follow one another, so whoever knows an address could try them all. @throws {Refusal} throttled */
  admitTry(key: string): Promise<void>;
}

const noSuchPage = (): never => refuse('not_found', 'There is no such order.', { quotesNobody: true });

/** Shows an order to its buyer, who has no account, and takes the buyer's returns. */
export class FollowDesk {
  constructor(private readonly desk: Desk) {}

  /**
   * Finds the page of an order by its number and the e-mail of its buyer.
   * @throws {Refusal} not_found of whatever does not fit; throttled after too many tries at one e-mail
   */
  async find(storeId: string, { number, email }: Finding): Promise<Answer> {
    const { database, digests } = this.desk;
    await this.desk.admitTry(
      digests.fingerprint(`${storeId}/${email.toLowerCase()}`, 'order found').toString('base64url'),
    );
    const orderId = await orderOfBuyer(database.reader(storeId), storeId, { number, email });
    if (orderId === undefined) return noSuchPage();
    return { status: 200, body: { orderId, key: followKey(digests, storeId, orderId) } };
  }

  /** Shows an order with its parcels, returns and documents. @throws {Refusal} not_found, also of another key */
  async show(place: FollowedPlace): Promise<Answer> {
    const { storeId, orderId } = place;
    return this.opened(place, async (moment) => {
      const [order, lines, shipments, returns, refunds, documents, deliveredAt, now] = await Promise.all([
        findOrder(moment, storeId, orderId),
        linesOf(moment, storeId, orderId),
        shipmentsToFollow(moment, storeId, orderId),
        returnsOf(moment, storeId, orderId),
        refundsOf(moment, storeId, orderId),
        belgelerOf(moment, storeId, orderId),
        lastDelivery(moment, storeId, orderId),
        this.desk.bus.timeOf(moment),
      ]);
      const isAwaited = order.payment === 'awaiting_transfer';
      const until = withdrawalEnd(order, lines, order.fulfilment === 'delivered' ? deliveredAt : null);
      const body: Followed = {
        ...orderTold(order),
        transfer: isAwaited ? await transferTo(moment, storeId, order.transferUntil) : null,
        lines: lines.map((line) => lineTold(line, isPaidFor(order) ? freeOf(line, { returns, refunds }).length : 0)),
        shipments: shipments.map(shipmentTold),
        returns: returns.map(returnTold),
        withdrawal: { until, isOver: until !== null && Date.parse(until) < now.getTime() },
        documents: documents.map(({ id, kind }) => ({ id, kind })),
      };
      return { status: 200, body };
    });
  }

  /** Answers a document of the order as the buyer got it. @throws {Refusal} not_found */
  document(place: FollowedPlace, belgeId: string): Promise<Answer> {
    return this.opened(place, async (moment) => {
      const { html } = (await findBelge(moment, place.storeId, place.orderId, belgeId)) ?? noSuchPage();
      return { status: 200, body: { html } };
    });
  }

  /**
   * Asks for a return as the buyer wants it: the call of the shop itself. A form that is sent twice has one key, and is one return.
   * @throws {Refusal} not_found, and as `order.return.request` does
   */
  async requestReturn(place: FollowedPlace, { key, expectedRev, ...asked }: Returning): Promise<Answer> {
    const { storeId, orderId } = place;
    await this.opened(place, async () => undefined);
    const { bus, capabilities } = this.desk;
    const mutation = capabilities.command('order.return.request');
    if (!mutation) throw new Error('order.return.request is not declared');
    const { status, body } = await bus.execute({
      principal: systemPrincipal(storeId, 'storefront'),
      mutation,
      payload: { orderId, ...asked },
      expectedRev,
      key,
      cause: { orderId },
    });
    return { status, body: status === 200 ? { id: (body as { readonly id: string }).id } : body };
  }

  private async opened<T>(place: FollowedPlace, work: (moment: Moment) => Promise<T>): Promise<T> {
    const { database, digests } = this.desk;
    if (!opens(digests, place)) return noSuchPage();
    return database.reader(place.storeId).snapshot(async (moment) => {
      if (!(await isFollowed(moment, place.storeId, place.orderId))) return noSuchPage();
      return work(moment);
    });
  }
}

const isPaidFor = ({ payment }: OrderRow): boolean => payment === 'paid' || payment === 'pending_cod';

const orderTold = (order: OrderRow) => ({
  id: order.id,
  rev: order.rev,
  number: order.number,
  placedAt: order.placedAt,
  payment: order.payment,
  paymentMethod: order.paymentMethod,
  fulfilment: order.fulfilment,
  cancelReason: order.cancelReason,
  itemsTotal: order.itemsTotal,
  discountTotal: order.discountTotal,
  shippingTotal: order.shippingTotal,
  codFee: order.codFee,
  total: order.total,
  refunded: order.refunded,
  refund: refundOf(order),
  shippingAddress: order.shippingAddress,
});

const lineTold = (line: OrderLine, returnable: number) => ({
  id: line.id,
  title: line.title,
  variantTitle: line.variantTitle,
  quantity: line.quantity,
  unitPrice: line.unitPrice,
  requiresShipping: line.requiresShipping,
  withdrawalException: line.withdrawalException,
  returnable,
});

const shipmentTold = ({ state, stateAt, carrier, trackingNumber, trackingUrl, pieces }: ShipmentRow) => ({
  state,
  stateAt,
  carrier: carrierLabel(carrier),
  trackingNumber,
  trackingUrl,
  pieces: [...pieces],
});

function returnTold({ id, kind, state, noticedAt, pieces, instructions, rejection }: ReturnRow) {
  const sending = instructions && {
    carrier: instructions.carrier && carrierLabel(instructions.carrier),
    code: instructions.code,
    text: instructions.text,
    sendUntil: instructions.sendUntil,
  };
  return {
    id,
    kind,
    state,
    noticedAt,
    pieces: pieces.map(({ lineId, units }) => ({ lineId, quantity: units.length })),
    instructions: sending,
    rejection: rejection && { text: rejection.text, recourse: rejection.recourse },
  };
}
