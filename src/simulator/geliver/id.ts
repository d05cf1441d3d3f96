import { roll } from '../kit/prng';

const KINDS = ['address', 'shipment', 'offer', 'transaction', 'webhook'] as const;

/** An id in the form of a UUID; the same seed gives the same ones. */
export function idOf(seed: number, index: number, kind: (typeof KINDS)[number]): string {
  const hex = [0, 1, 2, 3]
    .map((part) => roll(seed, index, 400 + KINDS.indexOf(kind) * 4 + part))
    .map((bits) => bits.toString(16).padStart(8, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
