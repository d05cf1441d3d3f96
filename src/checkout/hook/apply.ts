import { type Discount, discountedBy, type SoldLine } from '../price/shares';
import type { Quote } from '../session/quote';
import type { Operation } from './operations';
import type { OfferedMethod, OfferedRate } from './snapshot';

/** Discounts of one order, as many as its quote holds. */
const DISCOUNTS_MAX = 250;
/** Ways of shipping that a shopper is shown. */
const RATES_MAX = 50;

/** A refusal by a hook, in codes: the platform has the words. */
export interface Rejection {
  readonly code: string;
  readonly messageCode: string;
  /** Key of the line that it is about. */
  readonly line: string | null;
}

type Line = Pick<SoldLine, 'quantity' | 'unitPrice'> & { readonly key: string };

/** Tells whether a hook names a line of the cart: names of other lines are ignored. */
const isOf = (lines: readonly Line[], key: string): boolean => lines.some((line) => line.key === key);

/** Refusals of a cart, and the most pieces that a line may have; a cap never raises. */
export function judged(
  lines: readonly Line[],
  caps: ReadonlyMap<string, number>,
  operations: readonly Operation<'checkout.cart.validate'>[],
): { readonly rejections: readonly Rejection[]; readonly caps: ReadonlyMap<string, number> } {
  const after = new Map(caps);
  const rejections: Rejection[] = [];
  for (const operation of operations) {
    if (operation.op === 'capQty') {
      const { lineId, qty } = operation;
      if (isOf(lines, lineId)) after.set(lineId, Math.min(qty, after.get(lineId) ?? qty));
    } else {
      const { code, messageCode, lineId } = operation;
      rejections.push({ code, messageCode, line: lineId !== undefined && isOf(lines, lineId) ? lineId : null });
    }
  }
  return { rejections, caps: after };
}

/** Discounts with those of one more hook: each is what is left to take off of its line, or of all goods, at most. */
export function discounted(
  lines: readonly Line[],
  discounts: Quote['discounts'],
  operations: readonly Operation<'checkout.pricing.adjust'>[],
): Quote['discounts'] {
  const placeOf = (key: string): number => lines.findIndex((line) => line.key === key);
  const given = [...discounts];
  const asDiscount = ({ kurus, line }: Quote['discounts'][number]): Discount => ({
    kurus,
    line: line === null ? null : placeOf(line),
  });
  let taken = discountedBy(lines, given.map(asDiscount));
  for (const { kurus, label, lineId } of operations) {
    if ((lineId !== undefined && !isOf(lines, lineId)) || given.length >= DISCOUNTS_MAX) continue;
    const left = lines.map(({ quantity, unitPrice }, place) => quantity * unitPrice - (taken[place] as number));
    const most = lineId === undefined ? left.reduce((sum, each) => sum + each, 0) : (left[placeOf(lineId)] as number);
    const amount = Math.min(kurus, most);
    if (amount === 0) continue;
    const discount = { label, kurus: amount, line: lineId ?? null };
    given.push(discount);
    taken = discountedBy(lines, [asDiscount(discount)], taken);
  }
  return given;
}

/** Ways of shipping as one more hook leaves them. One that is there already is not added once more. */
export function rated(
  rates: readonly OfferedRate[],
  operations: readonly Operation<'checkout.shipping.rates'>[],
): readonly OfferedRate[] {
  let after = [...rates];
  for (const operation of operations) {
    const { id } = operation;
    const isThere = after.some((rate) => rate.id === id);
    if (operation.op === 'filterRate') {
      after = after.filter((rate) => rate.id !== id);
    } else if (operation.op === 'renameRate') {
      after = after.map((rate) => (rate.id === id ? { ...rate, labelTR: operation.labelTR } : rate));
    } else if (!isThere && after.length < RATES_MAX) {
      const { labelTR, kurus, etaDays } = operation;
      after.push({ id, labelTR, kurus, ...(etaDays ? { etaDays } : {}) });
    }
  }
  return after;
}

/** Ways to pay as one more hook leaves them: none is added, and a cap of instalments never raises. */
export function filtered(
  methods: readonly OfferedMethod[],
  operations: readonly Operation<'checkout.payment.filter'>[],
): readonly OfferedMethod[] {
  let after = [...methods];
  for (const operation of operations) {
    if (operation.op === 'exclude') {
      after = after.filter(({ id }) => id !== operation.methodId);
    } else if (operation.op === 'capTaksit') {
      const { methodId, max } = operation;
      after = after.map((method) =>
        method.id === methodId ? { ...method, maxTaksit: Math.min(max, method.maxTaksit) } : method,
      );
    } else {
      const place = ({ id }: OfferedMethod): number => {
        const at = operation.order.indexOf(id);
        return at < 0 ? operation.order.length : at;
      };
      after = after.toSorted((a, b) => place(a) - place(b));
    }
  }
  return after;
}
