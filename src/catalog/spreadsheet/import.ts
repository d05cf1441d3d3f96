import { Categories } from './category';
import {
  CATEGORY,
  type Column,
  DESCRIPTION,
  FIELD,
  fieldColumns,
  fieldsByName,
  identity,
  picture,
  TELLING,
  valueColumns,
} from './columns';
import type { Door } from './door';
import { CellError, type Reason, TableError } from './errors';
import { type Group, groupsOf, type Layout } from './group';
import { type Header, headerOf } from './header';
import { hidingColumns } from './hidden';
import { asOwnTable } from './other-shop/read';
import { Places } from './place';
import { type Plan, planOf, writersOf } from './plan';
import { namesOf, type Refused } from './refused';
import { MadeBefore, PlanRunner, type Ran, StepRefused } from './run-plan';
import { type Format, openSheet, type Sheet, type Source } from './sheet';
import { type Product, Shop, wholeProduct } from './shop';
import { Statements } from './statements';
import { knownVariants } from './variants';

/*
 * Makes the shop what a table says, a command a change. The command line and the panel both do it by this program, over the API. It
 * runs in browsers as well.
 */

/** The possible ends of a line of the table. */
export const outcomes = ['created', 'changed', 'unchanged', 'proposed', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

export interface ImportOptions {
  readonly source: Source;
  /** In the place of what the file itself shows. */
  readonly stated: Partial<Format>;
  /** Time of the file, in ms since 1970. */
  readonly writtenMs: number;
  readonly storeId: string;
  /** Columns that nobody knows are left aside. */
  readonly ignoresUnknown: boolean;
  /** No line makes a product or a variant. */
  readonly onlyExisting: boolean;
}

/** Follows the reading, before anything is compared. */
export interface Reading {
  onNote(note: Reason): void;
  /** @param products of the shop that were read */
  onRead(products: number): void;
}

export interface RunOptions {
  readonly dryRun: boolean;
  /** A dry run asks the shop of so many changes; it compares the others alone. */
  readonly checksMax: number;
  /** The number of products that are worked on at once. */
  readonly concurrency: number;
  /** Between products; what is on its way is brought to its end. */
  readonly signal?: AbortSignal;
}

/** Follows what becomes of the lines. */
export interface Following {
  /** @param lines that belong together */
  onRefused(lines: readonly Refused[], reason: Reason): void;
  /** @param plan of lines of which nothing was refused */
  onDone(outcome: Ran, lines: number, group: Group, plan: Plan): void;
  /** Each change by its row of the history, those of lines that are refused in part as well. */
  onChange?(auditId: string): void;
}

/** A table that was read, beside the shop as it was then: what somebody changes meanwhile is refused. */
export class TableImport {
  private constructor(
    private readonly door: Door,
    private readonly options: ImportOptions,
    readonly sheet: Sheet,
    readonly layout: Layout,
    private readonly shop: Shop,
    /** The number of lines of the table. */
    readonly total: number,
  ) {}

  /** @throws {TableError} nothing can be done of it */
  static async open(door: Door, options: ImportOptions, reading: Reading): Promise<TableImport> {
    const sheet = await asOwnTable(await openSheet(options.source, options.stated), reading.onNote);
    const layout = await layoutOf(sheet, door, options, reading.onNote);
    if (writersOf(door.declared).update.size === 0) throw new TableError((words) => words.mayNotChange);
    const total = await countLines(sheet);
    return new TableImport(door, options, sheet, layout, await Shop.read(door, reading.onRead), total);
  }

  /**
   * Compares the lines with the shop, and unless it is a dry run has the shop changed. Work of an earlier run is found done.
   * @returns the error that keeps it from going on
   */
  async run(options: RunOptions, following: Following): Promise<{ readonly error: unknown } | undefined> {
    return new ImportRun(this.door, this.layout, this.shop, { ...this.options, ...options }, following).go(this.sheet);
  }
}

/** So many products are compared before others of the page have their turn. */
const BREATH = 100;

class ImportRun {
  /** Products that an earlier line was about. */
  private readonly touched = new Set<string>();
  private readonly runner: PlanRunner;
  private readonly writers: ReturnType<typeof writersOf>;
  private readonly places: Places;
  private count = 0;

  constructor(
    private readonly door: Door,
    private readonly layout: Layout,
    shop: Shop,
    private readonly options: ImportOptions & RunOptions,
    private readonly following: Following,
  ) {
    const { wordOf } = layout;
    const { writtenMs, dryRun, storeId, checksMax } = options;
    const sinceMs = keysSince(writtenMs, Date.now());
    this.writers = writersOf(door.declared);
    const onChange = (auditId: string): void => following.onChange?.(auditId);
    this.runner = new PlanRunner({ door, storeId, sinceMs, dryRun, checksMax, wordOf, onChange });
    const statements = new Statements([...layout.values, ...layout.fields], wordOf);
    this.places = new Places(shop, statements, { sinceMs, writtenMs, dryRun });
  }

  async go(sheet: Sheet): Promise<{ readonly error: unknown } | undefined> {
    const running = new Map<string, Promise<void>>();
    const pool = new Set<Promise<void>>();
    let failure: { readonly error: unknown } | undefined;
    const fail = (error: unknown): void => {
      failure ??= { error };
    };
    try {
      for await (const group of groupsOf(sheet.lines(), this.layout, this.places)) {
        if (failure || this.options.signal?.aborted) break;
        await this.breathe();
        if ('reason' in group) {
          this.following.onRefused(
            group.lines.map((line) => ({ line })),
            group.reason,
          );
          continue;
        }
        // Groups of one product come one after the other: what the first one did is what the next one finds.
        const name = group.product?.id ?? '';
        const before = name === '' ? undefined : running.get(name);
        const done: Promise<void> = (before ?? Promise.resolve())
          .then(() => this.runGroup(group))
          .catch(fail)
          .finally(() => {
            pool.delete(done);
            if (running.get(name) === done) running.delete(name);
          });
        pool.add(done);
        if (name !== '') running.set(name, done);
        if (pool.size >= this.options.concurrency) await Promise.race(pool);
      }
    } catch (error) {
      fail(error);
    }
    await Promise.all(pool);
    return failure;
  }

  /** A page of a browser answers nobody while it computes. */
  private async breathe(): Promise<void> {
    this.count += 1;
    if (this.count % BREATH === 0) await new Promise((resolve) => setTimeout(resolve));
  }

  private async runGroup(group: Group): Promise<void> {
    const lines = [group.own, ...group.variants].flatMap((row) => row?.line ?? []).length;
    let known = group;
    try {
      for (;;) {
        known = await this.asItIs(known);
        const plan = planOf(known, this.layout, this.writers);
        try {
          const outcome = await this.runner.run(plan, known.product);
          return this.following.onDone(outcome, lines, known, plan);
        } catch (error) {
          if (!(error instanceof MadeBefore)) throw error;
          known = madeOf(known, await wholeProduct(this.door, error.productId), error.variantIds);
        }
      }
    } catch (error) {
      if (!(error instanceof CellError) && !(error instanceof StepRefused)) throw error;
      this.following.onRefused(namesOf(known, error instanceof StepRefused ? error.made : undefined), error.said);
    }
  }

  /** Asks for values that no list shows, and for products that an earlier line was about. */
  private async asItIs(group: Group): Promise<Group> {
    const { product: found, own, variants } = group;
    if (!found) return group;
    const product = await this.productAsItIs(found, own?.cells.has(DESCRIPTION) ?? false);
    return { product, own, variants: knownVariants(variants, product) };
  }

  /** @throws {CellError} somebody has changed it since it was read */
  private async productAsItIs(found: Product, isDescribed: boolean): Promise<Product> {
    const isTouched = this.touched.has(found.id);
    this.touched.add(found.id);
    if (!isTouched && !isDescribed) return found;
    const whole = await wholeProduct(this.door, found.id);
    if (isTouched) return whole;
    if (whole.rev !== found.rev) throw new CellError((words) => words.changedMeanwhile);
    return { ...found, description: whole.description };
  }
}

/** A key is good for 30 days. */
const KEYS_MS = 29 * 24 * 3_600_000;

/**
 * Since when a table has the keys of its new products: since it was written, and again every 29 days.
 * @param writtenMs as the other times, in ms since 1970
 */
const keysSince = (writtenMs: number, nowMs: number): number =>
  writtenMs + Math.floor((nowMs - writtenMs) / KEYS_MS) * KEYS_MS;

/** Lines whose product an earlier run has made. @param variantIds in the order of the lines */
const madeOf = ({ own, variants }: Group, product: Product, variantIds: readonly string[]): Group => ({
  product,
  own,
  variants: variants.map((row, index) => ({
    ...row,
    variant: product.variants.find(({ id }) => id === variantIds[index]),
  })),
});

const STOCK = 'stock';

/** @throws {TableError} of columns that nobody knows */
async function layoutOf(
  sheet: Sheet,
  door: Door,
  { ignoresUnknown, onlyExisting }: ImportOptions,
  onNote: (note: Reason) => void,
): Promise<Layout> {
  const values = valueColumns(door.declared);
  const plainColumns = [identity.id, identity.variantId, ...values, picture];
  const others = headerOf(sheet.header, plainColumns, { ignoresUnknown: true }).ignored;
  const fields = others.length > 0 ? await fieldColumns(door) : [];
  if (!fields && others.some((cell) => cell.startsWith(FIELD))) throw new TableError((words) => words.fieldsNeedScope);
  const columns = [...plainColumns, ...fieldsByName(fields ?? [])];
  const { header: known, ignored } = headerOf(sheet.header, columns, { ignoresUnknown });
  const header = await withoutForeignIds(sheet, known, onNote);
  if (ignored.length > 0) onNote((words) => words.leftAside(ignored.join(', ')));
  if (!header.some((name) => name !== undefined && TELLING.includes(name)))
    throw new TableError((words) => words.noTellingColumn(TELLING.join(', ')));
  const categories = header.includes(CATEGORY) ? await Categories.read(door) : undefined;
  const named = values.map((column) =>
    column.name === CATEGORY && categories ? { ...column, idOf: (name: string) => categories.idOf(name) } : column,
  );
  return {
    header,
    values: named,
    fields: fields ?? [],
    onlyExisting,
    lacksStock: ignored.length > 0 && !header.includes(STOCK),
    hiding: hidingColumns(sheet.header, header),
    headings: sheet.header,
    wordOf: wordsIn(sheet, header, columns),
  };
}

const PRODUCT_ID = /^prd_/;

/** Tables of other shops have a column of that name, too, with identifiers of theirs. */
async function withoutForeignIds(sheet: Sheet, header: Header, onNote: (note: Reason) => void): Promise<Header> {
  const place = header.indexOf(identity.id.name);
  if (place < 0) return header;
  let hasAny = false;
  for await (const { cells } of sheet.lines()) {
    const cell = cells[place]?.trim() ?? '';
    if (PRODUCT_ID.test(cell)) return header;
    hasAny ||= cell !== '';
  }
  if (!hasAny) return header;
  onNote((words) => words.foreignIds(sheet.header[place] ?? ''));
  return header.map((name, index) => (index === place ? undefined : name));
}

function wordsIn(sheet: Sheet, header: Header, columns: readonly Column[]): (name: string) => Reason {
  return (name) => {
    const place = header.indexOf(name);
    if (place >= 0) return () => sheet.header[place] ?? name;
    const [label] = columns.find((column) => column.name === name)?.labels ?? [];
    return (words) => words.column(name, label);
  };
}

async function countLines(sheet: Sheet): Promise<number> {
  let count = 0;
  for await (const _ of sheet.lines()) count += 1;
  return count;
}
