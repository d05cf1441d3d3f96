import type { Settled } from '../../kernel/declaration/settling';
import type { RefundRow } from './aggregate';

/** How the work of a call stands that the provider was asked for a refund by. @param result what the call is answered by now */
export function settledBy<Result>(
  { state, failure }: Pick<RefundRow, 'state' | 'failure'>,
  result: Result,
): Settled<Result> {
  if (state === 'succeeded') return { state: 'done', result };
  if (state !== 'failed') return { state: 'open', result };
  return { state: 'failed', result, why: `The refund has failed. ${failure ?? ''}`.trim() };
}
