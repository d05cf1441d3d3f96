import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import { askPush } from './ask';

interface PushWatchOptions {
  readonly database: Database;
  readonly bus: CommandBus;
  readonly onError: (error: unknown) => void;
}

/** Starts a push as soon as something of a store differs from what its marketplaces were told. Whoever changes it pays nothing. */
export class PushWatch {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;

  constructor(private readonly options: PushWatchOptions) {}

  keepEvery(intervalMs: number): void {
    this.timer = setInterval(() => {
      this.round ??= this.look()
        .catch(this.options.onError)
        .finally(() => {
          this.round = undefined;
        });
    }, intervalMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  /** One look, of which the cost does not depend on the number of listings. */
  async look(): Promise<void> {
    const { database, bus } = this.options;
    const found = await database.system.query<{ storeId: string; extension: string }>(
      'SELECT store_id AS "storeId", extension FROM channels_to_push()',
    );
    for (const { storeId, extension } of found) await askPush(bus, storeId, extension);
  }
}
