import { cancellationSignal } from '@temporalio/activity';
import type { PaymentAttemptInput } from '../src/order/payment/contract';
import { type AttemptStep, stepAttempt } from '../src/order/worker/attempt';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createPaymentActivities = (platform: Pick<Platform, 'bus' | 'database' | 'services'>) => ({
  /** Takes a step of a payment. It is safe to repeat at any point: the row says which request was made. */
  stepAttempt: (input: PaymentAttemptInput): Promise<AttemptStep> =>
    beating(() => stepAttempt(platform, input, cancellationSignal())),
});

export type PaymentActivities = ReturnType<typeof createPaymentActivities>;
