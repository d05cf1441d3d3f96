import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { ownFactor } from './factor/store';
import { holdOwnerLogin } from './login-store';

/** Locks the login of the owner who calls. @returns its id @throws {Refusal} not_found */
export const holdOwnLogin = async ({
  tx,
  storeId,
  principal,
}: Pick<MutationContext, 'tx' | 'storeId' | 'principal'>): Promise<string> =>
  (await holdOwnerLogin(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');

/** Locks the login of the owner who calls, which has a second step. @returns its id @throws {Refusal} not_found; invalid_state of a login without one */
export async function holdGuardedLogin(context: Parameters<typeof holdOwnLogin>[0]): Promise<string> {
  const loginId = await holdOwnLogin(context);
  if (!(await ownFactor(context.tx, loginId))?.since)
    refuse('invalid_state', 'The second step is off.', { facts: { state: 'off' } });
  return loginId;
}
