import fc from 'fast-check';
import { commissionOf, type SummedRow, settledOf } from '../../src/channel/finance/settle';
import type { PricedPackage } from '../../src/order/package/priced-store';
import { settlementKinds } from '../../src/provider/channel/finance';
import { readCargoItems, readOther, readSettlement } from '../../src/provider/trendyol/settlement';

const AT = Date.UTC(2026, 10, 20);

const packaged = (unitPrices: number[], commissionPercent: number | null = 10, total?: number): PricedPackage => ({
  total: total ?? unitPrices.reduce((sum, price) => sum + price, 0),
  orderNumber: '1',
  currency: 'TRY',
  orderId: null,
  packageId: 'p1',
  originPackageIds: [],
  state: 'delivered',
  lines: [
    {
      ...{ lineId: 'l1', barcode: 'B', sku: null, title: 'Cezve', vatRate: 20, commissionPercent },
      ...{ quantity: unitPrices.length, unitPrices },
    },
  ],
});
/** As the store tells of rows that are of no invoice. */
const ofNoInvoice = { isItemized: false, unitemized: null };
let rows = 0;
/** A row as the marketplace tells it. */
const told = (transactionType: string, amount: number, commission: number, more: object = {}) => {
  const isCredit = ['Satış', 'İndirim İptal'].includes(transactionType);
  rows += 1;
  const row = readSettlement({
    ...{ id: String(rows), transactionDate: AT, transactionType, orderNumber: '1' },
    ...{ credit: isCredit ? amount : 0, debt: isCredit ? 0 : amount },
    ...{ commissionAmount: commission, sellerRevenue: amount - commission },
    ...more,
  });
  if (!('rowId' in row)) throw new Error(row.message);
  return { ...row, ...ofNoInvoice };
};
const partsOf = (packages: PricedPackage[], all: SummedRow[]) => settledOf(packages, all);
/** The rows of items of one invoice. */
const cargoOf = (...items: object[]) => {
  const read = readCargoItems(items, 'DDF1', '2026-11-20T00:00:00.000Z');
  return read.map((row) => {
    if (!('rowId' in row)) throw new Error(row.message);
    return { ...row, ...ofNoInvoice };
  });
};
const none = { commission: 0, cargo: 0, penalty: 0, return: 0, discount: 0, unexplained: 0 };

