import { id, kurus, label, line, nullable, paragraphs, t, time } from '../../kernel/schema/schema';
import { hiddenTimes, identity, type New, type Row, table } from '../../kernel/table/table';
import { address, billing, buyerFields } from '../buyer/fields';
import { LINES_MAX } from './limits';
import { keptLine, quote } from './quote';

/**
 * A cart and its fields on the way to an order. It is no change of the store: the shopper's own steps write it. It is gone a day after it
 * has ended.
 */
export const session = table({
  word: 'checkout session',
  label: label('Ödeme oturumu', 'Checkout session'),
  table: 'checkout_session',
  columns: {
    id: identity('chs'),
    /** Moved by each change of what is agreed to: who keeps a step, or makes the order, states the one that was seen. */
    rev: { type: 'integer', schema: t.Integer(), kept: 'apart' },
    cart: { type: 'jsonb', schema: t.Array(keptLine, { maxItems: LINES_MAX }) },
    buyerName: { type: 'text', schema: nullable(buyerFields.name) },
    buyerEmail: { type: 'text', schema: nullable(buyerFields.email) },
    buyerPhone: { type: 'text', schema: nullable(buyerFields.phone) },
    shippingAddress: { type: 'jsonb', schema: nullable(address) },
    billing: { type: 'jsonb', schema: nullable(billing) },
    note: { type: 'text', schema: nullable(paragraphs(500)) },
    rate: { type: 'text', schema: nullable(line(32)) },
    method: { type: 'text', schema: nullable(line(32)) },
    /** The code that the shopper has typed, in the form in which codes are kept. Whether it takes something off follows from the cart. */
    coupon: { type: 'text', schema: nullable(line(32)) },
    /** The quote; null: the shopper has not been shown all of it yet. */
    quote: { type: 'jsonb', schema: nullable(quote) },
    orderId: { type: 'text', schema: nullable(id('ord')) },
    expiresAt: { type: 'timestamptz', schema: time() },
    /** True: the shop fills it in for a buyer on the telephone. */
    telephone: { type: 'boolean', schema: t.Boolean(), kept: 'once' },
    /** The end of the link by which its buyer pays, and of the session with it; null: no link leads to it. */
    linkUntil: { type: 'timestamptz', schema: nullable(time()), kept: 'apart' },
    /** The address of that link, as its buyer was sent it last. */
    linkUrl: { type: 'text', schema: nullable(t.String()), kept: 'apart' },
    /** The total that its buyer was told when that link was sent last, in kuruş; null: of a link that is older than this. */
    linkTotal: { type: 'bigint', schema: nullable(kurus()), kept: 'apart' },
    /** The time at which the shop has taken the link back. */
    linkCancelledAt: { type: 'timestamptz', schema: nullable(time()), kept: 'apart' },
    ...hiddenTimes,
  },
});

export type SessionRow = Row<typeof session>;
export type NewSession = New<typeof session>;
