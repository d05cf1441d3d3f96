import { cancellationSignal } from '@temporalio/activity';
import type { MetafieldPurgeInput } from '../src/metafield/purge/contract';
import { purgeNext } from '../src/metafield/purge/moves';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createMetafieldActivities = ({ bus }: Pick<Platform, 'bus'>) => ({
  /** Purges on from the place that the row notes: another attempt goes on there. */
  purgeMetafield: (input: MetafieldPurgeInput): Promise<number> =>
    beating(async () => {
      const signal = cancellationSignal();
      for (let total = 0; ; ) {
        const far = await purgeNext(bus, input);
        if (!far || far.taken === 0) return total;
        total = far.total;
        signal.throwIfAborted();
      }
    }),
});

export type MetafieldActivities = ReturnType<typeof createMetafieldActivities>;
