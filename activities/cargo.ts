import { cancellationSignal } from '@temporalio/activity';
import { type SenderStep, stepSender } from '../src/cargo/sender/ask';
import type { SenderInput } from '../src/cargo/sender/contract';
import type { ShipmentInput } from '../src/order/booking/contract';
import { stepBooking } from '../src/order/worker/booking';
import { stepCancelling } from '../src/order/worker/cancelling';
import type { ShipmentStep } from '../src/order/worker/step';
import { stepTracking } from '../src/order/worker/tracking';
import type { Platform } from '../src/platform';
import { beating } from './beating';

/** The activities of cargo. Each is safe to repeat at any point: the row says the next step and the last request. */
export const createCargoActivities = (platform: Pick<Platform, 'bus' | 'database' | 'services'>) => ({
  stepBooking: (input: ShipmentInput): Promise<ShipmentStep> =>
    beating(() => stepBooking(platform, input, cancellationSignal())),
  stepCancelling: (input: ShipmentInput): Promise<ShipmentStep> =>
    beating(() => stepCancelling(platform, input, cancellationSignal())),
  stepSender: (input: SenderInput): Promise<SenderStep> =>
    beating(() => stepSender(platform, input, cancellationSignal())),
  stepTracking: (input: ShipmentInput): Promise<ShipmentStep> =>
    beating(() => stepTracking(platform, input, cancellationSignal())),
});

export type CargoActivities = ReturnType<typeof createCargoActivities>;
