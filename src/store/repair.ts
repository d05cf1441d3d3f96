import type { CommandBus } from '../kernel/bus';
import type { Database, Queryable, Transaction } from '../kernel/database';
import type { Mutation } from '../kernel/declare';
import { newUlid } from '../kernel/ids';
import { systemPrincipal } from '../kernel/principal';
import { holdShown, START, seeKeys, seeMissing, sendMarks, type ThingKind, thingKinds } from './projection-store';

/** Keys, or things of the shop, that one statement looks at. */
const PART = 1_000;

/** Where a look over the projection goes on: behind a key of the projection, then behind a thing of each kind. */
export type Place =
  | { readonly in: 'keys'; readonly after: string }
  | { readonly in: ThingKind; readonly after: readonly [at: string, id: string] };

/** What one look has found. */
export interface Look {
  /** Identifiers of what is shown wrong, and keys that nothing has any more. */
  readonly names: readonly string[];
  /** Keys that were looked at. */
  readonly keys: number;
  /** Keys that would be written or removed. */
  readonly changed: number;
  /** By how much the number of keys would grow. */
  readonly growth: number;
  /** Where the next look begins; undefined when all is seen. */
  readonly next: Place | undefined;
}

export const BEGIN: Place = { in: 'keys', after: '' };

/** Holds a part of the projection against the shop, in one statement that holds nobody up. */
export async function look(db: Queryable, storeId: string, place: Place): Promise<Look> {
  if (place.in === 'keys') {
    const { last, ...seen } = await seeKeys(db, storeId, place.after, PART);
    return { ...seen, next: last === null ? firstOf(0) : { in: 'keys', after: last } };
  }
  const { names, last } = await seeMissing(db, storeId, place.in, place.after, PART);
  const next: Place | undefined =
    last === null ? firstOf(thingKinds.indexOf(place.in) + 1) : { in: place.in, after: last };
  return { names, keys: 0, changed: names.length, growth: names.length, next };
}

const firstOf = (index: number): Place | undefined => {
  const kind = thingKinds[index];
  return kind && { in: kind, after: START };
};

/** What a repair came to. */
export interface Repaired {
  /** Keys that were looked at, and things that have none. */
  readonly keys: number;
  readonly repaired: number;
}

/** How far a repair is. */
export interface RepairedSoFar extends Repaired {
  /** Undefined: only its own trace is still to be left. */
  readonly place: Place | undefined;
}

/**
 * Repairs the projection of a store part by part, each in a transaction of its own that moves the generation when something was wrong.
 * A bump that somebody left is made with it. The log tells what it came to, also when nothing was wrong.
 * @param from where an earlier attempt was
 */
export async function repairStore(
  { bus, database }: { readonly bus: CommandBus; readonly database: Database },
  storeId: string,
  from: RepairedSoFar = { place: BEGIN, keys: 0, repaired: 0 },
  onPart: (far: RepairedSoFar) => void,
): Promise<Repaired> {
  let far = from;
  while (far.place) {
    const { names, keys, changed, growth, next } = await look(database.reader(storeId), storeId, far.place);
    if (names.length > 0) await leave(bus, storeId, { keys, repaired: changed }, names);
    far = { place: next, keys: far.keys + keys + Math.max(0, growth), repaired: far.repaired + changed };
    onPart(far);
  }
  const { keys, repaired } = far;
  await leave(bus, storeId, { keys, repaired }, []);
  return { keys, repaired };
}

/** Leaves the trace of a repair, and repairs these with it. */
function leave(bus: CommandBus, storeId: string, found: Repaired, names: readonly string[]): Promise<void> {
  const mutation: Mutation = {
    id: 'store.syncKv',
    policy: 'owner',
    flags: ['bumps generation'],
    irreversible: true,
    refuses: [],
    async run({ tx, record }) {
      if (names.length === 0) return found;
      repair(tx, storeId, names);
      record('projection', storeId, { repaired: 0 }, { repaired: found.repaired });
      return found;
    },
  };
  return bus.inTransaction(storeId, async (tx) => {
    const call = { principal: systemPrincipal(storeId, 'nightly'), payload: found, mutation };
    const rehearsal = await bus.rehearse(tx, call, await bus.timeOf(tx));
    await rehearsal.keep(`projection/${newUlid()}`, {});
    return { keep: true, value: undefined };
  });
}

/** Has what is shown wrong projected with the bump of the call that this is a part of. */
export function repair(tx: Transaction, storeId: string, names: readonly string[]): void {
  holdShown(tx, storeId, names);
  // What has got another handle is found twice.
  sendMarks(tx, storeId, newUlid(), [...new Set(names)]);
}
