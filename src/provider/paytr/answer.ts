import { nullable, type Static, t } from '../../kernel/schema/schema';

/*
 * The answers of PayTR, as far as they are read.
 */

const optional = <S extends Parameters<typeof nullable>[0]>(schema: S) => t.Optional(nullable(schema));
const text = (maxLength: number) => t.String({ maxLength });
const amount = t.Union([text(32), t.Number()]);
const flag = optional(t.Union([t.Integer(), text(8)]));

/** The answer of the service that begins a payment, `/odeme/api/get-token`. */
export const tokenSchema = t.Object({ token: t.String({ pattern: '^[A-Za-z0-9._-]{1,256}$' }) });

/** The answer of `/odeme/durum-sorgu`. Without refunds `returns` is missing, or it is an empty list or text. */
export const statusSchema = t.Object({
  merchant_oid: optional(text(64)),
  payment_amount: amount,
  payment_total: amount,
  currency: text(8),
  taksit: optional(t.Union([t.Integer(), text(8)])),
  test_mode: flag,
  returns: optional(
    t.Union([
      t.String({ maxLength: 0 }),
      t.Array(
        t.Object({ return_amount: amount, reference_no: optional(text(64)), return_ref_num: optional(text(64)) }),
        {
          maxItems: 1_000,
        },
      ),
    ]),
  ),
});

/** The answer of the service for refunds, `/odeme/iade`. */
export const refundedSchema = t.Object({
  merchant_oid: text(64),
  return_amount: amount,
  reference_no: optional(text(64)),
});

export type Token = Static<typeof tokenSchema>;
export type Status = Static<typeof statusSchema>;
export type Refunded = Static<typeof refundedSchema>;
