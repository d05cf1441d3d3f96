/** Waits of the provider, which one factor scales, and which end with the simulator. */
export class Waits {
  private readonly waiting = new Map<NodeJS.Timeout, () => void>();

  /** @param scale says when a wait begins how many times less it lasts */
  constructor(private readonly scale: () => number) {}

  /** @param ms before scaling */
  after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.waiting.delete(timer);
      act();
    }, ms / this.scale());
    this.waiting.set(timer, act);
  }

  /** Lets everything happen at once that waits now. */
  hurry(): void {
    const due = [...this.waiting.values()];
    this.close();
    for (const act of due) act();
  }

  close(): void {
    for (const timer of this.waiting.keys()) clearTimeout(timer);
    this.waiting.clear();
  }
}
