import { Worker } from 'node:worker_threads';
import { OwnTime } from '../../kernel/process/own-time';
import { fault } from './fault';
import type { Gated } from './gate';
import type { FromThread, GateRequest } from './messages';

/** A style sheet is looked at for so long; the worst of those that may be sent takes a third of it. */
const RUN_MS = 1_000;
/** A thread that has not run for so long by then is starved by the machine, and waited for. */
const WALL_MS = 15_000;
const LOOK_MS = 50;
const IDLE_MS = 30_000;
const MEGABYTES = 64;

/** The machine has given a thread no time: that says nothing of the style sheet. */
export class Starved extends Error {}

const tooMuch = (): Gated => ({ faults: [fault('css_syntax', 'takes too long to read')] });

/** A thread that looks at style sheets. It ends when a style sheet does not end in its time, or when nobody uses it. */
export class CssThread {
  private readonly worker: Worker;
  private time: OwnTime | undefined;
  private isOver = false;
  private settle: ((gated: Gated) => void) | undefined;
  private fail: ((error: Error) => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private begun = { ranMs: 0, at: 0 };

  /** @param over the thread has ended: another one takes its place */
  constructor(
    program: string,
    private readonly over: (thread: CssThread) => void,
  ) {
    this.worker = new Worker(program, {
      argv: [],
      env: {},
      // The engine's last words, when it gives way, are nobody's business.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 8 },
    });
    this.worker.unref();
    this.worker.on('message', (message: FromThread) => this.receive(message));
    this.worker.on('error', (error: NodeJS.ErrnoException) => this.broke(error));
  }

  get isBusy(): boolean {
    return this.settle !== undefined;
  }

  ask(asked: GateRequest): Promise<Gated> {
    clearTimeout(this.timer);
    this.begun = { ranMs: this.time?.ranMs() ?? 0, at: performance.now() };
    return new Promise<Gated>((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
      this.worker.postMessage(asked);
      this.look();
    });
  }

  /** Ends the thread; who waits for it is told that the style sheet takes too long. */
  async end(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.time?.close();
    this.over(this);
    this.settled(tooMuch());
    await this.worker.terminate();
  }

  private receive(message: FromThread): void {
    if (message.kind === 'ready') {
      this.time = new OwnTime(message.thread);
      this.begun = { ranMs: this.time.ranMs(), at: performance.now() };
      return;
    }
    this.settled(message.gated);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  /** Tells a thread without memory from other faults: a style sheet takes too much of it, and anything else is a fault of this program. */
  private broke(error: NodeJS.ErrnoException): void {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') this.fail?.(error);
    void this.end();
  }

  private settled(gated: Gated): void {
    const { settle } = this;
    this.settle = undefined;
    this.fail = undefined;
    settle?.(gated);
  }

  private look(): void {
    this.timer = setTimeout(() => {
      if (!this.isBusy) return;
      // Messages that this process was too busy to hear come with this turn of its loop.
      setImmediate(() => {
        if (!this.isBusy) return;
        const ranMs = this.time === undefined ? 0 : this.time.ranMs() - this.begun.ranMs;
        const isStarved = performance.now() - this.begun.at > WALL_MS;
        if (isStarved) this.fail?.(new Starved());
        if (isStarved || ranMs > RUN_MS) void this.end();
        else this.look();
      });
    }, LOOK_MS);
  }
}
