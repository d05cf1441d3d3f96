import type { Queryable, Transaction } from '../kernel/database/queryable';
import { newUlid } from '../kernel/ids';
import {
  countDiffering,
  type Differing,
  holdShown,
  START,
  seeKeys,
  seeMissing,
  sendMarks,
  type ThingKind,
  thingKinds,
} from './projection-store';

/** Keys, or things of the shop, that one statement looks at. */
const PART = 1_000;

/** Names that one look finds at most: of a key, what is shown under it and what should be. */
export const LOOK_MAX = 2 * PART;

/** The place at which a look over the projection goes on: behind a key of the projection, then behind a thing of each kind. */
export type LookPlace =
  | { readonly in: 'keys'; readonly after: string }
  | { readonly in: ThingKind; readonly after: readonly [at: string, id: string] };

/** The findings of one look. */
export interface Look {
  /** Identifiers of what is shown wrong, and keys that nothing has any more. */
  readonly names: readonly string[];
  /** Keys that were looked at. */
  readonly keys: number;
  /** Keys that would be written or removed. */
  readonly changed: number;
  /** By how much the number of keys would grow. */
  readonly growth: number;
  /** The place at which the next look begins; undefined when all is seen. */
  readonly next: LookPlace | undefined;
}

export const BEGIN: LookPlace = { in: 'keys', after: '' };

/** Holds a part of the projection against the shop, in one statement that holds nobody up. */
export async function look(db: Queryable, storeId: string, place: LookPlace): Promise<Look> {
  if (place.in === 'keys') {
    const { last, ...seen } = await seeKeys(db, storeId, place.after, PART);
    return { ...seen, next: last === null ? firstOf(0) : { in: 'keys', after: last } };
  }
  const { names, last } = await seeMissing(db, storeId, place.in, place.after, PART);
  const next: LookPlace | undefined =
    last === null ? firstOf(thingKinds.indexOf(place.in) + 1) : { in: place.in, after: last };
  return { names, keys: 0, changed: names.length, growth: names.length, next };
}

const firstOf = (index: number): LookPlace | undefined => {
  const kind = thingKinds[index];
  return kind && { in: kind, after: START };
};

/**
 * Has what is shown wrong projected with the bump of the call that this is a part of. A look holds nobody up, so a call beside it may have
 * projected some of it since: what is told is counted once nobody else can.
 * @returns nothing changed: nothing is wrong any more, and no bump is due
 */
export async function repair(tx: Transaction, storeId: string, names: readonly string[]): Promise<Differing> {
  holdShown(tx, storeId, names);
  // A thing with a new handle is found twice.
  const wrong = [...new Set(names)];
  const differing = await countDiffering(tx, storeId, wrong);
  if (differing.changed > 0) sendMarks(tx, storeId, newUlid(), wrong);
  return differing;
}
