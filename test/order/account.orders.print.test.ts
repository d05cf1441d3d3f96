import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { FileAnswer } from '../../src/kernel/declaration/file';
import type { ReadRoute } from '../../src/kernel/declaration/route';
import { newId } from '../../src/kernel/ids';
import { linesOf } from '../../src/order/line/store';
import { drawnApart } from '../../src/order/paper/apart';
import { cashAtDoor } from '../../src/order/piece/cash';
import { company } from '../store/identity';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { ImportShop, lineOf, packageOf } from './import/shop';
import { address, orderOf } from './session';

const routes = {
  pickList: ['account.orders.pickList', '/v1/account/orders/pick-list'],
  packingSlips: ['account.orders.packingSlips', '/v1/account/orders/packing-slips'],
  addressLabels: ['account.orders.addressLabels', '/v1/account/orders/address-labels'],
} as const;
type Kind = keyof typeof routes;
const kinds = Object.keys(routes) as Kind[];

const ORDERS_MAX = 200;

describe('papers for the packing of orders', () => {
  let site: Site;
  let session: OwnerSession;
  let cup: string;
  let shirt: { id: string; variants: { id: string }[] };
  beforeAll(async () => {
    site = await openSite();
    session = await site.session();
    const { world } = site;
    cup = (
      await world.done('catalog.product.create', { title: 'Çay bardağı', price: 10_000, stock: 5_000, sku: 'ÇB-1' })
    ).id;
    shirt = await world.done('catalog.product.create', {
      title: 'Gömlek',
      price: 20_000,
      variants: ['M', 'L'].map((size) => ({ title: size, sku: `GM-${size}`, stock: 500 })),
    });
  });
  afterAll(() => site.close());

  const routeOf = (kind: Kind) =>
    site.world.platform.services.capabilities.accountRoutes.find(({ id }) => id === routes[kind][0]) as ReadRoute;

  async function fileOf(kind: Kind, ids: readonly string[]): Promise<FileAnswer> {
    const { dispatcher, owner } = site.world;
    const reply = await dispatcher.route(routeOf(kind), owner, { params: {}, query: {}, body: { ids } });
    return reply.body as unknown as FileAnswer;
  }

  /** The text of each page, without the ends of lines. */
  async function pagesOf(kind: Kind, ids: readonly string[]): Promise<string[]> {
    const file = await fileOf(kind, ids);
    expect(file).toMatchObject({ type: 'application/pdf' });
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(await buffer((await file.open()) as never));
    const pages = [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, ' '));
    document.destroy();
    library.destroy();
    return pages;
  }

  const cupsOf = (quantity: number, options: Parameters<typeof orderOf>[2] = {}) =>
    orderOf(site.world, [{ productId: cup, quantity }], options);
  const lineIn = async (ord: string): Promise<string> =>
    (await site.world.read('orders.get', { params: { ord } })).lines[0].id;
  const ship = (orderId: string, more: object = {}) =>
    site.world.done('order.ship', { orderId, carrier: 'yurtici', trackingNumber: '700123456789', ...more });

  describe('a pick list', () => {
    test('sums what may still leave by product and variant, in the order of Turkish, and says what it leaves out', async () => {
      const [medium, large] = shirt.variants as [{ id: string }, { id: string }];
      const one = await orderOf(site.world, [
        { productId: shirt.id, variantId: large.id, quantity: 2 },
        { productId: cup, quantity: 3 },
      ]);
      const other = await orderOf(site.world, [
        { productId: shirt.id, variantId: large.id },
        { productId: shirt.id, variantId: medium.id },
      ]);
      const half = await cupsOf(4);
      await ship(half.id, { lines: [{ lineId: await lineIn(half.id), quantity: 1 }] });
      const gone = await cupsOf(1);
      await ship(gone.id);
      const awaited = await cupsOf(1, { terms: { method: 'transfer' } });
      const cancelled = await cupsOf(1);
      await site.world.done('order.cancel', { orderId: cancelled.id, reason: 'customer' });
      const [page] = await pagesOf(
        'pickList',
        [one, other, half, gone, awaited, cancelled].map(({ id }) => id),
      );
      expect(page).toContain(`Çay bardağı SKU ÇB-1 6 ${one.number}×3, ${half.number}×3`);
      expect(page).toMatch(
        new RegExp(`Gömlek L .*GM-L 3 ${one.number}×2, ${other.number} Gömlek M .*GM-M 1 ${other.number}`),
      );
      expect(page).toContain('Toplam: 10 parça · 3 çeşit ürün · 3 sipariş');
      expect(page).toContain(`${gone.number} (alınacak ürünü yok)`);
      expect(page).toContain(`${awaited.number} (havale bekleniyor)`);
      expect(page).toContain(`${cancelled.number} (iptal edildi)`);
    });

    test('has goods of a parcel that waits for its carrier, and no digital ones', async () => {
      const { world } = site;
      const shop = await ImportShop.in(world);
      await shop.product('P-1', 50);
      const {
        order: { id, number },
      } = await shop.import('90001', [packageOf('k1', [lineOf('P-1', 2), lineOf('P-9', 1)], { state: 'preparing' })]);
      const code = await world.done('catalog.product.create', {
        title: 'E-pin',
        price: 5_000,
        stock: 9,
        requiresShipping: false,
      });
      const digital = await orderOf(world, [{ productId: code.id }], {
        terms: { method: 'transfer', rate: null },
        shippingAddress: null,
      });
      await world.done('order.transfer.confirm', { orderId: digital.id });
      const [page] = await pagesOf('pickList', [id, digital.id]);
      expect(page).toContain(`Ürün P-1 Barkod P-1 2 ${number}×2`);
      // A line whose product is not here is named by its own words.
      expect(page).toContain(`Ürün P-9 Barkod P-9 1 ${number}`);
      expect(page).toContain(`${digital.number} (alınacak ürünü yok)`);
      const [slip] = await pagesOf('packingSlips', [digital.id]);
      expect(slip).toContain('Bu siparişte gönderilecek ürün yok. Kargosuz teslim edilir 1 × E-pin');
    });
  });

  describe('packing slips', () => {
    test('name shop, buyer, address, goods and note, in the order of the ids, and no price', async () => {
      const first = await cupsOf(2, { note: 'Zili çalmayın,\nbebek uyuyor' });
      const second = await cupsOf(7);
      const pages = await pagesOf('packingSlips', [second.id, first.id]);
      expect(pages).toHaveLength(2);
      expect(pages[0]).toContain(`Sipariş ${second.number}`);
      const [, page = ''] = pages;
      for (const text of [first.number, 'Ayşe Yılmaz', address.address, '34710 Kadıköy / İstanbul', '0532 123 45 67'])
        expect(page).toContain(text);
      expect(page).toMatch(/Çay bardağı .*SKU ÇB-1/);
      expect(page).toContain('Toplam 2 parça');
      expect(page).toContain('Zili çalmayın, / bebek uyuyor');
      for (const each of pages) expect(each).not.toMatch(/TL|₺|\d,\d\d/);
    });

    test('are of what is still to be packed, then of all that has left, and warn of what is not to leave', async () => {
      const order = await cupsOf(5);
      const lineId = await lineIn(order.id);
      await ship(order.id, { lines: [{ lineId, quantity: 2 }] });
      const [half] = await pagesOf('packingSlips', [order.id]);
      expect(half).toContain('Toplam 3 parça Daha önce gönderildi 2 × Çay bardağı');
      await ship(order.id);
      const [all] = await pagesOf('packingSlips', [order.id]);
      expect(all).toContain('Toplam 5 parça');
      expect(all).not.toContain('Daha önce');
      const awaited = await cupsOf(1, { terms: { method: 'transfer' } });
      expect((await pagesOf('packingSlips', [awaited.id]))[0]).toContain('Göndermeyin: havale bekleniyor.');
    });

    test('of a marketplace say its number, and that it has not told the address', async () => {
      const shop = new ImportShop(site.world);
      const {
        order: { id, number },
      } = await shop.import('90002', [packageOf('k2', [lineOf('P-1', 1)])]);
      const [page] = await pagesOf('packingSlips', [id]);
      expect(page).toContain('Trendyol 90002');
      expect(page).toContain(`Sipariş ${number}`);
      expect(page).toContain('Derya Aksoy');
      expect(page).toContain('Adres: pazaryeri bildirmedi.');
      expect(page).toContain('Barkod P-1');
    });
  });

  describe('address labels', () => {
    test('name the shop alone as long as nobody has said who sells, then its address, then that of its parcels', async () => {
      const { world } = site;
      const { id } = await cupsOf(1);
      const senderOn = async () =>
        /GÖNDERİCİ (.*) ALICI/.exec((await pagesOf('addressLabels', [id]))[0] as string)?.[1] as string;
      const [shop] = await site.rows<{ name: string }>('SELECT name FROM store WHERE id = $1', [world.storeId]);
      expect(await senderOn()).toBe(shop?.name);
      await world.done('settings.identity.update', company);
      expect(await senderOn()).toContain(company.title);
      expect(await senderOn()).toContain(company.address);
      await site.rows(
        `INSERT INTO cargo_sender (store_id, id, extension, reference, name, phone, email, address, district, province, postal_code,
           state, remote_id, created_at, updated_at)
         VALUES ($1, $2, 'geliver', 'tezgah-' || repeat('0', 32), 'Depo', '+902121234567', 'd@x.example', 'Depo Sokak 4', 'Esenyurt', 'İstanbul',
           '34510', 'ready', 'r1', now(), now())`,
        [world.storeId, newId('snd')],
      );
      expect(await senderOn()).toContain('Depo · Depo Sokak 4 · 34510 Esenyurt / İstanbul · 0212 123 45 67');
    });

    test('are one for each parcel, with its number, its place and its carrier, and the cash once', async () => {
      const order = await cupsOf(3);
      const [before, ...none] = await pagesOf('addressLabels', [order.id]);
      expect(none).toEqual([]);
      expect(before).toContain('KAPIDA ÖDEME 300,00 TL');
      expect(before).not.toMatch(/Koli|KARGO/);
      const lineId = await lineIn(order.id);
      await ship(order.id, { lines: [{ lineId, quantity: 1 }] });
      const half = await pagesOf('addressLabels', [order.id]);
      expect(half.map((page) => /Koli \d( \/ \d)?/.exec(page)?.[0])).toEqual(['Koli 1', 'Koli 2']);
      await ship(order.id, { trackingNumber: '700987654321', carrier: 'aras' });
      const all = await pagesOf('addressLabels', [order.id]);
      expect(all.map((page) => /Koli \d( \/ \d)?/.exec(page)?.[0])).toEqual(['Koli 1 / 2', 'Koli 2 / 2']);
      expect(all[0]).toContain('KARGO Yurtiçi Kargo 700123456789');
      expect(all[1]).toContain('KARGO Aras Kargo 700987654321');
      for (const page of all) {
        expect(page).toContain('KAPIDA ÖDEME · Siparişin tamamı için, bir kez alınır. 300,00 TL');
        expect(page).toContain(`Sipariş ${order.number}`);
        expect(page).toContain('0532 123 45 67');
      }
    });

    test('have the cash without pieces that stay here, as the courier of a whole order is told', async () => {
      const { world } = site;
      const order = await orderOf(
        world,
        [
          { productId: cup, quantity: 3 },
          { productId: shirt.id, variantId: shirt.variants[0]?.id as string },
        ],
        {
          terms: { codFee: 1_500, discounts: [{ label: 'İndirim', kurus: 1_000, line: null }] },
        },
      );
      await site.rows('UPDATE order_line SET kept_units = $2 WHERE order_id = $1 AND quantity = 3', [order.id, [0, 2]]);
      const lines = await linesOf(world.database.reader(world.storeId), world.storeId, order.id);
      const due = (cashAtDoor(order, lines) / 100).toFixed(2).replace('.', ',');
      expect(cashAtDoor(order, lines)).toBeLessThan(order.total);
      expect((await pagesOf('addressLabels', [order.id]))[0]).toContain(`KAPIDA ÖDEME ${due} TL`);
      await site.rows(
        'UPDATE order_line SET kept_units = (SELECT array_agg(n - 1) FROM generate_series(1, quantity) n) WHERE order_id = $1',
        [order.id],
      );
      expect((await pagesOf('addressLabels', [order.id]))[0]).not.toContain('KAPIDA');
    });

    test('of a marketplace say whose label the parcel has besides', async () => {
      const shop = new ImportShop(site.world);
      const {
        order: { id },
      } = await shop.import('90003', [
        packageOf('k3', [lineOf('P-1', 1)], {
          state: 'preparing',
          carrier: 'Aras Kargo',
          trackingNumber: '7280012345678901',
        }),
      ]);
      const [page] = await pagesOf('addressLabels', [id]);
      for (const text of ['(90003)', '7280012345678901', 'Adres: pazaryeri bildirmedi.', 'Trendyol etiketindedir'])
        expect(page).toContain(text);
      expect(page).not.toContain('KAPIDA');
    });
  });

  test.each(kinds)(
    '%s: an owner gets a file, each look stands in the audit log, and a token gets none',
    async (kind) => {
      const [id, path] = routes[kind];
      const order = await cupsOf(1);
      const answer = await site.call('POST', path, { session, body: { ids: [order.id] } });
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
      expect(answer.text.slice(0, 5)).toBe('%PDF-');
      const { body } = await site.call('GET', `/v1/audit?entity=${order.id}&command=${id}`, { session });
      expect(body.items).toMatchObject([{ outcome: 'done', actor: { kind: 'owner' }, changes: [] }]);
      const { token } = await site.mint('developer', ['orders:read', 'orders:write']);
      const refused = await site.call('POST', path, { token, body: { ids: [order.id] } });
      expect([refused.status, refused.body.code]).toEqual([403, 'owner_only']);
    },
  );

  test.each(kinds)('%s: each id of no order of the store is named', async (kind) => {
    const order = await cupsOf(1);
    const [unknown, other] = [newId('ord'), newId('ord')];
    const ofStranger = site.world.dispatcher.route(routeOf(kind), site.world.other.owner, {
      ...{ params: {}, query: {} },
      body: { ids: [order.id] },
    });
    await expect(ofStranger).rejects.toMatchObject({ code: 'not_found' });
    const refused = await site.call('POST', routes[kind][1], { session, body: { ids: [unknown, order.id, other] } });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    expect(refused.body.errors).toMatchObject([
      { pointer: '/ids/0', message: expect.stringContaining(unknown) },
      { pointer: '/ids/2', message: expect.stringContaining(other) },
    ]);
    for (const ids of [[], [order.id, order.id], ['x'], Array.from({ length: 201 }, () => newId('ord'))]) {
      const { status, body } = await site.call('POST', routes[kind][1], { session, body: { ids } });
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    }
  });

  describe('of two hundred orders', () => {
    let ids: string[];
    beforeAll(async () => {
      const { id } = await cupsOf(2);
      const columns = async (table: string, instead: Readonly<Record<string, string>>) => {
        const rows = await site.rows<{ name: string }>(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
          [table],
        );
        const names = rows.map(({ name }) => `"${name}"`);
        return [names.join(), rows.map(({ name }) => instead[name] ?? `t."${name}"`).join()];
      };
      ids = Array.from({ length: ORDERS_MAX }, () => newId('ord'));
      const lines = ids.map(() => newId('oln'));
      const [names, values] = await columns('store_order', { id: 'new.id', number: `(7000 + new.place)::text` });
      const [lineNames, lineValues] = await columns('order_line', { id: 'new.line', order_id: 'new.id' });
      const from = 'unnest($2::text[], $3::text[]) WITH ORDINALITY new(id, line, place)';
      await site.rows(
        `INSERT INTO store_order (${names}) SELECT ${values} FROM store_order t, ${from} WHERE t.id = $1`,
        [id, ids, lines],
      );
      await site.rows(
        `INSERT INTO order_line (${lineNames}) SELECT ${lineValues} FROM order_line t, ${from} WHERE t.order_id = $1`,
        [id, ids, lines],
      );
    });

    test.each(kinds)('%s: is of few bytes, and asks no more than for one', async (kind) => {
      const { world } = site;
      const asked = async (of: readonly string[]): Promise<number> => {
        let count = 0;
        const reader = world.database.reader(world.storeId);
        const db = {
          snapshot: (work: (moment: object) => Promise<unknown>) =>
            reader.snapshot((moment) =>
              work(
                new Proxy(moment, {
                  get: (target, name) => {
                    if (name === 'query') count += 1;
                    return Reflect.get(target, name);
                  },
                }),
              ),
            ),
        };
        await routeOf(kind).run({ db, storeId: world.storeId, body: { ids: of } } as never);
        return count;
      };
      expect(await asked(ids)).toBe(await asked(ids.slice(0, 1)));
      const { size } = await fileOf(kind, ids);
      expect(size).toBeLessThan(1_000_000);
      const pages = await pagesOf(kind, ids);
      expect(pages.length).toBe(kind === 'pickList' ? 2 : ORDERS_MAX);
      if (kind !== 'pickList')
        expect(pages.map((page) => /Sipariş (\d+)/.exec(page)?.[1])).toEqual(ids.map((_, at) => `${7_001 + at}`));
      else expect(pages.at(-1)).toContain('Toplam: 400 parça · 1 çeşit ürün · 200 sipariş');
    });

    test('are refused where they have too many lines for one file', async () => {
      const more = ids.flatMap((id) => Array.from({ length: 15 }, (_, at) => [id, newId('oln'), at + 1] as const));
      await site.rows(
        `INSERT INTO order_line SELECT (jsonb_populate_record(l, jsonb_build_object('id', new.id, 'position', new.position))).*
         FROM unnest($1::text[], $2::text[], $3::int[]) new(of, id, position) JOIN order_line l ON l.order_id = new.of AND l.position = 0`,
        [more.map(([of]) => of), more.map(([, id]) => id), more.map(([, , at]) => at)],
      );
      for (const kind of kinds) {
        const { status, body } = await site.call('POST', routes[kind][1], { session, body: { ids } });
        expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_request', '/ids']);
      }
    });
  });

  test('are refused as unavailable where nobody has the time to draw them', async () => {
    const of = { kind: 'addressLabels', labels: [] };
    await expect(drawnApart({ program: 'print/program', of, lane: 'x', timeoutMs: 1 })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
