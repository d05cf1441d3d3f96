/** What is wrong. A lost effect was acknowledged and is not there; a doubled one is there twice; the rest are mismatches. */
export class Findings {
  private readonly sets = { lost: new Set<string>(), doubled: new Set<string>(), mismatches: new Set<string>() };

  get lost(): string[] {
    return [...this.sets.lost];
  }

  get doubled(): string[] {
    return [...this.sets.doubled];
  }

  get mismatches(): string[] {
    return [...this.sets.mismatches];
  }

  get count(): number {
    return this.sets.lost.size + this.sets.doubled.size + this.sets.mismatches.size;
  }

  lose(what: string): void {
    this.sets.lost.add(what);
  }

  double(what: string): void {
    this.sets.doubled.add(what);
  }

  mismatch(what: string): void {
    this.sets.mismatches.add(what);
  }

  /** Says what differs when it does. */
  expectEqual(what: string, found: unknown, expected: unknown): void {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    if (left !== right) this.mismatch(`${what}: found ${left}, expected ${right}`);
  }

  /** A number that may only be this: fewer is a loss, more is a doubled effect. */
  expectCount(what: string, found: number, expected: number): void {
    if (found < expected) this.lose(`${what}: found ${found}, expected ${expected}`);
    if (found > expected) this.double(`${what}: found ${found}, expected ${expected}`);
  }
}
