import fc from 'fast-check';
import type { StockItem } from '../../src/panel/api/types';
import {
  bookedStock,
  type CountLine,
  differenceOf,
  differs,
  expectedPieces,
  isBookable,
  missingPieces,
  ordersShort,
  renewed,
  withBooking,
  withCounted,
  withDecided,
  withMoved,
  withScanned,
} from '../../src/panel/stock/count-lines';
import { byItem, itemByCode, pastedCells } from '../../src/panel/stock/pasted';
import { isScanned, piecesIn } from '../../src/panel/stock/pieces';
import '../world/fast-check';

const itemOf = (id: string, more: Partial<StockItem> = {}): StockItem => ({
  id,
  productId: id,
  variantId: null,
  title: id,
  variantTitle: null,
  sku: null,
  barcode: null,
  price: 100,
  stock: 10,
  reserved: 3,
  sold: 0,
  daysLeft: null,
  listings: [],
  ...more,
});

describe('a typed number of pieces', () => {
  test.each([
    ['12', 12],
    [' 7 ', 7],
    ['0', 0],
    ['1000000000', 1_000_000_000],
  ])('%j is one', (text, pieces) => {
    expect(piecesIn(text)).toBe(pieces);
  });

  test.each(['', '-1', '1.200', '1,5', 'on iki', '12 adet', '1e3', '1000000001', '99999999999'])(
    '%j is none',
    (text) => {
      expect(piecesIn(text)).toBeUndefined();
    },
  );
});

describe('a text in a cell of numbers', () => {
  test.each([
    ['a barcode, however slowly it came', '8690000000103', 5_000, true],
    ['a barcode that was there before', '869000000010', null, true],
    ['a short code that came at once', '86900001', 80, true],
    ['a number of as many digits that somebody has typed', '86900001', 2_000, false],
    ['a number of few digits, however fast', '25', 1, false],
    ['the most pieces', '1000000000', null, false],
  ])('%s', (_, text, ms, isCode) => {
    expect(isScanned(text, ms)).toBe(isCode);
  });
});

describe('pasted cells', () => {
  test('are a column, whatever ends its lines, and an empty cell keeps its place', () => {
    expect(pastedCells('5\r\n\r\n x \r\n')).toEqual({ kind: 'column', cells: ['5', '', 'x'] });
  });

  test('are codes with their numbers, a row without a code left out', () => {
    const pairs = [
      { code: 'A', text: '1' },
      { code: 'B', text: '' },
    ];
    expect(pastedCells('A\t1\textra\nB\n\t4')).toEqual({ kind: 'pairs', pairs });
  });

  test('find the item of a SKU or barcode, and none for a code of several', () => {
    const [one, two] = [itemOf('1', { sku: 'A', barcode: 'A' }), itemOf('2', { sku: 'B' })];
    const of = itemByCode([one, two, itemOf('3', { barcode: 'B' })]);
    expect([of('A'), of('B'), of('C')]).toEqual([one, undefined, undefined]);
  });
});

describe('pasted codes with numbers', () => {
  test('are of one item by SKU and by barcode, with each number that the list has for it', () => {
    const items = [itemOf('1', { sku: 'A', barcode: '86' }), itemOf('2', { sku: 'B' })];
    const pairs = [
      { code: 'A', text: '5' },
      { code: 'B', text: '1' },
      { code: '86', text: '7' },
      { code: 'C', text: '9' },
    ];
    const read = byItem(pairs, itemByCode(items));
    expect(read.map(({ item, texts }) => [item.id, texts])).toEqual([
      ['1', ['5', '7']],
      ['2', ['1']],
    ]);
  });
});

