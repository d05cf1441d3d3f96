import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { FIELD } from '../../catalog/spreadsheet/columns';
import { type Encoding, encodings, type Separator, separators } from '../../catalog/spreadsheet/encoding';
import { type Reason, TableError } from '../../catalog/spreadsheet/errors';
import type { Group, Layout } from '../../catalog/spreadsheet/group';
import { type Following, type Outcome, outcomes, TableImport } from '../../catalog/spreadsheet/import';
import type { Plan } from '../../catalog/spreadsheet/plan';
import type { Refused } from '../../catalog/spreadsheet/refused';
import type { Source } from '../../catalog/spreadsheet/sheet';
import { en } from '../../catalog/spreadsheet/words';
import { fieldOf, labelOf, NOWHERE, placeOf, type ValuePlace } from '../../kernel/schema/meaning';
import type { Context } from '../context';
import { CliError, usage } from '../exit';
import { bar, Progress } from '../terminal';
import { plain, show } from '../text';
import { doorOf, tableFaultsAsUsage } from './door';
import { separatorOption } from './options';
import { RefusedFile } from './refused-file';

interface ImportOptions {
  readonly dryRun?: true;
  readonly ignoreUnknown?: true;
  readonly onlyExisting?: true;
  readonly refused?: string;
  readonly separator?: Separator;
  readonly encoding?: Encoding;
  readonly concurrency: number;
}

/** Changes of a dry run that --json shows. */
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
    .action((file: string, options: ImportOptions) => tableFaultsAsUsage(new Import(file, options, context).run()));
}

function atOnce(text: string): number {
  if (!/^[1-9]$|^1[0-6]$/.test(text)) throw new InvalidArgumentError('must be 1 to 16');
  return Number(text);
}

class Import implements Following {
  private readonly counts: Record<Outcome, number> = { created: 0, changed: 0, unchanged: 0, proposed: 0, refused: 0 };
  private readonly told: object[] = [];
  private readonly progress = new Progress();
  private lines = 0;
  private table: TableImport | undefined;
  private refusedFile: RefusedFile | undefined;

  constructor(
    private readonly file: string,
    private readonly options: ImportOptions,
    private readonly context: Context,
  ) {}

  async run(): Promise<void> {
    const { context, file, options } = this;
    const { separator, encoding, dryRun = false, concurrency } = options;
    const source = sourceOf(file);
    const writtenMs = Math.floor((await written(file)).mtimeMs);
    this.table = await TableImport.open(
      doorOf(context, file),
      {
        source,
        stated: { ...(separator ? { separator } : {}), ...(encoding ? { encoding } : {}) },
        writtenMs,
        storeId: await context.remote.storeId(),
        ignoresUnknown: options.ignoreUnknown ?? false,
        onlyExisting: options.onlyExisting ?? false,
      },
      {
        onNote: (note) => context.terminal.note(plain(note(en))),
        onRead: (count) => this.progress.show(`${count} products of the shop read`),
      },
    );
    const refused = options.refused ?? `${file}.refused.csv`;
    if (path.resolve(refused) === path.resolve(file)) usage('--refused names the table itself.');
    this.refusedFile = new RefusedFile(refused, this.table);
    const run = { dryRun, checksMax: Number.POSITIVE_INFINITY, concurrency };
    const failure = await this.table.run(run, this);
    this.progress.end();
    this.refusedFile.end();
    this.tell(failure?.error);
  }

  onRefused(lines: readonly Refused[], reason: Reason): void {
    const { terminal } = this.context;
    const why = reason(en);
    const said = `refused, ${plain(why)}`;
    const isKept = this.refusedFile?.write(lines, why) ?? false;
    // A refusal that no file keeps is said at once: it would be lost.
    for (const { line, id, variantId } of isKept ? [] : lines)
      terminal.note([`line ${line.number}`, id, variantId].filter(Boolean).join(' ').concat(`: ${said}`));
    if (isKept && this.options.dryRun) terminal.print(`line ${lines[0]?.line.number}: ${said}`);
    this.count('refused', lines.length);
  }

  onDone(outcome: Outcome, lines: number, group: Group, plan: Plan): void {
    if (this.options.dryRun && this.table) this.show(group, plan, this.table.layout);
    this.count(outcome, lines);
  }

  private count(outcome: Outcome, lines: number): void {
    const total = this.table?.total ?? null;
    this.counts[outcome] += lines;
    this.lines += lines;
    this.progress.show(`${bar(this.lines, total)} ${this.lines}/${total ?? '?'}, ${this.summary()}`);
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
      terminal.print(
        `line ${line}: ${plain(thing)}: ${plain(name)}: ${describeValue(before, place)} → ${describeValue(after, place)}`,
      );
    }
    if (brought)
      terminal.print(
        `line ${brought.line}: ${plain(title || brought.title)}: picture: – → ${plain(brought.from.join(', '))}`,
      );
  }

  /** Finds what is declared of a value; the definition of a custom field says it. */
  private placeOf(target: 'product' | 'variant', field: string, { fields }: Layout): ValuePlace {
    if (!field.startsWith(FIELD)) return fieldOf(this.context.meanings(target), field);
    const defined = fields.find((each) => each.name === field && each.target === target);
    return defined?.entries === 'money' ? AMOUNT : NOWHERE;
  }

  /** @throws what kept the import from going on, with what was done before */
  private tell(failure: unknown): void {
    const { context, counts, options } = this;
    const { written: file, failure: notKept } = this.refusedFile ?? {};
    context.terminal.print(`${this.lines} lines: ${this.summary()}.`);
    if (options.dryRun) context.terminal.print(context.terminal.style('bold', 'Dry run: nothing has changed.'));
    if (file !== undefined) context.terminal.note(`What was refused, and why: ${file}`);
    if (notKept !== undefined) context.terminal.note(`${notKept}. What was refused and is not in it stands above.`);
    const told = {
      lines: this.lines,
      ...counts,
      refusedFile: file ?? null,
      ...(notKept === undefined ? {} : { refusedFileError: notKept }),
      ...(options.dryRun ? { dryRun: true, changes: this.told } : {}),
    };
    const ended = failure instanceof TableError ? new CliError('usage', 'usage', plain(failure.message)) : failure;
    if (ended instanceof CliError)
      throw new CliError(ended.ending, ended.code, ended.message, { ...ended.options, beside: told });
    if (ended !== undefined) throw ended;
    context.terminal.answer(told);
    if (counts.refused > 0) context.ending = 'refused';
    else if (counts.proposed > 0) context.ending = 'proposed';
  }
}

const AMOUNT = placeOf({ 'x-unit': 'kuruş' });

const describeValue = (value: unknown, place: ValuePlace): string =>
  Array.isArray(value) && value.length > 0
    ? value.map((entry) => show(entry, place)).join(', ')
    : show(Array.isArray(value) ? null : value, place);

const unread = (file: string, error: Error): never => usage(`${file} cannot be read: ${error.message}.`);

const written = (file: string) => stat(file).catch((error: Error) => unread(file, error));

/** A file of this machine. */
export const sourceOf = (file: string): Source => ({
  name: file,
  async head(bytes) {
    try {
      const handle = await open(file);
      try {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    } catch (error) {
      return unread(file, error as Error);
    }
  },
  pieces: () => createReadStream(file),
});
