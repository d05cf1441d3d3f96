import type { Database } from '../kernel/database/database';
import type { KeyRing } from '../kernel/personal/key-ring';
import { knownKeys } from './store';

interface PromptOptions {
  readonly database: Database;
  readonly keyRing: KeyRing;
  /** Starts the resealing, after the one that runs. */
  readonly start: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Starts the resealing as soon as another key seals than what is sealed is under; what fails is tried again. */
export class PromptResealing {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private startedFor: string | undefined;

  constructor(private readonly options: PromptOptions) {}

  keepEvery(intervalMs: number): void {
    const look = (): void => {
      this.round ??= this.look()
        .catch(this.options.onError)
        .finally(() => {
          this.round = undefined;
        });
    };
    look();
    this.timer = setInterval(look, intervalMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private async look(): Promise<void> {
    const { database, keyRing, start } = this.options;
    const { id } = keyRing.current;
    if (this.startedFor === id) return;
    const known = await knownKeys(database.system);
    if (known.some((key) => key.id !== id && key.unusedAt === null)) await start();
    this.startedFor = id;
  }
}
