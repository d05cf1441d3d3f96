import type { UnkeyedCall } from '../../kernel/bus/call';
import { isConstraintViolation, type Transaction } from '../../kernel/database/database';
import type { Footprint } from '../../kernel/database/footprint';
import { BoundedMap } from '../../kernel/limits/bounded-map';
import { type Images, prefixesOf, prefixOf, sortedNames } from '../../kernel/trial/image';
import { imageStore, type Left, namesInDatabase, Scope, type Seen } from '../../kernel/trial/image-store';
import { together } from '../../kernel/trial/trial';

/** The revs of things in the store; null: items of the proposal create it. */
export type Revs = NonNullable<UnkeyedCall['storeRevs']>;

/** Items that are rather run each time: taking an image costs about as much as running as many. */
const RUN_MOST = 4;

/** An image that is larger is not kept: what a process holds of images stays below 32 times this, and as much for names. */
const IMAGE_BYTES_MAX = 256 * 1024;
const IMAGES_MAX = 32;
const IMAGE_NAMES_MAX = 4_000;
const ITEM_NAMES_MAX = 500;
const ITEMS_MAX = 512;

/** What items of a proposal leave behind when they are run one after the other, and what that depends on. */
interface Image {
  readonly seqs: readonly number[];
  readonly names: ReadonlySet<string>;
  /** What stood behind the names before the first of them ran. */
  readonly behind: Seen['behind'];
  readonly left: Left;
  /** What the clock said when they ran: it is in the rows that they wrote. */
  readonly now: Date;
  readonly revs: Revs;
}

/** Of whose items, and when they are run. */
interface Place {
  readonly storeId: string;
  readonly proposalId: string;
  readonly now: Date;
}

export interface Ran {
  readonly seq: number;
  readonly footprint: Footprint;
}

/** The shop as the first items of a chain leave it. */
export interface Ground {
  /** Items that are still to be run. */
  readonly rest: readonly number[];
  /** The revs that those before them found in the store. */
  readonly revs: Revs;
  /** Rows were put in place of runs: what images leave out is not there. */
  readonly fromImage: boolean;
  /** What is still to be run is listened to. */
  readonly listens: boolean;
  /** To be said when the rest has run, before anything else does. */
  keep(ran: readonly Ran[], revs: Revs): Promise<void>;
}

/**
 * What is spared where each item builds on the one before, e.g. a hundred prices of one product: the rows as a chain of items left
 * them are put in place of running it (docs/decisions/0030). They are held against the versions of every row that the chain read or
 * found missing; when one is another, the chain runs. Nothing is ever applied by them, and they end with the process.
 */
export class Chains {
  private readonly store: ReturnType<typeof imageStore>;
  private readonly prefixes: ReadonlySet<string>;
  private readonly kept = new BoundedMap<Image>(IMAGES_MAX);
  private readonly names = new BoundedMap<ReadonlySet<string>>(ITEMS_MAX);
  private scope: Scope | undefined;

  /** @param runMost items that may have to be run below a new one before another image is taken */
  constructor(
    private readonly images: Images,
    private readonly runMost = RUN_MOST,
  ) {
    this.store = imageStore(images);
    this.prefixes = new Set(prefixesOf(images));
  }

  /** Notes what an item touched, which it will do again when it is run below others. */
  remember({ proposalId }: Pick<Place, 'proposalId'>, seq: number, { reads, writes }: Footprint): void {
    const names = new Set([...reads, ...writes]);
    if (names.size <= ITEM_NAMES_MAX) this.names.set(keyOf(proposalId, seq), names);
  }

  /** Whether what ran on the ground could tell that its rows were put there. */
  seesThrough(ground: Ground, { asked }: Footprint): boolean {
    return ground.fromImage && this.scope?.readsUnread(asked) !== false;
  }

