/**
 * Tells whether a time that another machine reports still moves. It is compared only with its last value, because the clocks of two
 * machines may differ.
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
