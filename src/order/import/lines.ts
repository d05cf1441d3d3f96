import { type UnitShare, vatIn } from '../../checkout/price/shares';
import { QUANTITY_MAX } from '../../checkout/session/limits';
import { type OrderLine, untouched } from '../line/table';
import type { SoldPieces } from '../package/pieces';
import { joined } from '../piece/progress';
import { FreeUnits, Prices } from './prices';

/*
 * The lines of an order of a marketplace, as its packages tell of them. Lines only grow: what is cancelled stays on its line as never
 * sent, with its money given back. A cancelled piece that turns out to live in another package goes on.
 */

/** Pieces of one package on lines of the order. */
export type Placing = readonly { readonly lineId: string; readonly quantity: number }[];

/** A thing as the marketplace that sold it calls it. */
export interface Sold {
  readonly title: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly vatRate: number;
}

interface Known {
  readonly orderId: string;
  readonly lines: readonly OrderLine[];
  /** Pieces of packages as they are placed by now, by the id of the package. */
  readonly placings: ReadonlyMap<string, Placing>;
  soldAs(key: string): Sold;
  newId(prefix: string): string;
}

export interface Planned {
  readonly lines: readonly OrderLine[];
  /** Pieces of each live package as they are placed from now on. */
  readonly placings: ReadonlyMap<string, Placing>;
  /** Units that are cancelled by this, and were not before. */
  readonly gone: readonly UnitsOfLine[];
  /** Units that were cancelled and go on after all. */
  readonly back: readonly UnitsOfLine[];
}

interface UnitsOfLine {
  readonly lineId: string;
  readonly units: readonly number[];
}

/** Plans the next state of an order's lines. */
export function plannedLines(told: ReadonlyMap<string, SoldPieces>, known: Known): Planned {
  const lines = [...known.lines];
  const placings = new Map<string, { lineId: string; quantity: number }[]>();
  const gone: UnitsOfLine[] = [];
  const back: UnitsOfLine[] = [];
  for (const [key, said] of told) {
    const plan = new PlanOfKey(
      key,
      said,
      lines.filter(({ channelLine }) => channelLine === key),
      known,
    );
    back.push(...plan.revive());
    plan.grow(lines.length);
    plan.keepPlaced();
    gone.push(...plan.cancel());
    plan.place();
    for (const [packageId, placing] of plan.placings)
      placings.set(packageId, [...(placings.get(packageId) ?? []), ...placing]);
    for (const line of plan.lines) {
      const at = lines.findIndex(({ id }) => id === line.id);
      if (at < 0) lines.push(line);
      else lines[at] = line;
    }
  }
  return { lines, placings, gone, back };
}

const priced = (price: number, vatRate: number): UnitShare => ({
  price,
  discount: 0,
  shipping: 0,
  codFee: 0,
  vat: vatIn(price, vatRate),
});

/** Counts of a line of which nothing was sent or given back yet. */
const FRESH = { ...untouched, refundedUnits: [], keptUnits: [], removedUnits: [], unpaidUnits: [] };

class PlanOfKey {
  readonly placings = new Map<string, { lineId: string; quantity: number }[]>();
  private readonly free = new Map<string, number>();
  /** Pieces that were cancelled before, and are still. */
  private unsentBefore: number;

  constructor(
    private readonly key: string,
    private readonly told: SoldPieces,
    public lines: OrderLine[],
    private readonly known: Known,
  ) {
    this.unsentBefore = this.sum(({ unsent }) => unsent);
  }

  private sum(of: (line: OrderLine) => number): number {
    return this.lines.reduce((total, line) => total + of(line), 0);
  }

  private get placed(): number {
    return [...this.told.placed.values()].reduce((total, pieces) => total + pieces, 0);
  }

  /** Pieces that are not cancelled: in live packages, or on their way from one package to another. */
  private get staying(): number {
    return this.told.total - this.told.gone;
  }

  private get needed(): number {
    return Math.max(this.staying, this.placed);
  }

