import { useRef, useState } from 'react';
import type { ProblemError } from '../api/client';
import { telephoneCart } from '../api/telephone';
import type { TelephoneCart, TelephoneFilling } from '../api/types';

export type CartLine = Pick<TelephoneCart['lines'][number], 'productId' | 'variantId' | 'quantity'>;

/** The answer to what was said of a cart. */
interface CartAnswer {
  /** The cart as it is then; null: there is none yet, or it was refused. */
  readonly cart: TelephoneCart | null;
  readonly problem: ProblemError | null;
}

/** Codes of a cart that is gone, and that is begun anew with all that was said. */
const GONE: ReadonlySet<string> = new Set(['session_expired', 'not_found']);

/**
 * The cart of a call, as the checkout answers it. Its steps go one after the other, so the last one that was said counts. A cart that was
 * left for an hour is over; another one takes its place with what was said before.
 */
export function useCart() {
  const [cart, setCart] = useState<TelephoneCart | null>(null);
  const [error, setError] = useState<ProblemError | null>(null);
  const latest = useRef<TelephoneCart | null>(null);
  const said = useRef<TelephoneFilling>({});
  const before = useRef<Promise<unknown>>(Promise.resolve());

  const taken = (answer: TelephoneCart, filling: TelephoneFilling): TelephoneCart => {
    latest.current = answer;
    said.current = filling;
    setCart(answer);
    return answer;
  };
  /** Begins a cart. The goods stand in it also where the checkout refuses the rest. */
  const begun = async (filling: TelephoneFilling): Promise<TelephoneCart> => {
    const { lines = [], ...rest } = filling;
    const { id } = taken(await telephoneCart.open(lines), { lines });
    return taken(await telephoneCart.fill(id, rest), filling);
  };
  const step = async (filling: TelephoneFilling): Promise<TelephoneCart | null> => {
    // A refused value counts as not said: a cart that is begun anew would be refused for it each time.
    const all = { ...said.current, ...filling };
    const now = latest.current;
    if (!now) {
      if ((all.lines ?? []).length > 0) return begun(all);
      said.current = all;
      return null;
    }
    try {
      return taken(await telephoneCart.fill(now.id, filling), all);
    } catch (problem) {
      if (!GONE.has((problem as ProblemError).problem?.code)) throw problem;
      return begun(all);
    }
  };
  /** Says something of the cart, once all that was said before is answered. */
  const say = (filling: TelephoneFilling): Promise<CartAnswer> => {
    const answered = before.current.then(async (): Promise<CartAnswer> => {
      try {
        const answer = await step(filling);
        setError(null);
        return { cart: answer, problem: null };
      } catch (problem) {
        setError(problem as ProblemError);
        return { cart: null, problem: problem as ProblemError };
      }
    });
    before.current = answered;
    return answered;
  };
  return { cart, error, say };
}

export type Say = ReturnType<typeof useCart>['say'];

/** Whether two answers sell the same, for the same money and in the same way: the buyer has agreed to one of them. */
export const isSameSale = (one: TelephoneCart | null, other: TelephoneCart): boolean =>
  one !== null && JSON.stringify(saleOf(one)) === JSON.stringify(saleOf(other));

const saleOf = ({ lines, discounts, coupon, rate, method, codFee, total }: TelephoneCart) => ({
  lines: lines.map(({ productId, variantId, quantity, unitPrice }) => [productId, variantId, quantity, unitPrice]),
  ...{ discounts, coupon, rate, method, codFee, total },
});
