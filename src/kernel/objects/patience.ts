import { setImmediate as pendingAnswers } from 'node:timers/promises';
import { FilesAway } from '../system-fault';

/** Error for a silent storage. */
export const away = (why: string): FilesAway => new FilesAway(new Error(`the storage of files ${why}`));

/** Runs out while it is its turn to be asked for. */
export class Patience {
  isOver = false;
  /** Never answers; throws when it has run out. */
  readonly over: Promise<never>;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;
  private runOut: (error: FilesAway) => void = () => {};

  constructor(private readonly ms: number) {
    this.over = new Promise((_, reject) => {
      this.runOut = reject;
    });
    this.over.catch(() => {});
  }

  /** Starts the clock anew: earlier waits do not count. */
  start(): void {
    clearTimeout(this.timer);
    if (!this.ended) this.timer = setTimeout(() => void this.judge(), this.ms);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  end(): void {
    this.ended = true;
    this.stop();
  }

  /** Judges the silence. After a pause of this process the answer may have come long ago, so it looks for it first. */
  private async judge(): Promise<void> {
    const { timer } = this;
    await pendingAnswers();
    if (this.timer !== timer || this.ended) return;
    this.isOver = true;
    this.runOut(away(`has not answered for ${this.ms / 1_000} s`));
  }
}
