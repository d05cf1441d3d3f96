import type { Transaction } from '../../kernel/database/queryable';
import { type Amount, type AmountName, amountsStated, type Entity, type Stated } from '../../kernel/declaration/entity';
import type { Change } from '../../kernel/trace/change';
import { awaitTurn } from '../../kernel/trial/turn-store';
import { type DriftRow, findDrift, keepDrift, type Period } from './drift-store';
import { type MarkedAmount, type MarkMoves, markedAmount, markMoves, markNames } from './marks';

/**
 * How far prices have drifted from what they were when a period began (a proposal of an agent, the day of a developer
 * token). The first call of the period that touches an amount leaves behind what it was; every later one is held against that.
 *
 * A null amount is read as what stands in for it: a variant without a price has that of its product, so setting one is a change
 * of price. An amount of a new thing is held against its stand-in too, unless that is as new: the price of a new product is free
 * to choose, and is what the rest of the period is held against.
 *
 * A thing with parts is offered by its parts, one without by itself. A part that is added has no beginning: it has to stay near
 * the range in which the thing was offered. And names are no way around: what is offered under a name that it did not have (a
 * part that was added or renamed, a thing that lost its last part) is also held against everything that lost its place in the
 * period, by being removed or renamed, by another's taking its name, or by a thing's getting parts. In which order, and in how
 * many calls, makes no difference. The same holds for marks, across all things of the store.
 */
export interface Touched {
  readonly changed: readonly ChangedAmount[];
  /** Amounts as the call left them, of everything that it changed, of what stands in for that, and of the parts beside it. */
  readonly standing: ReadonlyMap<string, Amount>;
  /** Amounts that are known by other marks than before the call. */
  readonly marked: readonly MarkedAmount[];
}

interface ChangedAmount extends AmountName, Pick<DriftRow, 'joined' | 'displaced'> {
  /** Id of the thing that was changed: that which has the amount, or what that is a part of. */
  readonly within: string;
  /** The amount before the call; undefined: the thing is new. */
  readonly before: number | null | undefined;
  /** The amount after the call; undefined: the thing is removed. */
  readonly after: number | null | undefined;
}

interface Since extends Period {
  /** The name of the period for readers. */
  readonly name: string;
  /** True when the changes of the period have not happened: their outcome is read from the stored amounts. */
  readonly rehearsed: boolean;
}

const keyOf = ({ id, field }: AmountName): string => `${id} ${field}`;

/** The prices that changes of a token touch, and their stand-ins. Asks nothing when no price is touched. */
export async function touchedAmounts(
  tx: Transaction,
  { storeId, tokenId }: Pick<Period, 'storeId' | 'tokenId'>,
  entities: readonly Entity[],
  changes: readonly Change[],
): Promise<Touched> {
  const touches = changes.flatMap((change) => touchOf(entities, change));
  const changed = touches.flatMap((touch) => touch.changed);
  const moves = markMoves(entities, changes);
  // Each call of the token sees what the one before it left.
  if (changed.length + moves.ids.length > 0) awaitTurn(tx, storeId, tokenId);
  const standing = new Map<string, Amount>();
  const asked = new Set<string>();
  let ids = [...new Set([...touches.flatMap((touch) => touch.beside), ...moves.ids])];
  let besides: Besides = moves;
  while (ids.length > 0) {
    for (const id of ids) asked.add(id);
    const found = await Promise.all(entities.flatMap(({ amounts }) => amounts?.(tx, storeId, ids, besides) ?? []));
    for (const amount of found.flat()) standing.set(keyOf(amount), amount);
    ids = [...new Set(found.flat().flatMap(({ standIn }) => standIn?.id ?? []))].filter((id) => !asked.has(id));
    besides = NOTHING;
  }
  const wholes = touches.flatMap(({ wholes }) => wholes).map((whole) => wholeAmount(whole, changed, standing));
  const named = new Set(wholes.map(keyOf));
  const gone = changed.filter((amount) => !standing.has(keyOf(amount))).map((amount) => ({ ...amount, marks: [] }));
  return {
    changed: [...changed.filter((amount) => !named.has(keyOf(amount))), ...wholes],
    standing,
    marked: [...standing.values(), ...gone].flatMap((amount) => markedAmount(moves, amount)),
  };
}

