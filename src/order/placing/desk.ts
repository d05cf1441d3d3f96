import type { Checkout } from '../../checkout/enclave/checkout';
import type { Placing } from '../../checkout/enclave/fields';
import { findSession } from '../../checkout/session/store';
import type { Database } from '../../kernel/database/database';
import type { Principal } from '../../kernel/declaration/principal';
import { refuse } from '../../kernel/errors';
import { plainOf } from '../../kernel/json-text';
import type { Digests } from '../../kernel/personal/digests';
import { nullable, object, type Static, t } from '../../kernel/schema/schema';
import { endOfNthDay } from '../../kernel/shop-time';
import { findSeller } from '../../store/seller-store';
import { informationHtml } from '../belge/documents';
import { followKey } from '../order/follow-key';
import { findOrder } from '../order/store';
import { orderReceipt, receiptOf } from '../order/view';
import { amountsOf } from './make';
import { awaitedTransfer, transferTo } from './transfer';

export const placedOrder = object({
  ...orderReceipt.properties,
  key: t.String({ description: 'The secret part of the address of its page, see `order.follow`.' }),
  transfer: nullable(awaitedTransfer),
});

export const information = object({
  html: t.String({ contentMediaType: 'text/html', description: 'A page of its own, without scripts.' }),
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Tells a shopper what belongs right before an order, and right after it. */
export class PlacingDesk {
  constructor(
    private readonly desk: {
      readonly database: Pick<Database, 'reader'>;
      readonly checkout: Checkout;
      readonly digests: Pick<Digests, 'fingerprint'>;
    },
  ) {}

  /**
   * Makes the order; placed twice it is one order.
   * @param by whoever places it, see {@link Checkout.place} @throws {Refusal} as that does
   */
  async place(storeId: string, sessionId: string, placing: Placing, by?: Principal): Promise<Answer> {
    const { status, body } = await this.desk.checkout.place(storeId, sessionId, placing, by);
    if (status !== 200) return { status, body };
    return { status, body: await this.placed(storeId, plainOf(body) as Static<typeof orderReceipt>) };
  }

  /** Shows the order that a session has become. @throws {Refusal} not_found, also of a session that is none yet */
  async order(storeId: string, sessionId: string): Promise<Answer> {
    const db = this.desk.database.reader(storeId);
    const session = await findSession(db, storeId, sessionId);
    if (!session?.orderId)
      return refuse('not_found', 'The checkout session has become no order.', { quotesNobody: true });
    return { status: 200, body: await this.placed(storeId, receiptOf(await findOrder(db, storeId, session.orderId))) };
  }

  /**
   * Writes the form that the law wants shown before the order (Regulation on Distance Contracts, Art. 5 and 6), of what would be ordered now.
   * @throws {Refusal} as {@link Checkout.validate} does; invalid_state where nobody has stated who sells
   */
  async information(storeId: string, sessionId: string): Promise<Answer> {
    const { database, checkout } = this.desk;
    const { session, priced, now } = await checkout.complete(storeId, sessionId);
    const seller = await findSeller(database.reader(storeId), storeId);
    if (!seller)
      return refuse('invalid_state', 'Nobody has stated who sells in this shop.', {
        facts: { state: 'seller_unstated' },
        quotesNobody: true,
      });
    const { quote, lines } = priced;
    if (!quote) return refuse('order_rejected', undefined, { quotesNobody: true });
    const placedAt = now.toISOString();
    const { buyerName, buyerEmail, buyerPhone, shippingAddress, billing } = session;
    const html = informationHtml({
      order: {
        number: null,
        placedAt,
        transferUntil: quote.transferDays === undefined ? null : endOfNthDay(placedAt, quote.transferDays),
        paymentMethod: quote.method,
        ...amountsOf(quote, lines).totals,
        ...{ buyerName: buyerName ?? '', buyerEmail, buyerPhone, shippingAddress, billing },
        shippingRate: quote.rate,
      },
      lines: lines.map(({ item, quantity, unitPrice }) => ({ ...item, quantity, unitPrice })),
      seller,
      coupons: quote.coupons ?? [],
      instalments: null,
      byTelephone: false,
    });
    return { status: 200, body: { html } };
  }

  private async placed(storeId: string, receipt: Static<typeof orderReceipt>): Promise<Static<typeof placedOrder>> {
    const placed = { ...receipt, key: followKey(this.desk.digests, storeId, receipt.id) };
    if (receipt.payment !== 'awaiting_transfer') return { ...placed, transfer: null };
    const db = this.desk.database.reader(storeId);
    const { transferUntil } = await findOrder(db, storeId, receipt.id);
    return { ...placed, transfer: await transferTo(db, storeId, transferUntil) };
  }
}

declare module '../../kernel/declaration/lent' {
  interface Lent {
    readonly placing: PlacingDesk;
  }
}
