import type { Client } from '@temporalio/client';
import type { Database } from '../database/database';
import type { Abandonment } from '../declaration/job';
import { EffectQueue } from './outbox';
import { type RunState, stateOf, terminate } from './temporal';
import type { OpenRow, Work } from './work';
import { wasRestarted } from './work-store';

const PAGE = 100;
/** Questions to Temporal at once. */
const ASKED_AT_ONCE = 10;
const RESTARTS_MAX = 5;
/** The pause before the second restart, in seconds; it doubles with each. */
const REST_SECONDS = 30;
/** A worker that is killed costs a workflow one try or two; what was tried as often as this fails of itself, or is waited for too long. */
const TRIES_MAX = 4;
/** So often one that gets no further is begun anew; what stands still then does so for another reason, and is told of. */
const BEGUN_ANEW_MAX = 3;

interface OpenWorkOptions {
  readonly works: readonly Work[];
  readonly database: Database;
  readonly temporal: Client;
  /** A start was queued, which is to be delivered. */
  readonly onRestart: (row: OpenRow, ended: string) => void;
  /** Called in each round for a row whose workflow runs and gets no further. @param tries the number of tries so far */
  readonly onStuck: (row: OpenRow, tries: number) => Promise<void>;
  /** Ends a row in a state that its owner sees; may be called again. */
  readonly abandon: (row: OpenRow, why: Abandonment) => Promise<void>;
  readonly onError: (error: unknown, row: OpenRow | undefined) => void;
}

/**
 * Sees to it that what is open in Postgres has a workflow. It may have none: somebody terminated it, it failed, or Temporal
 * was lost or restored from another time than Postgres. Workflows do what their rows ask for and may run again at any point, so
 * such a row gets its start queued once more, like the first time. One whose workflows end again and again without bringing it
 * to its end is given up, so that its owner hears of it. A workflow that runs and gets no further, e.g. because a release does not
 * fit its history, is only told of: the next release may. Of work that may be begun anew it is ended, and started again a few times before.
 *
 * It runs by a timer of the worker and not by a schedule of Temporal, which would be lost with what it is to find. Several
 * workers may do it at once: one of them starts a workflow again.
 */
export class OpenWork {
  private timer: NodeJS.Timeout | undefined;
  private reviving: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly options: OpenWorkOptions) {}

  /** Now, and then every `intervalMs` until stopped. */
  reviveEvery(intervalMs: number): void {
    const round = (): void => {
      this.reviving ??= this.revive()
        .catch((error) => this.options.onError(error, undefined))
        .finally(() => {
          this.reviving = undefined;
        });
    };
    round();
    clearInterval(this.timer);
    this.timer = setInterval(round, intervalMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.reviving;
  }

  /** One round over all open rows. @throws when Postgres or Temporal is away, which the next round may find back */
  async revive(): Promise<void> {
    for (const work of this.options.works) await this.reviveAll(work);
  }

  private async reviveAll(work: Work): Promise<void> {
    let after = '';
    for (;;) {
      const rows = await work.openRows(this.options.database.maintenance, after, PAGE);
      const due = rows.filter(hasRested);
      for (let from = 0; from < due.length; from += ASKED_AT_ONCE) {
        if (this.stopped) return;
        await Promise.all(due.slice(from, from + ASKED_AT_ONCE).map((row) => this.look(work, row)));
      }
      const last = rows.at(-1);
      if (rows.length < PAGE || !last) return;
      after = last.workflowId;
    }
  }

  /** Looks after one row. Its failure leaves the others to be looked at. */
  private async look(work: Work, row: OpenRow): Promise<void> {
    const { temporal, abandon, onRestart, onError } = this.options;
    const state = await stateOf(temporal, row.workflowId);
    const { end: ended, tries } = state;
    try {
      if (ended === undefined) return tries < TRIES_MAX ? undefined : await this.moveOn(work, row, state);
      if (row.restarts >= RESTARTS_MAX) {
        const reason = `Its workflow was started again ${row.restarts} times and did not bring it to its end (${ended}).`;
        return await abandon(row, { code: 'not_finished', reason });
      }
      if (await this.restart(row)) onRestart(row, ended);
    } catch (error) {
      onError(error, row);
    }
  }

  /** A crash behind its end leaves a row without a workflow, which the next round finds. */
  private async moveOn({ beginsAnew }: Work, row: OpenRow, state: RunState): Promise<void> {
    const { temporal, onRestart, onStuck } = this.options;
    if (!beginsAnew || row.restarts >= BEGUN_ANEW_MAX) return onStuck(row, state.tries);
    const reason = `tried ${state.tries} times in vain at the same step: it is begun anew`;
    await terminate(temporal, row.workflowId, state, reason);
    if (await this.restart(row)) onRestart(row, reason);
  }

  /** @returns false when another worker was faster */
  private restart({ workflowId, storeId, restarts, restart }: OpenRow): Promise<boolean> {
    const effects = new EffectQueue();
    restart(effects);
    return this.options.database.transaction<boolean>(storeId, async (tx) => {
      if (await wasRestarted(tx, workflowId, restarts)) return { keep: false, value: false };
      effects.write(tx, storeId, undefined);
      return { keep: true, value: true };
    });
  }
}

const hasRested = ({ restarts, restedSeconds }: OpenRow): boolean =>
  restedSeconds === null || restedSeconds >= REST_SECONDS * 2 ** (restarts - 1);