type Besides = Pick<MarkMoves, 'offered' | 'marks'>;

const NOTHING: Besides = { offered: [], marks: [] };

interface Touch {
  readonly changed: readonly ChangedAmount[];
  /** The amounts of the thing itself that change with its parts. */
  readonly wholes: readonly (AmountName & Pick<DriftRow, 'joined' | 'displaced'>)[];
  /** Ids of everything whose amounts have a part in the judgement. */
  readonly beside: readonly string[];
}

/** A thing that gets its first part or loses its last one changes its place, also where its own amount stays. */
function wholeAmount(
  { id, field, joined, displaced }: Touch['wholes'][number],
  changed: readonly ChangedAmount[],
  standing: Touched['standing'],
): ChangedAmount {
  const key = keyOf({ id, field });
  const own = changed.find((amount) => keyOf(amount) === key);
  const amount = standing.get(key)?.amount ?? null;
  return { id, field, within: id, before: amount, after: amount, ...own, joined, displaced };
}

function touchOf(entities: readonly Entity[], { entity: word, id: within, before, after }: Change): Touch[] {
  const entity = entities.find((candidate) => candidate.word === word);
  if (!entity) return [];
  const was = new Map(amountsStated(entity, within, before).map((stated) => [keyOf(stated), stated]));
  const is = new Map(amountsStated(entity, within, after).map((stated) => [keyOf(stated), stated]));
  const parts = before && after ? placesOf(within, was, is) : { joined: [], displaced: [] };
  const joined = new Set(parts.joined);
  const displaced = new Set(parts.displaced);
  const changed = [...new Map([...was, ...is])].flatMap(([key, { id, field }]): ChangedAmount[] => {
    const [old, now] = [was.get(key)?.amount, is.get(key)?.amount];
    const place = { joined: joined.has(key), displaced: displaced.has(key) };
    const same = old === now && !place.joined && !place.displaced;
    return same ? [] : [{ id, field, within, before: old, after: now, ...place }];
  });
  const ids = changed.length === 0 ? [] : [within, ...[...was.values(), ...is.values()].map(({ id }) => id)];
  return [{ changed, wholes: before && after ? wholesOf(within, was, is) : [], beside: ids }];
}

type StatedByKey = ReadonlyMap<string, Stated>;

/** Keys of the parts' amounts that are offered under a name that they did not have, and of those that lost their place. */
function placesOf(within: string, was: StatedByKey, is: StatedByKey): { joined: string[]; displaced: string[] } {
  const isPart = ([, { id }]: [string, Stated]): boolean => id !== within;
  const joined = [...is].filter(isPart).filter(([key, { name }]) => was.get(key)?.name !== name || !was.has(key));
  const displaced = [...was].filter(isPart).filter(([key, { field, name }]) => {
    const stays = is.get(key)?.name === name && is.has(key);
    return !stays || joined.some(([other, taker]) => other !== key && taker.name === name && taker.field === field);
  });
  return { joined: joined.map(([key]) => key), displaced: displaced.map(([key]) => key) };
}

function wholesOf(within: string, was: StatedByKey, is: StatedByKey): Touch['wholes'] {
  const fieldsOfParts = (stated: StatedByKey): Set<string> =>
    new Set([...stated.values()].flatMap(({ id, field }) => (id === within ? [] : [field])));
  const [old, now] = [fieldsOfParts(was), fieldsOfParts(is)];
  return [...new Set([...old, ...now])]
    .filter((field) => old.has(field) !== now.has(field))
    .map((field) => ({ id: within, field, joined: old.has(field), displaced: now.has(field) }));
}

/** An amount that may not be changed so much. */
export interface TooFar {
  readonly name: AmountName;
  readonly percent: number;
  readonly percentMax: number;
  /** Names in a sentence, by identifiers, what it is held against. */
  readonly origin: string;
  /** The name of the period for readers. */
  readonly since: string;
}

/**
 * Judges the changed amounts of a call, and keeps the amounts against which later calls of the period are held.
 * @returns the changes that go too far, or undefined
 */
