import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { keepIdentity } from '../../src/checkout/buyer/identity/store';
import type { Terms } from '../../src/checkout/price/quote';
import { newId } from '../../src/kernel/ids';
import { meaningsOf } from '../../src/kernel/schema/meaning';
import { type CellRow, tableText } from '../../src/kernel/table-text';
import { orderSheet } from '../../src/order/answer/sheet';
import { orderEntity } from '../../src/order/order/view';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { runsOf } from '../world/runs';
import { address, completeSession, orderOf } from './session';

const NUMBER = '17291716060';
const RATES = [0, 1, 10, 20];

type Row = Readonly<Record<string, string>>;

/** What a spreadsheet adds up: an empty cell is nothing. */
const kurusOf = (cell = ''): number => {
  if (cell === '') return 0;
  expect(cell).toMatch(/^-?\d+,\d\d$/);
  return Number(cell.replace(',', ''));
};
const sumOf = (rows: readonly Row[], is: (heading: string) => boolean): number =>
  rows.reduce(
    (sum, row) => Object.entries(row).reduce((more, [heading, cell]) => more + (is(heading) ? kurusOf(cell) : 0), sum),
    0,
  );

describe('orders as a table for the accountant', () => {
  let site: Site;
  let session: OwnerSession;
  let products: { id: string }[];
  beforeAll(async () => {
    site = await openSite();
    session = await site.session();
    products = [];
    for (const vatRate of RATES)
      products.push(
        await site.world.done('catalog.product.create', {
          title: `%${vatRate}`,
          price: 3_333 + vatRate * 7,
          stock: 9_000,
          vatRate,
        }),
      );
  });
  afterAll(() => site.close());

  /** The pages are short, so the table has several. */
  async function textOf(query: Record<string, string> = {}, withIdentities = false): Promise<string> {
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await site.call(method, path, { session, ...(body ? { body } : {}) });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };
    const door = {
      get: (path: string, { cursor, ...asked }: Readonly<Record<string, string | number | null>>) =>
        ask(
          'GET',
          `${path}?${new URLSearchParams({ ...(asked as Record<string, string>), limit: '3', ...(cursor ? { cursor: String(cursor) } : {}) })}`,
        ),
      post: (path: string, body: object) => ask('POST', path, body),
    };
    const meanings = meaningsOf([{ word: 'order', schema: orderEntity }]);
    const rows: CellRow[] = [];
    for await (const page of orderSheet(door, { query, withIdentities, meanings })) rows.push(...page.rows);
    return tableText(rows);
  }
  const tableOf = async (...asked: Parameters<typeof textOf>): Promise<Row[]> =>
    parse(await textOf(...asked), { delimiter: ';', columns: true, bom: true });

  const piece = fc.record({ product: fc.nat({ max: RATES.length - 1 }), quantity: fc.integer({ min: 1, max: 9 }) });
  const sold = fc.record({
    cart: fc.uniqueArray(piece, { minLength: 1, maxLength: 5, selector: ({ product }) => product }),
    discount: fc.nat({ max: 3_000 }),
    shipping: fc.nat({ max: 9_999 }),
    codFee: fc.nat({ max: 2_999 }),
    becomes: fc.constantFrom('sold', 'unpaid', 'cancelled'),
  });

  test('its columns add up to the totals of the orders, to the kuruş', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sold, { minLength: 1, maxLength: 5 }), async (orders) => {
        for (const { cart, discount, shipping, codFee, becomes } of orders) {
          const terms: Partial<Terms> = {
            ...(becomes === 'unpaid' ? { method: 'transfer' } : { codFee }),
            discounts: discount === 0 ? [] : [{ label: 'İndirim', kurus: discount, line: null }],
            rate: { id: 'standart', label: 'Standart', kurus: shipping },
          };
          const lines = cart.map(({ product, quantity }) => ({ productId: products[product]?.id as string, quantity }));
          const { id: orderId } = await orderOf(site.world, lines, { terms });
          if (becomes === 'cancelled') await site.world.done('order.cancel', { orderId, reason: 'customer' });
        }
        const rows = await tableOf();
        const [known] = await site.rows<Record<string, string>>(
          `SELECT count(*) AS orders, sum(total) FILTER (WHERE NOT sold) AS unpaid, sum(total) FILTER (WHERE sold) AS total,
            sum(vat_total) FILTER (WHERE sold) AS vat, sum(items_total) FILTER (WHERE sold) AS items,
            sum(discount_total) FILTER (WHERE sold) AS discount, sum(shipping_total) FILTER (WHERE sold) AS shipping,
            sum(cod_fee) FILTER (WHERE sold) AS fee
          FROM store_order, LATERAL (SELECT payment IN ('paid', 'pending_cod') AS sold) told WHERE store_id = $1`,
          [site.world.storeId],
        );
        expect({
          orders: rows.length,
          unpaid: sumOf(rows, (heading) => heading === 'Ödenmemiş tutar'),
          total: sumOf(rows, (heading) => heading === 'Toplam'),
          vat: sumOf(rows, (heading) => heading === 'KDV toplamı'),
          items: sumOf(rows, (heading) => heading === 'Ürünler'),
          discount: sumOf(rows, (heading) => heading === 'İndirim'),
          shipping: sumOf(rows, (heading) => heading === 'Kargo'),
          fee: sumOf(rows, (heading) => heading === 'Kapıda ödeme bedeli'),
        }).toEqual(Object.fromEntries(Object.entries(known ?? {}).map(([name, value]) => [name, Number(value)])));
        for (const row of rows) {
          const vat = sumOf([row], (heading) => / KDV$/.test(heading));
          const net = sumOf([row], (heading) => / matrah$/.test(heading));
          expect([vat, net]).toEqual([kurusOf(row['KDV toplamı']), kurusOf(row['KDV hariç toplam'])]);
          expect(vat + net).toBe(kurusOf(row.Toplam));
        }
      }),
      { numRuns: runsOf(20) },
    );
  });

  test('tells the rates apart, those that Turkey has no more in columns of their own', async () => {
    const { id, number } = await orderOf(
      site.world,
      products.map(({ id }) => ({ productId: id })),
    );
    const rowOf = async () => (await tableOf()).find((each) => each['Sipariş no'] === number);
    expect(await rowOf()).toMatchObject({
      ...{ '%0 matrah': '33,33', '%1 matrah': '33,07', '%1 KDV': '0,33', '%10 matrah': '30,94', '%10 KDV': '3,09' },
      ...{ '%20 matrah': '28,94', '%20 KDV': '5,79', 'Diğer oranlar matrah': '0,00', 'Diğer oranlar KDV': '0,00' },
      ...{ 'Ödeme yöntemi': 'kapıda ödeme', 'Gönderim durumu': 'hazırlanacak', 'İade edilen tutar': '0,00' },
      'Satış kanalı': 'Mağaza',
    });
    await site.rows('UPDATE order_line SET vat_rate = 18 WHERE order_id = $1 AND vat_rate = 20', [id]);
    expect(await rowOf()).toMatchObject({
      ...{ '%20 matrah': '0,00', '%20 KDV': '0,00', 'Diğer oranlar matrah': '28,94', 'Diğer oranlar KDV': '5,79' },
    });
  });

  test('has the filters of the list, and days of the shop', async () => {
    const { id, number } = await orderOf(site.world, [{ productId: products[0]?.id as string }], {
      terms: { method: 'transfer' },
    });
    await site.rows(`UPDATE store_order SET placed_at = '2026-03-31T21:30:00Z' WHERE id = $1`, [id]);
    const rows = await tableOf({ payment: 'awaiting_transfer', placedSince: '2026-04-01', placedBefore: '2026-04-02' });
    expect(rows).toMatchObject([{ 'Sipariş no': number, Tarih: '01.04.2026 00:30' }]);
    // Whoever adds the columns up has nothing of it: it is told apart.
    const unpaid = { Toplam: '', 'KDV toplamı': '', '%0 matrah': '', 'Ödenmemiş tutar': '33,33' };
    expect(rows).toMatchObject([{ ...unpaid, 'Ödeme durumu': 'havale bekleniyor' }]);
    const { status, body } = await site.call('GET', '/v1/account/orders?payment=nobody', { session });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  test('runs nothing that a buyer has written, and keeps the noughts of numbers', async () => {
    const buyerName = '=HYPERLINK("http://a.example";"Tıklayın")';
    const billing = {
      kind: 'company',
      ...{ title: '+Ada;"=1+(1)', taxOffice: '@SUM(A1)', taxNumber: '0123456789' },
      ...{ address: address.address, district: address.district, province: address.province },
    } as never;
    await orderOf(site.world, [{ productId: products[0]?.id as string }], { buyerName, billing });
    const text = await textOf();
    expect(text).toContain(`"'=HYPERLINK(""http://a.example"";""Tıklayın"")"`);
    const [row] = await tableOf();
    expect(row).toMatchObject({
      Alıcı: `'${buyerName}`,
      'Fatura unvanı': `'+Ada;"'=1+(1)`,
      'Vergi dairesi': "'@SUM(A1)",
      'VKN/TCKN': "'0123456789",
    });
  });

  test('shows identity numbers where they are asked for alone, and each look stands in the audit log', async () => {
    const { world } = site;
    const stated = async (number: string | null) => {
      const sessionId = await completeSession(world, [{ productId: products[1]?.id as string }]);
      const { database, platform, storeId } = world;
      await database.transaction(storeId, async (tx) => ({
        keep: true,
        value: await keepIdentity(
          tx,
          platform.services.secretBox,
          storeId,
          { sessionId },
          { id: newId('byi'), number },
        ),
      }));
      return (await world.done('order.create', { sessionId }, { as: world.owner })).id as string;
    };
    const first = await stated(NUMBER);
    await stated(null);
    const second = await stated('10000000146');
    const looks = async (id: string) =>
      (await site.call('GET', `/v1/audit?entity=${id}&command=account.orders.identities`, { session })).body.items;
    const numbersIn = (rows: readonly Row[]) => rows.slice(0, 3).map((row) => row['VKN/TCKN']);
    expect(numbersIn(await tableOf())).toEqual(['', '', '']);
    expect(await looks(first)).toEqual([]);
    expect(numbersIn(await tableOf({}, true))).toEqual(['10000000146', '', NUMBER]);
    expect(await looks(first)).toMatchObject([{ outcome: 'done', actor: { kind: 'owner' }, changes: [] }]);
    const ofStranger = await world.read('account.orders.identities', {
      as: world.other.owner,
      body: { orderIds: [first, second] },
    });
    expect(ofStranger).toEqual({ items: [] });
  });

  test('is for no token', async () => {
    const { token } = await site.mint('developer', ['orders:read', 'orders:write']);
    for (const [method, path, body] of [
      ['GET', '/v1/account/orders'],
      ['POST', '/v1/account/orders/identities', { orderIds: [newId('ord')] }],
    ] as const) {
      const answer = await site.call(method, path, { token, ...(body ? { body } : {}) });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'owner_only']);
    }
  });
});
