import type { UnkeyedCall } from '../../kernel/bus/call';
import type { Footprint } from '../../kernel/database/footprint';
import type { Transaction } from '../../kernel/database/queryable';
import { isConstraintViolation } from '../../kernel/database/sql-states';
import { BoundedMap } from '../../kernel/limits/bounded-map';
import { type Images, kindName, kindsOf, prefixesOf, prefixOf, sortedNames } from '../../kernel/trial/image';
import { imageStore, namesInDatabase, Scope } from '../../kernel/trial/image-store';
import {
  isGreatest,
  keepsRanks,
  type LeftRows,
  leftOnTop,
  NOTHING_LEFT,
  reachable,
  type Seen,
} from '../../kernel/trial/left-rows';
import { Memory, namesOf, type Ran } from './memory';

/** The revs of things in the store; null: items of the proposal create it. */
export type Revs = NonNullable<UnkeyedCall['storeRevs']>;

/** Items that are rather run than kept apart from what is recorded on top of them. */
const RUN_MOST = 4;

/** An image that is larger is not kept: what a process holds of images stays below 32 times this, and as much for names. */
const IMAGE_BYTES_MAX = 256 * 1024;
const IMAGES_MAX = 32;
const IMAGE_NAMES_MAX = 4_000;

/** The rows that items of a proposal leave behind when they run one after the other, and the facts on which those depend. */
interface Image {
  readonly seqs: readonly number[];
  /** The seqs of the image that this one continues. */
  readonly before?: readonly number[];
  /** The names that they touched, but for the things that they made, which no other call finds or makes. */
  readonly names: ReadonlySet<string>;
  readonly minted: ReadonlySet<string>;
  /** The rows behind the names before the first of them ran. */
  readonly seen: Seen;
  readonly left: LeftRows;
  readonly revs: Revs;
}

/** The proposal whose items run, and the time of the run. */
interface ChainPlace {
  readonly storeId: string;
  readonly proposalId: string;
  readonly now: Date;
}

/** The shop as the first items of a chain leave it. */
export interface Ground {
  /** Items that are still to be run. */
  readonly rest: readonly number[];
  /** The revs that those before them found in the store. */
  readonly revs: Revs;
  /** Rows were put in place of runs: what images leave out is not there. */
  readonly fromImage: boolean;
  /** Keeps an image of the items that have run. It is called when the rest has run, before anything else does. */
  keep(ran: readonly Ran[], revs: Revs): Promise<void>;
  /**
   * Takes an image of the new item and those below it. It is called when the item has run on top, before anything is taken back.
   * @returns a function that keeps the image, once the item is there
   */
  extend(ran: readonly Ran[], revs: Revs): Promise<() => void>;
  /** Tells whether the shop was as the rows that were put in place have it. It is called when all has run, or failed. */
  holds(): Promise<boolean>;
  /** Tells whether the run could notice that rows were put there. */
  isSeenThrough(footprint: Footprint): boolean;
}

/**
 * Spares runs where each item builds on the one before, e.g. a hundred prices of one product. The rows that a chain of items left are put
 * in place of running it (docs/decisions/0030, 0106). They are held against the versions of every row that the chain read or found missing.
 * When one has another version, the chain runs. Nothing is ever applied by these rows, and they end with the process.
 */
export class Chains {
  readonly memory: Memory;
  private readonly store: ReturnType<typeof imageStore>;
  private readonly prefixes: ReadonlySet<string>;
  private readonly kept = new BoundedMap<Image>(IMAGES_MAX);
  private scope: Scope | undefined;

  /** @param runMost items that may have to be run below a new one before an image is taken of them alone */
  constructor(
    private readonly images: Images,
    private readonly runMost = RUN_MOST,
  ) {
    this.store = imageStore(images);
    this.prefixes = new Set(prefixesOf(images));
    this.memory = new Memory(new Set(kindsOf(images.imaged).filter(isGreatest).map(kindName)));
  }