export async function driftBeyond(
  tx: Transaction,
  since: Since,
  percentMax: number,
  touched: Touched,
): Promise<TooFar | undefined> {
  const { standing, marked } = touched;
  if (touched.changed.length + marked.length === 0) return undefined;
  const names = [...standing.values(), ...touched.changed].map(({ id }) => id);
  const marks = marked.flatMap(({ taken, lost }) => [...taken, ...lost]);
  const rows = await findDrift(tx, since, [...new Set([...names, ...marks])]);
  const kept = new Map(rows.map((row) => [keyOf(row), row]));
  const changed = [...touched.changed, ...unchanged(touched, since.rehearsed ? kept : new Map())];
  const drift = new Drift(kept, { ...touched, changed }, since.rehearsed);
  for (const name of [...changed.filter(({ after }) => after !== undefined), ...drift.alsoMoved(rows)]) {
    for (const origin of drift.originsOf(name)) {
      const percent = percentFrom(drift.now(name), origin);
      if (percent <= percentMax) continue;
      return { name, percent, percentMax, origin: origin.said, since: since.name };
    }
  }
  const known = [...changed, ...drift.unkeptStandIns(changed)];
  await keepDrift(tx, since, [...known.map((amount) => drift.rowOf(amount)), ...drift.marksTouched()]);
  return undefined;
}

/** Marked amounts that the call has not changed otherwise. @param kept the amounts that changes leave which have not happened */
function unchanged(
  { changed, standing, marked }: Touched,
  kept: ReadonlyMap<string, Pick<DriftRow, 'latest'>>,
): ChangedAmount[] {
  const others = new Set(changed.map(keyOf));
  return marked.flatMap(({ id, field }) => {
    const key = keyOf({ id, field });
    if (others.has(key)) return [];
    const amount = kept.has(key) ? (kept.get(key)?.latest ?? null) : (standing.get(key)?.amount ?? null);
    return [{ id, field, within: id, before: amount, after: amount, joined: false, displaced: false }];
  });
}

/** The range from which an amount may start, from `low` to `high`; null when there was none. */
interface Origin {
  readonly low: number | null;
  readonly high: number | null;
  /** `it was`: names it in a sentence. */
  readonly said: string;
}

/** Computes the distance of an amount from its range, in percent; 0 when the amount is gone. */
function percentFrom(now: number | null, { low, high }: Origin): number {
  if (now === null) return 0;
  if (low === null || high === null) return Number.POSITIVE_INFINITY;
  if (now >= low && now <= high) return 0;
  const nearest = now < low ? low : high;
  // Multiplied first: 7 % of whole kuruş is 7, and not the least bit more.
  return nearest === 0 ? Number.POSITIVE_INFINITY : (Math.abs(now - nearest) * 100) / nearest;
}

/** `10.01 %`: with as many digits as it takes to be more than what is allowed. */
export function farFrom(percent: number, percentMax: number): string {
  if (!Number.isFinite(percent)) return 'more than any percentage';
  let digits = 1;
  while (Number(percent.toFixed(digits)) <= percentMax) digits += 1;
  return `${percent.toFixed(digits)} %`;
}

type Range = Pick<Origin, 'low' | 'high'>;

const at = (amount: number | null): Range => ({ low: amount, high: amount });

class Drift {
  private readonly changed: ReadonlyMap<string, ChangedAmount>;
  private readonly standing: ReadonlyMap<string, Amount>;
  private readonly marked: ReadonlyMap<string, MarkedAmount>;

  constructor(
    private readonly kept: ReadonlyMap<string, DriftRow>,
    touched: Touched,
    private readonly rehearsed: boolean,
  ) {
    this.changed = new Map(touched.changed.map((amount) => [keyOf(amount), amount]));
    this.standing = touched.standing;
    this.marked = new Map(touched.marked.map((amount) => [keyOf(amount), amount]));
  }

  /** Kept amounts that follow a changed one because they have no value of their own, or whose place is another one's since. */
  alsoMoved(rows: readonly DriftRow[]): AmountName[] {
    const wholes = new Set([...this.changed.values()].flatMap((amount) => (amount.displaced ? wholeOf(amount) : [])));
    return rows.filter((row) => {
      if (this.changed.has(keyOf(row))) return false;
      return (row.inherits && row.latest === null) || (row.joined && wholes.has(row.standIn?.id ?? row.id));
    });
  }

