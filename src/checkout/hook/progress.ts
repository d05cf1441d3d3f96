import type { OwnTime } from '../../kernel/process/own-time';

/**
 * The progress of a thread on its trips. It stands in memory that the pool reads when it is time to. A message for each hook that begins
 * took the pool longer than the hook.
 */
export class Progress {
  private readonly counts: Int32Array;
  private readonly times: Float64Array;

  /** @param memory the memory of a thread @default a new one, for the thread itself */
  constructor(readonly memory = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)) {
    this.counts = new Int32Array(memory, 0, 2);
    this.times = new Float64Array(memory, Float64Array.BYTES_PER_ELEMENT, 1);
  }

  /** @param time the clock of the thread */
  begin(ranMs: number, { isOwn }: Pick<OwnTime, 'isOwn'>): void {
    this.times[0] = ranMs;
    Atomics.store(this.counts, 1, Number(isOwn));
    Atomics.add(this.counts, 0, 1);
  }

  /** Hooks that have begun since the thread is there: the last of them runs, or has just ended. */
  get begun(): number {
    return Atomics.load(this.counts, 0);
  }

  /**
   * Tells for how long the last hook has run, in ms; undefined: the thread and the pool do not read the same clock.
   * @param time the thread's clock, as the pool sees it
   */
  ranMs(time: Pick<OwnTime, 'isOwn' | 'ranMs'>): number | undefined {
    const ran = time.ranMs() - (this.times[0] as number);
    return time.isOwn === (Atomics.load(this.counts, 1) === 1) ? ran : undefined;
  }
}
