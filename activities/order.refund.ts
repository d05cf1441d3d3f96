import { cancellationSignal } from '@temporalio/activity';
import type { RefundAskingInput } from '../src/order/refund/contract';
import { type RefundStep, stepRefund } from '../src/order/worker/refund';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createRefundActivities = (platform: Pick<Platform, 'bus' | 'database' | 'services'>) => ({
  /** Safe to repeat at any point: the row says what was asked. */
  stepRefund: (input: RefundAskingInput): Promise<RefundStep> =>
    beating(() => stepRefund(platform, input, cancellationSignal())),
});

export type RefundActivities = ReturnType<typeof createRefundActivities>;
