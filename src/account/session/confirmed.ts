import type { Queryable } from '../../kernel/database/queryable';
import type { Principal } from '../../kernel/declaration/principal';
import { refuse } from '../../kernel/errors';
import { isConfirmed } from './store';

/** How long a password that was said again counts: enough for what it was said for. */
const WITHIN = '10 minutes';

/** The session of a call that only sessions make. @throws {Refusal} confirm_needed where there is none */
export const sessionOf = ({ session }: Principal): Buffer =>
  session ?? refuse('confirm_needed', 'Log in to the panel: the call is made in a session.');

/**
 * Guards acts that a stolen session, or an unlocked screen, must not do. The password, or a passkey, is said again to `/v1/auth/confirm`, where a wrong
 * one counts as a failed login: checked in the transaction of the change, it would hold a connection while it waits for its turn.
 * @throws {Refusal} confirm_needed
 */
export async function assertConfirmed(tx: Queryable, { storeId, session }: Principal): Promise<void> {
  if (!session || !(await isConfirmed(tx, storeId, session, WITHIN)))
    refuse('confirm_needed', 'Say the password again to POST /v1/auth/confirm; that counts for 10 minutes.');
}
