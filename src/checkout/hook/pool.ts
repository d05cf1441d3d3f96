import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../kernel/errors';
import { OwnTime } from '../../kernel/process/own-time';
import { limits, TOO_LONG } from './limits';
import { type Call, type FromThread, type HookOutcome, NOTHING, type Trip } from './messages';
import { Progress } from './progress';

/** The time, in ms, beyond the bound at which a thread stops by itself. */
const GRACE_MS = 25;
/** A caller whose thread has not even begun by then goes on without it. */
const SILENT_MS = 5_000;
/** Trips wait this long for a thread, and this many of them. */
const WAIT_MS = 2_000;
/** A pool that starts is asked again after this long. */
const STARTING_SECONDS = 2;
const WAITING_MAX = 500;
const RESTART_MS = 1_000;
const MEGABYTES = 64;

interface WaitingTrip {
  readonly trip: Trip;
  /** Takes the first answer, and no other one. */
  settle(outcomes: readonly HookOutcome[]): void;
  refuse(error: unknown): void;
  /** Ends the wait for a thread. */
  late: NodeJS.Timeout | undefined;
}

/** The report of a thread that is ready. */
interface Ready {
  readonly time: OwnTime;
  readonly progress: Progress;
}

interface Thread {
  readonly worker: Worker;
  /** The thread's report; undefined: it is not ready yet. */
  ready: Ready | undefined;
  asked: WaitingTrip | undefined;
  /** Hooks that it had begun before. */
  begunBefore: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Threads that run the code of extensions, kept warm: one takes about 50 ms of the processor to start, however long that is on a machine
 * with other things to do. Nothing waits for that but trips. What does not end in its time is ended with its thread, and another one takes
 * the place; the loop of this process never waits for it.
 */
export class HookPool {
  private readonly threads = new Set<Thread>();
  private readonly waiting: WaitingTrip[] = [];
  private isOpen = true;
  private wasReady = false;
  private isReady: () => void = () => {};
  /** Settles when the first thread is ready, from when on calls are answered at once. */
  readonly ready = new Promise<void>((resolve) => {
    this.isReady = resolve;
  });

  /** @param program the compiled `thread.js` @param size threads, of which one may be lost to a hook without anybody noticing */
  constructor(
    private readonly program: string,
    size = availableParallelism() + 1,
  ) {
    while (this.threads.size < size) this.start();
  }

  /**
   * @returns the outcomes of the calls in their order, as many as were run: one at least, and all of them but the last say nothing
   * @throws {Refusal} unavailable: no thread has ever been ready. Nobody gets another price since a process has just started.
   */
  run({ lines, calls }: Trip): Promise<readonly HookOutcome[]> {
    const beyond = calls.map((call) => beyondOf(lines, call));
    const end = beyond.findIndex((message) => message !== undefined);
    if (end === 0) return Promise.resolve([{ kind: 'failed', message: beyond[0] as string }]);
    const trip = { lines, calls: end < 0 ? calls : calls.slice(0, end) };
    if (!this.isOpen || this.waiting.length >= WAITING_MAX) return Promise.resolve([{ kind: 'unasked' }]);
    return new Promise((settle, refuse) => {
      const waitingTrip: WaitingTrip = { trip, settle, refuse, late: undefined };
      this.waiting.push(waitingTrip);
      this.next();
      if (this.waiting.includes(waitingTrip)) waitingTrip.late = setTimeout(() => this.letGo(waitingTrip), WAIT_MS);
    });
  }

  async close(): Promise<void> {
    this.isOpen = false;
    for (const { settle, late } of this.waiting.splice(0)) {
      clearTimeout(late);
      settle([{ kind: 'unasked' }]);
    }
    await Promise.all([...this.threads].map((thread) => this.end(thread, { kind: 'unasked' })));
  }

  private letGo(asked: WaitingTrip): void {
    this.waiting.splice(this.waiting.indexOf(asked), 1);
    if (this.wasReady) asked.settle([{ kind: 'unasked' }]);
    else asked.refuse(starting());
  }

  private next(): void {
    for (const thread of this.threads) {
      if (thread.ready === undefined || thread.asked) continue;
      const asked = this.waiting.shift();
      if (!asked) return;
      clearTimeout(asked.late);
      thread.asked = asked;
      thread.begunBefore = thread.ready.progress.begun;
      thread.worker.postMessage(asked.trip satisfies Trip);
      this.watch(thread, thread.ready);
    }
  }

