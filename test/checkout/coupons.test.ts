import fc from 'fast-check';
import { type CouponLine, discountOnDelivery, discountOnGoods, stateOfCode } from '../../src/checkout/price/coupons';
import { quoteOf } from '../../src/checkout/price/quote';
import { paidFor, sharesOf } from '../../src/checkout/price/shares';
import { couponCodeIn } from '../../src/coupon/coupon/code';
import type { Offer } from '../../src/coupon/offer/store';
import { shareOfPieces } from '../../src/order/refund/shares';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const offerOf = (more: Partial<Offer> = {}): Offer => ({
  ...{ id: 'cpn_1', code: 'YAZ10', title: 'Yaz', kind: 'percent', percent: 10, amount: null },
  ...{ minimum: 0, customerUsesMax: null, standing: 'usable', products: null },
  ...more,
});
const lineOf = (key: string, unitPrice: number, more: Partial<CouponLine> = {}): CouponLine => ({
  ...{ key, productId: `prd_${key}`, quantity: 1, unitPrice, requiresShipping: true },
  ...more,
});

const products = ['a', 'b', 'c'];
const line = fc.record({
  productId: fc.constantFrom(...products),
  quantity: fc.integer({ min: 1, max: 99 }),
  unitPrice: fc.oneof(fc.nat(500), fc.nat({ max: 1_000_000_000 })),
  vatRate: fc.constantFrom(0, 1, 10, 20),
  requiresShipping: fc.boolean(),
});
const cart = fc
  .array(line, { minLength: 1, maxLength: 8 })
  .map((lines) => lines.map((each, place) => ({ ...each, key: `l${place + 1}` })));
const some = fc.option(fc.subarray(products), { nil: null });
const offer: fc.Arbitrary<Offer> = fc
  .record({
    kind: fc.constantFrom('percent', 'amount', 'delivery'),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: fc.integer({ min: 1, max: 2_000_000_000 }),
    minimum: fc.oneof(fc.constant(0), fc.nat(100_000)),
    isAutomatic: fc.boolean(),
    products: some,
  })
  .map(({ kind, percent, amount, isAutomatic, ...rest }) =>
    offerOf({
      ...{ kind: kind as Offer['kind'], percent: kind === 'percent' ? percent : null, ...rest },
      ...{ amount: kind === 'amount' ? amount : null, code: isAutomatic ? null : 'YAZ10' },
    }),
  );
const offers = fc
  .array(offer, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((each, place) => ({ ...each, id: `cpn_${place}` })));