  /** Puts in place what is kept of the first of the items, as long as it is true. */
  async ground(trial: Transaction, place: Place, seqs: readonly number[]): Promise<Ground> {
    const image = this.longest(place, seqs);
    if (!image && seqs.length <= this.runMost) return onlyRun(seqs);
    this.scope ??= new Scope(this.images, await namesInDatabase(trial));
    const rest = seqs.slice(image?.seqs.length ?? 0);
    const all = this.namesOf(place, rest, image);
    const known = all.size <= IMAGE_NAMES_MAX && sortedNames(this.images, all) !== undefined;
    if (!known && !image) return onlyRun(seqs);
    const names = known ? all : (image?.names ?? all);
    const seen = await this.store.seen(trial, place.storeId, names);
    const kept = image && (await this.putInPlace(trial, place, image, seen)) ? image : undefined;
    const left = kept ? rest : seqs;
    const listens = left.length > this.runMost;
    return {
      rest: left,
      revs: kept?.revs ?? {},
      fromImage: kept !== undefined,
      listens,
      keep: async (ran, revs) => {
        if (!listens) return;
        for (const { seq, footprint } of ran) this.remember(place, seq, footprint);
        if (known && this.isTold(ran, names)) {
          if (image) this.forget(place, image);
          await this.keep(trial, place, { seqs, names, seen, revs });
        }
      },
    };
  }

  /** The longest row of first items of which an image is kept. */
  private longest({ proposalId }: Place, seqs: readonly number[]): Image | undefined {
    for (let length = seqs.length; length > 0; length -= 1) {
      const image = this.kept.get(keyOf(proposalId, seqs[length - 1] as number));
      if (image?.seqs.length === length && image.seqs.every((seq, index) => seq === seqs[index])) return image;
    }
    return undefined;
  }

  private namesOf({ proposalId }: Place, rest: readonly number[], image: Image | undefined): ReadonlySet<string> {
    const names = new Set(image?.names);
    for (const seq of rest) for (const name of this.names.get(keyOf(proposalId, seq)) ?? []) names.add(name);
    return names;
  }

  /** @returns false when the shop is not as it was */
  private async putInPlace(trial: Transaction, place: Place, image: Image, seen: Seen): Promise<boolean> {
    for (const name of image.names)
      if (image.behind.get(name) !== seen.behind.get(name)) return this.forget(place, image);
    try {
      await together(trial, async () => this.store.put(trial, place.storeId, atTime(image, place.now)));
      return true;
    } catch (error) {
      // Rows that give each other a unique value cannot be put in place at once.
      if (isConstraintViolation(error)) return this.forget(place, image);
      throw error;
    }
  }

  private forget({ proposalId }: Place, { seqs }: Image): false {
    this.kept.delete(keyOf(proposalId, seqs.at(-1) as number));
    return false;
  }

  /** Whether what stands behind the names decides all that was run. */
  private isTold(ran: readonly Ran[], names: ReadonlySet<string>): boolean {
    const isKnown = (name: string): boolean => names.has(name) || this.isElsewhere(name);
    return ran.every(
      ({ footprint: { reads, writes, asked } }) =>
        [...reads, ...writes].every(isKnown) && this.scope?.holds(asked) === true,
    );
  }

  /** The identifier of something that has no row in the tables of images. */
  private isElsewhere(name: string): boolean {
    const prefix = prefixOf(name);
    return prefix !== undefined && !this.prefixes.has(prefix);
  }

  private async keep(
    trial: Transaction,
    { storeId, proposalId, now }: Place,
    { seqs, names, seen, revs }: Pick<Image, 'seqs' | 'names' | 'revs'> & { readonly seen: Seen },
  ): Promise<void> {
    const left = await this.store.left(trial, storeId, names, seen);
    if (bytesOf(left) > IMAGE_BYTES_MAX) return;
    const last = seqs.at(-1) as number;
    this.kept.set(keyOf(proposalId, last), { seqs, names, behind: seen.behind, left, now, revs });
  }
}

const keyOf = (proposalId: string, seq: number): string => `${proposalId} ${seq}`;

/** The ground of items that are all run. */
export const onlyRun = (rest: readonly number[]): Ground => ({
  rest,
  revs: {},
  fromImage: false,
  listens: false,
  keep: async () => {},
});

const bytesOf = ({ put }: Left): number => [...put.values()].flat().reduce((bytes, row) => bytes + row.length, 0);

/** The rows as the same items would write them now. */
function atTime({ left: { put, gone }, now: then }: Image, now: Date): Left {
  const [from, to] = [`"${rowTime(then)}"`, `"${rowTime(now)}"`];
  return { gone, put: new Map([...put].map(([table, rows]) => [table, rows.map((row) => row.replaceAll(from, to))])) };
}

/** As Postgres writes it into the JSON of a row: `2026-11-22T09:52:41.12+00:00`. */
const rowTime = (time: Date): string => time.toISOString().replace(/\.?0*Z$/, '+00:00');
