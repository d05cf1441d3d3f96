import { canonicalJson, digestOf } from '../canonical';
import type { KeptByShop } from '../declaration/entity';
import type { FieldChange } from './change';
import type { QueuedEffect } from './effect';

/**
 * How a preview is hashed. Hashes of one manner compare; an item of a proposal keeps the manner that it was recorded in.
 * 1: with the answer of the call, so that whatever else moved in what it shows counted as another effect. 2: by effect alone. 3: keyed, since
 * of an effect that its reader may not see whole, what is missing could be guessed and held against the hash.
 */
export type HashManner = 1 | 2 | 3;

/** Of every preview that is made anew. */
export const HASH_MANNER: HashManner = 3;

/** What a call does, and what of that comes out otherwise each time that it runs. */
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
  const promised =
    manner === 1
      ? withTheAnswer(effect)
      : {
          changes: plain(effect.changes.filter(({ entity, field }) => !keptByShop(entity, field))),
          // The words about an effect may change from one release to the next.
          effects: effect.effects.map(({ operation, workflowId, names = [] }) => ({ operation, workflowId, names })),
          irreversible: effect.irreversible,
        };
  const text = standIns(canonicalJson(promised), effect);
  return manner === 3 ? keyed(text) : digestOf(text);
}

const plain = (changes: readonly FieldChange[]) =>
  changes.map(({ entity, id, field, before, after }) => ({ entity, id, field, before, after }));

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
