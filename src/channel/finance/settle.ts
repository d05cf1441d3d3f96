import { addsUp, isInLira, isLive, pricesOf } from '../../order/package/pieces';
import type { PricedPackage } from '../../order/package/priced-store';
import type { SettlementKind } from '../../provider/channel/finance';

/*
 * Compares the revenue that an order should bring with the one that its marketplace settles, to the kuruş. Sums are of rows that have
 * different ids: the same rows in any order, and as often as they come, lead to the same sums.
 */

/** A row of a settlement as far as its sums go. Money is in kuruş. */
export interface SummedRow {
  readonly rowId: string;
  readonly kind: SettlementKind;
  readonly revenue: number;
  readonly commission: number;
  readonly currency: string;
  /** True of an invoice whose items are known: they say to which orders it belongs. */
  readonly isItemized: boolean;
  /** The part of its invoice that no item has; null: it is of none, or none of its items is known. */
  readonly unitemized: number | null;
  readonly oddity: string | null;
}

/** The reasons for which sums need care. */
export const remarks = [
  'order_unknown',
  'commission_unknown',
  'type_unknown',
  'amounts_odd',
  'amounts_differ',
  'invoice_differs',
  'other_currency',
] as const;
export type Remark = (typeof remarks)[number];

/** The parts of a difference. Each is what the order brings less because of it; together they are the difference. */
export interface Parts {
  readonly commission: number;
  readonly cargo: number;
  readonly penalty: number;
  readonly return: number;
  readonly discount: number;
  readonly unexplained: number;
}

export interface Settled {
  /** The marketplace has not told of the sale yet: nothing is compared with it. */
  readonly waits: boolean;
  readonly expected: number | null;
  readonly settled: number;
  readonly difference: number | null;
  readonly parts: Parts | null;
  readonly remarks: readonly Remark[];
}

const OWN_CURRENCY = 'TRY';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The commission of one piece, rounded half up. */
export const commissionOf = (price: number, percent: number): number =>
  Number((BigInt(price) * BigInt(Math.round(percent * 1_000)) + 50_000n) / 100_000n);

interface Expected {
  readonly prices: number;
  readonly commission: number;
  readonly isWhole: boolean;
  readonly addsUp: boolean;
  readonly isInLira: boolean;
}

/** The prices of the pieces that go to the buyer, and the commission on them. @returns undefined of an order without packages here */
function expectedOf(packages: readonly PricedPackage[]): Expected | undefined {
  if (packages.length === 0) return undefined;
  // A package that was taken apart goes on in those that were made of it.
  const origins = new Set(packages.flatMap(({ originPackageIds }) => originPackageIds));
  const live = packages.filter(({ state, packageId }) => isLive(state) && !origins.has(packageId));
  // The order itself counts the pieces at these prices: those that are told may not be what the package costs.
  const lines = live.flatMap((each) => {
    const prices = pricesOf(each);
    return each.lines.map(({ commissionPercent }, at) => ({ commissionPercent, prices: prices[at] ?? [] }));
  });
  return {
    prices: sum(lines.flatMap(({ prices }) => prices)),
    commission: sum(
      lines.flatMap(({ prices, commissionPercent }) =>
        prices.map((price) => commissionOf(price, commissionPercent ?? 0)),
      ),
    ),
    isWhole: lines.every(({ commissionPercent }) => commissionPercent !== null),
    addsUp: live.every(addsUp),
    isInLira: live.every(isInLira),
  };
}

/** Rows that count: each once, and an invoice only where no item says to which order it belongs. */
function countedOf(rows: readonly SummedRow[]): SummedRow[] {
  const unique = [...new Map(rows.map((row) => [row.rowId, row])).values()];
  return unique.filter(({ currency, isItemized }) => currency === OWN_CURRENCY && !isItemized);
}

/** Compares the sum that an order should bring with its settled sums. */
export function settledOf(packages: readonly PricedPackage[], all: readonly SummedRow[]): Settled {
  const rows = countedOf(all);
  const of = (field: 'revenue' | 'commission', ...kinds: readonly SettlementKind[]) =>
    sum(rows.filter(({ kind }) => kinds.includes(kind)).map((row) => row[field]));
  const settled = sum(rows.map(({ revenue }) => revenue));
  const expected = expectedOf(packages);
  const told: Remark[] = [
    ...(expected === undefined ? (['order_unknown'] as const) : []),
    ...(expected?.isWhole === false ? (['commission_unknown'] as const) : []),
    ...(rows.some(({ kind }) => kind === 'unknown') ? (['type_unknown'] as const) : []),
    ...(rows.some(({ oddity }) => oddity !== null) ? (['amounts_odd'] as const) : []),
    ...(expected?.addsUp === false ? (['amounts_differ'] as const) : []),
    ...(all.some(({ unitemized }) => (unitemized ?? 0) !== 0) ? (['invoice_differs'] as const) : []),
    ...(all.some(({ currency }) => currency !== OWN_CURRENCY) || expected?.isInLira === false
      ? (['other_currency'] as const)
      : []),
  ];
  const waits = all.length === 0 || (expected !== undefined && expected.prices > 0 && !rows.some(mayBeSale));
  if (!expected) return { waits, expected: null, settled, difference: null, parts: null, remarks: told };
  const whole = expected.prices - expected.commission;
  if (waits) return { waits, expected: whole, settled, difference: null, parts: null, remarks: told };
  const difference = whole - settled;
  const sold = of('revenue', 'sale') + of('commission', 'sale');
  const taken = minus(of('revenue', 'discount') + of('commission', 'discount'));
  // A settlement may tell the price before a discount that the order's own prices have already.
  const known = Math.min(Math.max(sold - expected.prices, 0), Math.max(taken, 0));
  // A discount is told with its price, and the commission that goes with it lowers the commission: of a coupon of 100 kuruş at a rate
  // of 15 % beside a commission that is 50 higher, 100 and 35. Its revenue alone, 85 and 50, would hide by how much the rate differs.
  const named = {
    commission: of('commission', 'sale', 'discount', 'commission_correction') - expected.commission,
    cargo: minus(of('revenue', 'cargo', 'delivery_fee')),
    penalty: minus(of('revenue', 'deduction')),
    return: minus(of('revenue', 'return')),
    discount: taken - known,
  };
  const unexplained = difference - sum(Object.values(named));
  return { waits, expected: whole, settled, difference, parts: { ...named, unexplained }, remarks: told };
}

/** A row of a type that nobody knows may be the sale. */
const mayBeSale = ({ kind }: SummedRow): boolean => kind === 'sale' || kind === 'unknown';

/** Negates an amount; zero stays without a sign. */
const minus = (amount: number): number => -amount || 0;
