import { FIELD } from '../../../catalog/spreadsheet/columns';
import type { Reason } from '../../../catalog/spreadsheet/errors';
import type { Group, Layout } from '../../../catalog/spreadsheet/group';
import { type Following, type Outcome, outcomes, type TableImport } from '../../../catalog/spreadsheet/import';
import type { Plan } from '../../../catalog/spreadsheet/plan';
import { type Refused, RefusedTable } from '../../../catalog/spreadsheet/refused';
import type { Words } from '../../../catalog/spreadsheet/words';

/** A page shows so many of them; a browser has no use of more. */
export const SHOWN_MAX = 200;
const PUBLISHED_EVERY_MS = 200;

interface ShownChange {
  readonly line: number;
  /** Title of the changed thing; null: of a new product without a title yet. */
  readonly thing: string | null;
  readonly entity: 'product' | 'variant';
  readonly field: string;
  /** Label of a custom field. */
  readonly label: string | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

interface ShownRefusal {
  readonly line: number;
  readonly reason: string;
}

/** An account of a run, while it goes on and behind it. */
export interface Report {
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly lines: number;
  readonly total: number;
  readonly changes: readonly ShownChange[];
  /** Number of all of them. */
  readonly changesCount: number;
  readonly refused: readonly ShownRefusal[];
  /** The refused lines as a table. */
  readonly refusedPieces: readonly Uint8Array<ArrayBuffer>[];
}

type OfLine = Pick<ShownChange, 'line'>;

/** Products are done side by side. */
const byLine = (one: OfLine, other: OfLine): number => one.line - other.line;

/** Keeps what becomes of the lines, and tells of it now and then: a page that is drawn for each line does nothing else. */
export class Reporter implements Following {
  private readonly counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  private readonly changes: ShownChange[] = [];
  private readonly refused: ShownRefusal[] = [];
  private readonly refusedPieces: Uint8Array<ArrayBuffer>[] = [];
  private readonly refusedTable: RefusedTable;
  private changesCount = 0;
  private lines = 0;
  private publishedMs = 0;

  constructor(
    private readonly table: TableImport,
    private readonly words: Words,
    private readonly publish: (report: Report) => void,
    readonly onChange: (auditId: string) => void,
  ) {
    this.refusedTable = new RefusedTable(table.sheet, table.layout);
  }

  get report(): Report {
    const { counts, lines, changes, changesCount, refused, refusedPieces, table } = this;
    return {
      counts: { ...counts },
      lines,
      total: table.total,
      changes: changes.toSorted(byLine),
      changesCount,
      refused: refused.toSorted(byLine),
      refusedPieces: [...refusedPieces],
    };
  }

  onRefused(lines: readonly Refused[], reason: Reason): void {
    const said = reason(this.words);
    this.refusedPieces.push(this.refusedTable.bytesOf(lines, said));
    for (const { line } of lines)
      if (this.refused.length < SHOWN_MAX) this.refused.push({ line: line.number, reason: said });
    this.count('refused', lines.length);
  }

  onDone(outcome: Outcome, lines: number, group: Group, plan: Plan): void {
    for (const change of changesOf(group, plan, this.table.layout)) {
      this.changesCount += 1;
      if (this.changes.length < SHOWN_MAX) this.changes.push(change);
    }
    this.count(outcome, lines);
  }

  private count(outcome: Outcome, lines: number): void {
    this.counts[outcome] += lines;
    this.lines += lines;
    if (Date.now() - this.publishedMs < PUBLISHED_EVERY_MS) return;
    this.publishedMs = Date.now();
    this.publish(this.report);
  }
}

function changesOf({ product }: Group, { steps, pictures }: Plan, layout: Layout): ShownChange[] {
  const title = product?.title ?? null;
  const labelOf = (field: string, target: 'product' | 'variant'): string | undefined =>
    layout.fields.find((each) => each.name === field && each.target === target)?.labels[0];
  const changes = steps.flatMap((step) => step.changes);
  const named = title ?? changes.find(({ field, variant }) => field === 'title' && variant === undefined)?.after;
  const thingOf = (variant: string | undefined): string | null =>
    [named, variant].filter((part) => part !== undefined && part !== null).join(', ') || null;
  return [
    ...changes.map(({ line, variant, field, before, after }) => {
      const entity = variant === undefined ? ('product' as const) : ('variant' as const);
      const label = field.startsWith(FIELD) ? labelOf(field, entity) : undefined;
      return { line, thing: thingOf(variant), entity, field, label, before, after };
    }),
    ...(pictures
      ? [
          {
            line: pictures.line,
            thing: thingOf(undefined),
            entity: 'product' as const,
            field: 'media',
            label: undefined,
            before: null,
            after: pictures.from,
          },
        ]
      : []),
  ];
}
