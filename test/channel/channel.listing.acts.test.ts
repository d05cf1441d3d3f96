// tier: all
import { EXT, type ListingsThere, listingsThere } from './listings-there';

jest.setTimeout(120_000);

const ARCHIVE = 'PUT /product/sellers/{sellerId}/products/archive-state';
const UNLOCK = 'PUT /product/sellers/{sellerId}/products/unlock';
const DELETE = 'DELETE /product/sellers/{sellerId}/products';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

let shop: ListingsThere;
beforeAll(async () => {
  shop = await listingsThere();
  await shop.control('PUT', '/listings', { batchMs: 20 });
});
afterEach(async () => {
  shop.simulator.faults.clear();
  await shop.control('DELETE', '/listings');
  await shop.control('PUT', '/listings', { batchMs: 20 });
});
afterAll(() => shop?.close());

const asked = (endpoint: string) => shop.simulator.stats().endpoints[endpoint]?.requests ?? 0;
const stockThere = (barcode: string): number => shop.shown(barcode).stock.quantity;
const isPushed = async (listed: { barcode: string }, stock: number) =>
  shop.becomes(() => stockThere(listed.barcode) === stock);
/** As if the marketplace had archived it so long ago. */
const age = (listingId: string) =>
  shop.site.rows(
    `UPDATE channel_listing SET mirror = mirror || '{"archivedAt": "2026-01-01T00:00:00.000Z"}' WHERE id = $1`,
    [listingId],
  );

describe('channel.listing.archive', () => {
  test('archives a listing, tells it stock 0, and takes it out again with the stock of the store', async () => {
    const listed = await shop.list();
    await isPushed(listed, 40);
    const archived = await shop.done('/listings/archive', { listings: [listed.listingId] });
    expect(archived).toMatchObject({
      status: 200,
      body: {
        kind: 'listings.archive',
        state: 'succeeded',
        result: { changed: 1 },
        outcomes: [{ ...{ listingId: listed.listingId, barcode: listed.barcode }, outcome: 'done', reason: null }],
      },
    });
    expect(shop.shown(listed.barcode).archived).toBe(true);
    await isPushed(listed, 0);
    await shop.becomes(async () => (await shop.listing(listed)).pushedStock === 0);
    expect(await shop.listing(listed)).toMatchObject({ status: 'archived', drift: false, pushedStock: 0 });

    const before = asked(ARCHIVE);
    const again = await shop.done('/listings/archive', { listings: [listed.listingId] });
    expect([again.body.outcomes[0].outcome, again.body.result.changed, asked(ARCHIVE)]).toEqual([
      'unchanged',
      0,
      before,
    ]);

    await shop.world.done('catalog.stock.set', { targetId: listed.productId, stock: 41 });
    const out = await shop.done('/listings/archive', { listings: [listed.listingId], archived: false });
    expect([out.status, out.body.state, shop.shown(listed.barcode).archived]).toEqual([200, 'succeeded', false]);
    await isPushed(listed, 41);
  });

  test('tells an outcome for each listing: one that the marketplace refuses keeps no other from it', async () => {
    const [good, stranger] = [await shop.list(), await shop.list(undefined, { barcode: 'YOK-BOYLE-BARKOD' })];
    const { status, body } = await shop.done('/listings/archive', { listings: [stranger.listingId, good.listingId] });
    expect([status, body.state, body.progress]).toEqual([200, 'succeeded', { total: 2, done: 2, failed: 1 }]);
    expect(body.outcomes.map(({ outcome, reason }: Any) => [outcome, reason])).toEqual([
      ['refused', expect.stringContaining('Barkod bulunamadı')],
      ['done', null],
    ]);
    expect(body.errors).toMatchObject([{ remoteId: stranger.listingId, code: 'provider_refused' }]);
    const alone = await shop.done('/listings/archive', { listings: [stranger.listingId] });
    expect(alone).toMatchObject({ status: 502, body: { code: 'provider_refused' } });
    expect(alone.body.detail).toContain('Barkod bulunamadı');
  });

  test('whose answer is lost is looked for, and one that did not arrive is asked for again', async () => {
    const [lost, failed] = [await shop.list(), await shop.list()];
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: ARCHIVE, untilRequests: 1 });
    const before = asked(ARCHIVE);
    const done = await shop.done('/listings/archive', { listings: [lost.listingId] });
    expect([done.body.state, done.body.outcomes[0].outcome, asked(ARCHIVE) - before]).toEqual(['succeeded', 'done', 1]);
    shop.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: ARCHIVE, untilRequests: 1 });
    const repeated = await shop.done('/listings/archive', { listings: [failed.listingId] });
    expect([repeated.body.state, asked(ARCHIVE) - before]).toEqual(['succeeded', 3]);
  });

  test('refuses listings of which it cannot tell the marketplace, each at its place', async () => {
    const listed = await shop.list();
    const { id: productId } = await shop.world.done('catalog.product.create', { title: 'Barkodsuz', price: 100 });
    const { listings } = await shop.world.done('channel.listing.set', { extension: EXT, items: [{ productId }] });
    const none = 'lst_01JZZZZZZZZZZZZZZZZZZZZZZZ';
    const before = asked(ARCHIVE);
    const answer = await shop.call('POST', '/listings/archive', { listings: [none, listed.listingId, listings[0].id] });
    expect(answer).toMatchObject({ status: 422, body: { code: 'listing_unknown' } });
    expect(answer.body.errors.map(({ pointer, code }: Any) => [pointer, code])).toEqual([
      ['/listings/0', 'listing_unknown'],
      ['/listings/2', 'invalid_state'],
    ]);
    const twice = await shop.call('POST', '/listings/archive', { listings: [listed.listingId, listed.listingId] });
    expect(twice).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: '/listings/1' }] },
    });
    expect(asked(ARCHIVE)).toBe(before);
  });
});

