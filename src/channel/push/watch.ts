import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import { askPush } from './ask';
import { channelsToPush } from './watch-store';

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
    for (const { storeId, extension } of await channelsToPush(database.system)) await askPush(bus, storeId, extension);
  }
}
