import { cancellationSignal } from '@temporalio/activity';
import type { PaymentAttemptInput } from '../src/order/payment/contract';
import { type AttemptStep, stepAttempt } from '../src/order/worker/attempt';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createPaymentActivities = (platform: Pick<Platform, 'bus' | 'database' | 'services'>) => ({
  /** Safe to repeat at any point: the row says what was asked. */
  stepAttempt: (input: PaymentAttemptInput): Promise<AttemptStep> =>
    beating(() => stepAttempt(platform, input, cancellationSignal())),
});

export type PaymentActivities = ReturnType<typeof createPaymentActivities>;
