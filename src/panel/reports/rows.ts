import type { Cell, CellRow } from '../../kernel/table-text';
import type { SalesReport, SalesRow, VatReport } from '../api/types';
import type { Texts } from '../text/tr';

/*
 * The rows of reports, as they are shown and as they are saved.
 */

export type Division = 'day' | 'channel' | 'payment' | 'product' | 'category';

const COUNTS = ['orders', 'pieces', 'returns'] as const;
export const COLUMNS = [
  'orders',
  'pieces',
  'goods',
  'discounts',
  'delivery',
  'total',
  'refunds',
  'net',
  'returns',
] as const;
export type Column = (typeof COLUMNS)[number];
export const isCount = (column: Column): boolean => (COUNTS as readonly Column[]).includes(column);

type Reports = Texts['reports'];

export const salesHeadings = (by: Division, { by: divisions, columns }: Reports): string[] => [
  divisions[by],
  ...COLUMNS.map((column) => columns[column]),
];

const cellsOf = (row: Partial<Record<Column, number>>): Cell[] =>
  COLUMNS.map((column) => {
    const value = row[column];
    return value === undefined ? '' : isCount(column) ? { count: value } : { kurus: value };
  });

/** Tells whether a part of the sales belongs to no row. */
export const hasRest = ({ rest }: Pick<SalesReport, 'rest'>): boolean =>
  Object.values(rest).some((value) => value !== 0);

/** The rows of sales with the rest and the totals. */
export const salesRows = (
  report: SalesReport,
  nameOf: (row: SalesRow) => string,
  { rest, totals }: Reports,
): CellRow[] => [
  ...report.rows.map((row) => [nameOf(row), ...cellsOf(row)]),
  ...(hasRest(report) ? [[rest, ...cellsOf(report.rest)]] : []),
  [totals, ...cellsOf(report.totals)],
];

export const vatHeadings = ({ vatColumns: { rate, base, vat, gross, vatBefore } }: Reports): string[] => [
  rate,
  base,
  vat,
  gross,
  vatBefore,
];

interface VatRow {
  readonly name: string;
  /** Base, VAT, both together, and the VAT of the period beside it, in kuruş. */
  readonly figures: readonly number[];
}

/** The rates of VAT with their sums. */
export function vatRows({ rates, before }: VatReport, { totals }: Reports): VatRow[] {
  const earlier = new Map(before.rates.map(({ vatRate, vat }) => [vatRate, vat]));
  const sum = (of: (rate: (typeof rates)[number]) => number): number => rates.reduce((all, rate) => all + of(rate), 0);
  return [
    ...rates.map((each) => ({
      name: `%${each.vatRate}`,
      figures: [each.gross - each.vat, each.vat, each.gross, earlier.get(each.vatRate) ?? 0],
    })),
    {
      name: totals,
      figures: [
        sum((each) => each.gross - each.vat),
        sum((each) => each.vat),
        sum((each) => each.gross),
        before.rates.reduce((all, each) => all + each.vat, 0),
      ],
    },
  ];
}

export const vatCells = ({ name, figures }: VatRow): CellRow => [name, ...figures.map((kurus) => ({ kurus }))];
