import { createWorld, type World } from '../../world/world';
import { ImportShop, later, lineOf, packageOf } from './shop';

describe('a package of three pieces of which one is cancelled', () => {
  let world: World;
  let shop: ImportShop;
  beforeAll(async () => {
    world = await createWorld();
    shop = await ImportShop.in(world);
  });
  afterAll(() => world.close());

  const whole = () => packageOf('P', [lineOf('B1', 3, { lineId: 'A', unitPrices: [33_491, 33_492, 33_492] })]);
  /** The marketplace lists the cancelled piece alone from then on. */
  const cancelled = () =>
    packageOf('P', [lineOf('B1', 1, { lineId: 'A', unitPrices: [33_491] })], {
      state: 'cancelled',
      stateWord: 'Cancelled',
      modifiedAt: later(1),
    });
  /** The others go on in a package of their own. */
  const rest = () =>
    packageOf('C', [lineOf('B1', 2, { lineId: 'X', unitPrices: [33_492, 33_492] })], {
      originPackageIds: ['P'],
      modifiedAt: later(2),
    });

  test.each([
    ['the cancellation first', [whole, cancelled, rest]],
    ['the rest first', [whole, rest, cancelled]],
    ['what it held last', [cancelled, rest, whole]],
    ['each of them twice', [whole, whole, cancelled, cancelled, rest, rest, whole]],
  ] as const)('is the same order whatever is heard of when: %s', async (how, heard) => {
    const number = `N ${how}`;
    await shop.product(`${how}`, 50);
    const news = (each: () => ReturnType<typeof packageOf>) => {
      const { packageId, originPackageIds, lines, ...one } = each();
      return {
        ...one,
        packageId: `${packageId} ${how}`,
        originPackageIds: originPackageIds.map((id: string) => `${id} ${how}`),
        lines: lines.map((line: ReturnType<typeof lineOf>) => ({
          ...line,
          lineId: `${line.lineId} ${how}`,
          barcode: how,
        })),
      };
    };
    let orderId = '';
    for (const each of heard) orderId = (await shop.upsert(number, news(each) as never)).order?.id ?? orderId;
    const { captured, refunded, lines } = await shop.order(orderId);
    expect({ captured, refunded }).toEqual({ captured: 100_475, refunded: 33_491 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ quantity: 3, refundedUnits: [expect.any(Number)] });
  });
});