  /** Lets cancelled units go on that are needed, and are told as cancelled no more; first those that cost something else than what still is. */
  revive(): readonly UnitsOfLine[] {
    const live = this.sum(({ quantity }) => quantity) - this.unsentBefore;
    const count = Math.min(this.unsentBefore - this.told.gone, this.needed - live);
    if (count <= 0) return [];
    const stay = new Prices(this.told.gonePrices);
    const chosen = this.lines
      .flatMap(({ id, units, refundedUnits, keptUnits }) => {
        const kept = new Set(keptUnits);
        // A unit that came back by a claim was never cancelled.
        return refundedUnits
          .filter((unit) => kept.has(unit))
          .map((unit) => ({ id, unit, isTold: stay.take((units[unit] as UnitShare).price) }));
      })
      .toSorted((a, b) => Number(a.isTold) - Number(b.isTold))
      .slice(0, count);
    const unitsOf = (lineId: string): number[] => chosen.flatMap(({ id, unit }) => (id === lineId ? [unit] : []));
    this.lines = this.lines.map((line) => {
      const units = unitsOf(line.id);
      const revived = new Set(units);
      const others = (all: readonly number[]): number[] => all.filter((unit) => !revived.has(unit));
      return units.length === 0
        ? line
        : {
            ...line,
            unsent: line.unsent - units.length,
            keptUnits: others(line.keptUnits),
            refundedUnits: others(line.refundedUnits),
          };
    });
    this.unsentBefore -= chosen.length;
    return [...new Set(chosen.map(({ id }) => id))].map((lineId) => ({ lineId, units: unitsOf(lineId) }));
  }

  /** Grows the line to as many pieces as are told, at the prices that are told. @param place the place of new lines */
  grow(place: number): void {
    const open = this.withPrices();
    const wanted = Math.max(this.unsentBefore, this.told.gone) + this.needed;
    const more = wanted - this.sum(({ quantity }) => quantity);
    const last = this.told.prices.at(-1) ?? 0;
    let position = place;
    let used = 0;
    for (let left = more; left > 0; ) {
      const room = QUANTITY_MAX - (this.lines.at(-1)?.quantity ?? QUANTITY_MAX);
      if (room === 0) {
        this.lines = [...this.lines, this.fresh(position)];
        position += 1;
        continue;
      }
      const count = Math.min(room, left);
      const from = used;
      this.growLast(Array.from({ length: count }, (_, at) => open[from + at] ?? last));
      used += count;
      left -= count;
    }
  }

  private fresh(position: number): OrderLine {
    const { title, sku, barcode, vatRate } = this.known.soldAs(this.key);
    return {
      id: this.known.newId('oln'),
      orderId: this.known.orderId,
      position,
      productId: null,
      variantId: null,
      title,
      variantTitle: null,
      sku,
      barcode,
      quantity: 0,
      unitPrice: 0,
      vatRate,
      requiresShipping: true,
      digitalKind: 'none',
      withdrawalException: null,
      units: [],
      stockTaken: 0,
      oversold: 0,
      channelLine: this.key,
      ...FRESH,
    };
  }

  private growLast(prices: readonly number[]): void {
    const line = this.lines.at(-1) as OrderLine;
    const units = [...line.units, ...prices.map((price) => priced(price, line.vatRate))];
    const unitPrice = (units[0] as UnitShare).price;
    this.lines = [...this.lines.slice(0, -1), { ...line, quantity: units.length, units, unitPrice }];
  }

