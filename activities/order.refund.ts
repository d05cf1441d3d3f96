import { cancellationSignal } from '@temporalio/activity';
import type { RefundAskingInput } from '../src/order/refund/contract';
import { type RefundStep, stepRefund } from '../src/order/worker/refund';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createRefundActivities = (platform: Pick<Platform, 'bus' | 'database' | 'services'>) => ({
  /** Takes a step of a refund. It is safe to repeat at any point: the row says which request was made. */
  stepRefund: (input: RefundAskingInput): Promise<RefundStep> =>
    beating(() => stepRefund(platform, input, cancellationSignal())),
});

export type RefundActivities = ReturnType<typeof createRefundActivities>;
