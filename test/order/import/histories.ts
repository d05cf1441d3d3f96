import fc from 'fast-check';
import type { PackageOfPieces } from '../../../src/order/package/pieces';

export type News = PackageOfPieces & { readonly modifiedAt: string };

/** So many minutes after the first. */
export const moment = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString();

/** Histories of packages of one order: some are split, some are cancelled, and all news of them is in one heap. */
export const histories = fc
  .array(
    fc.record({
      pieces: fc.array(fc.record({ barcode: fc.constantFrom('A', 'B'), price: fc.integer({ min: 1, max: 3 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      cut: fc.nat(6),
      isSplit: fc.boolean(),
      /** What a package is called whose pieces go on in others. */
      parent: fc.constantFrom<PackageOfPieces['state']>('unpacked', 'cancelled'),
      ends: fc.array(fc.constantFrom<PackageOfPieces['state']>('preparing', 'shipped', 'cancelled', 'delivered'), {
        minLength: 2,
        maxLength: 2,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((packages) =>
    packages.flatMap(({ pieces, cut, isSplit, parent, ends }, index): News[] => {
      const id = `P${index}`;
      const of = (
        name: string,
        some: typeof pieces,
        state: News['state'],
        minute: number,
        origins: string[],
      ): News[] => (some.length === 0 ? [] : [newsOf(name, some, state, minute, origins)]);
      const first = of(id, pieces, 'created', 0, []);
      if (!isSplit) return [...first, ...of(id, pieces, ends[0] as News['state'], 9, [])];
      const [left, right] = [pieces.slice(0, cut), pieces.slice(cut)];
      return [
        ...first,
        ...of(id, pieces, parent, 5, []),
        ...of(`${id}a`, left, 'created', 5, [id]),
        ...of(`${id}b`, right, 'created', 5, [id]),
        ...of(`${id}a`, left, ends[0] as News['state'], 9, [id]),
        ...of(`${id}b`, right, ends[1] as News['state'], 9, [id]),
      ];
    }),
  );

/** Histories of one package of which pieces are cancelled: it lists those alone from then on, and the others go on in one that is made of it. */
export const cancelledInPart = fc
  .record({
    prices: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 6 }),
    cut: fc.integer({ min: 1, max: 5 }),
    end: fc.constantFrom<PackageOfPieces['state']>('preparing', 'shipped', 'cancelled', 'delivered'),
  })
  .map(({ prices, cut, end }) => {
    const pieces = prices.map((price) => ({ barcode: 'A', price }));
    const at = Math.min(cut, prices.length - 1);
    const [gone, rest] = [pieces.slice(0, at), pieces.slice(at)];
    return {
      whole: newsOf('P', pieces, 'created', 0, []),
      later: [
        newsOf('P', gone, 'cancelled', 5, []),
        newsOf('C', rest, 'created', 5, ['P']),
        newsOf('C', rest, end, 9, ['P']),
      ],
    };
  });

function newsOf(
  packageId: string,
  pieces: readonly { readonly barcode: string; readonly price: number }[],
  state: News['state'],
  minute: number,
  originPackageIds: readonly string[],
): News {
  const barcodes = [...new Set(pieces.map(({ barcode }) => barcode))];
  return {
    packageId,
    originPackageIds,
    state,
    modifiedAt: moment(minute),
    total: pieces.reduce((sum, { price }) => sum + price, 0),
    lines: barcodes.map((barcode) => {
      const unitPrices = pieces.filter((piece) => piece.barcode === barcode).map(({ price }) => price);
      return { lineId: `${packageId}${barcode}`, barcode, sku: null, quantity: unitPrices.length, unitPrices };
    }),
  };
}

export const shuffled = (news: readonly News[], seed: readonly number[]): News[] =>
  news
    .map((each, place) => ({ each, weight: seed[place] ?? 0 }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ each }) => each);
