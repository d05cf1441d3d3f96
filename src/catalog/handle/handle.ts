import { crc32 } from 'node:zlib';
import slugify from '@sindresorhus/slugify';
import { refuse } from '../../kernel/errors';
import { folded } from '../../kernel/folded';

/** Leaves room for `-2`, `-3` … below {@link HANDLE_LENGTH_MAX}. */
const DERIVED_LENGTH_MAX = 100;
export const HANDLE_LENGTH_MAX = 120;
export const HANDLE_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** The library would spell these two out in English. */
const WITHOUT_ENGLISH: [string, string][] = [
  ['♥', ' '],
  ['🦄', ' '],
];

/** Racing creates of one title wait for each other; a create waits for a stranger's title once in this many times. */
const LOCK_BUCKETS = 128;

/**
 * The handle that a title suggests: what a Turkish reader types without a Turkish keyboard. Both dotless ı and dotted İ
 * become i whatever the locale of the process, ö becomes o and not the German oe; other scripts are transliterated.
 * @param fallback for titles that hold neither letters nor digits, e.g. `urun`
 */
export function handleFrom(title: string, fallback: string): string {
  const latin = folded(title.replaceAll('&', ' ve ').replaceAll('₺', ' tl '));
  const slug = slugify(latin, { decamelize: false, customReplacements: WITHOUT_ENGLISH });
  return slug.slice(0, DERIVED_LENGTH_MAX).replace(/-+$/, '') || fallback;
}

/** The wish of an item: an explicit handle, or a free one near its title's. */
export interface HandleWish {
  readonly handle: string;
  readonly derived: boolean;
}

/**
 * Locks to take before looking handles up, ascending. A handle and everything that can be derived from it share a bucket:
 * `elbise`, `elbise-2` and `elbise-2-2` all end at the root `elbise`.
 */
export function handleLocks(wishes: readonly HandleWish[]): number[] {
  const buckets = new Set(wishes.map(({ handle }) => crc32(rootOf(handle)) % LOCK_BUCKETS));
  return [...buckets].sort((left, right) => left - right);
}

const rootOf = (handle: string): string => handle.replace(/(-\d+)+$/, '');

/** `elbise` of `elbise-2`; undefined of `elbise`. */
export const numberedBase = (handle: string): string | undefined => /^(.+)-\d+$/.exec(handle)?.[1];

/** Hands out handles that are free, given those that are taken; what it hands out counts as taken from then on. */
export class HandleAllocator {
  private readonly taken: Set<string>;
  private readonly lastSuffix = new Map<string, number>();

  constructor(taken: readonly string[]) {
    this.taken = new Set(taken);
  }

  /** @returns the handle, or undefined when an explicit one is taken */
  allocate({ handle, derived }: HandleWish): string | undefined {
    const free = derived ? this.freeNear(handle) : this.taken.has(handle) ? undefined : handle;
    if (free !== undefined) this.taken.add(free);
    return free;
  }

  private freeNear(base: string): string {
    if (!this.taken.has(base)) return base;
    let suffix = this.lastSuffix.get(base) ?? 1;
    do suffix += 1;
    while (this.taken.has(`${base}-${suffix}`));
    this.lastSuffix.set(base, suffix);
    return `${base}-${suffix}`;
  }
}

/** @throws {Refusal} handle_taken of the handle that a call states */
export const refuseTaken = (handle: string): never =>
  refuse('handle_taken', `${handle} is taken.`, { errors: [{ pointer: '/handle', message: 'is taken' }] });