  /**
   * Puts the kept rows of the first items in place. Whether they still hold is known with the first answer that is awaited.
   * @param reads the names that the new item will read, as far as they are known
   */
  async ground(
    trial: Transaction,
    place: ChainPlace,
    seqs: readonly number[],
    reads: Iterable<string>,
  ): Promise<Ground> {
    if (seqs.length === 0) return onlyRun(seqs);
    this.scope ??= new Scope(this.images, await namesInDatabase(trial));
    const image = this.longest(place, seqs);
    const rest = seqs.slice(image?.seqs.length ?? 0);
    const wanted = new Set(reads);
    const { names, minted, areAll } = this.namesToAsk(place, rest, image, wanted);
    const asked = areAll ? names : image?.names;
    const seen = asked && this.store.seen(trial, place.storeId, asked);
    seen?.catch(() => {});
    const { left, without } = this.toPut(image, rest, wanted);
    const put = this.store.put(trial, place.storeId, left, place.now).then(
      () => true,
      // Rows that give each other a unique value cannot be put in place at once.
      (error) => !isConstraintViolation(error),
    );
    const holds = async (): Promise<boolean> => {
      if (!image) return true;
      // A statement that failed has failed for its caller already.
      const now = await seen?.catch(() => undefined);
      if ((await put) && (!now || isSame(image, now))) return true;
      this.forget(place, image.seqs);
      return false;
    };
    /** @returns an image of these items and those before them, if the names that were asked for tell it */
    const imageOf = async (ran: readonly Ran[], revs: Revs): Promise<Image | undefined> => {
      const touched = new Set(ran.flatMap(({ footprint }) => [...namesOf(footprint)]));
      const made = new Set([...minted, ...ran.flatMap((one) => one.minted)]);
      const isTold = (name: string): boolean => names.has(name) || made.has(name) || this.isElsewhere(name);
      if (!seen || !areAll || ![...touched].every(isTold) || !this.isWithin(ran)) return undefined;
      const rows = this.store.findRows(trial, place.storeId, touched);
      const [before, found] = await Promise.all([seen, rows]);
      const seqs = [...(image?.seqs ?? []), ...ran.map(({ seq }) => seq)];
      const on = image?.left ?? NOTHING_LEFT;
      const left = leftOnTop(this.images, on, { names: touched, found, seen: before, at: place.now });
      return keepsRanks(left, before) ? { seqs, names, minted: made, seen: before, left, revs } : undefined;
    };
    return {
      rest,
      revs: image?.revs ?? {},
      fromImage: image !== undefined,
      holds,
      isSeenThrough: (footprint) =>
        image !== undefined &&
        (this.scope?.readsUnread(footprint.asked) !== false ||
          [...namesOf(footprint)].some((name) => without.has(name))),
      keep: async (ran, revs) => {
        for (const one of ran) this.memory.remember(place.proposalId, one);
        if (rest.length <= this.runMost) return;
        const next = await imageOf(ran, revs);
        if (next && (await holds())) this.replace(place, image, next);
      },
      extend: async (ran, revs) => {
        const next = await imageOf(ran, revs);
        return () => {
          if (next) this.replace(place, image, next);
        };
      },
    };
  }

  /**
   * Chooses the rows of an image that a reader of these names can reach. With items in between it takes all, since their effects are known
   * only when they run.
   */
  private toPut(image: Image | undefined, rest: readonly number[], wanted: ReadonlySet<string>) {
    if (!image) return { left: NOTHING_LEFT, without: NONE };
    return rest.length > 0
      ? { left: image.left, without: NONE }
      : reachable(this.images, image.left, image.seen, wanted);
  }

  /** The longest row of first items of which an image is kept. */
  private longest({ proposalId }: ChainPlace, seqs: readonly number[]): Image | undefined {
    for (let length = seqs.length; length > 0; length -= 1) {
      const image = this.kept.get(keyOf(proposalId, seqs[length - 1] as number));
      if (image?.seqs.length === length && image.seqs.every((seq, index) => seq === seqs[index])) return image;
    }
    return undefined;
  }

  /** Names that items touch, which have rows or may get some; whether they are all that is to be touched. */
  private namesToAsk(
    { proposalId }: ChainPlace,
    rest: readonly number[],
    image: Image | undefined,
    wanted: ReadonlySet<string>,
  ): Pick<Image, 'names' | 'minted'> & { readonly areAll: boolean } {
    const items = rest.map((seq) => this.memory.touchedBy(proposalId, seq));
    const minted = new Set([...(image?.minted ?? []), ...items.flatMap((item) => item?.minted ?? [])]);
    const names = new Set(image?.names);
    for (const name of [...items.flatMap((item) => [...(item?.names ?? [])]), ...wanted])
      if (!minted.has(name)) names.add(name);
    const areSorted = names.size <= IMAGE_NAMES_MAX && sortedNames(this.images, names) !== undefined;
    return { names, minted, areAll: areSorted && items.every((item) => item !== undefined) };
  }

  /** Keeps the last two images of a chain: many items may begin where one ends. An image that is too large leaves the one before. */
  private replace({ proposalId }: ChainPlace, old: Image | undefined, next: Image): void {
    if (next.minted.size > IMAGE_NAMES_MAX || bytesOf(next.left) > IMAGE_BYTES_MAX) return;
    if (old?.before) this.forget({ proposalId }, old.before);
    this.kept.set(keyOf(proposalId, next.seqs.at(-1) as number), { ...next, ...(old ? { before: old.seqs } : {}) });
  }

  private forget({ proposalId }: Pick<ChainPlace, 'proposalId'>, seqs: readonly number[]): void {
    this.kept.delete(keyOf(proposalId, seqs.at(-1) as number));
  }

  /** Tells whether the rows of images decide all that was run. */
  private isWithin(ran: readonly Ran[]): boolean {
    return ran.every(({ footprint: { asked } }) => this.scope?.holds(asked) === true);
  }

  /** The identifier of something that has no row in the tables of images. */
  private isElsewhere(name: string): boolean {
    const prefix = prefixOf(name);
    return prefix !== undefined && !this.prefixes.has(prefix);
  }
}

const keyOf = (proposalId: string, seq: number): string => `${proposalId} ${seq}`;

const isSame = ({ names, seen }: Image, now: Seen): boolean =>
  [...names].every((name) => seen.behind.get(name) === now.behind.get(name));

const bytesOf = ({ put }: LeftRows): number => [...put.values()].reduce((bytes, { row }) => bytes + row.length, 0);

/** The ground of items that are all run. */
export const onlyRun = (rest: readonly number[]): Ground => ({
  rest,
  revs: {},
  fromImage: false,
  keep: async () => {},
  extend: async () => () => {},
  holds: async () => true,
  isSeenThrough: () => false,
});

const NONE: ReadonlySet<string> = new Set();
