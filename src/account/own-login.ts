import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { holdOwnerLogin } from './login-store';

/** Locks the login of the owner who calls. @returns its id @throws {Refusal} not_found */
export const holdOwnLogin = async ({
  tx,
  storeId,
  principal,
}: Pick<MutationContext, 'tx' | 'storeId' | 'principal'>): Promise<string> =>
  (await holdOwnerLogin(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');
