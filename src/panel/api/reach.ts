/**
 * Whether the server can be reached, as whoever asked it last has found out. It is known once for the whole page, so that it is said
 * once, and not by each part that has asked.
 */
export class Reach {
  private readonly listeners = new Set<() => void>();
  private answeredAt = new Date();
  /** When the server answered for the last time; null: it still does. */
  lostSince: string | null = null;

  answered(): void {
    this.answeredAt = new Date();
    this.set(null);
  }

  failed(): void {
    if (this.lostSince === null) this.set(this.answeredAt.toISOString());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private set(lostSince: string | null): void {
    if (lostSince === this.lostSince) return;
    this.lostSince = lostSince;
    for (const listener of this.listeners) listener();
  }
}

export const reach = new Reach();
