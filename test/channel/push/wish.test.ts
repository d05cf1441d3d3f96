import fc from 'fast-check';
import { differenceOf, phaseOf } from '../../../src/channel/offer/difference';
import { type Listed, ruledPrice, type Terms, wishOf } from '../../../src/channel/offer/wish';
import { compose } from '../../../src/channel/push/compose';

const STOCK_MAX = 20_000;
const count = fc.integer({ min: 0, max: 50_000 });
const money = fc.integer({ min: 1, max: 10_000_000 });

const rule = fc.record({
  percent: fc.integer({ min: -90, max: 500 }),
  add: fc.integer({ min: -100_000, max: 100_000 }),
  round: fc.constantFrom('none', '90', '99', 'whole'),
}) as fc.Arbitrary<Terms['priceRule']>;

const terms: fc.Arbitrary<Terms> = fc.record({
  push: fc.constant({ stock: true, price: true }),
  priceRule: rule,
  brakePercent: fc.integer({ min: 1, max: 100 }),
  buffer: fc.option(count),
  storeBuffer: count,
  untrackedQuantity: fc.integer({ min: 1, max: 1_000_000 }),
  zeroWhenArchived: fc.boolean(),
});

const listed: fc.Arbitrary<Listed> = fc.record({
  enabled: fc.boolean(),
  problem: fc.constantFrom(null, null, 'archived', 'variant_removed', 'sold_by_variant', 'mapped_elsewhere'),
  buffer: fc.option(count),
  priceOverride: fc.option(money),
  listPriceOverride: fc.option(money),
  priceLocked: fc.boolean(),
  livePrice: money,
  // An order of a marketplace may take it below zero.
  liveStock: fc.option(fc.integer({ min: -50, max: 50_000 })),
}) as fc.Arbitrary<Listed>;

describe('the wish of a listing', () => {
  it('is never below 0, never more than the store has, and 0 of what is not offered', () => {
    fc.assert(
      fc.property(listed, terms, (item, of) => {
        const { stock, price, listPrice } = wishOf(item, of, STOCK_MAX);
        if (!item.enabled) expect(stock).toBe(0);
        else if (item.problem === 'archived' && !of.zeroWhenArchived) expect(stock).toBeNull();
        else if (item.problem !== null) expect(stock).toBe(0);
        else if (item.liveStock === null) expect(stock).toBe(Math.min(STOCK_MAX, of.untrackedQuantity));
        else {
          const buffer = item.buffer ?? of.buffer ?? of.storeBuffer;
          expect(stock).toBe(Math.min(STOCK_MAX, Math.max(0, item.liveStock - buffer)));
        }
        if (item.priceLocked) expect(price).toBeNull();
        if (listPrice !== null) expect(listPrice).toBeGreaterThanOrEqual(price as number);
        if (price !== null && item.priceOverride !== null) expect(price).toBe(item.priceOverride);
      }),
    );
  });

  it('prices by the rule: at least a kuruş, up to the wanted ending, by less than a lira', () => {
    fc.assert(
      fc.property(money, rule, (price, of) => {
        const raw = Math.max(1, Math.round((price * (100 + of.percent)) / 100 + of.add));
        const ruled = ruledPrice(price, of);
        expect(ruled).toBeGreaterThanOrEqual(raw);
        expect(ruled - raw).toBeLessThan(100);
        if (of.round !== 'none') expect(ruled % 100).toBe({ '90': 90, '99': 99, whole: 0 }[of.round]);
        else expect(ruled).toBe(raw);
      }),
    );
  });

  it('differs from what was told by what was told otherwise, and settles once that is sent', () => {
    const known = fc.record({ stock: fc.option(count), price: fc.option(money), listPrice: fc.option(money) });
    fc.assert(
      fc.property(listed, terms, known, fc.option(money), (item, of, told, shownPrice) => {
        const wish = wishOf(item, of, STOCK_MAX);
        const brake = { brakePercent: of.brakePercent, confirmedPrice: null, shownPrice };
        const { heldPrice, ...sent } = differenceOf(wish, told, brake);
        const again = differenceOf(wish, { ...told, ...sent }, brake);
        expect(again).toEqual({ heldPrice });
        const before = told.price ?? shownPrice;
        if (sent.price !== undefined && before !== null)
          expect(sent.price * 100).toBeGreaterThanOrEqual(before * (100 - of.brakePercent));
        if (sent.price !== undefined) expect(sent.listPrice).toBeGreaterThanOrEqual(sent.price);
        if (sent.stock === 0) expect(phaseOf(sent, told)).toBe('zero');
      }),
    );
  });
});

describe('a composed request', () => {
  const item = (barcode: string, stock: number) => ({
    offer: { barcode, stock },
    prices: { price: 500, listPrice: 500 },
  });

  it('is never one that was sent, as long as there is another', () => {
    const sent = new Set<string>();
    const asked = [item('1', 3)];
    const companions = [
      { barcode: '1', stock: 9 },
      { barcode: '2', stock: 1 },
    ];
    const bodies = [1, 2, 3].map(() => {
      const composed = compose(asked, companions, sent);
      if (composed) sent.add(composed.digest);
      return composed?.items;
    });
    expect(bodies).toEqual([
      [{ barcode: '1', stock: 3 }],
      [{ barcode: '1', stock: 3, price: 500, listPrice: 500 }],
      [
        { barcode: '1', stock: 3 },
        { barcode: '2', stock: 1 },
      ],
    ]);
    expect(compose(asked, companions, sent)).toBeUndefined();
  });

  it('sends no price of an item whose price is locked', () => {
    const asked = [{ offer: { barcode: '1', stock: 3 }, prices: null }];
    const first = compose(asked, [], new Set());
    expect(compose(asked, [], new Set([first?.digest as string]))).toBeUndefined();
  });
});
