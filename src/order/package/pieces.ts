import { spread } from '../../checkout/price/spread';
import { isGone, type PackageState } from '../../provider/channel/package';

/*
 * All packages of an order say together what its pieces are. That is computed anew from the packages that are known, whatever the order in
 * which they were heard of, so the same news leads to the same pieces.
 *
 * Packages that were made of one another are a family. Those of it that were made of no known one, its heads, have all of its pieces;
 * so do those of which nothing was made, its leaves. While some of either are unknown the fuller side counts: a child adds nothing to
 * its parent, whichever comes first.
 */

/** A package as far as its pieces go. */
export interface PackageOfPieces {
  /** The most that it was told to hold, each piece at its price: one that is cancelled in part lists only the cancelled pieces. */
  readonly ordered?: readonly Line[];
  readonly packageId: string;
  readonly originPackageIds: readonly string[];
  readonly state: PackageState;
  /** The total in kuruş, or in the smallest unit of its currency. */
  readonly total: number;
  /** @default TRY */
  readonly currency?: string;
  readonly lines: readonly {
    readonly lineId: string;
    readonly barcode: string | null;
    readonly sku: string | null;
    readonly quantity: number;
    readonly unitPrices: readonly number[];
    /** The ids by which claims name the pieces, where the marketplace names them. */
    readonly pieceIds?: readonly string[];
  }[];
}

/** The pieces of one thing that an order sells. */
export interface SoldPieces {
  /** The number of pieces that were ordered. */
  readonly total: number;
  /** The price of each of them, in kuruş. */
  readonly prices: readonly number[];
  /** The number of pieces in each live package. */
  readonly placed: ReadonlyMap<string, number>;
  /** The number of pieces that the marketplace has cancelled. */
  readonly gone: number;
  /** The prices of those, as far as they are told. */
  readonly gonePrices: readonly number[];
}

/** True for a package whose pieces the marketplace has cancelled. */
export const isCancelledThere = (state: PackageState): boolean => state === 'cancelled' || state === 'unsupplied';
/** True for a package with pieces that go to the buyer, went there, or came back. */
export const isLive = (state: PackageState): boolean => !isGone({ state }) && state !== 'waiting';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** A package as far as the prices of its pieces go. */
interface Priced {
  readonly total: number;
  readonly currency?: string;
  readonly lines: readonly Pick<Line, 'quantity' | 'unitPrices'>[];
}

/** Tells whether the prices of its pieces add up to the total of a package. */
export const addsUp = ({ total, lines }: Priced): boolean =>
  sum(lines.flatMap(({ unitPrices }) => unitPrices)) === total;

const OWN_CURRENCY = 'TRY';

/** Tells whether its amounts are kuruş. */
export const isInLira = ({ currency = OWN_CURRENCY }: { readonly currency?: string }): boolean =>
  currency === OWN_CURRENCY;

/**
 * The price of each piece, line by line; where they do not add up, the total of the package is spread over them. Amounts in another currency
 * are no kuruş: such pieces count for nothing.
 */
export function pricesOf(known: Priced): readonly (readonly number[])[] {
  if (!isInLira(known)) return known.lines.map(({ unitPrices }) => unitPrices.map(() => 0));
  if (addsUp(known)) return known.lines.map(({ unitPrices }) => unitPrices);
  const shares = spread(
    known.total,
    known.lines.flatMap(({ unitPrices }) => unitPrices),
  );
  let taken = 0;
  return known.lines.map(({ quantity }) => {
    taken += quantity;
    return shares.slice(taken - quantity, taken);
  });
}

type Line = PackageOfPieces['lines'][number];

const countOf = (lines: readonly Line[]): number => sum(lines.map(({ quantity }) => quantity));

/**
 * The most that a package was told to hold, by what was known and what is told now. Of two that hold as much, the later one counts.
 * @param isLater whether it is told later than what is known
 */
export function mostOrdered<Each extends Line>(
  known: readonly Each[] | undefined,
  told: PackageOfPieces & { readonly lines: readonly Each[] },
  isLater: boolean,
): Each[] {
  const prices = pricesOf(told);
  const lines = told.lines.map((line, place) => ({ ...line, unitPrices: prices[place] }) as Each);
  if (known === undefined) return lines;
  const more = countOf(lines) - countOf(known);
  return more > 0 || (more === 0 && isLater) ? lines : [...known];
}

