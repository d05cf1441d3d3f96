import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fieldOf, labelOf, NOWHERE, type Place, placeOf } from '../../kernel/schema/meaning';
import type { Context } from '../context';
import { CliError, usage } from '../exit';
import { bar, Progress } from '../terminal';
import { plain, show } from '../text';
import { Categories } from './category';
import { CellError } from './cell';
import {
  CATEGORY,
  type Column,
  DESCRIPTION,
  FIELD,
  fieldColumns,
  fieldsByName,
  identity,
  picture,
  valueColumns,
} from './columns';
import { type Encoding, encodings, type Separator, separators } from './encoding';
import { type Group, groupsOf, type Layout, type Lost } from './group';
import { type Header, headerOf } from './header';
import { hidingColumns } from './hidden';
import { separatorOption } from './options';
import { asOwnTable } from './other-shop/read';
import { Places } from './place';
import { type Plan, planOf, writersOf } from './plan';
import { namesOf, type Refused, RefusedFile } from './refused';
import { MadeBefore, PlanRunner, StepRefused } from './run-plan';
import { openSheet, type Sheet } from './sheet';
import { type Product, Shop, wholeProduct } from './shop';
import { Statements } from './statements';
import { knownVariants } from './variants';

interface ImportOptions {
  readonly dryRun?: true;
  readonly ignoreUnknown?: true;
  readonly onlyExisting?: true;
  readonly refused?: string;
  readonly separator?: Separator;
  readonly encoding?: Encoding;
  readonly concurrency: number;
}

const outcomes = ['created', 'changed', 'unchanged', 'proposed', 'refused'] as const;
type Outcome = (typeof outcomes)[number];

/** Of what a dry run would do, --json shows this many. */
const CHANGES_TOLD_MAX = 1_000;

/** `tezgah catalog import`: makes the shop what a table says, a command a change. */
export function addImport(catalog: Command, context: Context): void {
  catalog
    .command('import')
    .description(
      'Make the products of the shop what a table says: those of an export, or any with a barcode or SKU column.',
    )
    .argument('<file>', 'CSV as spreadsheets write it; separator and encoding are found out')
    .option('--dry-run', 'show what would change, and change nothing')
    .option(
      '--refused <file>',
      'where refused lines go, with the reason (default: beside the file, as <file>.refused.csv)',
    )
    .option('--ignore-unknown', 'leave aside columns that nobody knows')
    .option('--only-existing', 'refuse lines for which no product or variant is found, and make none')
    .addOption(separatorOption(separators))
    .addOption(new Option('--encoding <encoding>', 'of the file').choices([...encodings]))
    .addOption(new Option('--concurrency <n>', 'products at once').default(4).argParser(atOnce))
    .action((file: string, options: ImportOptions) => new Import(file, options, context).run());
}

function atOnce(text: string): number {
  if (!/^[1-9]$|^1[0-6]$/.test(text)) throw new InvalidArgumentError('must be 1 to 16');
  return Number(text);
}

class Import {
  private readonly counts: Record<Outcome, number> = { created: 0, changed: 0, unchanged: 0, proposed: 0, refused: 0 };
  private readonly told: object[] = [];
  /** Products that an earlier line was about. */
  private readonly touched = new Set<string>();
  private readonly progress = new Progress();
  private lines = 0;
  private total: number | null = null;
  private refusedFile: RefusedFile | undefined;

  constructor(
    private readonly file: string,
    private readonly options: ImportOptions,
    private readonly context: Context,
  ) {}

  async run(): Promise<void> {
    const { context, file } = this;
    const { separator, encoding, dryRun = false } = this.options;
    const stated = { ...(separator ? { separator } : {}), ...(encoding ? { encoding } : {}) };
    const sheet = await asOwnTable(await openSheet(file, stated), context.terminal);
    const layout = await layoutOf(sheet, context, this.options);
    const writers = writersOf(context);
    if (writers.update.size === 0) usage('This credential may not change products: it needs the scope catalog:write.');
    this.total = await countLines(sheet);
    const shop = await Shop.read(context, (count) => this.progress.show(`${count} products of the shop read`));
    const refused = this.options.refused ?? `${file}.refused.csv`;
    if (path.resolve(refused) === path.resolve(file)) usage('--refused names the table itself.');
    this.refusedFile = new RefusedFile(refused, sheet, layout.header);
    const writtenMs = Math.floor((await stat(file)).mtimeMs);
    const sinceMs = keysSince(writtenMs, Date.now());
    const { wordOf } = layout;
    const runner = new PlanRunner({ context, storeId: await context.remote.storeId(), file, sinceMs, dryRun, wordOf });
    const statements = new Statements([...layout.values, ...layout.fields], wordOf);
    const places = new Places(shop, statements, { sinceMs, writtenMs, dryRun });

    const failure = await this.runGroups(groupsOf(sheet.lines(), layout, places), { layout, writers, runner });
    this.progress.end();
    this.refusedFile.end();
    this.tell(failure?.error);
  }

