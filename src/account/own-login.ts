import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { type OwnFactor, ownFactor } from './factor/store';
import { holdOwnerLogin } from './login-store';
import { findPasskeys, type Passkey } from './passkey/store';

type Calling = Pick<MutationContext, 'tx' | 'storeId' | 'principal'>;

/** Locks the login of the owner who calls. @returns its id @throws {Refusal} not_found */
export const holdOwnLogin = async ({ tx, storeId, principal }: Calling): Promise<string> =>
  (await holdOwnerLogin(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');

/** Locks the login of the owner who calls, which has a second step. @throws {Refusal} not_found; invalid_state of a login without one */
export async function holdGuardedLogin(
  context: Calling,
): Promise<{ readonly loginId: string; readonly factor: OwnFactor }> {
  const loginId = await holdOwnLogin(context);
  const factor = await ownFactor(context.tx, loginId);
  if (!factor?.since) refuse('invalid_state', 'The second step is off.', { facts: { state: 'off' } });
  return { loginId, factor };
}

/** Locks the login of the owner who calls, and finds a passkey of it. @throws {Refusal} not_found */
export async function holdOwnPasskey(
  context: Calling,
  passkeyId: string,
): Promise<{ readonly passkey: Passkey; readonly factor: OwnFactor }> {
  const loginId = await holdOwnLogin(context);
  const passkeys = await findPasskeys(context.tx, [loginId]);
  const passkey = passkeys.find(({ id }) => id === passkeyId);
  const factor = await ownFactor(context.tx, loginId);
  if (!passkey || !factor) refuse('not_found', 'Your log-in has no such passkey.');
  return { passkey, factor };
}
