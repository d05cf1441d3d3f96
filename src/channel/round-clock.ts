import { extensionsMark, listEnabledExtensions } from '../extension/store';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { lastRunOf, nextRunOf } from '../kernel/declaration/next-run';
import { channelSchedules, type RoundSchedule } from './schedules';
import { askRound } from './sync/round';

interface RoundClockOptions {
  readonly database: Database;
  readonly bus: CommandBus;
  readonly onError: (error: unknown) => void;
}

interface Timed {
  readonly storeId: string;
  readonly extension: string;
  readonly schedule: RoundSchedule;
  /** The time since which this worker keeps it, in ms since 1970, as `due`. */
  readonly since: number;
  due: number;
}

/**
 * Asks for the rounds of enabled channels when their time has come (docs/decisions/0177). It runs in each worker: Postgres says which of
 * them asks, and a round that finds nothing to do leaves nothing behind.
 */
export class RoundClock {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private mark: string | undefined;
  private times = new Map<string, Timed>();
  private stopped = false;

  constructor(private readonly options: RoundClockOptions) {}

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
    this.stopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  /** Takes one look at the clock. @throws when Postgres is away, which the next look may find back */
  async look(now = Date.now()): Promise<void> {
    await this.follow(now);
    for (const timed of this.times.values()) {
      if (this.stopped) return;
      if (timed.due <= now) await this.ask(timed, now);
    }
  }

  /** Keeps the times of the extensions that are enabled by now. */
  private async follow(now: number): Promise<void> {
    const { system } = this.options.database;
    const mark = await extensionsMark(system);
    if (mark === this.mark) return;
    const isFirst = this.mark === undefined;
    const times = new Map<string, Timed>();
    for await (const { storeId, extension } of listEnabledExtensions(system))
      for (const schedule of channelSchedules) {
        if (!schedule.concerns(extension)) continue;
        const key = `${storeId}/${extension}/${schedule.name}`;
        times.set(
          key,
          this.times.get(key) ?? {
            storeId,
            extension,
            schedule,
            since: now,
            due: firstTime(schedule, storeId, extension, { now, isFirst }),
          },
        );
      }
    this.times = times;
    this.mark = mark;
  }

  private async ask(timed: Timed, now: number): Promise<void> {
    const { storeId, extension, schedule, since } = timed;
    try {
      // A machine that slept has missed some: the last of them stands for all.
      const due = lastRunOf(schedule.spec(storeId, extension), now).getTime();
      if (now - due <= schedule.catchUpMs)
        await askRound(
          this.options.bus,
          { storeId, extension, round: schedule.name },
          {
            due,
            now,
            isPast: due <= since,
          },
        );
      timed.due = nextRunOf(schedule.spec(storeId, extension), now).getTime();
    } catch (error) {
      // It is tried again with the next look. One channel that fails keeps no other from its rounds.
      this.options.onError(error);
    }
  }
}

/** A worker that has just begun makes up for what may have been missed meanwhile; what was enabled since waits for its next time. */
function firstTime(
  { spec, catchUpMs }: RoundSchedule,
  storeId: string,
  extension: string,
  { now, isFirst }: { readonly now: number; readonly isFirst: boolean },
): number {
  const last = lastRunOf(spec(storeId, extension), now).getTime();
  if (isFirst && now - last <= catchUpMs) return last;
  return nextRunOf(spec(storeId, extension), now).getTime();
}
