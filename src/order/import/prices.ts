import type { OrderLine } from '../line/table';

/** Prices of pieces of which each is taken once. An order has thousands of pieces, so nothing is looked for piece by piece. */
export class Prices {
  private readonly left = new Map<number, number>();

  constructor(private readonly all: readonly number[]) {
    for (const price of all) this.left.set(price, (this.left.get(price) ?? 0) + 1);
  }

  /** @returns false when no piece of that price is left */
  take(price: number): boolean {
    const count = this.left.get(price) ?? 0;
    if (count > 0) this.left.set(price, count - 1);
    return count > 0;
  }

  /** Lists what is left in the order of all prices; of equal ones the first are taken first. */
  rest(): number[] {
    const left = new Map(this.left);
    const kept: number[] = [];
    for (const price of this.all.toReversed()) {
      const count = left.get(price) as number;
      if (count === 0) continue;
      left.set(price, count - 1);
      kept.push(price);
    }
    return kept.reverse();
  }
}

/** Units of a line that are neither cancelled nor given back; the last ones are taken first. */
export class FreeUnits {
  readonly taken = new Set<number>();
  private readonly all: number[] = [];
  private readonly priced = new Map<number, number[]>();

  constructor({ units, keptUnits, refundedUnits }: Pick<OrderLine, 'units' | 'keptUnits' | 'refundedUnits'>) {
    const gone = new Set([...keptUnits, ...refundedUnits]);
    for (const [unit, { price }] of units.entries()) {
      if (gone.has(unit)) continue;
      this.all.push(unit);
      const same = this.priced.get(price);
      if (same) same.push(unit);
      else this.priced.set(price, [unit]);
    }
  }

  /** @param price null: whatever it costs */
  takeLast(price: number | null): boolean {
    const from = price === null ? this.all : (this.priced.get(price) ?? []);
    for (let unit = from.pop(); unit !== undefined; unit = from.pop()) {
      if (this.taken.has(unit)) continue;
      this.taken.add(unit);
      return true;
    }
    return false;
  }
}
