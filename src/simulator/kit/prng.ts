/** Scrambles 32 bits so that neighbouring inputs give unrelated outputs (the finaliser of MurmurHash3). */
function scramble(bits: number): number {
  let mixed = bits ^ (bits >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * A random number that depends on its three arguments alone. Content number 900,000 costs as much as content
 * number 3, which a generator that has to be stepped could not offer.
 * @param stream tells apart the questions that are asked about one index
 * @returns 0 … 2³² − 1
 */
export function roll(seed: number, index: number, stream: number): number {
  const keyed = scramble(Math.imul(seed | 0, 0x9e3779b1) + Math.imul(stream + 1, 0x27d4eb2f));
  return scramble(keyed ^ Math.imul(index + 1, 0x165667b1)) >>> 0;
}

/** {@link roll} as a fraction, 0 ≤ x < 1. */
export const rollFraction = (seed: number, index: number, stream: number): number =>
  roll(seed, index, stream) / 0x1_0000_0000;

/** Picks one element of a list that is known not to be empty. */
export function pick<T>(list: readonly T[], random: number): T {
  return list[random % list.length] as T;
}