  /** Gives units the prices that are told, but those whose money was given back. @returns prices that no unit has */
  private withPrices(): number[] {
    const open = new Prices(this.told.prices);
    let given = this.told.gone;
    for (const { units, refundedUnits, keptUnits } of this.lines) {
      const kept = new Set(keptUnits);
      for (const unit of refundedUnits) {
        const { price } = units[unit] as UnitShare;
        // A unit that came back by a claim is in its package still.
        if (!kept.has(unit)) open.take(price);
        else if (given > 0 && open.take(price)) given -= 1;
      }
    }
    const odd = this.lines.map(({ units, refundedUnits }) => {
      const refunded = new Set(refundedUnits);
      return [...units.keys()].filter((unit) => !refunded.has(unit) && !open.take((units[unit] as UnitShare).price));
    });
    const rest = open.rest();
    let used = 0;
    this.lines = this.lines.map((line, place) => {
      const units = (odd[place] as number[]).slice(0, rest.length - used);
      const prices = new Map(units.map((unit, at) => [unit, rest[used + at] as number]));
      used += units.length;
      return prices.size === 0 ? line : repriced(line, prices);
    });
    return rest.slice(used);
  }

  /** Pieces of packages that are where they were stay on their lines. */
  keepPlaced(): void {
    for (const { id, quantity, unsent } of this.lines) this.free.set(id, quantity - unsent);
    for (const [packageId, pieces] of this.told.placed) {
      const before = (this.known.placings.get(packageId) ?? []).filter(({ lineId }) => this.free.has(lineId));
      if (before.reduce((sum, { quantity }) => sum + quantity, 0) !== pieces) continue;
      this.placings.set(packageId, [...before]);
      for (const { lineId, quantity } of before) this.occupy(lineId, quantity);
    }
  }

  private occupy(lineId: string, quantity: number): void {
    this.free.set(lineId, (this.free.get(lineId) as number) - quantity);
  }

  /** Cancels as many units as are told, those first that cost what was cancelled. */
  cancel(): { lineId: string; units: number[] }[] {
    let left = this.sum(({ quantity }) => quantity) - this.unsentBefore - this.needed;
    const open = new Prices(this.told.gonePrices);
    for (const { units, refundedUnits, keptUnits } of this.lines) {
      const kept = new Set(keptUnits);
      for (const unit of refundedUnits) if (kept.has(unit)) open.take((units[unit] as UnitShare).price);
    }
    const prices = open.rest().values();
    const free = this.lines.map((line) => ({ id: line.id, units: new FreeUnits(line) })).reverse();
    const choose = (wanted: number | null): boolean => {
      const found = free.find(({ id, units }) => (this.free.get(id) as number) > 0 && units.takeLast(wanted));
      if (found) this.occupy(found.id, 1);
      return found !== undefined;
    };
    for (; left > 0; left -= 1) {
      const wanted = prices.next().value ?? null;
      if (!choose(wanted) && !choose(null)) break;
    }
    const chosen = new Map(free.flatMap(({ id, units }) => (units.taken.size > 0 ? [[id, [...units.taken]]] : [])));
    this.lines = this.lines.map((line) => {
      const units = chosen.get(line.id) ?? [];
      if (units.length === 0) return line;
      return {
        ...line,
        unsent: line.unsent + units.length,
        keptUnits: joined(line.keptUnits, units),
        refundedUnits: joined(line.refundedUnits, units),
      };
    });
    return [...chosen].map(([lineId, units]) => ({ lineId, units: units.toSorted((a, b) => a - b) }));
  }

  /** Finds lines for the pieces of packages that are new, or hold something else than before. */
  place(): void {
    for (const [packageId, pieces] of this.told.placed) {
      if (this.placings.has(packageId)) continue;
      const placing: { lineId: string; quantity: number }[] = [];
      let left = pieces;
      for (const { id } of this.lines) {
        const quantity = Math.min(left, this.free.get(id) as number);
        if (quantity <= 0) continue;
        placing.push({ lineId: id, quantity });
        this.occupy(id, quantity);
        left -= quantity;
      }
      this.placings.set(packageId, placing);
    }
  }
}

function repriced(line: OrderLine, prices: ReadonlyMap<number, number>): OrderLine {
  const units = line.units.map((unit, place) => {
    const price = prices.get(place);
    return price === undefined ? unit : priced(price, line.vatRate);
  });
  return { ...line, units, unitPrice: (units[0] as UnitShare).price };
}
