import { isGone } from '../../kernel/personal/personal';
import { type Identity, identity, type StatedIdentity } from './aggregate';

/** As many digits as tell an owner which number it is. */
const SEEN = 4;

const masked = (number: string): string => '*'.repeat(number.length - SEEN) + number.slice(-SEEN);

/**
 * An identity as it was, as it is compared with what it is by now: whoever changes its sealed numbers states the new ones, and that is no
 * reason to be told the old ones. What stays is told as it is, or it would look changed.
 */
export function maskedBefore(before: Identity, after: StatedIdentity): Identity {
  const told = identity.sealedNames.map((name) => {
    const number = before[name];
    const hides = number !== null && !isGone(number) && number !== after[name];
    return [name, hides ? masked(number) : number];
  });
  return { ...before, ...Object.fromEntries(told) };
}
