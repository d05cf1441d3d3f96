import { useRef, useState } from 'react';
import type { ProblemError } from '../api/client';
import { telephoneCart } from '../api/telephone';
import type { TelephoneCart, TelephoneFilling } from '../api/types';

export type CartLine = Pick<TelephoneCart['lines'][number], 'productId' | 'variantId' | 'quantity'>;

/** Codes of a cart that is gone, and that is begun anew with all that was said. */
const GONE: ReadonlySet<string> = new Set(['session_expired', 'not_found']);

/**
 * The cart of a call, as the checkout answers it. Its steps go one after the other, so the last one that was said counts. A cart that was
 * left for an hour is over; another one takes its place with what was said before.
 */
export function useCart() {
  const [cart, setCart] = useState<TelephoneCart | null>(null);
  const [steps, setSteps] = useState(0);
  const [error, setError] = useState<ProblemError | null>(null);
  const latest = useRef<TelephoneCart | null>(null);
  const said = useRef<TelephoneFilling>({});
  const before = useRef<Promise<unknown>>(Promise.resolve());

  const taken = (answer: TelephoneCart): TelephoneCart => {
    latest.current = answer;
    setCart(answer);
    return answer;
  };
  const begun = async (): Promise<TelephoneCart> => {
    const { lines = [], ...rest } = said.current;
    const { id } = await telephoneCart.open(lines);
    return telephoneCart.fill(id, rest);
  };
  const step = async (filling: TelephoneFilling): Promise<TelephoneCart | null> => {
    said.current = { ...said.current, ...filling };
    const now = latest.current;
    if (!now) return (said.current.lines ?? []).length === 0 ? null : taken(await begun());
    try {
      return taken(await telephoneCart.fill(now.id, filling));
    } catch (problem) {
      if (!GONE.has((problem as ProblemError).problem?.code)) throw problem;
      return taken(await begun());
    }
  };
  /** Says something of the cart. @returns the cart as it is then; null: there is none, or it was refused */
  const say = (filling: TelephoneFilling): Promise<TelephoneCart | null> => {
    setSteps((count) => count + 1);
    const answered = before.current.then(async () => {
      try {
        const answer = await step(filling);
        setError(null);
        return answer;
      } catch (problem) {
        setError(problem as ProblemError);
        return null;
      } finally {
        setSteps((count) => count - 1);
      }
    });
    before.current = answered;
    return answered;
  };
  const forget = (): void => {
    latest.current = null;
    said.current = {};
    setCart(null);
    setError(null);
  };
  return { cart, isBusy: steps > 0, error, say, forget };
}

export type Cart = ReturnType<typeof useCart>;
