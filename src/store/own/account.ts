import { holdLogin, type OwnAccount, ownAccount } from '../../account/login-store';
import { assertConfirmed } from '../../account/session/confirmed';
import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';

/*
 * Which stores a login opens is nothing for the other owners of the store that its session is of: its trail tells that a store was opened,
 * joined or left, and not which one. That one's trail has what was done there.
 */

/** Limit of the stores of one login: enough for an owner of shops, and few enough that a stolen session makes no thousands of them. */
const STORES_MAX = 20;

/**
 * Reads the account of a login that is about to open or leave a store, after the password was confirmed. Nobody can take either back, and
 * a person who is made to join a store may take it for a store of their own. The login is locked.
 * @param there the other store
 * @throws {Refusal} confirm_needed, unauthenticated
 */
export async function confirmedAccount(
  { tx, principal }: Pick<MutationContext, 'tx' | 'principal'>,
  there: string,
): Promise<OwnAccount> {
  await assertConfirmed(tx, principal);
  const { session } = principal;
  if (!session) refuse('unauthenticated');
  await holdLogin(tx, session);
  return (await ownAccount(tx, session, there)) ?? refuse('unauthenticated', 'The session is over.');
}

/** Whether the login, which is locked, may open one more store. @throws {Refusal} stores_full */
export function assertRoom({ stores }: Pick<OwnAccount, 'stores'>): void {
  if (stores >= STORES_MAX) refuse('stores_full', `An owner has ${STORES_MAX} stores at most.`);
}