  /** Collects the ranges against which an amount is held. */
  originsOf(name: AmountName): Origin[] {
    const key = keyOf(name);
    const own = this.ownBeginning(name);
    const { standIn } = this.linkOf(name);
    const from = own ? [{ ...own, said: this.isAdded(key) ? 'those beside it were' : 'it was' }] : [];
    const inherited = !own && standIn ? this.originsOf(standIn) : [];
    const places = this.hasJoined(key) ? this.displacedBeside(name) : [];
    const all = [...from, ...inherited, ...places];
    return [...(all.length > 0 ? all : [{ ...at(null), said: 'it was' }]), ...this.originsByMark(name)];
  }

  /** Finds the amounts between a thing and the one that it follows, so that a later change of that one finds it. */
  unkeptStandIns(names: readonly AmountName[]): ChangedAmount[] {
    const found = new Map<string, ChangedAmount>();
    for (const name of names) {
      for (let next = this.linkOf(name).standIn; next; next = this.linkOf(next).standIn) {
        const key = keyOf(next);
        if (this.kept.has(key) || this.changed.has(key)) continue;
        const amount = this.standing.get(key)?.amount ?? null;
        found.set(key, { ...next, within: next.id, before: amount, after: amount, joined: false, displaced: false });
      }
    }
    return [...found.values()];
  }

  now(name: AmountName): number | null {
    const key = keyOf(name);
    const changed = this.changed.get(key);
    const kept = this.rehearsed ? this.kept.get(key) : undefined;
    const own = changed ? (changed.after ?? null) : kept ? kept.latest : (this.standing.get(key)?.amount ?? null);
    if (own !== null) return own;
    const { standIn, inherits } = this.linkOf(name);
    return standIn && inherits ? this.now(standIn) : null;
  }

  rowOf(amount: ChangedAmount): DriftRow {
    const { standIn, inherits } = this.linkOf(amount);
    const { id, field, after, joined, displaced } = amount;
    const began = this.ownBeginning(amount) ?? at(null);
    return {
      id,
      field,
      began: began.low,
      beganMax: this.isAdded(keyOf(amount)) ? began.high : null,
      latest: after ?? null,
      standIn,
      // A removed thing follows nothing.
      inherits: inherits && after !== undefined,
      joined,
      displaced,
      taken: this.takenBy(amount),
    };
  }

  /** Reads the amount's own beginning; undefined: it had, or has, no value of its own, and is held against its stand-in. */
  private ownBeginning(name: AmountName): Range | undefined {
    const key = keyOf(name);
    const kept = this.kept.get(key);
    if (kept) return kept.began === null ? undefined : { low: kept.began, high: kept.beganMax ?? kept.began };
    const changed = this.changed.get(key);
    if (changed?.before === undefined && changed) return this.beginningOfNew(changed);
    const own = changed ? (changed.before ?? null) : (this.standing.get(key)?.amount ?? null);
    return own === null ? undefined : at(own);
  }

  private beginningOfNew(amount: ChangedAmount): Range | undefined {
    if (amount.joined) return this.rangeBeside(amount);
    if (this.oldStandIn(amount) || amount.after == null) return undefined;
    return at(amount.after);
  }

  /** Reads the range of prices, cheapest to dearest, at which the thing was offered to which a part was added. */
  private rangeBeside({ within, field }: ChangedAmount): Range {
    const beside = this.partsOf(within, field).filter((name) => !this.isAdded(keyOf(name)));
    const origins = beside.length > 0 ? beside : [{ id: within, field }];
    const prices = origins.map((name) => this.priceAtBeginning(name)).filter((price) => price !== null);
    return prices.length > 0 ? { low: Math.min(...prices), high: Math.max(...prices) } : at(null);
  }

  /** Collects the amounts that lost their place beside an amount, as they were in that place. */
  private displacedBeside(name: AmountName): Origin[] {
    const whole = this.linkOf(name).standIn?.id ?? name.id;
    const beside = [{ id: whole, field: name.field }, ...this.partsOf(whole, name.field)];
    return beside.flatMap((other) => {
      const key = keyOf(other);
      const lost = this.changed.get(key)?.displaced || this.kept.get(key)?.displaced;
      if (!lost || other.id === name.id || this.isAdded(key)) return [];
      return [{ ...at(this.priceAtBeginning(other)), said: `that of ${other.id}, whose place it may take, was` }];
    });
  }

