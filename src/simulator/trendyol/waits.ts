/** Waits of the provider, which one factor scales, and which end with the simulator. */
export class Waits {
  private readonly timers = new Set<NodeJS.Timeout>();

  /** @param scale says when a wait begins how many times less it lasts */
  constructor(private readonly scale: () => number) {}

  /** @param ms before scaling */
  after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, ms / this.scale());
    this.timers.add(timer);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
