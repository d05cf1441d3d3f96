import type { Principal } from '../../kernel/declaration/principal';
import { Refusal } from '../../kernel/errors';

/** Tells that a token has a price limit and may not do this: it moves prices that no amount tells of, so no percentage can bound it. */
export function beyondPriceLimit({ limits }: Pick<Principal, 'limits'>, what: string): Refusal | undefined {
  const percent = limits?.priceChangePercent;
  return percent == null
    ? undefined
    : new Refusal(
        'limit_exceeded',
        `A token that may move prices by at most ${percent} % may not ${what}. The owner may.`,
      );
}