const ownKey = ({ barcode, sku, lineId }: Line): string =>
  barcode !== null ? `b:${barcode}` : sku !== null ? `s:${sku}` : `l:${lineId}`;

/**
 * Makes the function that names the line of a package. Lines with one barcode are one thing. A line without a barcode is the same thing as
 * lines with its id elsewhere.
 */
export function keysOf(packages: readonly PackageOfPieces[]): (line: Line) => string {
  const byId = new Map<string, string>();
  for (const line of packages.flatMap(({ lines, ordered = [] }) => [...lines, ...ordered])) {
    const [known, own] = [byId.get(line.lineId), ownKey(line)];
    if (known === undefined || own < known) byId.set(line.lineId, own);
  }
  return (line) => (line.barcode === null ? (byId.get(line.lineId) as string) : ownKey(line));
}

/** A piece that a claim speaks of, as packages tell of it. */
export interface NamedPiece {
  /** The name by which lines of the order know it. */
  readonly key: string;
  /** The price in kuruş; null: nobody tells the price of this piece. */
  readonly price: number | null;
}

/** Finds the piece of a claim among the packages of its order. @returns undefined while no package tells of it */
export function pieceNamed(
  all: readonly PackageOfPieces[],
  named: { readonly pieceId: string | null; readonly lineId: string | null; readonly barcode: string | null },
): NamedPiece | undefined {
  const packages = all.toSorted((a, b) => (a.packageId < b.packageId ? -1 : 1));
  const keyOf = keysOf(packages.filter(({ state }) => state !== 'waiting'));
  const told = packages.flatMap((each) => [
    ...each.lines.map((line, place) => ({ line, prices: pricesOf(each)[place] as readonly number[] })),
    ...(each.ordered ?? []).map((line) => ({ line, prices: line.unitPrices })),
  ]);
  for (const { line, prices } of told) {
    const at = named.pieceId === null ? -1 : (line.pieceIds ?? []).indexOf(named.pieceId);
    if (at >= 0) return { key: keyOf(line), price: prices[at] ?? null };
  }
  // A line that is known, and names its pieces otherwise, is known all the same. By the barcode alone another piece may be meant.
  const namesPieces = named.pieceId !== null && told.some(({ line }) => line.pieceIds !== undefined);
  const found =
    told.find(({ line }) => line.lineId === named.lineId) ??
    (namesPieces ? undefined : told.find(({ line }) => line.barcode !== null && line.barcode === named.barcode));
  return found && { key: keyOf(found.line), price: null };
}

interface Counted {
  readonly known: PackageOfPieces;
  readonly prices: ReadonlyMap<string, readonly number[]>;
  /** The prices of all pieces that were in it. */
  readonly ordered: ReadonlyMap<string, readonly number[]>;
}

function counted(known: PackageOfPieces, keyOf: (line: Line) => string): Counted {
  const byKey = (lines: readonly Line[], priceOf: (place: number) => readonly number[]): Map<string, number[]> => {
    const prices = new Map<string, number[]>();
    for (const [place, line] of lines.entries()) {
      const key = keyOf(line);
      prices.set(key, [...(prices.get(key) ?? []), ...priceOf(place)]);
    }
    return prices;
  };
  const each = pricesOf(known);
  const prices = byKey(known.lines, (place) => each[place] as readonly number[]);
  const { ordered = [] } = known;
  const isCut = !isLive(known.state) && countOf(ordered) > countOf(known.lines);
  const originPackageIds = known.originPackageIds.filter((id) => id !== known.packageId);
  return {
    known: { ...known, originPackageIds },
    prices,
    ordered: isCut ? byKey(ordered, (place) => (ordered[place] as Line).unitPrices) : prices,
  };
}

/** Packages that were made of one another, or of the same one, in families. */
function familiesOf(packages: readonly Counted[]): Counted[][] {
  const leader = new Map<string, string>();
  const leaderOf = (id: string): string => {
    const up = leader.get(id) ?? id;
    return up === id ? id : leaderOf(up);
  };
  for (const { known } of packages)
    for (const origin of known.originPackageIds) leader.set(leaderOf(origin), leaderOf(known.packageId));
  const families = new Map<string, Counted[]>();
  for (const each of packages) {
    const of = leaderOf(each.known.packageId);
    families.set(of, [...(families.get(of) ?? []), each]);
  }
  return [...families.values()];
}