describe('what an order should bring, and what is settled of it', () => {
  test('is the same where all is as agreed', () => {
    const all = [told('Satış', 100, 10), told('Satış', 50.01, 5)];
    expect(partsOf([packaged([10_000, 5_001])], all)).toEqual({
      ...{ waits: false, expected: 13_501, settled: 13_501, difference: 0, parts: none, remarks: [] },
    });
  });

  test('knows the discounts that the prices have, and tells those that they have not', () => {
    const all = [told('Satış', 100, 10), told('İndirim', 20, 2)];
    expect(partsOf([packaged([8_000])], all)).toMatchObject({ expected: 7_200, settled: 7_200, parts: none });
    const coupon = told('Kupon', 5, 0.5);
    expect(partsOf([packaged([8_000])], [...all, coupon])).toMatchObject({
      difference: 450,
      parts: { ...none, discount: 500, commission: -50 },
    });
  });

  test('waits where no sale is told, although it may have cost something, and compares nothing then', () => {
    const orders = [packaged([10_000])];
    const nothing = { waits: true, expected: 9_000, difference: null, parts: null };
    expect(partsOf(orders, [])).toMatchObject({ ...nothing, settled: 0 });
    const cargo = cargoOf({ parcelUniqueId: 7, orderNumber: '1', amount: 49.99 });
    expect(partsOf(orders, cargo)).toMatchObject({ ...nothing, settled: -4_999 });
    expect(partsOf(orders, [...cargo, told('Satış', 100, 10)])).toMatchObject({
      ...{ waits: false, difference: 4_999, parts: { ...none, cargo: 4_999 } },
    });
    // Nothing of it is sold: no sale is to come, and what it costs is all there is.
    const gone = [{ ...packaged([10_000]), state: 'unsupplied' as const }];
    expect(partsOf(gone, cargo)).toMatchObject({ waits: false, expected: 0, parts: { ...none, cargo: 4_999 } });
  });

  test('splits discount and commission by price: the commission of a discount lowers the commission', () => {
    const sale = told('Satış', 100, 10.5);
    const coupon = told('Kupon', 1, 0.15);
    const { difference, parts } = partsOf([packaged([10_000])], [sale, coupon]);
    expect([difference, parts]).toEqual([135, { ...none, discount: 100, commission: 35 }]);
  });

  test('names what came back, what carriers cost, penalties and corrections, to the kuruş', () => {
    const sale = told('Satış', 100, 10);
    expect(partsOf([packaged([10_000])], [sale, told('İade', 100, 10)])).toMatchObject({
      ...{ settled: 0, difference: 9_000, parts: { ...none, return: 9_000 } },
    });
    const [cargo] = cargoOf({ parcelUniqueId: 7, orderNumber: '1', amount: 49.99 });
    const invoice = readOther(
      { id: 'DDF1', transactionDate: AT, transactionType: 'Kargo Faturası', debt: 49.99 },
      'DeductionInvoices',
    );
    const penalty = readOther(
      { id: 9, transactionDate: AT, transactionType: 'Tedarik Edememe', debt: 75 },
      'DeductionInvoices',
    );
    const fees = [cargo, { ...penalty, ...ofNoInvoice }] as unknown as SummedRow[];
    const itemized = { ...invoice, isItemized: true, unitemized: 0 };
    // A fee without an item counts once for the order, and the invoice of the carrier not beside its items.
    expect(partsOf([packaged([10_000])], [sale, ...fees, cargo, itemized] as SummedRow[])).toMatchObject({
      ...{ settled: 9_000 - 4_999 - 7_500, parts: { ...none, cargo: 4_999, penalty: 7_500 } },
    });
    const lower = told('Hakediş Negatif Düzeltme', 5, 0, { commissionAmount: 0, sellerRevenue: 5 });
    const more = told('Komisyon Pozitif Düzeltme', 5, 5, { sellerRevenue: 0 });
    // The two belong together: what is paid falls by one of them.
    expect(partsOf([packaged([10_000])], [sale, lower, more])).toMatchObject({
      ...{ settled: 8_500, difference: 500, parts: { ...none, commission: 500 } },
    });
  });

  test('counts each item of an invoice, alike ones too, and what a carrier gives back', () => {
    const sale = told('Satış', 100, 10);
    const item = (amount: number, more: object = {}) => ({ parcelUniqueId: 7, orderNumber: '1', amount, ...more });
    const items = [item(49.99), item(20), item(49.99), item(5, { shipmentPackageType: 'İade' }), item(-20)];
    const rows = cargoOf(...items);
    expect(new Set(rows.map(({ rowId }) => rowId)).size).toBe(5);
    expect(rows.map(({ credit, debt, revenue }) => [credit, debt, revenue])).toEqual([
      ...[[0, 4_999, -4_999] as const, [0, 2_000, -2_000] as const, [0, 4_999, -4_999] as const],
      ...[[0, 500, -500] as const, [2_000, 0, 2_000] as const],
    ]);
    // The same answer once more brings the same rows.
    expect(cargoOf(...items)).toEqual(rows);
    const cargo = 2 * 4_999 + 500;
    expect(partsOf([packaged([10_000])], [sale, ...rows, ...cargoOf(...items)])).toMatchObject({
      ...{ settled: 9_000 - cargo, difference: cargo, parts: { ...none, cargo } },
    });
    expect(partsOf([packaged([10_000])], [sale, ...cargoOf(item(-20))])).toMatchObject({
      ...{ settled: 11_000, difference: -2_000, parts: { ...none, cargo: -2_000 } },
    });
  });

  test('reads amounts with and without signs alike, and keeps what it does not know', () => {
    const plain = told('İade', 100, 10);
    const signed = told('İade', 100, 10, { commissionAmount: 10, sellerRevenue: -90 });
    expect([signed.revenue, signed.commission]).toEqual([plain.revenue, plain.commission]);
    const odd = told('Satış', 100, 11, { sellerRevenue: 90 });
    const unknown = told('Yeni İşlem', 30, 0);
    expect([odd.oddity, unknown.kind, unknown.typeWord]).toEqual([expect.any(String), 'unknown', 'Yeni İşlem']);
    const { remarks, parts, difference } = partsOf([packaged([10_000], null)], [odd, unknown]);
    expect(remarks).toEqual(['commission_unknown', 'type_unknown', 'amounts_odd']);
    expect(Object.values(parts ?? {}).reduce((sum, part) => sum + part, 0)).toBe(difference);
    expect(partsOf([], [odd])).toMatchObject({ expected: null, difference: null, parts: null, settled: 9_000 });
    for (const row of [null, 7, {}, { id: 1 }, { id: 1, transactionDate: 'dün' }, { id: '', transactionDate: 1 }])
      expect(readSettlement(row)).toMatchObject({ message: expect.any(String) });
  });

  test('expects what a package costs, where the prices of its pieces are told otherwise', () => {
    const all = [told('Satış', 95.01, 9.5)];
    // Averages of a piece do not add up to what was paid: 50.01 and 45.00, by the largest remainder.
    const { expected, difference, remarks } = partsOf([packaged([5_000, 4_500], 10, 9_501)], all);
    expect([expected, difference, remarks]).toEqual([9_501 - 500 - 450, 0, ['amounts_differ']]);
    expect(partsOf([packaged([5_000, 4_500])], all)).toMatchObject({ expected: 8_550, remarks: [] });
  });

  test('rounds the commission of each piece by itself', () => {
    expect([commissionOf(1_005, 10), commissionOf(999, 21.05), commissionOf(10_000_000_000_000, 99.999)]).toEqual([
      101, 210, 9_999_900_000_000,
    ]);
    expect(partsOf([packaged([1_005, 1_005])], []).expected).toBe(2_010 - 202);
  });

  const money = fc.integer({ min: -5_000_000, max: 5_000_000 });
  const someRow = fc.record({
    ...{ rowId: fc.integer({ min: 0, max: 40 }).map(String), kind: fc.constantFrom(...settlementKinds) },
    ...{ revenue: money, commission: money, currency: fc.constantFrom('TRY', 'TRY', 'AZN') },
    ...{ isItemized: fc.boolean(), unitemized: fc.option(money), oddity: fc.constant(null) },
  });
  const unique = fc.uniqueArray(someRow, { selector: ({ rowId }) => rowId, maxLength: 30 });
  const prices = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { minLength: 1, maxLength: 6 });
  const percent = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1_000);

  test('has parts that add up to the difference, whatever comes', () => {
    fc.assert(
      fc.property(unique, prices, percent, (all, unitPrices, rate) => {
        const { waits, expected, settled, difference, parts } = settledOf([packaged(unitPrices, rate)], all);
        if (waits) return expect([difference, parts]).toEqual([null, null]);
        expect(difference).toBe((expected as number) - settled);
        expect(Object.values(parts as object).reduce((sum: number, part: number) => sum + part, 0)).toBe(difference);
        for (const amount of Object.values(parts as object)) expect(Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });

  test('has a cost of cargo that is the sum of the items of an invoice, below 0 too', () => {
    const kurus = fc.integer({ min: -100_000, max: 100_000 });
    const parcel = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(parcel, kurus), { maxLength: 20 }), prices, (items, unitPrices) => {
        const rows = cargoOf(
          ...items.map(([parcelUniqueId, amount]) => ({ parcelUniqueId, orderNumber: '1', amount: amount / 100 })),
        );
        const { difference, parts } = settledOf([packaged(unitPrices)], [told('Satış', 100, 10), ...rows]);
        expect(parts?.cargo).toBe(items.reduce((sum, [, amount]) => sum + amount, 0));
        expect(Object.values(parts as object).reduce((sum: number, part: number) => sum + part, 0)).toBe(difference);
      }),
    );
  });

  test('is the same for the same rows in any order, doubled, or lost and pulled again', () => {
    fc.assert(
      fc.property(unique, prices, fc.integer(), (all, unitPrices, seed) => {
        const orders = [packaged(unitPrices)];
        const shuffled = all.toSorted(
          (one, other) => ((Number(one.rowId) * seed) % 7) - ((Number(other.rowId) * seed) % 7),
        );
        const lost = shuffled.filter((_, at) => (at + seed) % 3 !== 0);
        const once = settledOf(orders, all);
        for (const pulled of [shuffled, [...all, ...shuffled], [...lost, ...all], [...all, ...lost].reverse()])
          expect(settledOf(orders, pulled)).toEqual(once);
      }),
    );
  });
});
