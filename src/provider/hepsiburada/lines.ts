import { createHash } from 'node:crypto';

/*
 * Hepsiburada has order lines first, and packages of them later; it makes, breaks and makes them anew. The platform has packages alone, and
 * counts pieces by which of them was made of which. So lines that stand together are a package of the platform, which is called by those lines:
 * whether they are open, packed, or unpacked again, it stays the same package. One that has fewer of the lines was made of those with more.
 */

/**
 * An order with more lines has a package for each line, once they stand apart. Of up to three lines no two ways to stand apart cross without
 * a single line that tells the later from the earlier one; of four they do.
 */
const LINES_TOGETHER = 3;
/** Most packages from which one package is made, the whole order among them. */
const ORIGINS_MAX = 20;
const NAME_LENGTH = 10;

/** The name of lines of an order. All of them together are called as the order is. */
export function nameOf(orderNumber: string, lineIds: readonly string[], allIds: readonly string[]): string {
  if (lineIds.length === allIds.length) return orderNumber;
  const digest = createHash('sha256').update(lineIds.toSorted().join('\n')).digest('hex');
  return `${orderNumber}-${BigInt(`0x${digest}`).toString(36).slice(0, NAME_LENGTH)}`;
}

/** The number of the order that a package is of; undefined of what is no such name. */
export const orderNumberIn = (packageId: string): string | undefined =>
  /^([A-Za-z0-9]{1,30})(?:-[a-z0-9]{1,20})?$/.exec(packageId)?.[1];

export const isOrderNumber = (text: string): boolean => /^[A-Za-z0-9]{1,30}$/.test(text);

/**
 * Groups lines into packages, those with fewer lines first: they tell which earlier packages are gone.
 * @param keyOf the key that lines of one package share; undefined: the line stands alone
 */
export function groupsOf<Line>(lines: readonly Line[], keyOf: (line: Line) => string | undefined): Line[][] {
  const groups = new Map<string, Line[]>();
  for (const [at, line] of lines.entries()) {
    const key = keyOf(line) ?? `alone ${at}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  if (groups.size > 1 && lines.length > LINES_TOGETHER) return lines.map((line) => [line]);
  return [...groups.values()].toSorted((one, other) => one.length - other.length);
}

/** Packages that these lines may have been part of: the whole order, and of a single line each two of which it may have been one. */
export function originsOf(orderNumber: string, lineIds: readonly string[], allIds: readonly string[]): string[] {
  if (lineIds.length === allIds.length) return [];
  const [id, ...more] = lineIds;
  const others = more.length > 0 || allIds.length === 2 ? [] : allIds.filter((other) => other !== id);
  const pairs = others.slice(0, ORIGINS_MAX - 1).map((other) => nameOf(orderNumber, [id as string, other], allIds));
  return [orderNumber, ...pairs];
}

/** The lines that a package is called by; undefined where they are no lines of the order. */
export const linesNamed = (
  orderNumber: string,
  packageId: string,
  allIds: readonly string[],
): readonly string[] | undefined => partsOf(allIds).find((part) => nameOf(orderNumber, part, allIds) === packageId);

/** Lines that may have stood together: all, and one or two. */
function partsOf(ids: readonly string[]): readonly (readonly string[])[] {
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other]));
  return [ids, ...ids.map((id) => [id]), ...pairs].filter((part, at) => at === 0 || part.length < ids.length);
}
