import fc from 'fast-check';
import { plannedLines } from '../../../src/order/import/lines';
import type { OrderLine } from '../../../src/order/line/table';
import { isLive, isNews, mostOrdered, type PackageOfPieces, piecesTold } from '../../../src/order/package/pieces';
import { cancelledInPart, histories, moment, type News, shuffled } from './histories';

type Planned = ReturnType<typeof plannedLines>;

const worthOf = (pieces: Planned['gone'], lines: Planned['lines']): number =>
  pieces
    .flatMap(({ lineId, units }) => units.map((unit) => lines.find(({ id }) => id === lineId)?.units[unit]?.price ?? 0))
    .reduce((sum, price) => sum + price, 0);

/** An order as news comes in one by one. */
function play(heard: readonly News[]) {
  const known = new Map<string, News & Pick<PackageOfPieces, 'ordered'>>();
  let lines: readonly OrderLine[] = [];
  let placings: ReturnType<typeof plannedLines>['placings'] = new Map();
  let [count, refunded] = [0, 0];
  for (const news of heard) {
    const before = known.get(news.packageId);
    const isLater = before === undefined || isNews(before, news);
    const ordered = mostOrdered(before?.ordered, news, isLater);
    known.set(news.packageId, { ...(isLater ? news : before), ordered });
    const plan = plannedLines(piecesTold([...known.values()]), {
      orderId: 'o',
      lines,
      placings,
      soldAs: (key) => ({ title: key, sku: null, barcode: key.slice(2), vatRate: 20 }),
      newId: () => `line${count++}`,
    });
    refunded += worthOf(plan.gone, plan.lines) - worthOf(plan.back, lines);
    ({ lines, placings } = plan);
  }
  return { lines, placings, refunded, known };
}

/** Picks what is the same whatever came first. */
function endOf({ lines, placings, refunded }: ReturnType<typeof play>) {
  const sum = (of: (line: OrderLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  const keys = [...new Set(lines.map(({ channelLine }) => channelLine))].sort();
  return {
    keys: keys.map((key) => {
      const mine = lines.filter(({ channelLine }) => channelLine === key);
      const prices = mine.flatMap(({ units }) => units.map(({ price }) => price));
      return [key, prices.sort(), mine.reduce((total, { unsent }) => total + unsent, 0)];
    }),
    total: sum(({ units }) => units.reduce((all, { price }) => all + price, 0)),
    refunded,
    placed: [...placings]
      .map(([id, pieces]) => [id, pieces.reduce((all, { quantity }) => all + quantity, 0)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

describe('what packages say of pieces', () => {
  test('the same news leads to the same end in any order, doubled, and with older news lost', () => {
    fc.assert(
      fc.property(
        histories,
        fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        (news, seed, lost) => {
          const expected = endOf(play(news));
          const last = new Map(news.map((each) => [each.packageId, each]));
          const kept = news.filter((each, place) => last.get(each.packageId) === each || !lost[place]);
          expect(endOf(play(shuffled([...kept, ...news.slice(0, 5)], seed)))).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('pieces that are cancelled in part lead to the same end in any order; what was never heard of costs nobody anything', () => {
    fc.assert(
      fc.property(
        cancelledInPart,
        fc.array(fc.nat(1_000), { minLength: 10, maxLength: 10 }),
        ({ whole, later }, seed) => {
          const all = play([whole, ...later]);
          expect(endOf(play(shuffled([whole, ...later, ...later], seed)))).toEqual(endOf(all));
          const unheard = endOf(play(shuffled([...later, ...later], seed)));
          expect(unheard).toEqual(endOf(play(later)));
          const { total, refunded, placed } = endOf(all);
          expect([unheard.total - unheard.refunded, unheard.placed]).toEqual([total - refunded, placed]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('no piece is lost, doubled, or in two places', () => {
    fc.assert(
      fc.property(histories, fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }), (news, seed) => {
        const { lines, placings, known } = play(shuffled(news, seed));
        const roots = [...known.values()].filter(({ originPackageIds }) => originPackageIds.length === 0);
        const ordered = roots.flatMap((each) => each.lines).reduce((sum, { quantity }) => sum + quantity, 0);
        expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(ordered);
        for (const line of lines) {
          const placed = [...placings.values()].flat().filter(({ lineId }) => lineId === line.id);
          const inside = placed.reduce((sum, { quantity }) => sum + quantity, 0);
          expect(inside + line.unsent).toBeLessThanOrEqual(line.quantity);
          expect(line.units).toHaveLength(line.quantity);
          expect(line.keptUnits).toHaveLength(line.unsent);
        }
        const live = [...known.values()].filter(
          ({ state, packageId }) =>
            isLive(state) && ![...known.values()].some(({ originPackageIds }) => originPackageIds.includes(packageId)),
        );
        for (const each of live)
          expect((placings.get(each.packageId) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(
            each.lines.reduce((sum, { quantity }) => sum + quantity, 0),
          );
      }),
      { numRuns: 500 },
    );
  });

  test('no piece is lost or doubled while a split is known, and the ids of its packages are not', () => {
    fc.assert(
      fc.property(histories, fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }), (news, seed) => {
        const alive = news.filter(({ state }) => state !== 'cancelled');
        const last = new Map(alive.map((each) => [each.packageId, each]));
        // The heads are known, and some of them as taken apart. Of the packages that were made of them one after the other is heard of.
        const heads = [...last.values()].filter(({ originPackageIds }) => originPackageIds.length === 0);
        const children = shuffled(
          [...last.values()].filter((each) => !heads.includes(each)),
          seed,
        );
        const ordered = heads.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
        for (let heard = 0; heard <= children.length; heard += 1) {
          const { lines, placings, refunded } = play([...heads, ...children.slice(0, heard)]);
          const placed = [...placings.values()].flat().reduce((sum, { quantity }) => sum + quantity, 0);
          expect([lines.reduce((sum, { quantity }) => sum + quantity, 0), refunded]).toEqual([ordered, 0]);
          expect(placed).toBeLessThanOrEqual(ordered);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('equal and older news moves nothing', () => {
    const known = { modifiedAt: moment(5), state: 'shipped' as const };
    expect(isNews(known, known)).toBe(false);
    expect(isNews(known, { modifiedAt: moment(4), state: 'delivered' })).toBe(false);
    expect(isNews(known, { modifiedAt: moment(5), state: 'invoiced' })).toBe(false);
    expect(isNews(known, { modifiedAt: moment(5), state: 'delivered' })).toBe(true);
    expect(isNews(known, { modifiedAt: moment(6), state: 'created' })).toBe(true);
  });
});
