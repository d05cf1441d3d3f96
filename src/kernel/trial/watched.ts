/**
 * Whether a time that another machine tells still moves. It is held against nothing but what it was before: what time it is over
 * there is not for the clock over here to say.
 */
export class Watched {
  private last = 0;
  private movedAt = 0;

  /** @param stillMs how long it may stand still */
  constructor(private readonly stillMs: number) {}

  /** @param told by the other machine, in any unit; 0 for never */
  isFresh(told: number): boolean {
    if (told !== this.last) this.movedAt = performance.now();
    this.last = told;
    return told > 0 && performance.now() - this.movedAt <= this.stillMs;
  }
}
