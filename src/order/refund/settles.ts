import type { Settled } from '../../kernel/declaration/settling';
import { settledAs } from '../../provider/conversation/settles';
import type { RefundRow } from './aggregate';

/** Says how the work of a call stands that the provider was asked for a refund by. @param result its answer by now */
export const settledBy = <Result>(row: Pick<RefundRow, 'state' | 'failure'>, result: Result): Settled<Result> =>
  settledAs(
    row.state === 'succeeded' ? 'done' : row.state === 'failed' ? { failed: 'The refund has failed.' } : 'open',
    row,
    result,
  );
