import type { CellRow, Sheet } from '../../kernel/table-text';
import type { Page, SettledRefund } from '../api/types';
import type { Texts } from '../text/tr';

const PAGE = 100;

type Ask = <T>(path: string, query: object) => Promise<T>;

/** Reads the money that was given back in a period, the first one first. @param ask asks the API and has patience */
export async function readSettledRefunds(
  { since, until }: { readonly since: string; readonly until: string },
  ask: Ask,
): Promise<SettledRefund[]> {
  const refunds: SettledRefund[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Page<SettledRefund> = await ask('/v1/account/reports/refunds', {
      ...{ since, until, limit: PAGE },
      ...(cursor ? { cursor } : {}),
    });
    refunds.push(...page.items);
    if (page.nextCursor === null) return refunds;
    cursor = page.nextCursor;
  }
}

interface RefundsOptions {
  readonly texts: Texts;
  methodWord(method: string): string;
}

/** A row for each refund, with two columns for each rate of VAT that one of them has. */
export function refundsSheet(
  refunds: readonly SettledRefund[],
  { texts: { reports }, methodWord }: RefundsOptions,
): Sheet {
  const rates = [...new Set(refunds.flatMap(({ rates: own }) => own.map(({ vatRate }) => vatRate)))].toSorted(
    (left, right) => left - right,
  );
  const { base, vat } = reports.vatColumns;
  return {
    name: reports.sheets.refunds,
    rows: [
      [...Object.values(reports.refundColumns), ...rates.flatMap((rate) => [`%${rate} ${base}`, `%${rate} ${vat}`])],
      ...refunds.map(
        (refund): CellRow => [
          { at: refund.settledAt ?? '' },
          { code: refund.number },
          refund.channel,
          methodWord(refund.method),
          { code: refund.reference ?? '' },
          { kurus: refund.amount },
          { kurus: refund.rates.reduce((sum, rate) => sum + rate.vat, 0) },
          ...rates.flatMap((rate) => {
            const own = refund.rates.find(({ vatRate }) => vatRate === rate);
            return [{ kurus: own ? own.gross - own.vat : 0 }, { kurus: own?.vat ?? 0 }];
          }),
        ],
      ),
    ],
  };
}
