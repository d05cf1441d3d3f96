import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { limits, TOO_LONG } from './limits';
import type { Call, FromThread, HookOutcome } from './messages';
import { OwnTime } from './own-time';

/** Beyond what a thread stops at by itself. */
const GRACE_MS = 25;
/** A thread that does not even begin by then is stuck for a reason that is none of the hook's. */
const SILENT_MS = 5_000;
/** Calls wait this long for a thread, and this many of them. */
const WAIT_MS = 2_000;
const WAITING_MAX = 500;
const RESTART_MS = 1_000;
const MEGABYTES = 64;

interface Asked extends Call {
  readonly since: number;
  settle(outcome: HookOutcome): void;
}

interface Thread {
  readonly worker: Worker;
  /** undefined: it is not ready yet. */
  time: OwnTime | undefined;
  asked: Asked | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Threads that run the code of extensions, kept warm: one takes about 50 ms to start. What does not end in its time is ended with its
 * thread, and another one takes the place; the loop of this process never waits for it.
 */
export class HookPool {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Asked[] = [];
  private isOpen = true;
  private isReady: () => void = () => {};
  /** From when on calls are answered at once. */
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

  run(call: Call): Promise<HookOutcome> {
    const beyond = beyondOf(call);
    if (beyond !== undefined) return Promise.resolve({ kind: 'failed', message: beyond });
    if (!this.isOpen || this.waiting.length >= WAITING_MAX) return Promise.resolve({ kind: 'unasked' });
    return new Promise((settle) => {
      this.waiting.push({ ...call, since: performance.now(), settle });
      this.next();
    });
  }

  async close(): Promise<void> {
    this.isOpen = false;
    for (const { settle } of this.waiting.splice(0)) settle({ kind: 'unasked' });
    await Promise.all([...this.threads].map((thread) => this.end(thread, { kind: 'unasked' })));
  }

  private next(): void {
    for (const thread of this.threads) {
      if (thread.time === undefined || thread.asked) continue;
      const asked = this.nextAsked();
      if (!asked) return;
      thread.asked = asked;
      thread.timer = setTimeout(() => this.end(thread, { kind: 'unasked' }), SILENT_MS);
      const { code, snapshot, config } = asked;
      thread.worker.postMessage({ code, snapshot, config } satisfies Call);
    }
  }

  private nextAsked(): Asked | undefined {
    for (let asked = this.waiting.shift(); asked; asked = this.waiting.shift()) {
      if (performance.now() - asked.since <= WAIT_MS) return asked;
      asked.settle({ kind: 'unasked' });
    }
    return undefined;
  }

  private start(): void {
    const worker = new Worker(this.program, {
      argv: [],
      env: {},
      // What the engine says when it gives way is nobody's business.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    const thread: Thread = { worker, time: undefined, asked: undefined, timer: undefined };
    this.threads.add(thread);
    worker.on('message', (message: FromThread) => this.told(thread, message));
    worker.on('error', () => void this.end(thread, { kind: 'failed', message: 'brought its thread down' }));
  }

  private told(thread: Thread, message: FromThread): void {
    if (message.kind === 'ready') {
      thread.time = new OwnTime(message.thread);
      this.isReady();
    } else if (message.kind === 'began') {
      this.watch(thread);
      return;
    } else {
      const { spent, ...outcome } = message;
      if (spent) void this.end(thread, outcome);
      else this.settle(thread, outcome);
    }
    this.next();
  }

  /** Ends the thread once it has run for longer than it stops by itself. */
  private watch(thread: Thread): void {
    const { asked, time } = thread;
    const [since, ranBefore] = [performance.now(), time?.ranMs() ?? 0];
    const look = (): void => {
      // What this process was too busy to hear comes with this turn of its loop.
      if (thread.asked !== asked) return;
      const isLate = (time?.ranMs() ?? 0) - ranBefore >= limits.runMs;
      if (isLate) void this.end(thread, { kind: 'failed', message: TOO_LONG });
      else if (performance.now() - since > limits.wallMs + GRACE_MS) void this.end(thread, { kind: 'unasked' });
      else thread.timer = setTimeout(setImmediate, GRACE_MS, look);
    };
    clearTimeout(thread.timer);
    thread.timer = setTimeout(setImmediate, limits.runMs + GRACE_MS, look);
  }

  private settle(thread: Thread, outcome: HookOutcome): void {
    clearTimeout(thread.timer);
    thread.asked?.settle(outcome);
    thread.asked = undefined;
  }

  private async end(thread: Thread, outcome: HookOutcome): Promise<void> {
    if (!this.threads.delete(thread)) return;
    this.settle(thread, outcome);
    // One that cannot even start is not tried in a rush.
    if (thread.time === undefined) setTimeout(() => this.replace(), RESTART_MS).unref();
    else this.replace();
    await thread.worker.terminate();
    thread.time?.close();
  }

  private replace(): void {
    if (this.isOpen) this.start();
  }
}

/** It is the hook's own failure, which is counted and shown: of one that is never asked nobody would know. */
function beyondOf({ snapshot, config }: Call): string | undefined {
  if (Buffer.byteLength(config) > limits.configBytes)
    return `has a configuration of more than ${limits.configBytes} bytes`;
  if (Buffer.byteLength(snapshot) > limits.snapshotBytes) return `was asked of more than ${limits.snapshotBytes} bytes`;
  return undefined;
}
