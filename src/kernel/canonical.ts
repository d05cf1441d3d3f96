import { configure } from 'safe-stable-stringify';

/** No maximum depth: what it would leave out would give different values one hash. Callers' JSON is bounded before (assertStorable). */
const stringify = configure({ deterministic: true, circularValue: Error, bigint: false });

/** JSON with sorted keys: equal values have equal text, and different ones different text. It runs in browsers as well. */
export function canonicalJson(value: unknown): string {
  return stringify(value) ?? 'null';
}
