import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { Deadlines } from '../../kernel/deadlines';
import { newId } from '../../kernel/ids';
import type { Log } from '../../kernel/log';
import { EffectQueue } from '../../kernel/work/outbox';
import type { ActiveHook } from './active';
import { hookBreaker, LOOK_MS } from './contract';
import { countFailure, endCount } from './store';
import type { HookFailure } from './table';

/**
 * Counts what hooks fail of. The failure that is one too many deactivates its hook in the same moment, for all processes, and leaves the
 * rest to a workflow: the checkout waits for Postgres alone.
 */
export class HookBreaker {
  constructor(
    private readonly platform: {
      readonly bus: CommandBus;
      readonly database: Database;
      readonly deadlines: Deadlines;
      readonly log: Log;
    },
  ) {}

  /** A hook has done its work: its failures were no row. */
  async answered(hook: ActiveHook): Promise<void> {
    if (hook.failures > 0) await endCount(this.platform.database.writer(hook.storeId), hook.storeId, hook);
  }

  async failed({ storeId, extension, point }: ActiveHook, failure: Omit<HookFailure, 'at'>): Promise<void> {
    const { bus, deadlines, log } = this.platform;
    await bus.inTransaction<void>(storeId, async (tx) => {
      const tripId = newId('trp');
      const at = (await bus.timeOf(tx)).toISOString();
      const trips = await countFailure(tx, storeId, { extension, point, failure: { ...failure, at }, tripId });
      if (trips) {
        const effects = new EffectQueue();
        effects.startWorkflow(hookBreaker, { storeId, tripId, extension, point, lookMs: deadlines.ms(LOOK_MS) });
        effects.write(tx, storeId, undefined);
      }
      // The message may name a buyer: it stands with the extension alone.
      log.warn({ storeId, extension, point, inputHash: failure.inputHash, deactivated: trips }, 'a hook has failed');
      return { keep: true, value: undefined };
    });
  }
}
