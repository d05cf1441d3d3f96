import { EVERYTHING, type Footprint } from '../../kernel/database/footprint';
import type { Transaction } from '../../kernel/database/queryable';
import { BoundedMap } from '../../kernel/limits/bounded-map';
import { itemsBelow, type OpenProposal } from './store';

const PROPOSALS_MAX = 64;
/** Most names of all items of one proposal. */
const NAMES_MAX = 10_000;
const ITEMS_MAX = 512;
const ITEM_NAMES_MAX = 500;

/** An item that has run. */
export interface Ran {
  readonly seq: number;
  readonly footprint: Footprint;
  /** The identifiers that it minted. */
  readonly minted: readonly string[];
}

/** The names that an item touches whenever it runs. */
interface Touched {
  readonly names: ReadonlySet<string>;
  readonly minted: readonly string[];
}

interface Written {
  readonly writes: readonly string[];
  readonly buildsOn: readonly number[];
}

interface Known {
  readonly items: readonly Written[];
  readonly names: number;
}

/**
 * The names of items in open proposals that this process has recorded or run. The writes of an item never change, so Postgres need not read
 * a long proposal again for each new item.
 */
export class Memory {
  private readonly proposals = new BoundedMap<Known>(PROPOSALS_MAX);
  private readonly items = new BoundedMap<Touched>(ITEMS_MAX);
  private readonly expectations = new BoundedMap<ReadonlySet<string>>(ITEMS_MAX);

  /** @param ofTheStore names that stand for the same in every call, whatever its payload says */
  constructor(private readonly ofTheStore: ReadonlySet<string>) {}

  /** Adds a new item, once it is stored. */
  add(proposalId: string, command: string, ran: Ran, { writes, buildsOn }: Written): void {
    this.remember(proposalId, ran);
    const expected = [...this.ofTheStore].filter((name) => ran.footprint.reads.has(name));
    this.expectations.set(`${proposalId} ${command}`, new Set(expected));
    const { items, names } = this.proposals.get(proposalId) ?? { items: [], names: 0 };
    // Others were recorded elsewhere.
    const isWhole = items.length === ran.seq - 1 && names + writes.length <= NAMES_MAX;
    if (!isWhole) this.proposals.delete(proposalId);
    else this.proposals.set(proposalId, { items: [...items, { writes, buildsOn }], names: names + writes.length });
  }

  remember(proposalId: string, { seq, footprint, minted }: Ran): void {
    const names = namesOf(footprint);
    if (names.size <= ITEM_NAMES_MAX) this.items.set(`${proposalId} ${seq}`, { names, minted });
  }

  touchedBy(proposalId: string, seq: number): Touched | undefined {
    return this.items.get(`${proposalId} ${seq}`);
  }

  /** The names that the next call of the command is likely to read although its payload does not say so. */
  expected(proposalId: string, command: string): ReadonlySet<string> {
    return this.expectations.get(`${proposalId} ${command}`) ?? NONE;
  }

  /** Seqs, ascending, of the items that wrote what is read, and of those that these were recorded on top of. */
  async below(
    tx: Transaction,
    storeId: string,
    { id, items }: Pick<OpenProposal, 'id' | 'items'>,
    reads: ReadonlySet<string>,
  ): Promise<number[]> {
    if (items === 0) return [];
    const known = this.proposals.get(id);
    return known?.items.length === items ? below(known.items, reads) : itemsBelow(tx, storeId, id, reads);
  }
}

export const namesOf = ({ reads, writes }: Footprint): Set<string> => new Set([...reads, ...writes]);

const NONE: ReadonlySet<string> = new Set();

function below(items: readonly Written[], reads: ReadonlySet<string>): number[] {
  const readsAll = reads.has(EVERYTHING);
  const isRead = (name: string): boolean => reads.has(name) || name === EVERYTHING;
  const found = new Set<number>();
  // From the last one on: below an item is already all that is below those that it was recorded on top of.
  for (let seq = items.length; seq > 0; seq -= 1) {
    const { writes, buildsOn } = items[seq - 1] as Written;
    if (found.has(seq) || !(readsAll || writes.some(isRead))) continue;
    found.add(seq);
    for (const each of buildsOn) found.add(each);
  }
  return [...found].toSorted((one, other) => one - other);
}
