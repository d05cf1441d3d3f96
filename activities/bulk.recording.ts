import { cancellationSignal } from '@temporalio/activity';
import type { BulkRecordingInput } from '../src/bulk/contract';
import { recordNext } from '../src/bulk/recording';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createBulkActivities = ({ bus }: Pick<Platform, 'bus'>) => ({
  /** Records on from the place that the row notes: another attempt goes on there. @returns the number of things */
  recordBulkAct: (input: BulkRecordingInput): Promise<number> =>
    beating(async () => {
      const signal = cancellationSignal();
      for (;;) {
        const { planned, isOver } = await recordNext(bus, input);
        if (isOver) return planned;
        signal.throwIfAborted();
      }
    }),
});

export type BulkActivities = ReturnType<typeof createBulkActivities>;