  /** @returns what keeps it from going on */
  private async runGroups(
    groups: AsyncIterable<Group | Lost>,
    work: Work,
  ): Promise<{ readonly error: unknown } | undefined> {
    const running = new Map<string, Promise<void>>();
    const pool = new Set<Promise<void>>();
    let failure: { readonly error: unknown } | undefined;
    const fail = (error: unknown): void => {
      failure ??= { error };
    };
    try {
      for await (const group of groups) {
        if (failure) break;
        if ('reason' in group) {
          this.refuse(
            group.lines.map((line) => ({ line })),
            group.reason,
          );
          continue;
        }
        // Groups of one product come one after the other: what the first one did is what the next one finds.
        const name = group.product?.id ?? '';
        const before = name === '' ? undefined : running.get(name);
        const done: Promise<void> = (before ?? Promise.resolve())
          .then(() => this.runGroup(group, work))
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

  private async runGroup(group: Group, { layout, writers, runner }: Work): Promise<void> {
    const lines = [group.own, ...group.variants].flatMap((row) => row?.line ?? []);
    let known = group;
    try {
      for (;;) {
        known = await this.asItIs(known);
        const plan = planOf(known, layout, writers);
        try {
          const outcome = await runner.run(plan, known.product);
          if (this.options.dryRun) this.show(known, plan, layout);
          return this.count(outcome, lines.length);
        } catch (error) {
          if (!(error instanceof MadeBefore)) throw error;
          known = madeOf(known, await this.whole(error.productId), error.variantIds);
        }
      }
    } catch (error) {
      if (!(error instanceof CellError) && !(error instanceof StepRefused)) throw error;
      this.refuse(namesOf(known, error instanceof StepRefused ? error.made : undefined), error.message);
    }
  }

  /** What a list does not show of a product, and what an earlier line has made of it, is asked for. */
  private async asItIs(group: Group): Promise<Group> {
    const { product: found, own, variants } = group;
    if (!found) return group;
    const isWhole = this.touched.has(found.id) || own?.cells.has(DESCRIPTION);
    this.touched.add(found.id);
    const product = isWhole ? await this.whole(found.id) : found;
    return { product, own, variants: knownVariants(variants, product) };
  }

  private whole(id: string): Promise<Product> {
    return wholeProduct(this.context, id);
  }

  private refuse(lines: readonly Refused[], reason: string): void {
    const { terminal } = this.context;
    const said = `refused, ${plain(reason)}`;
    const isKept = this.refusedFile?.write(lines, reason) ?? false;
    // What no file keeps is said at once: it would be lost.
    for (const { line, id, variantId } of isKept ? [] : lines)
      terminal.note([`line ${line.number}`, id, variantId].filter(Boolean).join(' ').concat(`: ${said}`));
    if (isKept && this.options.dryRun) terminal.print(`line ${lines[0]?.line.number}: ${said}`);
    this.count('refused', lines.length);
  }

  private count(outcome: Outcome, lines: number): void {
    this.counts[outcome] += lines;
    this.lines += lines;
    this.progress.show(`${bar(this.lines, this.total)} ${this.lines}/${this.total ?? '?'}, ${this.summary()}`);
  }

  private summary(): string {
    const told = outcomes.filter((outcome) => this.counts[outcome] > 0);
    return told.map((outcome) => `${this.counts[outcome]} ${outcome}`).join(', ') || 'nothing to do';
  }

  /** A dry run says of each change what would become what. */
  private show({ product }: Group, { steps, pictures: brought }: Plan, layout: Layout): void {
    const { terminal } = this.context;
    const title = String(product?.title ?? '');
    for (const { line, variant, field, before, after } of steps.flatMap((step) => step.changes)) {
      const thing = [title, variant].filter(Boolean).join(', ') || 'new product';
      if (this.told.length < CHANGES_TOLD_MAX) this.told.push({ line, thing, field, before, after });
      const place = this.placeOf(variant === undefined ? 'product' : 'variant', field, layout);
      const name = labelOf(place)?.en ?? field;
      terminal.print(`line ${line}: ${plain(thing)}: ${plain(name)}: ${said(before, place)} → ${said(after, place)}`);
    }
    if (brought)
      terminal.print(
        `line ${brought.line}: ${plain(title || brought.title)}: picture: – → ${plain(brought.from.join(', '))}`,
      );
  }

  /** What is declared of a value; of a custom field its definition says it. */
  private placeOf(target: 'product' | 'variant', field: string, { fields }: Layout): Place {
    if (!field.startsWith(FIELD)) return fieldOf(this.context.meanings(target), field);
    const defined = fields.find((each) => each.name === field && each.target === target);
    return defined?.entries === 'money' ? AMOUNT : NOWHERE;
  }

  /** @throws what kept the import from going on, with what was done before */
  private tell(failure: unknown): void {
    const { context, counts, options } = this;
    const { written, failure: notKept } = this.refusedFile ?? {};
    context.terminal.print(`${this.lines} lines: ${this.summary()}.`);
    if (options.dryRun) context.terminal.print(context.terminal.style('bold', 'Dry run: nothing has changed.'));
    if (written !== undefined) context.terminal.note(`What was refused, and why: ${written}`);
    if (notKept !== undefined) context.terminal.note(`${notKept}. What was refused and is not in it stands above.`);
    const told = {
      lines: this.lines,
      ...counts,
      refusedFile: written ?? null,
      ...(notKept === undefined ? {} : { refusedFileError: notKept }),
      ...(options.dryRun ? { dryRun: true, changes: this.told } : {}),
    };
    if (failure instanceof CliError)
      throw new CliError(failure.ending, failure.code, failure.message, { ...failure.options, beside: told });
    if (failure !== undefined) throw failure;
    context.terminal.answer(told);
    if (counts.refused > 0) context.ending = 'refused';
    else if (counts.proposed > 0) context.ending = 'proposed';
  }
}

const STOCK = 'stock';

const AMOUNT = placeOf({ 'x-unit': 'kuruş' });

const said = (value: unknown, place: Place): string =>
  Array.isArray(value) && value.length > 0
    ? value.map((entry) => show(entry, place)).join(', ')
    : show(Array.isArray(value) ? null : value, place);

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

interface Work {
  readonly layout: Layout;
  readonly writers: ReturnType<typeof writersOf>;
  readonly runner: PlanRunner;
}

/** @throws {CliError} usage: of columns that nobody knows */
async function layoutOf(sheet: Sheet, context: Context, options: ImportOptions): Promise<Layout> {
  const ignoresUnknown = options.ignoreUnknown ?? false;
  const values = valueColumns(context);
  const plainColumns = [identity.id, identity.variantId, ...values, picture];
  const others = headerOf(sheet.header, plainColumns, { ignoresUnknown: true }).ignored;
  const fields = others.length > 0 ? await fieldColumns(context) : [];
  if (!fields && others.some((cell) => cell.startsWith(FIELD)))
    usage('Custom fields need a credential with the scope store:admin, or a table without their columns.');
  const columns = [...plainColumns, ...fieldsByName(fields ?? [])];
  const { header: known, ignored } = headerOf(sheet.header, columns, { ignoresUnknown });
  const header = await withoutForeignIds(sheet, known, context);
  if (ignored.length > 0) context.terminal.note(`Not imported: ${ignored.map(plain).join(', ')}.`);
  const tells = ['id', 'variantId', 'handle', 'barcode', 'sku', 'title'];
  if (!header.some((name) => name !== undefined && tells.includes(name)))
    usage(`No column says which product a line is about: one of ${tells.join(', ')}.`);
  const categories = header.includes(CATEGORY) ? await Categories.read(context) : undefined;
  const named = values.map((column) =>
    column.name === CATEGORY && categories ? { ...column, idOf: (name: string) => categories.idOf(name) } : column,
  );
  return {
    header,
    values: named,
    fields: fields ?? [],
    onlyExisting: options.onlyExisting ?? false,
    lacksStock: ignored.length > 0 && !header.includes(STOCK),
    hiding: hidingColumns(sheet.header, header),
    headings: sheet.header,
    wordOf: wordsIn(sheet, header, columns),
  };
}

const PRODUCT_ID = /^prd_/;

/** Tables of other shops have a column of that name, too, with identifiers of theirs. */
async function withoutForeignIds(sheet: Sheet, header: Header, { terminal }: Context): Promise<Header> {
  const place = header.indexOf(identity.id.name);
  if (place < 0) return header;
  let hasAny = false;
  for await (const { cells } of sheet.lines()) {
    const cell = cells[place]?.trim() ?? '';
    if (PRODUCT_ID.test(cell)) return header;
    hasAny ||= cell !== '';
  }
  if (!hasAny) return header;
  terminal.note(
    `Not imported: ${plain(sheet.header[place] ?? '')}. Identifiers of this shop begin with prd_, and none of them does.`,
  );
  return header.map((name, index) => (index === place ? undefined : name));
}

function wordsIn(sheet: Sheet, header: Header, columns: readonly Column[]): (name: string) => string {
  return (name) => {
    const place = header.indexOf(name);
    if (place >= 0) return plain(sheet.header[place] ?? name);
    const [label] = columns.find((column) => column.name === name)?.labels ?? [];
    return label === undefined ? name : `${name} (${plain(label)})`;
  };
}

async function countLines(sheet: Sheet): Promise<number> {
  let count = 0;
  for await (const _ of sheet.lines()) count += 1;
  return count;
}
