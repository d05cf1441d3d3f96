import { nullable, type Static, t } from '../../kernel/schema/schema';

/*
 * The answers of iyzico, as far as they are read: it sends more, and adds some fields without notice. Ids and amounts come as text or as
 * numbers.
 */

const optional = <S extends Parameters<typeof nullable>[0]>(schema: S) => t.Optional(nullable(schema));
const text = (maxLength: number) => t.String({ maxLength });
const providerId = t.Union([
  t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
]);
const amount = t.Union([text(32), t.Number()]);
const signature = text(128);
const flag = optional(t.Union([t.Integer(), text(8)]));

/** The answer of `/payment/3dsecure/initialize`. The page is base64. */
export const initializedSchema = t.Object({
  threeDSHtmlContent: t.String({ minLength: 1, maxLength: 1_000_000, pattern: '^[A-Za-z0-9+/=\\s]+$' }),
  paymentId: providerId,
  signature,
});

/** The answer of the service that begins a form, `/payment/iyzipos/checkoutform/initialize/auth/ecom`. */
export const formSchema = t.Object({
  token: t.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' }),
  paymentPageUrl: t.String({ pattern: '^https?://', maxLength: 2_048 }),
  signature,
});

const itemSchema = t.Object({
  itemId: text(64),
  paymentTransactionId: providerId,
  paidPrice: amount,
});

/** A payment whose money was taken, wherever it is told of. */
export const capturedSchema = t.Object({
  paymentId: providerId,
  basketId: text(128),
  conversationId: text(128),
  currency: t.String({ pattern: '^[A-Z]{3}$' }),
  price: amount,
  paidPrice: amount,
  installment: optional(t.Integer({ minimum: 0, maximum: 36 })),
  fraudStatus: flag,
  itemTransactions: t.Array(itemSchema, { maxItems: 1_000 }),
  signature,
});

/** The state of a payment, where iyzico tells it. Beside success and failure there are several states of waiting. */
export const standingSchema = t.Object({
  paymentStatus: optional(text(40)),
  errorCode: optional(t.Union([text(40), t.Integer()])),
  errorMessage: optional(text(2_000)),
  errorGroup: optional(text(100)),
});

/** The answer of `/payment/refund`, `/v2/payment/refund` and, without a signature, `/payment/cancel`. */
export const refundedSchema = t.Object({
  paymentId: providerId,
  price: amount,
  currency: t.String({ pattern: '^[A-Z]{3}$' }),
  conversationId: text(128),
  refundHostReference: optional(text(128)),
  hostReference: optional(text(128)),
  signature: optional(signature),
});

const reportedRefund = t.Object({
  refundConversationId: optional(text(128)),
  refundPrice: amount,
  refundStatus: flag,
  refundTxId: optional(providerId),
});
const reportedCancel = t.Object({
  cancelConversationId: optional(text(128)),
  refundPrice: amount,
  refundStatus: flag,
  refundId: optional(providerId),
});

/** The answer of the report of payments, `/v2/reporting/payment/details`. */
export const reportSchema = t.Object({
  payments: optional(
    t.Array(
      t.Object({
        paymentId: providerId,
        paymentStatus: flag,
        cancels: optional(t.Array(reportedCancel, { maxItems: 100 })),
        itemTransactions: optional(
          t.Array(t.Object({ refunds: optional(t.Array(reportedRefund, { maxItems: 1_000 })) }), { maxItems: 1_000 }),
        ),
      }),
      { maxItems: 100 },
    ),
  ),
});

/** The answer of the service for instalments, `/payment/iyzipos/installment`. */
export const instalmentsSchema = t.Object({
  installmentDetails: optional(
    t.Array(
      t.Object({
        cardType: optional(text(40)),
        cardFamilyName: optional(text(100)),
        bankName: optional(text(200)),
        installmentPrices: t.Array(
          t.Object({
            installmentNumber: t.Integer({ minimum: 1, maximum: 36 }),
            installmentPrice: amount,
            totalPrice: amount,
          }),
          { maxItems: 36 },
        ),
      }),
      { maxItems: 50 },
    ),
  ),
});

export type Initialized = Static<typeof initializedSchema>;
export type Form = Static<typeof formSchema>;
export type Captured = Static<typeof capturedSchema>;
export type Standing = Static<typeof standingSchema>;
export type Refunded = Static<typeof refundedSchema>;
export type Report = Static<typeof reportSchema>;
export type Instalments = Static<typeof instalmentsSchema>;