const priceList = (packages: readonly Counted[], key: string): readonly number[] =>
  packages.flatMap(({ prices }) => prices.get(key) ?? []);

/** The pieces of an order by their names. @param all packages that are known of it; those that only wait have no part in it */
export function piecesTold(all: readonly PackageOfPieces[]): ReadonlyMap<string, SoldPieces> {
  const packages = all
    .filter(({ state }) => state !== 'waiting')
    .toSorted((a, b) => (a.packageId < b.packageId ? -1 : 1));
  const keyOf = keysOf(packages);
  const told = new Map<string, SoldPieces>();
  for (const family of familiesOf(packages.map((known) => counted(known, keyOf))))
    for (const [key, more] of toldOf(family)) {
      const before = told.get(key);
      told.set(key, before ? together(before, more) : more);
    }
  return told;
}

function toldOf(family: readonly Counted[]): Map<string, SoldPieces> {
  const ids = new Set(family.map(({ known }) => known.packageId));
  const parents = new Set(family.flatMap(({ known }) => known.originPackageIds));
  const isHead = ({ known }: Counted): boolean => !known.originPackageIds.some((id) => ids.has(id));
  const isLeaf = ({ known }: Counted): boolean => !parents.has(known.packageId);
  const heads = family.filter(isHead);
  // Packages that are said to be made of one another in a ring are made of none.
  const leaves = family.some(isLeaf) ? family.filter(isLeaf) : family;
  const rest = family.filter((each) => !leaves.includes(each));
  const keys = new Set(family.flatMap(({ prices, ordered }) => [...prices.keys(), ...ordered.keys()]));
  return new Map(
    [...keys].map((key): [string, SoldPieces] => {
      const ofHeads = heads.flatMap(({ ordered }) => ordered.get(key) ?? []);
      const ofLeaves = priceList(leaves, key);
      const others = without(ofHeads, ofLeaves);
      // A piece that no package has any more was cancelled with the ones that had it. While one of those lives on in others, it is
      // still to be heard of.
      const isLost = rest.length > 0 && rest.every(({ known }) => isCancelledThere(known.state));
      const unheard = isLost ? others : others.slice(0, Math.max(0, ofHeads.length - ofLeaves.length));
      const gonePrices = priceList(
        leaves.filter(({ known }) => isCancelledThere(known.state)),
        key,
      );
      const lost = isLost ? unheard : [];
      // A living piece costs what its own package says, whatever is known of the one that it was made of.
      const prices = [...ofLeaves, ...unheard];
      const live = leaves.filter(({ known, prices: each }) => isLive(known.state) && each.has(key));
      return [
        key,
        {
          total: prices.length,
          prices,
          placed: new Map(
            live.map(({ known, prices: each }) => [known.packageId, (each.get(key) as readonly number[]).length]),
          ),
          gone: gonePrices.length + lost.length,
          gonePrices: [...gonePrices, ...lost],
        },
      ];
    }),
  );
}

/** Takes each of some prices away once. */
function without(prices: readonly number[], taken: readonly number[]): number[] {
  const left = [...prices];
  for (const price of taken) {
    const at = left.indexOf(price);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const together = (one: SoldPieces, other: SoldPieces): SoldPieces => ({
  total: one.total + other.total,
  prices: [...one.prices, ...other.prices],
  placed: new Map([...one.placed, ...other.placed]),
  gone: one.gone + other.gone,
  gonePrices: [...one.gonePrices, ...other.gonePrices],
});

/** The order of states of a package; of two news of one moment the state that is further counts. */
const rank: Readonly<Record<PackageState, number>> = {
  unknown: 0,
  waiting: 1,
  created: 2,
  preparing: 3,
  invoiced: 4,
  shipped: 5,
  at_collection_point: 6,
  undelivered: 7,
  delivered: 8,
  returned: 9,
  unpacked: 10,
  unsupplied: 11,
  cancelled: 12,
};

interface News {
  readonly modifiedAt: string;
  readonly state: PackageState;
}

/** Tells whether news is later than the known state: equal and older news moves nothing. */
export function isNews(known: News, said: News): boolean {
  const [then, now] = [Date.parse(known.modifiedAt), Date.parse(said.modifiedAt)];
  return now === then ? rank[said.state] > rank[known.state] : now > then;
}
