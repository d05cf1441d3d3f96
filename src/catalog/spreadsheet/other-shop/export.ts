import { folded } from '../../../kernel/folded';
import { kurusIn, plainLira } from '../../../kernel/money';
import { cellOf } from '../cell';
import type { Reason } from '../errors';
import type { Line } from '../sheet';

/*
 * Exports of other shops as tables of this one. Each line keeps the number that it has in their file, so that whoever looks there finds
 * what a reason is about.
 */

/** The columns that are made of an export. */
export const COLUMNS = [
  'handle',
  'variantId',
  'title',
  'description',
  'brand',
  'tags',
  'price',
  'compareAt',
  'stock',
  'sku',
  'barcode',
  'requiresShipping',
  'vatRate',
  'picture',
] as const;

export type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

/** A program whose exports are known by their headings. */
export interface OtherShop {
  readonly name: string;
  isOf(header: readonly string[]): boolean;
  linesOf(rows: readonly ForeignRow[]): Line[];
  /** Tells what its export says in a form of which nothing can be made; undefined: there is nothing such. */
  lacks?(rows: readonly ForeignRow[]): Reason | undefined;
}

/** A heading as it is compared: some have a star where a value is needed, or say behind it how to write one. */
export function wordOf(heading: string): string {
  // Behind the last closing one, no bracket has an end that could be looked for.
  const end = heading.lastIndexOf(')') + 1;
  const said = heading.slice(0, end).replaceAll(/\([^)]*\)/g, ' ') + heading.slice(end);
  return folded(said.replaceAll(/[*#]/g, ' ')).trim();
}

/** Rows of an export by their headings. */
export class ForeignTable {
  private readonly places: ReadonlyMap<string, number>;
  /** Places by {@link wordOf}, of which several headings may have one. */
  private readonly loosely = new Map<string, number>();
  private readonly asked = new Set<number>();
  private readonly stated = new Set<number>();

  constructor(private readonly header: readonly string[]) {
    this.places = new Map(header.map((cell, place) => [folded(cell), place]));
    for (const [place, cell] of header.entries())
      if (!this.loosely.has(wordOf(cell))) this.loosely.set(wordOf(cell), place);
  }

  row(line: Line): ForeignRow {
    for (const [place, cell] of line.cells.entries()) if (cell.trim() !== '') this.stated.add(place);
    return { line, get: (...names) => line.cells[this.placeOf(names) ?? -1]?.trim() ?? '' };
  }

  /** Columns that say something, and that nobody has asked for. */
  leftAside(): string[] {
    return this.header.filter((cell, place) => cell !== '' && this.stated.has(place) && !this.asked.has(place));
  }

  private placeOf(names: readonly string[]): number | undefined {
    const place = names
      .map((name) => this.places.get(folded(name)) ?? this.loosely.get(wordOf(name)))
      .find((each) => each !== undefined);
    if (place !== undefined) this.asked.add(place);
    return place;
  }
}

export interface ForeignRow {
  readonly line: Line;
  /** @param names of the column, of which the first that is there counts */
  get(...names: readonly string[]): string;
}

/** @param refusal why nothing is done of it */
export const lineOf = ({ line }: ForeignRow, cells: Cells, refusal?: Reason): Line => ({
  number: line.number,
  cells: COLUMNS.map((name) => cells[name] ?? ''),
  ...(refusal === undefined ? {} : { refusal }),
});

export const NEW_VARIANT = '+';
/** Takes a value away, and says of a stock that nobody counts it. */
export const NONE = '-';

export const textCell = (text: string): string => (text === '' ? '' : cellOf(text, 'text'));

/** Passes on text that is no amount: the reader of the column tells why. */
export function moneyCell(text: string): string {
  const kurus = kurusIn(text);
  return kurus === undefined ? text : plainLira(kurus);
}

/** A handle may have letters there that none may have here. */
export const handleOf = (handle: string): string =>
  folded(handle)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Programs that sell more than there is count below nought. */
export const stockCell = (text: string): string => (/^-\d/.test(text) ? '0' : text);

export const tagsCell = (tags: readonly string[]): string =>
  cellOf([...new Set(tags.map((tag) => tag.trim()).filter(Boolean))], 'list', 'word');

export const picturesCell = (addresses: readonly string[]): string =>
  cellOf([...new Set(addresses.filter(Boolean))], 'list');

/** Price now, and before the reduction, as the export says it. */
export interface Price {
  readonly now: string;
  /** Empty: there is no reduction. */
  readonly before: string;
}

/** A product states one price before a reduction, so it promises no more than each of its variants does. */
export function priceCells(prices: readonly Price[]): Cells {
  const [first] = prices;
  if (!first) return {};
  const befores = prices.map(({ before }) => kurusIn(before) ?? Number.NaN);
  const least = Math.min(...befores);
  const most = Math.max(...prices.map(({ now }) => kurusIn(now) ?? Number.NaN));
  return { price: moneyCell(first.now), ...(least > most ? { compareAt: plainLira(least) } : {}) };
}