  private start(): void {
    const worker = new Worker(this.program, {
      argv: [],
      env: {},
      // The engine's last words, when it gives way, are nobody's business.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    const thread: Thread = { worker, ready: undefined, asked: undefined, begunBefore: 0, timer: undefined };
    this.threads.add(thread);
    worker.on('message', (message: FromThread) => this.receive(thread, message));
    const isDown = () => void this.end(thread, { kind: 'failed', message: 'brought its thread down' });
    worker.on('error', isDown).on('exit', isDown);
  }

  private receive(thread: Thread, message: FromThread): void {
    if (message.kind === 'ready') {
      thread.ready = { time: new OwnTime(message.thread), progress: new Progress(message.progress) };
      this.wasReady = true;
      this.isReady();
    } else {
      this.settle(thread, message.outcomes);
      if (message.spent) void this.end(thread);
    }
    this.next();
  }

  /**
   * Ends the thread once a hook has run for longer than it stops by itself. One that the machine gives no time is waited for by the pool
   * alone: who asked goes on without it, and another thread would have to start first.
   */
  private watch(thread: Thread, { time, progress }: Ready): void {
    const { asked } = thread;
    let seen = { begun: thread.begunBefore, at: performance.now() };
    const look = (): void => {
      // Messages that this process was too busy to hear come with this turn of its loop.
      if (thread.asked !== asked) return;
      const { begun } = progress;
      if (begun !== seen.begun) seen = { begun, at: performance.now() };
      const isRunning = begun > thread.begunBefore;
      const ranMs = isRunning ? progress.ranMs(time) : undefined;
      if (ranMs !== undefined && ranMs >= limits.runMs + GRACE_MS)
        void this.end(thread, { kind: 'failed', message: TOO_LONG }, begun);
      else if (isRunning && ranMs === undefined && performance.now() - seen.at > limits.wallMs + GRACE_MS)
        void this.end(thread, { kind: 'unasked' }, begun);
      else {
        if (performance.now() - seen.at > (isRunning ? limits.wallMs + GRACE_MS : SILENT_MS))
          asked?.settle(outcomesOf(begun - thread.begunBefore, { kind: 'unasked' }));
        thread.timer = setTimeout(setImmediate, GRACE_MS, look);
      }
    };
    thread.timer = setTimeout(setImmediate, limits.runMs + GRACE_MS, look);
  }

  private settle(thread: Thread, outcomes: readonly HookOutcome[]): void {
    clearTimeout(thread.timer);
    const { asked } = thread;
    thread.asked = undefined;
    asked?.settle(outcomes);
  }

  /**
   * @param last the outcome of the hook that the thread runs; the hooks before it on the same trip have said nothing
   * @param begun the number of that hook @default the last that has begun; where none has, nobody was asked
   */
  private async end(thread: Thread, last: HookOutcome = { kind: 'unasked' }, begun?: number): Promise<void> {
    if (!this.threads.delete(thread)) return;
    const { ready } = thread;
    this.settle(thread, outcomesOf((begun ?? ready?.progress.begun ?? 0) - thread.begunBefore, last));
    // One that cannot even start is not tried in a rush.
    if (ready === undefined) setTimeout(() => this.replace(), RESTART_MS).unref();
    else this.replace();
    await thread.worker.terminate();
    ready?.time.close();
  }

  private replace(): void {
    if (this.isOpen) this.start();
  }
}

/**
 * Tells the outcomes of a trip of which so many hooks have begun.
 * @param last the outcome of the last of them; where none has begun, no hook was asked
 */
function outcomesOf(begun: number, last: HookOutcome): HookOutcome[] {
  const before = Array<HookOutcome>(Math.max(0, begun - 1)).fill({ kind: 'answered', operations: NOTHING });
  return [...before, begun > 0 ? last : { kind: 'unasked' }];
}

const starting = (): Refusal =>
  new Refusal('unavailable', 'The checkout is just starting; the same call may be sent again.', {
    retryAfterSeconds: STARTING_SECONDS,
  });

/**
 * Tells the limit that a call goes beyond. That counts as the hook's own failure, which is counted and shown: nobody would know of a hook
 * that is never asked.
 */
function beyondOf(lines: string, { rest, config }: Call): string | undefined {
  if (Buffer.byteLength(config) > limits.configBytes)
    return `has a configuration of more than ${limits.configBytes} bytes`;
  if (Buffer.byteLength(lines) + Buffer.byteLength(rest) > limits.snapshotBytes)
    return `was asked of more than ${limits.snapshotBytes} bytes`;
  return undefined;
}
