import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import type { Scheduled, ScheduledOnce, ScheduledPerStore } from '../declaration/schedule';
import { digestOf } from '../digest';
import { searchAttributes } from './search-attributes';

interface SchedulesOptions {
  readonly temporal: Client;
  /** The schedules of an installation are those of its task queue. */
  readonly taskQueue: string;
  readonly once: readonly ScheduledOnce[];
  readonly perStore: readonly ScheduledPerStore[];
  /** Every store, by its id. */
  stores(): AsyncIterable<string>;
  readonly onError: (error: unknown, scheduleId: string | undefined) => void;
}

/**
 * Makes Temporal's schedules what is declared: a store that was opened gets its own, a changed one is brought up to date, one that
 * nothing declares any more is deleted, and a Temporal that has lost them gets them back. Somebody who has paused one finds it paused.
 *
 * It runs by a timer, since a schedule would be lost with those that it is to find. Several workers may do it at once.
 */
export class Schedules {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly options: SchedulesOptions) {}

  /** Now, and then every `intervalMs` until stopped. */
  keepEvery(intervalMs: number): void {
    void this.keep();
    this.timer = setInterval(() => void this.keep(), intervalMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  private keep(): Promise<void> {
    this.round ??= this.reconcile()
      .catch((error) => this.options.onError(error, undefined))
      .finally(() => {
        this.round = undefined;
      });
    return this.round;
  }

  /**
   * Runs now the schedule that the clock would run later, after the run that is under way.
   * @param name the name of a schedule of the whole product
   * @throws when Temporal is away, or has not heard of it yet
   */
  async runNow(name: string): Promise<void> {
    const { temporal, taskQueue } = this.options;
    await temporal.schedule.getHandle(sweepId(name, taskQueue)).trigger(ScheduleOverlapPolicy.BUFFER_ONE);
  }

  /** @throws when Postgres or Temporal is away, which the next round may find back */
  async reconcile(): Promise<void> {
    // The list lags behind a little: it spares most schedules a call, and what it misses is found by the call.
    const listed = await this.listed();
    for await (const schedule of this.declared()) {
      if (this.stopped) return;
      const { scheduleId } = schedule;
      const upToDate = listed.get(scheduleId) === schedule.state?.note;
      listed.delete(scheduleId);
      if (!upToDate) await this.trying(scheduleId, () => this.put(schedule));
    }
    for (const scheduleId of listed.keys()) await this.trying(scheduleId, () => this.remove(scheduleId));
  }

  /** @returns the notes of the schedules of this installation, by id */
  private async listed(): Promise<Map<string, string | undefined>> {
    const found = new Map<string, string | undefined>();
    for await (const { scheduleId, state } of this.options.temporal.schedule.list())
      if (this.isOwn(scheduleId)) found.set(scheduleId, state.note);
    return found;
  }

  private isOwn(scheduleId: string): boolean {
    const { taskQueue } = this.options;
    return (
      scheduleId.startsWith(`store/${taskQueue}/`) ||
      (scheduleId.startsWith('sweep/') && scheduleId.endsWith(`/${taskQueue}`))
    );
  }

  private async *declared(): AsyncIterable<ScheduleOptions> {
    const { once, perStore, taskQueue } = this.options;
    for (const each of once) yield desired(each, sweepId(each.name, taskQueue), taskQueue, each.spec);
    for await (const storeId of this.options.stores())
      for (const each of perStore)
        yield desired(each, `store/${taskQueue}/${storeId}/${each.name}`, taskQueue, each.spec(storeId), { storeId });
  }

  private async put(schedule: ScheduleOptions): Promise<void> {
    const { schedule: schedules } = this.options.temporal;
    try {
      await schedules.create(schedule);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      const { spec, policies, action, state } = schedule;
      await schedules.getHandle(schedule.scheduleId).update((current) => ({
        ...current,
        spec,
        policies: { ...current.policies, ...policies },
        action: action as typeof current.action,
        // Why somebody has paused it is theirs.
        state: current.state.paused ? current.state : { ...current.state, ...state },
      }));
    }
  }

  private async remove(scheduleId: string): Promise<void> {
    try {
      await this.options.temporal.schedule.getHandle(scheduleId).delete();
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    }
  }

  /** Works on one schedule. Its failure keeps no other store from its own. */
  private async trying(scheduleId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.onError(error, scheduleId);
    }
  }
}

const sweepId = (name: string, taskQueue: string): string => `sweep/${name}/${taskQueue}`;

/** A schedule as Temporal takes it. Its note tells it from one of another declaration: lists show no more of it. */
function desired(
  { workflow, summary, catchUp }: Scheduled,
  scheduleId: string,
  taskQueue: string,
  spec: ScheduleOptions['spec'],
  input?: { readonly storeId: string },
): ScheduleOptions {
  const labels = input === undefined ? [] : [{ key: searchAttributes.StoreId, value: input.storeId }];
  const schedule = {
    scheduleId,
    spec,
    policies: { overlap: 'SKIP', catchupWindow: catchUp },
    action: {
      type: 'startWorkflow',
      workflowType: workflow,
      workflowId: scheduleId,
      taskQueue,
      args: input === undefined ? [] : [input],
      staticSummary: summary,
      typedSearchAttributes: labels,
    },
  } as const satisfies ScheduleOptions;
  return { ...schedule, state: { note: `As declared (${digestOf(schedule).slice(0, 12)}).` } };
}
