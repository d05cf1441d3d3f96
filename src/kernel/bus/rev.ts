import { idsIn } from '../database/footprint';
import { refuse } from '../errors';
import type { UnkeyedCall } from './call';

/** Pointer in the refusal of a stated rev, until the place of the caller's statement is known. */
export const STATED_REV = 'expectedRev';

/**
 * @param rev 0: there is nothing yet, and `id` is the identifier that it would have
 * @param facts further facts for the refusal, beside the current rev
 * @throws {Refusal} rev_conflict
 */
export function assertStatedRev(
  { mutation: { subject }, expectedRev, storeRevs }: Pick<UnkeyedCall, 'expectedRev' | 'storeRevs' | 'mutation'>,
  id: string,
  rev: number,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  const storeRev = storeRevs?.[id];
  const currentRev = storeRev ?? rev;
  if (expectedRev === undefined || expectedRev === rev || expectedRev === currentRev) return;
  if (rev === 0)
    refuse('rev_conflict', `There is no ${subject?.entity} yet, and none at rev ${expectedRev}.`, {
      facts: { ...facts, currentRev },
      quotesNobody: true,
    });
  refuse('rev_conflict', `${id} is ${standingOf(rev, storeRev)}, not ${expectedRev}.`, {
    facts: { ...facts, currentRev },
    // A name that a person gave to a thing is not an identifier, so this refusal would quote the person.
    ...(idsIn(id).size > 0 && { quotesNobody: true }),
  });
}

/**
 * The rev of a thing as its caller may know it: what his proposal makes of a thing that he sees only in part tells whether an earlier
 * item of it changes what he does not see. So he states the rev that the store has; 0: it does not have the thing.
 */
export function revKnown(
  { storeRevs }: Pick<UnkeyedCall, 'storeRevs'>,
  id: string,
  rev: number,
  seesAll: boolean,
): number {
  const storeRev = storeRevs?.[id];
  return seesAll || storeRev === undefined ? rev : (storeRev ?? 0);
}

/** @param storeRev the rev in the store, where the transaction is ahead of it */
function standingOf(rev: number, storeRev: number | null = rev): string {
  if (storeRev === rev) return `at rev ${rev}`;
  const inStore = storeRev === null ? 'not in the store' : `at rev ${storeRev}`;
  return `${inStore}, and at rev ${rev} with what the open proposal holds`;
}

export function refuseUncheckedRev(mutationId: string): never {
  const message = `is held against nothing: ${mutationId} changes no single thing with a rev`;
  return refuse('invalid_request', `The stated rev ${message}.`, { errors: [{ pointer: STATED_REV, message }] });
}