describe('channel.unlock', () => {
  test('asks once to unlock what is locked, and leaves the rest alone', async () => {
    const locked = await shop.list((variant) => variant.locked && !variant.archived && !variant.blacklisted);
    const open = await shop.list();
    const before = asked(UNLOCK);
    const { status, body } = await shop.done('/unlock', { listings: [locked.listingId, open.listingId] });
    expect([status, body.state, asked(UNLOCK) - before]).toEqual([200, 'succeeded', 1]);
    expect(body.outcomes.map(({ outcome }: Any) => outcome)).toEqual(['done', 'unchanged']);
    expect(shop.shown(locked.barcode).locked).toBe(false);
  });

  test('whose question was lost before it arrived ends as unknown, and is not asked a second time', async () => {
    const locked = await shop.list((variant) => variant.locked && !variant.archived && !variant.blacklisted);
    shop.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: UNLOCK, untilRequests: 1 });
    const before = asked(UNLOCK);
    const lost = await shop.done('/unlock', { listings: [locked.listingId] });
    expect([lost.status, lost.body.code, asked(UNLOCK) - before]).toEqual([502, 'outcome_unknown', 1]);
    expect(shop.shown(locked.barcode).locked).toBe(true);
    expect((await shop.done('/unlock', { listings: [locked.listingId] })).body.state).toBe('succeeded');
  });
});

describe('channel.listing.delete', () => {
  /** A listing in the archive, of which the shop knows that. */
  async function archived() {
    const listed = await shop.list();
    await isPushed(listed, 40);
    expect((await shop.done('/listings/archive', { listings: [listed.listingId] })).body.state).toBe('succeeded');
    return listed;
  }

  test('is refused within a day of archiving, and of what is not archived', async () => {
    const listed = await archived();
    const onSale = await shop.list();
    await isPushed(onSale, 40);
    const { status, body } = await shop.call('POST', '/listings/delete', {
      listings: [listed.listingId, onSale.listingId],
    });
    expect([status, body.code]).toEqual([409, 'invalid_state']);
    expect(body.errors).toMatchObject([
      { pointer: '/listings/0', message: expect.stringContaining('may be deleted from') },
      { pointer: '/listings/1', message: expect.stringContaining('is not archived') },
    ]);
    const alone = await shop.call('POST', '/listings/delete', { listings: [listed.listingId] });
    expect(alone).toMatchObject({ status: 409, body: { state: 'archived', deletableFrom: expect.any(String) } });
    expect(asked(DELETE)).toBe(0);
  });

  test('deletes once what was archived for a day, and the shop knows nothing of it there any more', async () => {
    const listed = await archived();
    await shop.control('PUT', '/listings', { deleteAfterMs: 0 });
    await age(listed.listingId);
    const before = asked(DELETE);
    const { status, body } = await shop.done('/listings/delete', { listings: [listed.listingId] });
    expect([status, body.state, body.outcomes[0].outcome]).toEqual([200, 'succeeded', 'done']);
    expect([shop.shown(listed.barcode), asked(DELETE) - before]).toEqual([undefined, 1]);
    expect(await shop.listing(listed)).toMatchObject({ status: 'none', mirror: null, pushedStock: null });
  });

  test('whose answer is lost is read back, and what the marketplace does not show of it is unknown', async () => {
    const [gone, kept] = [await archived(), await archived()];
    await shop.control('PUT', '/listings', { deleteAfterMs: 0 });
    for (const { listingId } of [gone, kept]) await age(listingId);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: DELETE, untilRequests: 1 });
    const before = asked(DELETE);
    // The marketplace does one of them alone.
    shop.simulator.catalog.archive(kept.barcode, false);
    const lost = await shop.done('/listings/delete', { listings: [gone.listingId, kept.listingId] });
    expect([lost.status, lost.body.code, asked(DELETE) - before]).toEqual([502, 'outcome_unknown', 1]);
    const { items } = (await shop.call('GET', '/jobs')).body;
    const { body: job } = await shop.call(
      'GET',
      `/jobs/${items.find(({ kind }: Any) => kind === 'listings.delete').id}`,
    );
    expect(job.outcomes.map(({ outcome }: Any) => outcome)).toEqual(['done', 'unknown']);
    expect([shop.shown(gone.barcode), shop.shown(kept.barcode)?.barcode]).toEqual([undefined, kept.barcode]);
  });

  test('asks for an item that was seen there and that no list shows: the marketplace tells', async () => {
    const listed = await archived();
    await age(listed.listingId);
    shop.simulator.catalog.remove(listed.barcode);
    const before = asked(DELETE);
    const { status, body } = await shop.done('/listings/delete', { listings: [listed.listingId] });
    expect([status, body.code, asked(DELETE) - before]).toEqual([502, 'provider_refused', 1]);
    expect(await shop.listing(listed)).toMatchObject({ status: 'archived', mirror: expect.any(Object) });
    // Of one that was never seen there, the absence is enough.
    const stranger = await shop.list(undefined, { barcode: 'HIC-GORULMEDI' });
    const none = await shop.done('/listings/delete', { listings: [stranger.listingId] });
    expect([none.body.outcomes?.[0].outcome, asked(DELETE) - before]).toEqual(['unchanged', 1]);
  });

  test('that the marketplace refuses tells its words', async () => {
    const listed = await archived();
    await age(listed.listingId);
    const { status, body } = await shop.done('/listings/delete', { listings: [listed.listingId] });
    expect([status, body.code]).toEqual([502, 'provider_refused']);
    expect(body.detail).toContain('arşivde');
  });
});
