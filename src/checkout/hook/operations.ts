import { line, object, type Static, type TSchema, t } from '../../kernel/schema/schema';
import type { DecisionPoint } from '../../provider/manifest-document';

/** Operations of one answer (spec §6.1). */
const OPERATIONS_MAX = 50;

const lineId = t.String({ minLength: 1, maxLength: 16 });
const code = t.String({ pattern: '^[a-z0-9_]{2,40}$' });
const rateId = t.String({ pattern: '^[a-z0-9_-]{1,32}$' });
const methodId = t.String({ pattern: '^[a-z0-9_]{2,32}$' });
/** The words of a line in an order. They are checked here, so that the order is not refused for them later. */
const words = line(60);
const amount = t.Integer({ minimum: 0, maximum: 10_000_000_000_000 });
const days = t.Integer({ minimum: 0, maximum: 60 });

const reject = { op: t.Literal('reject'), code, messageCode: code };
const many = { maxItems: OPERATIONS_MAX };

/** The answers that a hook may give at each decision point, to the letter of spec §6.1. */
export const answers = {
  'checkout.cart.validate': t.Array(
    t.Union([
      object({ ...reject, lineId: t.Optional(lineId) }),
      object({ op: t.Literal('capQty'), lineId, qty: t.Integer({ minimum: 1, maximum: 99 }) }),
    ]),
    many,
  ),
  'checkout.pricing.adjust': t.Array(
    object({ op: t.Literal('addDiscount'), kurus: amount, label: words, lineId: t.Optional(lineId) }),
    many,
  ),
  'checkout.shipping.rates': t.Array(
    t.Union([
      object({
        op: t.Literal('addRate'),
        id: rateId,
        labelTR: words,
        kurus: amount,
        etaDays: t.Optional(t.Array(days, { minItems: 2, maxItems: 2 })),
      }),
      object({ op: t.Literal('filterRate'), id: rateId }),
      object({ op: t.Literal('renameRate'), id: rateId, labelTR: words }),
    ]),
    many,
  ),
  'checkout.payment.filter': t.Array(
    t.Union([
      object({ op: t.Literal('exclude'), methodId }),
      object({ op: t.Literal('reorder'), order: t.Array(methodId, { maxItems: 10 }) }),
      object({ op: t.Literal('capTaksit'), methodId, max: t.Integer({ minimum: 1, maximum: 12 }) }),
    ]),
    many,
  ),
  'checkout.order.validate': t.Array(object(reject), many),
} as const satisfies Readonly<Record<DecisionPoint, TSchema>>;

/** One operation that a hook at the point has answered. */
export type Operation<P extends DecisionPoint> = Static<(typeof answers)[P]>[number];
