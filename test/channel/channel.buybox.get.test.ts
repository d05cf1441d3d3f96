import { EXT, type ListingsThere, listingsThere } from './listings-there';

jest.setTimeout(120_000);

const ASKED = 'POST /product/sellers/{sellerId}/products/buybox-information';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

let shop: ListingsThere;
beforeAll(async () => {
  shop = await listingsThere({ works: false });
});
afterEach(() => shop.simulator.faults.clear());
afterAll(() => shop?.close());

const read = (ids: readonly string[]) => shop.call('GET', `/buybox?listings=${ids.join(',')}`);
const asked = () => shop.simulator.stats().endpoints[ASKED]?.requests ?? 0;

describe('channel.buybox.get', () => {
  test('tells rank and prices, and keeps the places that differ', async () => {
    const { listingId, barcode } = await shop.list();
    const own = Math.round(shop.shown(barcode).price.salePrice * 100);
    const place = async (rivals: number[]) => {
      await shop.control('PUT', '/buybox', { barcode, rivals: rivals.map((kurus) => kurus / 100) });
      const { status, body } = await read([listingId]);
      expect([status, body.missing]).toEqual([200, []]);
      return body.items[0];
    };
    expect(await place([])).toMatchObject({
      ...{ listingId, barcode, rank: 1, price: own, hasRivals: false, secondPrice: null, thirdPrice: null },
      history: [{ rank: 1 }],
    });
    expect(await place([own - 500, own + 700])).toMatchObject({
      ...{ rank: 2, price: own - 500, hasRivals: true, secondPrice: own, thirdPrice: own + 700 },
      history: [{ rank: 2, price: own - 500 }, { rank: 1 }],
    });
    const same = await place([own - 500, own + 700]);
    expect(same.history.map(({ rank }: Any) => rank)).toEqual([2, 1]);
    expect(same.history[0].asOf > same.history[0].since).toBe(true);
    expect(same.since).toBe(same.history[0].since);
    expect((await place([])).history.map(({ rank }: Any) => rank)).toEqual([1, 2, 1]);
  });

  test('asks in questions of ten, and names those of which the marketplace tells no place', async () => {
    const listed = await Promise.all(Array.from({ length: 12 }, () => shop.list()));
    const stranger = await shop.list(undefined, { barcode: 'BUYBOX-YOK' });
    const ids = [...listed, stranger].map(({ listingId }) => listingId);
    const before = asked();
    const { status, body } = await read(ids);
    expect([status, body.items.length, body.missing, asked() - before]).toEqual([200, 12, [stranger.listingId], 2]);
  });

  test('keeps the last fifty places of a listing, whoever asks and how often', async () => {
    const { listingId, barcode } = await shop.list();
    const own = shop.shown(barcode).price.salePrice;
    for (let at = 0; at < 55; at++) {
      await shop.control('PUT', '/buybox', { barcode, rivals: [Math.round((own + 1 + at) * 100) / 100] });
      await read([listingId]);
    }
    const { body } = await read([listingId]);
    expect(body.items[0].history).toHaveLength(50);
    const rows = await shop.site.rows('SELECT since FROM channel_buybox WHERE listing_id = $1', [listingId]);
    expect(rows).toHaveLength(50);
    expect(body.items[0].history[0].secondPrice).toBe(Math.round((own + 55) * 100));
  });

  test('whose callers come at once tells each of them the same, and keeps one place', async () => {
    const { listingId } = await shop.list();
    const answers = await Promise.all(Array.from({ length: 8 }, () => read([listingId])));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ranks = await shop.site.rows<{ rank: number }>('SELECT rank FROM channel_buybox WHERE listing_id = $1', [
      listingId,
    ]);
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(1);
  });

  test('refuses more than a hundred, listings that are not there and what is no list of them', async () => {
    const { listingId } = await shop.list();
    const id = (at: number) => `lst_01JZ${String(at).padStart(22, '0')}`;
    const before = asked();
    const many = await read(Array.from({ length: 101 }, (_, at) => id(at)));
    expect(many).toMatchObject({
      status: 422,
      body: { code: 'too_many_listings', errors: [{ pointer: '/query/listings' }] },
    });
    const unknown = await read([listingId, id(1)]);
    expect(unknown).toMatchObject({
      status: 422,
      body: { code: 'listing_unknown', errors: [{ pointer: '/query/listings/1' }] },
    });
    for (const query of ['', '?listings=', '?listings=lst_1', `?listings=${listingId},`])
      expect((await shop.call('GET', `/buybox${query}`)).status).toBe(400);
    expect(asked()).toBe(before);
  });

  test('says what the marketplace says that does not answer, and of answers that are none', async () => {
    const { listingId } = await shop.list();
    shop.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: ASKED, untilRequests: 1 });
    expect(await read([listingId])).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await read([listingId])).status).toBe(200);
    expect((await shop.world.read('extensions.ops.get', { params: { ext: EXT } })).ops).toContainEqual(
      expect.objectContaining({ op: 'channel.buybox.get', blockedBy: [] }),
    );
  });
});
