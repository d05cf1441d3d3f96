import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { lockOwner, noteSecondFactor } from '../owner/store';
import { owner } from '../owner/table';

/** Notes in the store of the call that the login of the caller has a second step, or has none any more. @throws {Refusal} not_found */
export async function noteHere(
  { principal, storeId, tx, record }: Pick<MutationContext, 'principal' | 'storeId' | 'tx' | 'record'>,
  since: string | null,
): Promise<void> {
  const before = (await lockOwner(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');
  if (before.secondFactorSince === since) return;
  noteSecondFactor(tx, storeId, principal.id, since);
  record(owner.word, principal.id, owner.snapshot(before), owner.snapshot({ ...before, secondFactorSince: since }));
}
