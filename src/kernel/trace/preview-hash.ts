import { canonicalJson } from '../canonical';
import type { FieldUnits, KeptByShop } from '../declaration/entity';
import { digestOf } from '../digest';
import { groupedBy } from '../grouped';
import { kindOf } from '../ids';
import { ANY_NAME } from '../schema/walk';
import type { FieldChange } from './change';
import { isSame } from './difference';
import type { QueuedEffect } from './effect';

/**
 * The manner in which a preview is hashed. Hashes of one manner compare; an item of a proposal keeps the manner that it was recorded in.
 * 1: with the answer of the call. Any movement in the answer counted as another effect.
 * 2: by effect alone.
 * 3: keyed. A reader could otherwise guess the parts of an effect that are closed to him.
 * 4: without moments that were read earlier. Items are recorded at one moment and applied at several, and each finds the one before.
 * 5: with the number of things of each kind that the call makes. Some, e.g. a movement of stock, are in no change and no effect.
 */
export type HashManner = 1 | 2 | 3 | 4 | 5;

/** Manner of the hash of every new preview. */
export const HASH_MANNER: HashManner = 5;

/** Effect of a call, and the parts of it that differ with each run. */
export interface Effect {
  readonly changes: readonly FieldChange[];
  readonly effects: readonly QueuedEffect[];
  readonly irreversible: boolean;
  readonly result: unknown;
  /** Identifiers that it made, in order. */
  readonly mintedIds: readonly string[];
  /** Times that it counted from its own, in ISO 8601, with how much later they are, in ms. */
  readonly deadlines: ReadonlyMap<string, number>;
  readonly now: Date;
}

/**
 * A digest of what a call does: equal hashes promise an equal effect, and nobody without the key learns anything else of them. Identifiers stand for their order in it, and times for what
 * they are counted from; what the shop itself notes of a thing is left out, since that moves with every unrelated edit and differs
 * for what an earlier item of the same proposal creates. Whether the generation moves is the caller's to decide (deferBump).
 * @param keyed a keyed digest of a text, in hex
 */
export function previewHash(
  manner: HashManner,
  effect: Effect,
  keptByShop: KeptByShop,
  keyed: (text: string) => string,
): string {
  // A newer release made this preview, and only that release can hold a call against it.
  if (manner > HASH_MANNER) throw new Error(`previews of manner ${manner} are not known to this release`);
  const promised =
    manner === 1
      ? withTheAnswer(effect)
      : {
          changes: plain(promisedChanges(manner, effect.changes, keptByShop, effect.deadlines)),
          // The words about an effect may change from one release to the next.
          effects: effect.effects.map(({ operation, workflowId, names = [] }) => ({ operation, workflowId, names })),
          irreversible: effect.irreversible,
          ...(manner >= 5 ? { makes: countsByKind(effect.mintedIds) } : {}),
        };
  const text = standIns(canonicalJson(promised), effect);
  return manner >= 3 ? keyed(text) : digestOf(text);
}

/**
 * Selects the promised part of the changes. Of a declared time only its presence counts, and of a deadline how much
 * later it is. A field that only moves from one moment to another is left out.
 */
export function promisedChanges(
  manner: HashManner,
  changes: readonly FieldChange[],
  keptByShop: KeptByShop,
  deadlines: Effect['deadlines'] = new Map(),
): FieldChange[] {
  const ofCaller = changes.filter(({ entity, field }) => !keptByShop(entity, field));
  if (manner < 4) return ofCaller;
  return ofCaller.flatMap((change) => {
    // Taken away is that one time and no other.
    const before = timeless(change, change.before, (time) => (change.after === null ? time : A_TIME));
    const after = timeless(change, change.after, (time) => (deadlines.has(time) ? time : A_TIME));
    return isSame(before, after) ? [] : [{ ...change, before, after }];
  });
}

const A_TIME = '#time';

/** @param by the stand-in of a time */
function timeless({ unit, units = {} }: FieldUnits, value: unknown, by: (time: string) => string): unknown {
  if (unit === 'time') return typeof value === 'string' ? by(value) : value;
  const ways = Object.keys(units).filter((way) => units[way] === 'time');
  return ways.reduce((rest, way) => timelessAlong(way.split('/'), rest, by), value);
}

function timelessAlong(way: readonly string[], value: unknown, by: (time: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => timelessAlong(way, item, by));
  const [name, ...rest] = way;
  if (name === undefined) return typeof value === 'string' ? by(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      name === key || name === ANY_NAME ? timelessAlong(rest, child, by) : child,
    ]),
  );
}

const plain = (changes: readonly FieldChange[]) =>
  changes.map(({ entity, id, field, before, after }) => ({ entity, id, field, before, after }));

const countsByKind = (ids: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...groupedBy(ids, kindOf)].map(([kind, made]) => [kind, made.length]));

function standIns(text: string, { mintedIds, deadlines, now }: Effect): string {
  let stood = text.replaceAll(now.toISOString(), '#now');
  for (const [time, ms] of deadlines) stood = stood.replaceAll(time, `#now+${ms}`);
  for (const [index, id] of mintedIds.entries()) stood = stood.replaceAll(id, `#${index}`);
  return stood;
}

/** Manner 1, for items that wait since before there was another. */
const withTheAnswer = ({ changes, effects, result }: Effect) => ({
  changes: plain(changes.filter(({ field }) => !NOTED.has(field))),
  effects: effects.map(({ operation, workflowId, summary }) => ({ operation, workflowId, summary })),
  result: withoutNoted(result),
});

const NOTED = new Set(['rev', 'createdAt', 'updatedAt', 'installedAt', 'setAt']);

function withoutNoted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => (NOTED.has(key) ? [] : [[key, withoutNoted(child)]])),
  );
}