describe('a count', () => {
  test('adds scanned pieces to one line, the last one first, with the stock of its first scan', () => {
    const first = withScanned([], itemOf('1'), 1);
    const second = withScanned(first, itemOf('2'), 1);
    const third = withScanned(second, itemOf('1', { stock: 5 }), 2);
    expect(third).toMatchObject([
      { id: '1', counted: '3', stock: 10 },
      { id: '2', counted: '1' },
    ]);
  });

  test('expects reserved pieces on the shelf where they are counted too', () => {
    const [line] = withScanned([], itemOf('1'), 12) as [CountLine];
    expect([expectedPieces(line, true), differenceOf(line, true)]).toEqual([13, -1]);
    expect([expectedPieces(line, false), differenceOf(line, false)]).toEqual([10, 2]);
  });

  test('of what nobody counted yet, any number is a difference; of a text there is none', () => {
    const [line] = withScanned([], itemOf('1', { stock: null, reserved: 0 }), 0) as [CountLine];
    expect([differs(line, true), differenceOf(line, true)]).toEqual([true, 0]);
    const [faulty] = withCounted([line], '1', 'çok') as [CountLine];
    expect([differs(faulty, true), differenceOf(faulty, true)]).toEqual([false, null]);
  });

  test('whatever was sold meanwhile, what is booked leaves the counted pieces that nobody has bought', () => {
    const pieces = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(pieces, pieces, pieces, pieces, (stock, reserved, counted, sold) => {
        const [line] = withScanned([], itemOf('1', { stock, reserved }), counted) as [CountLine];
        const now = itemOf('1', { stock: stock - sold, reserved: reserved + sold });
        const [moved] = withMoved([line], [now]) as [CountLine];
        // A sale moves the stock, and the line waits for its reader; the shelf is as it was.
        expect(moved.moved !== undefined).toBe(sold > 0);
        const [after] = renewed([moved]) as [CountLine];
        const booked = bookedStock(after, true) as number;
        const missing = missingPieces(after, true);
        expect(missing).toBe(Math.max(0, now.reserved - counted));
        if ((now.stock as number) >= 0) expect(booked + now.reserved).toBe(counted + missing);
      }),
    );
  });

  test('any count can be booked: no stock goes below zero, and none that is there already goes deeper', () => {
    const pieces = fc.integer({ min: 0, max: 200 });
    const stocks = fc.option(fc.integer({ min: -20, max: 200 }), { nil: null });
    fc.assert(
      fc.property(stocks, pieces, pieces, fc.boolean(), (stock, reserved, counted, withReserved) => {
        const [line] = withScanned([], itemOf('1', { stock, reserved }), counted) as [CountLine];
        if (!differs(line, withReserved)) return;
        const booked = bookedStock(line, withReserved) as number;
        // The rule of catalog.stock.adjust and of catalog.stock.set.
        if (stock === null || booked < stock) expect(booked).toBeGreaterThanOrEqual(0);
        if (!withReserved) expect([booked, missingPieces(line, false)]).toEqual([counted, 0]);
      }),
    );
  });

  test('of two pieces counted of a hundred with eight reserved, nothing is left to sell and six are missing', () => {
    const [line] = withScanned([], itemOf('1', { stock: 100, reserved: 8 }), 2) as [CountLine];
    expect([differenceOf(line, true), bookedStock(line, true), missingPieces(line, true)]).toEqual([-106, 0, 6]);
  });

  test('where pieces are missing, the newest orders go short, the last of them of some pieces alone', () => {
    const of = (orderNumber: string, pieces: number) => ({ id: '1', orderId: orderNumber, orderNumber, pieces });
    const reservations = [of('C', 2), of('B', 3), of('A', 3)];
    const short = (missing: number) =>
      ordersShort(reservations, missing).map(({ orderNumber, pieces }) => [orderNumber, pieces]);
    expect(short(4)).toEqual([
      ['C', 2],
      ['B', 2],
    ]);
    expect(short(0)).toEqual([]);
    expect(short(99)).toHaveLength(3);
  });

  test('keeps a booked line until its act is decided, and longer where it was not booked or counted on', () => {
    const begun = ['1', '2', '3'].reduce<readonly CountLine[]>((lines, id) => withScanned(lines, itemOf(id), 5), []);
    const waiting = withBooking(begun, begun, 'prp_1', true);
    expect(waiting.map((line) => isBookable(line, true))).toEqual([false, false, false]);
    // Its own act has moved the stock, and nobody is asked about that.
    expect(withMoved(waiting, [itemOf('1', { stock: 2 })]).some(({ moved }) => moved)).toBe(false);
    const on = withScanned(waiting, itemOf('2'), 1);
    const other = withDecided(on, 'prp_2', new Set(['1', '2', '3']));
    expect(other).toEqual(on);
    const after = withDecided(on, 'prp_1', new Set(['1', '2']));
    expect(after).toMatchObject([
      { id: '2', counted: '6', stock: 2 },
      { id: '3', counted: '5', stock: 10 },
    ]);
    expect(after.map((line) => isBookable(line, true))).toEqual([true, true]);
    expect(withDecided(on, 'prp_1', new Set())).toHaveLength(3);
  });
});