describe('what coupons take off', () => {
  test('is shared among lines and pieces without a kuruş lost, and comes back with the pieces of a refund', () => {
    fc.assert(
      fc.property(cart, offers, fc.nat(100_000), (lines, offered, fee) => {
        const found = discountOnGoods(lines, offered);
        const delivery = discountOnDelivery(lines, [{ id: 'standart', label: 'Kargo', kurus: fee }], offered);
        const rate = delivery ? (delivery.rates[0] as { id: string; label: string; kurus: number }) : null;
        const discounts = found?.discounts ?? [];
        const off = found?.coupon.kurus ?? 0;
        expect(sum(discounts.map(({ kurus }) => kurus))).toBe(off);
        const itemOf = ({ key }: { key: string }) => {
          const { unitPrice, ...item } = lines.find((each) => each.key === key) as (typeof lines)[number];
          return { ...item, price: unitPrice };
        };
        const asked = lines.map(({ key, quantity }) => ({ key, productId: 'prd_1', variantId: null, quantity }));
        const { total } = quoteOf(asked, itemOf, { discounts, rate, method: 'card', codFee: 0 });
        const shares = sharesOf(lines, {
          discounts: discounts.map(({ kurus, line: key }) => ({
            kurus,
            line: key === null ? null : lines.findIndex((each) => each.key === key),
          })),
          shipping: rate?.kurus ?? 0,
          codFee: 0,
        });
        const units = shares.flat();
        expect(sum(units.map(({ discount }) => discount))).toBe(off);
        for (const unit of units) expect(paidFor(unit)).toBeGreaterThanOrEqual(0);
        expect(total).toBe(
          sum(lines.map(({ quantity, unitPrice }) => quantity * unitPrice)) - off + (rate?.kurus ?? 0),
        );
        // Piece by piece, each refund on top of those before it.
        const sold = lines.map(({ key, quantity }, place) => ({
          ...{ id: key, quantity, units: shares[place] ?? [], refundedUnits: [] as number[], unpaidUnits: [] },
        }));
        let back = 0;
        for (const { id, quantity } of sold)
          for (let nth = 0; nth < quantity; nth += 1) {
            const given = shareOfPieces(sold, [{ lineId: id, quantity: 1 }], true);
            back += given.amount;
            for (const { lineId, units: places } of given.pieces)
              sold.find((each) => each.id === lineId)?.refundedUnits.push(...places);
          }
        expect(back).toBe(total);
      }),
    );
  });

  test('is off the goods that they are for alone, and never more than those cost', () => {
    const lines = [lineOf('l1', 1_000), lineOf('l2', 500, { quantity: 2 }), lineOf('l3', 9_000)];
    const amount = offerOf({ kind: 'amount', percent: null, amount: 5_000, products: ['prd_l1', 'prd_l2'] });
    expect(discountOnGoods(lines, [amount])?.discounts).toEqual([
      { label: 'Yaz', kurus: 1_000, line: 'l1' },
      { label: 'Yaz', kurus: 1_000, line: 'l2' },
    ]);
    expect(discountOnGoods(lines, [offerOf({ percent: 15 })])?.discounts).toEqual([
      { label: 'Yaz', kurus: 1_650, line: null },
    ]);
  });

  test('is that of one coupon, which takes off the most: a code is used up for nothing less', () => {
    const lines = [lineOf('l1', 10_000)];
    const [automatic, code] = [
      offerOf({ id: 'cpn_2', code: null, percent: 20 }),
      offerOf({ kind: 'amount', percent: null, amount: 2_000 }),
    ];
    const same = discountOnGoods(lines, [code, automatic]);
    expect(same?.coupon).toMatchObject({ couponId: 'cpn_2', kurus: 2_000 });
    expect(stateOfCode('YAZ10', lines, [code, automatic], same ? [same.coupon] : [])).toBe('outdone');
    expect(discountOnGoods(lines, [{ ...code, amount: 2_001 }, automatic])?.coupon.couponId).toBe('cpn_1');
  });

  test('is the cheapest delivery, where something is delivered', () => {
    const rates = [{ kurus: 4_000 }, { kurus: 9_000 }];
    const free = offerOf({ kind: 'delivery', percent: null, minimum: 5_000 });
    expect(discountOnDelivery([lineOf('l1', 5_000)], rates, [free])).toMatchObject({
      coupon: { takenOff: 'delivery', kurus: 4_000 },
      rates: [{ kurus: 0 }, { kurus: 5_000 }],
    });
    const small = [lineOf('l1', 4_999)];
    expect(discountOnDelivery(small, rates, [free])).toBeUndefined();
    expect(stateOfCode('YAZ10', small, [free], [])).toBe('below_minimum');
    const book = [lineOf('l1', 9_999, { requiresShipping: false })];
    expect(stateOfCode('YAZ10', book, [free], [])).toBe('no_goods');
    expect(stateOfCode('YAZ10', book, [], [])).toBe('unknown');
  });
});

test('a code is the same from any keyboard', () => {
  const typed = ['İNDİRİM', 'indirim', ' ındırım ', 'INDIRIM'];
  expect(typed.map(couponCodeIn)).toEqual(typed.map(() => 'INDIRIM'));
  expect(['şok-10', 'ab', '-abc', 'a b c', 'x'.repeat(33), 'kod!'].map(couponCodeIn)).toEqual([
    'SOK-10',
    ...Array<undefined>(5),
  ]);
});
