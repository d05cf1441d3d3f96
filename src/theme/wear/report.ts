import type { Words } from '../../kernel/schema/schema';
import { type Facts, inWords } from '../../kit/finding/fill';
import type { Pack } from '../../skin/pack/pack';

/** The possible fates of a value. */
export const rowKinds = ['kept', 'moved', 'changed', 'parked', 'added'] as const;
export type RowKind = (typeof rowKinds)[number];

const reasonWords = {
  theme_left: {
    tr: '“{name}”, {theme} temasıyla birlikte saklandı.',
    en: '“{name}” is kept with the theme {theme}.',
  },
  theme_worn: { tr: '“{name}”, {theme} temasıyla geri geldi.', en: '“{name}” came back with the theme {theme}.' },
  layout_kept: { tr: 'Sayfa düzeni olduğu gibi kaldı.', en: 'The layout of the pages stays as it is.' },
  layout_left: {
    tr: '“{name}” düzeni, {theme} temasıyla birlikte saklandı.',
    en: 'The layout of “{name}” is kept with the theme {theme}.',
  },
  layout_worn: {
    tr: '“{name}” düzeni {theme} temasından geldi.',
    en: 'The layout of “{name}” came with the theme {theme}.',
  },
  preset_applied: { tr: '“{name}” hazır ayardan geldi.', en: '“{name}” comes from the preset.' },
  preset_left: { tr: '“{name}” önceki hazır ayardaki gibi kaldı.', en: '“{name}” stays as the former preset had it.' },
  page_reset: { tr: '“{name}” temanın iskeletiyle değişti.', en: '“{name}” is that of the skeleton of the theme.' },
  node_removed: { tr: '“{name}” bölümü kalktı.', en: 'The section “{name}” is gone.' },
  node_added: { tr: '“{name}” bölümü geldi.', en: 'The section “{name}” is new.' },
  touched: { tr: '“{name}” sizin değeriniz; değişmedi.', en: '“{name}” is a value of yours and stays.' },
  renamed: { tr: '“{name}” yeni bir ad aldı.', en: '“{name}” has a new name.' },
  copied: { tr: '“{name}” başka bir değerden geldi.', en: '“{name}” comes from another value.' },
  default_moved: { tr: '“{name}” temanın yeni değerini aldı.', en: '“{name}” has the new value of the theme.' },
  theme_lacks: {
    tr: '“{name}” temada artık yok; saklandı.',
    en: 'The theme has no “{name}” any more; it is kept aside.',
  },
  theme_brings: { tr: 'Tema “{name}” değerini getirdi.', en: 'The theme brings “{name}”.' },
} as const satisfies Readonly<Record<string, Words>>;

export type RowReason = keyof typeof reasonWords;
export const rowReasons = Object.keys(reasonWords) as RowReason[];

/** One change of a design, or one value that stays though its theme changes. */
export interface ReportRow {
  readonly kind: RowKind;
  /** Into the new body; of what is parked into the old one. */
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: RowReason;
  readonly message: string;
  readonly english: string;
}

export const reportRow = (
  kind: RowKind,
  reason: RowReason,
  pointer: string,
  [before, after]: readonly [unknown, unknown],
  facts: Facts = {},
): ReportRow => ({
  kind,
  pointer,
  before: before ?? null,
  after: after ?? null,
  reason,
  ...inWords(reasonWords[reason], { name: pointer.split('/').at(-1) ?? '', ...facts }),
});

/** A report tells what became of all values. */
export interface Report {
  /** The number of all rows of each kind. */
  readonly counts: Readonly<Record<RowKind, number>>;
  /** The first rows of the report. */
  readonly rows: readonly ReportRow[];
}

type VariableNames = ReadonlyMap<string, Words>;

/** Names of the variables that themes declare; of one that both have, that of the first. */
export const variableNames = (...packs: readonly (Pack | undefined)[]): VariableNames =>
  new Map(packs.toReversed().flatMap((pack) => pack?.variables.map(({ name, label }) => [name, label] as const) ?? []));

/** Rows that a report keeps; the others are counted. */
export const REPORT_ROWS_MAX = 200;

/** A report that is being written. However much there is to tell, it stays small. */
export class ReportBook implements Report {
  readonly counts: Record<RowKind, number> = { kept: 0, moved: 0, changed: 0, parked: 0, added: 0 };
  readonly rows: ReportRow[] = [];

  /** Variables of which a row tells, kept or not. */
  readonly #variables = new Set<string>();
  readonly #names: VariableNames;

  /** @param names by which people know the variables */
  constructor(names: VariableNames = new Map()) {
    this.#names = names;
  }

  add(...[kind, reason, pointer, values, facts = {}]: Parameters<typeof reportRow>): void {
    this.counts[kind] += 1;
    const isVariable = pointer.startsWith('/variables/');
    if (isVariable) this.#variables.add(pointer);
    if (this.rows.length >= REPORT_ROWS_MAX) return;
    const label = isVariable ? this.#names.get(String(facts.name ?? pointer.split('/').at(-1))) : undefined;
    this.rows.push(reportRow(kind, reason, pointer, values, label ? { ...facts, name: label } : facts));
  }

  /** @param variable pointer of one */
  tells(variable: string): boolean {
    return this.#variables.has(variable);
  }
}

/** A report of rows that are few by themselves. */
export function reportOf(rows: readonly ReportRow[]): Report {
  const { counts } = new ReportBook();
  const all: Record<RowKind, number> = { ...counts };
  for (const { kind } of rows) all[kind] += 1;
  return { counts: all, rows: rows.slice(0, REPORT_ROWS_MAX) };
}
