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

export const vatHeadings = ({ vatColumns }: Reports): string[] => [
  vatColumns.rate,
  vatColumns.base,
  vatColumns.vat,
  vatColumns.gross,
  vatColumns.refundedVat,
  vatColumns.netVat,
  vatColumns.netVatBefore,
];

type Rate = VatReport['rates'][number];

interface VatRow {
  readonly name: string;
  /** In kuruş: base, VAT, both together, VAT of refunds, VAT less that, and the same of the period beside it. */
  readonly figures: readonly number[];
}

const netVatOf = ({ vat, refundedVat }: Rate): number => vat - refundedVat;

/** The rates of VAT with their sums; a rate of the period beside it stands there as well. */
export function vatRows({ rates, before }: VatReport, { totals }: Reports): VatRow[] {
  const earlier = new Map(before.rates.map((each) => [each.vatRate, netVatOf(each)]));
  const own = new Map(rates.map((each) => [each.vatRate, each]));
  const vatRates = [...new Set([...own.keys(), ...earlier.keys()])].toSorted((left, right) => left - right);
  const rows = vatRates.map((vatRate) => {
    const rate = own.get(vatRate) ?? { vatRate, gross: 0, vat: 0, refunded: 0, refundedVat: 0 };
    const { gross, vat, refundedVat } = rate;
    return {
      name: `%${vatRate}`,
      figures: [gross - vat, vat, gross, refundedVat, netVatOf(rate), earlier.get(vatRate) ?? 0],
    };
  });
  const sums = rows.reduce<number[]>(
    (all, { figures }) => figures.map((figure, place) => figure + (all[place] ?? 0)),
    [],
  );
  return [...rows, { name: totals, figures: sums }];
}

export const vatCells = ({ name, figures }: VatRow): CellRow => [name, ...figures.map((kurus) => ({ kurus }))];