  /** Collects the amounts at the beginning under marks that an amount has taken since. */
  private originsByMark(name: AmountName): Origin[] {
    return this.takenBy(name).flatMap((mark) => {
      const range = this.rangeOfMark({ id: mark, field: name.field });
      return range.low === null ? [] : [{ ...range, said: `what has the ${mark} was` }];
    });
  }

  private takenBy(name: AmountName): string[] {
    const key = keyOf(name);
    return [...new Set([...(this.kept.get(key)?.taken ?? []), ...(this.marked.get(key)?.taken ?? [])])];
  }

  /** The first call of the period in which the mark was taken or given up has left behind who had it; this one may be the first. */
  private rangeOfMark(mark: AmountName): Range {
    const kept = this.kept.get(keyOf(mark));
    if (kept) return { low: kept.began, high: kept.beganMax };
    const prices = this.holdersBefore(mark)
      .map((name) => this.priceAtBeginning(name))
      .filter((price) => price !== null);
    return prices.length > 0 ? { low: Math.min(...prices), high: Math.max(...prices) } : at(null);
  }

  private holdersBefore({ id: mark, field }: AmountName): AmountName[] {
    const stayed = [...this.standing.values()].filter(
      (amount) => markNames(amount).includes(mark) && !this.marked.get(keyOf(amount))?.taken.includes(mark),
    );
    const left = [...this.marked.values()].filter(({ lost }) => lost.includes(mark));
    return [...stayed, ...left].filter((amount) => amount.field === field);
  }

  /** Reads the amounts that were offered under the marks which the call moves. */
  marksTouched(): DriftRow[] {
    const touched = [...this.marked.values()].flatMap(({ field, taken, lost }) =>
      [...taken, ...lost].map((id) => ({ id, field })),
    );
    return [...new Map(touched.map((mark) => [keyOf(mark), mark])).values()].map((mark) => {
      const { low, high } = this.rangeOfMark(mark);
      const row = { latest: null, standIn: null, inherits: false, joined: false, displaced: false, taken: [] };
      return { ...mark, began: low, beganMax: high, ...row };
    });
  }

  private priceAtBeginning(name: AmountName): number | null {
    const own = this.ownBeginning(name);
    if (own) return own.low;
    const { standIn } = this.linkOf(name);
    return standIn ? this.priceAtBeginning(standIn) : null;
  }

  /** Known parts of a thing that have such an amount, gone ones included. */
  private partsOf(whole: string, field: string): AmountName[] {
    const known = new Map<string, AmountName>([...this.kept, ...this.standing, ...this.changed]);
    return [...known.values()].filter((name) => {
      return name.field === field && name.id !== whole && this.linkOf(name).standIn?.id === whole;
    });
  }

  private hasJoined(key: string): boolean {
    return this.changed.get(key)?.joined || this.kept.get(key)?.joined || false;
  }

  /** Tells whether the part was added in the period, to a thing that was there before. */
  private isAdded(key: string): boolean {
    const kept = this.kept.get(key);
    if (kept) return kept.beganMax !== null;
    const changed = this.changed.get(key);
    return changed?.before === undefined && changed?.joined === true;
  }

  /** Tells whether an amount stands in for it that was there before the call. */
  private oldStandIn(name: AmountName): boolean {
    const { standIn } = this.linkOf(name);
    if (!standIn) return false;
    const changed = this.changed.get(keyOf(standIn));
    const isNew = changed !== undefined && changed.before === undefined;
    return isNew ? this.oldStandIn(standIn) : true;
  }

  private linkOf(name: AmountName): Pick<Amount, 'standIn' | 'inherits'> {
    const key = keyOf(name);
    return this.standing.get(key) ?? this.kept.get(key) ?? linkOfGone(this.changed.get(key));
  }
}

const wholeOf = ({ within }: ChangedAmount): string => within;

/** Links a removed part to its whole. It had the amount of the whole when it had none of its own. */
const linkOfGone = (gone: ChangedAmount | undefined): Pick<Amount, 'standIn' | 'inherits'> => ({
  standIn: gone && gone.within !== gone.id ? { id: gone.within, field: gone.field } : null,
  inherits: false,
});
