import { EmbeddedError } from '../embedded/embedded-error';
import type { RunningProcess, Seen } from '../embedded/process';
import { describeExit, endWith, Run, signalTo, sleep } from '../embedded/process';
import { NotReadyError } from './node-child';

const shortestPauseMs = 250;
const longestPauseMs = 5_000;
/** Up for this long, and an earlier crash no longer counts. */
const stableMs = 10_000;
const attemptsAtBoot = 3;
const questionMs = 15_000;
const lookMs = 100;
/** Between two lines that say that a start takes its time. */
const stillStartingMs = 60_000;
/** A program that has run for this part of the time of a question and has not answered turns in a circle. */
const ranPartOfQuestion = 1 / 3;

interface Options<R extends RunningProcess> {
  readonly name: string;
  /** Starts it and answers when it is ready; calls `onSpawn` as soon as it has a pid. */
  readonly start: (onSpawn: (pid: number) => void) => Promise<R>;
  readonly onSpawn: (pid: number) => void;
  /** Ready again after a crash. */
  readonly onRestart: (running: R) => void;
  readonly say: (line: string) => void;
  readonly stopSignal?: NodeJS.Signals;
  /**
   * Asks it whether it still works. One that does not answer twice in a row is killed, and starts again: if it did nothing meanwhile, or
   * had the processor for long enough to answer. One that the machine gives no time is waited for.
   */
  readonly answers?: (withinMs: number) => Promise<boolean>;
  /** The time for one answer, in ms. @default 15 s */
  readonly answersWithinMs?: number;
}

/** @returns whether a process that has not answered for `ms` had too little of the processor to do so */
export const isStarved = (seen: Seen | undefined, ms: number): boolean =>
  seen !== undefined && seen.sinceMs > 0 && seen.sinceMs < ms * ranPartOfQuestion;

/** Keeps one process up: starts it, and starts it again when it ends, with longer and longer pauses. */
export class Supervised<R extends RunningProcess = RunningProcess> {
  /** Settles with the first success or with the failure that ends the boot. */
  readonly ready: Promise<R>;
  private readonly finished: Promise<void>;
  private readonly stopping = new AbortController();
  private running: R | undefined;
  private spawned: number | undefined;

  constructor(private readonly options: Options<R>) {
    let resolve: (running: R) => void = () => {};
    let reject: (error: unknown) => void = () => {};
    this.ready = new Promise<R>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    // A waiter for `ready` hears of the failure; nobody has to wait.
    this.ready.catch(() => {});
    this.finished = this.keepUp(resolve, reject);
  }

  get pid(): number | undefined {
    return this.running?.pid ?? this.spawned;
  }

  /** Settles when it runs, or starts no more. */
  async up(signal: AbortSignal): Promise<void> {
    while (this.running === undefined && !signal.aborted && !this.stopping.signal.aborted)
      await sleep(lookMs, undefined, { signal }).catch(() => {});
  }

  private async keepUp(onFirst: (running: R) => void, onGiveUp: (error: unknown) => void): Promise<void> {
    const { name, start, onSpawn, onRestart, say } = this.options;
    let crashes = 0;
    let wasUp = false;
    while (!this.stopping.signal.aborted) {
      const since = Date.now();
      let end: string;
      const telling = setInterval(
        () => say(`${name} is still starting, ${Math.round((Date.now() - since) / 1000)} s by now.`),
        stillStartingMs,
      );
      try {
        this.running = await start((pid) => {
          this.spawned = pid;
          onSpawn(pid);
        });
        clearInterval(telling);
        if (wasUp) onRestart(this.running);
        else onFirst(this.running);
        wasUp = true;
        void this.endIfSilent(this.running);
        end = `ended with ${describeExit(await this.running.exited)}`;
        if (Date.now() - since > stableMs) crashes = 0;
      } catch (error) {
        const killed = error instanceof NotReadyError && error.bySignal;
        const passing = error instanceof NotReadyError || (error instanceof EmbeddedError && error.mayPass);
        const mayHelp = killed || (passing && crashes + 1 < attemptsAtBoot);
        end = error instanceof Error ? error.message : String(error);
        if (!wasUp && !mayHelp) {
          return onGiveUp(
            error instanceof NotReadyError ? new NotReadyError(`The ${name} ${end}.`, error.bySignal) : error,
          );
        }
      } finally {
        clearInterval(telling);
        this.running = undefined;
        this.spawned = undefined;
      }
      if (this.stopping.signal.aborted) return;
      const pause = Math.min(longestPauseMs, shortestPauseMs * 2 ** crashes);
      crashes += 1;
      say(`${name} ${end}; it starts again in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
  }

  /** A process can be alive and do nothing, e.g. when it was stopped. This one may have slept itself, so one silence says nothing. */
  private async endIfSilent(running: R): Promise<void> {
    const { name, answers, answersWithinMs = questionMs, say } = this.options;
    if (answers === undefined) return;
    const run = new Run(running.pid);
    let hasAnswered = false;
    for (let silences = 0; silences < 2; ) {
      await sleep(answersWithinMs / 3, undefined, { signal: this.stopping.signal }).catch(() => {});
      const isOver = (): boolean => this.running !== running || this.stopping.signal.aborted;
      if (isOver()) return;
      run.look();
      const answered = await answers(answersWithinMs);
      const seen = run.look();
      // One that nobody has ever reached does not become reachable by another start.
      hasAnswered ||= answered;
      if (answered || !hasAnswered) silences = 0;
      else if (!isStarved(seen, answersWithinMs)) silences += 1;
      if (isOver()) return;
    }
    say(`${name} does not answer any more: it is ended.`);
    signalTo(running.pid, 'SIGKILL');
  }

  /** Asks it to end and settles when it has; forces it after the time. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    if (this.running !== undefined) await this.running.stop(graceMs);
    else if (this.spawned !== undefined) {
      const starting = { pid: this.spawned, exited: this.finished.then(() => ({ code: null, signal: null })) };
      await endWith(starting, [this.options.stopSignal ?? 'SIGTERM', graceMs], ['SIGKILL', 1000]);
    }
    await this.finished;
  }
}
