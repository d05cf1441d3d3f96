import { refuse } from '../errors';
import type { UnkeyedCall } from './call';

/** Where the refusal of a stated rev points, until it is known where the caller stated it. */
export const STATED_REV = 'expectedRev';

/** @throws {Refusal} rev_conflict */
export function assertStatedRev(
  { expectedRev, storeRevs }: Pick<UnkeyedCall, 'expectedRev' | 'storeRevs'>,
  id: string,
  rev: number,
): void {
  const currentRev = storeRevs?.[id] ?? rev;
  if (expectedRev === undefined || expectedRev === rev || expectedRev === currentRev) return;
  const ahead = rev === currentRev ? '' : `, and at rev ${rev} with what the open proposal holds`;
  refuse('rev_conflict', `${id} is at rev ${currentRev}${ahead}, not ${expectedRev}.`, { facts: { currentRev } });
}

export function refuseUncheckedRev(mutationId: string): never {
  const message = `is held against nothing: ${mutationId} changes no single thing with a rev`;
  return refuse('invalid_request', `The stated rev ${message}.`, { errors: [{ pointer: STATED_REV, message }] });
}
