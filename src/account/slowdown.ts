import { createHash } from 'node:crypto';
import type { Counted, Newcomer } from './slowdown-store';

/** An attempt to log in: its visitor, and the account. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
  /** A browser that has logged in to the account before. */
  readonly browser: string | undefined;
}

/** Tries that an address has at an account at which many others fail: enough for a slip of the finger. */
const FREE_TRIES = 3;

/** Guesses of one visitor at one account: a browser that has logged in before, or else an address. */
const VISITOR = { free: 10, waitMsMax: 60_000 };
/** Guesses at one account from everywhere, and of one address at every account: of unknown browsers only. */
const ACCOUNT = { free: 50, waitMsMax: 10_000 };
const ADDRESS = { free: 50, waitMsMax: 2_000 };

/**
 * Tells how the failures of an attempt are counted, for all processes together. They make the next attempt wait: not at all for the first
 * few, then a second, and twice as long each time up to a bound. Nothing is locked: with the password one gets in after the wait.
 *
 * A flood takes every turn that comes free. Therefore a visitor who has hardly tried yet does not queue behind it.
 */
export function slowedBy({ account, address, browser }: Attempt): { counted: Counted[]; newcomer: Newcomer } {
  const visitor = keyOf('visitor', `${address} ${account}`);
  const ofAccount = keyOf('account', account);
  const newcomer = { key: visitor, free: FREE_TRIES, spared: ofAccount };
  if (browser !== undefined) return { counted: [{ key: keyOf('browser', browser), ...VISITOR }], newcomer };
  const counted = [
    { key: visitor, ...VISITOR },
    { key: ofAccount, ...ACCOUNT },
    { key: keyOf('address', address), ...ADDRESS },
  ];
  return { counted, newcomer };
}

/** Log-ins of one address of the net at one account that succeed, and at one account from everywhere. */
const ENTRIES_OF_VISITOR = { free: 50, waitMsMax: 60_000 };
const ENTRIES = { free: 50, waitMsMax: 10_000 };

/**
 * Tells how log-ins are counted although they succeed. An address may have several logins, of which somebody else may have made one: a
 * password that opens that one is a guess at the others, too.
 */
export function slowedByEntries({ account, address }: Attempt): { counted: Counted[]; newcomer: Newcomer } {
  const visitor = keyOf('entry of visitor', `${address} ${account}`);
  const ofAccount = keyOf('entry', account);
  const counted = [
    { key: visitor, ...ENTRIES_OF_VISITOR },
    { key: ofAccount, ...ENTRIES },
  ];
  return { counted, newcomer: { key: visitor, free: FREE_TRIES, spared: ofAccount } };
}

/** Codes at one login: of one known browser, or of all strangers together. */
const CODES = { free: 10, waitMsMax: 15 * 60_000 };

/**
 * Tells how wrong codes of a second step are counted, each of a caller who has the password. There are a million codes, so a stranger waits
 * longer than at a password, and nobody is spared as a newcomer: with many addresses one would guess on. A known browser has a count of
 * its own, so its owner gets in while others guess.
 */
export function slowedByCodes({ account, browser }: Attempt): { counted: Counted[]; newcomer: Newcomer } {
  const key = browser === undefined ? keyOf('code', account) : keyOf('code of browser', `${browser} ${account}`);
  return { counted: [{ key, ...CODES }], newcomer: { key, free: 0, spared: '' } };
}

const keyOf = (kind: string, name: string): string => createHash('sha256').update(`${kind} ${name}`).digest('base64');
