import { askRound } from '../../src/channel/sync/round';
import { exampleImage } from '../../src/media/image/example';
import { registry } from '../../src/registry';
import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { openPackages, type Placed } from './packages';
import { wholeAnswer } from './whole-answer';

jest.setTimeout(240_000);

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

const APPROVE = 'PUT /order/sellers/{sellerId}/claims/{claimId}/items/approve';
const ISSUE = 'POST /order/sellers/{sellerId}/claims/{claimId}/issue';

let shop: Awaited<ReturnType<typeof openPackages>>;
let worker: RunningWorker;
let productId: string;

beforeAll(async () => {
  shop = await openPackages();
  worker = await startTestWorker(shop.site.world);
  const product = { title: 'Bakır cezve', price: 10_000, stock: 100, barcode: 'B-1' };
  ({ id: productId } = await shop.site.world.done('catalog.product.create', product));
});
afterEach(async () => {
  shop.simulator.faults.clear();
  await shop.control('DELETE', '/claims/knobs');
});
afterAll(async () => {
  await worker?.stop();
  await shop?.close();
});

const send = (claimId: string, fields: Record<string, string>, files = 0, headers: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let n = 0; n < files; n += 1) form.append('files', new Blob([exampleImage()], { type: 'image/png' }), 'k.png');
  const path = `/v1/channel/trendyol/claims/${claimId}/act`;
  return shop.site.call('POST', path, { token: shop.token, headers, body: form });
};
const act = (claimId: string, fields: Record<string, string>, files = 0) =>
  wholeAnswer((headers) => send(claimId, fields, files, headers));

const list = async (query = ''): Promise<Any> =>
  (await shop.site.call('GET', `/v1/channel/trendyol/claims${query}`, { token: shop.token })).body;
/** The mirror is as old as if a minute had passed. */
const outdate = () =>
  shop.site.rows(
    "UPDATE channel_cursor SET until = until - interval '2 minutes' WHERE store_id = $1 AND task = 'claims'",
    [shop.site.world.storeId],
  );
const claimed = async ({ packageId }: Placed, more: object = {}): Promise<{ claimId: string; itemIds: string[] }> => {
  const opened = await shop.control('POST', '/claims', { packageId: Number(packageId), ...more });
  await outdate();
  await list();
  return opened;
};
const shown = async (claimId: string) => {
  await outdate();
  return (await list('?limit=100')).items.find((claim: Any) => claim.claimId === claimId);
};
const pulled = async () => {
  const { world } = shop.site;
  const id = await askRound(world.bus, { storeId: world.storeId, extension: 'trendyol', round: 'claims' });
  await eventually(
    async () =>
      ['succeeded', 'failed'].includes(
        (await world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: id } })).state,
      ),
    60_000,
    50,
  );
  return world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: id } });
};
const synced = async (body: object): Promise<Any> => {
  const { token } = await shop.site.mint('developer', ['catalog:write']);
  const sync = (headers: Record<string, string>) =>
    shop.site.call('POST', '/v1/channel/trendyol/sync', { token, headers, body });
  return (await wholeAnswer(sync)).body;
};
const stock = async () =>
  (await shop.site.rows<{ stock: number }>('SELECT stock FROM catalog_product WHERE id = $1', [productId]))[0]?.stock;
const orderOf = ({ orderId }: Placed) => shop.site.world.read('orders.get', { params: { ord: orderId } });
const counted = async (itemId: string) => (await shop.control('GET', '/claims/statistics')).items[itemId];
const lineOf = async ({ packageId }: Placed) =>
  Number(
    (
      await shop.site.rows<{ id: string }>(
        "SELECT lines -> 0 ->> 'lineId' AS id FROM order_package WHERE package_id = $1",
        [packageId],
      )
    )[0]?.id,
  );

describe('channel.claims.act', () => {
  test('rejects one of two pieces with a picture, approves the other, and the shop has it back once', async () => {
    const before = await stock();
    const placed = await shop.place('Delivered');
    expect(await stock()).toBe((before ?? 0) - 2);
    const lines = [{ lineId: await lineOf(placed), quantity: 1 }];
    const refusedOne = await claimed(placed, { lines, reasonId: 301, customerNote: 'Derya Aksoy 0532 000 00 00' });
    const open = await shown(refusedOne.claimId);
    expect(open).toMatchObject({
      orderNumber: placed.orderNumber,
      orderId: placed.orderId,
      deadline: expect.any(String),
      items: [{ state: 'waiting_action', fault: 'seller', reasonCode: '301', price: 10_000, returnId: null }],
    });
    const fields = { act: 'reject', reason: '51', description: 'Kullanılmış ürün geldi.' };
    const missing = await send(refusedOne.claimId, fields);
    expect(missing).toMatchObject({
      status: 422,
      body: { code: 'claim_file_missing', errors: [{ pointer: '/files' }] },
    });
    const rejected = await act(refusedOne.claimId, fields, 1);
    expect(rejected).toMatchObject({
      status: 200,
      body: {
        kind: 'claim.act',
        state: 'succeeded',
        result: { claimItems: [{ state: 'unresolved', isReturned: false }] },
      },
    });
    const second = await send(refusedOne.claimId, { act: 'approve' });
    expect(second).toMatchObject({ status: 409, body: { code: 'invalid_state' } });

    const acceptedOne = await claimed(placed, { lines });
    const approved = await act(acceptedOne.claimId, { act: 'approve' });
    expect(approved).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    const [item] = approved.body.result.claimItems;
    expect(item).toMatchObject({ state: 'accepted', isReturned: true });
    expect(await send(acceptedOne.claimId, { act: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    await pulled();
    await pulled();

    const order = await orderOf(placed);
    expect(order).toMatchObject({
      payment: 'paid',
      total: 20_000,
      refunded: 10_000,
      refunds: [{ method: 'marketplace', state: 'succeeded', amount: 10_000 }],
    });
    const { items: returns } = await shop.site.world.read('returns.list', { query: { orderId: placed.orderId } });
    expect(returns).toHaveLength(1);
    expect(returns[0]).toMatchObject({
      id: (await shown(acceptedOne.claimId)).items[0].returnId,
      state: 'refunded',
      kind: 'claim',
    });
    expect(await stock()).toBe((before ?? 0) - 1);
    for (const { itemIds } of [refusedOne, acceptedOne])
      expect(await counted(itemIds[0] as string)).toEqual({ asked: 1, done: 1 });
    expect(shop.simulator.stats()).toMatchObject({ claimsActedTwice: 0, breaches: 0 });
    const [{ kept } = { kept: 0 }] = await shop.site.rows<{ kept: number }>(
      "SELECT count(*) AS kept FROM channel_claim c WHERE c::text LIKE '%Derya%' OR c::text LIKE '%0532%'",
      [],
    );
    expect(Number(kept)).toBe(0);
  });

  test('takes back what was accepted because nobody had answered in time, and each piece at its own price', async () => {
    const placed = await shop.place('Delivered', {
      lines: [{ barcode: 'B-1', quantity: 3, priceKurus: 10_000 }],
      discountKurus: 1_001,
    });
    const before = await stock();
    const { refunded: none } = await orderOf(placed);
    const { claimId } = await claimed(placed, { lines: [{ lineId: await lineOf(placed), quantity: 2 }] });
    await shop.control('POST', '/claims/expire', { claimId });
    await pulled();
    const claim = await shown(claimId);
    expect(claim.items).toHaveLength(2);
    expect(claim).toMatchObject({ deadline: null });
    for (const item of claim.items)
      expect(item).toMatchObject({
        state: 'accepted',
        acceptedBy: 'deadline',
        returnId: expect.stringMatching(/^ret_/),
      });
    const { refunded, total, lines } = await orderOf(placed);
    const prices = lines[0].units.map(({ price }: Any) => price);
    expect([none, total, prices.reduce((sum: number, price: number) => sum + price, 0)]).toEqual([0, 28_999, 28_999]);
    const there = (await shop.control('GET', '/orders')).find((each: Any) => each.orderNumber === placed.orderNumber);
    const [one, two] = there.lines[0].discountDetails;
    expect(refunded).toBe(Math.round((one.lineItemPrice + two.lineItemPrice) * 100));
    expect(await stock()).toBe((before ?? 0) + 2);
    expect(await send(claimId, { act: 'approve' })).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  });

  test.each([
    ['approve', APPROVE, { act: 'approve' }, 'accepted'],
    ['issue', ISSUE, { act: 'issue', description: 'Ürünü siz de inceleyin.' }, 'in_analysis'],
  ] as const)('%s whose answer is lost is asked once, and read back', async (_, endpoint, fields, state) => {
    const placed = await shop.place('Delivered');
    const { claimId, itemIds } = await claimed(placed);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint, untilRequests: 1 });
    const done = await act(claimId, fields);
    expect([done.status, done.body.state]).toEqual([200, 'succeeded']);
    expect(done.body.result.claimItems.map((item: Any) => item.state)).toEqual([state, state]);
    for (const itemId of itemIds) expect(await counted(itemId)).toEqual({ asked: 1, done: 1 });
    expect((await orderOf(placed)).refunded).toBe(state === 'accepted' ? 20_000 : 0);
  });

  test('that the marketplace did not do ends as unknown, and may be asked for once it shows that', async () => {
    const placed = await shop.place('Delivered');
    const { claimId, itemIds } = await claimed(placed);
    shop.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint: APPROVE, untilRequests: 1 });
    const lost = await act(claimId, { act: 'approve' });
    expect([lost.status, lost.body.code]).toEqual([502, 'outcome_unknown']);
    expect(await counted(itemIds[0] as string)).toBeUndefined();
    // Nobody has looked since, so nobody knows.
    expect(await send(claimId, { act: 'approve' })).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    expect((await shown(claimId)).items[0].state).toBe('waiting_action');
    expect((await act(claimId, { act: 'approve' })).body.state).toBe('succeeded');
    expect(await counted(itemIds[0] as string)).toEqual({ asked: 1, done: 1 });
  });

  test('may follow another act once the item waits anew, and not before', async () => {
    const placed = await shop.place('Delivered');
    const { claimId, itemIds } = await claimed(placed);
    const acts = async () => (await shop.control('GET', '/claims/statistics')).secondActs;
    const before = await acts();
    const issue = { act: 'issue', description: 'Ürünü siz de inceleyin.' };
    expect((await act(claimId, issue)).body.result.claimItems[0].state).toBe('in_analysis');
    expect(await send(claimId, { act: 'approve' })).toMatchObject({ status: 409, body: { state: 'in_analysis' } });
    await shop.control('PUT', '/claims/move', { claimId, to: 'WaitingInAction' });
    expect((await shown(claimId)).items[0]).toMatchObject({ state: 'waiting_action', deadline: expect.any(String) });
    expect((await act(claimId, { act: 'approve' })).body).toMatchObject({
      state: 'succeeded',
      result: { claimItems: [{ state: 'accepted', isReturned: true }, { state: 'accepted' }] },
    });
    for (const itemId of itemIds) expect(await counted(itemId)).toEqual({ asked: 2, done: 2 });
    expect([await acts(), (await orderOf(placed)).refunded]).toEqual([before, 20_000]);
    expect(await send(claimId, { act: 'approve' })).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  });

  test('of one item leaves the others, and a check for fraud comes between an approval and the return', async () => {
    await shop.control('PUT', '/claims/knobs', { fraudCheckMs: 3_600_000 });
    const placed = await shop.place('Delivered');
    const { claimId, itemIds } = await claimed(placed);
    const [first, second] = itemIds as [string, string];
    const done = await act(claimId, { act: 'approve', itemId: first });
    expect(done.body).toMatchObject({ state: 'succeeded', result: { claimItems: [{ state: 'fraud_check' }] } });
    expect(await send(claimId, { act: 'approve', itemId: first })).toMatchObject({ status: 409 });
    const states = (await shown(claimId)).items.map(({ itemId, state }: Any) => [itemId, state]);
    expect(Object.fromEntries(states)).toEqual({ [first]: 'fraud_check', [second]: 'waiting_action' });
    expect((await orderOf(placed)).refunded).toBe(0);
    await shop.control('PUT', '/claims/move', { claimId, itemId: first, to: 'Accepted', detail: 'SUPPLIER' });
    await pulled();
    expect((await orderOf(placed)).refunded).toBe(10_000);
    expect(await send(claimId, { act: 'approve', itemId: 'yok' })).toMatchObject({ status: 404 });
  });

  test('refuses at the field what cannot be, before anything is asked', async () => {
    const placed = await shop.place('Delivered');
    const { claimId, itemIds } = await claimed(placed);
    const description = 'Açıklama.';
    for (const [fields, files, pointer] of [
      [{ act: 'reject', description }, 1, '/reason'],
      [{ act: 'reject', reason: '51' }, 1, '/description'],
      [{ act: 'issue' }, 0, '/description'],
      [{ act: 'approve', reason: '51' }, 0, '/reason'],
      [{ act: 'approve' }, 1, '/files'],
      [{ act: 'approve', description: 'x'.repeat(501) }, 0, '/description'],
      [{ act: 'burn' }, 0, '/act'],
    ] as const)
      expect(await send(claimId, fields as Record<string, string>, files)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ pointer }] },
      });
    const early = await send(claimId, { act: 'reject', reason: '1651', description });
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_state', from: expect.any(String) } });
    expect(await send('yok', { act: 'approve' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const odd = await act(claimId, { act: 'reject', reason: '9999', description }, 1);
    expect(odd).toMatchObject({ status: 502, body: { code: 'provider_refused' } });
    // Nothing was done by that, so the claim is free.
    for (const itemId of itemIds) expect((await counted(itemId))?.done ?? 0).toBe(0);
    expect((await act(claimId, { act: 'reject', reason: '451', description })).body.state).toBe('succeeded');
  });

  test('takes a reason of goods that never came once a day is over, and a file under either name of its field', async () => {
    await shop.control('PUT', '/claims/knobs', { fileField: 'file', afterIssue: 'Rejected' });
    const placed = await shop.place('Delivered');
    const description = 'Paket elimize ulaşmadı.';
    const old = await claimed(placed, { lines: [{ lineId: await lineOf(placed), quantity: 1 }], agoMs: 90_000_000 });
    await shop.control('PUT', '/claims/move', { claimId: old.claimId, to: 'WaitingInAction' });
    await shown(old.claimId);
    const never = await act(old.claimId, { act: 'reject', reason: '1651', description });
    expect(never.body).toMatchObject({ state: 'succeeded', result: { claimItems: [{ state: 'rejected' }] } });
    const other = await claimed(placed);
    expect((await act(other.claimId, { act: 'reject', reason: '51', description }, 2)).body.state).toBe('succeeded');
  });
});

test('an act upon a claim that an agent proposes says what its buyer wrote, the goods and their money', async () => {
  const placed = await shop.place();
  const { claimId } = await claimed(placed, { customerNote: 'Sapı kırık geldi.' });
  const { world } = shop.site;
  const { token } = await shop.site.mint('agent', ['orders:write', 'proposals:write']);
  const path = `/v1/channel/trendyol/claims/${claimId}/act`;
  const { status, body } = await shop.site.call('POST', path, { token, body: { act: 'approve' } });
  expect([status, body.proposed]).toEqual([202, true]);
  const { list: items } = await world.read('proposals.get', { params: { prp: body.proposalId }, as: world.owner });
  const { items: pieces } = (await list('?limit=100')).items.find((each: Any) => each.claimId === claimId);
  expect(pieces[0]).toMatchObject({ note: 'Sapı kırık geldi.', price: expect.any(Number) });
  const total = pieces.reduce((sum: number, { price }: Any) => sum + price, 0);
  expect(items[0].upon).toEqual(
    expect.arrayContaining([
      { label: { tr: 'Sipariş', en: 'Order' }, kind: 'text', value: placed.orderNumber },
      { label: { tr: 'Tutar', en: 'Money' }, kind: 'money', value: total, moves: true },
      { label: { tr: 'Ürün', en: 'Goods' }, kind: 'text', value: pieces[0].title },
      { label: { tr: 'Alıcının notu', en: 'Note of the buyer' }, kind: 'text', value: 'Sapı kırık geldi.' },
    ]),
  );
  // A rejection gives no money back, so no sum of acts has its amount.
  const upon = await registry.mutation('channel.claims.act')?.actsUpon?.({
    db: world.database.reader(world.storeId),
    storeId: world.storeId,
    payload: { ext: 'trendyol', claimId, act: 'reject' } as never,
    result: null,
  });
  expect(upon?.filter(({ kind }) => kind === 'money')).toEqual([
    { label: { tr: 'Tutar', en: 'Money' }, kind: 'money', value: total },
  ]);
  // Nobody decides on it any more: what he wrote goes.
  await shop.control('POST', '/claims/expire', { claimId });
  await outdate();
  const over = (await list('?limit=100')).items.find((each: Any) => each.claimId === claimId);
  expect(over.items[0]).toMatchObject({ state: 'accepted', note: null });
});

describe('channel.claims.list', () => {
  test('answers from its mirror for a minute, keeps unknown words, and pages by deadline', async () => {
    const placed = await shop.place('Delivered');
    const { claimId } = await claimed(placed);
    const asked = () => shop.simulator.stats().endpoints['GET /order/sellers/{sellerId}/claims']?.requests ?? 0;
    const { asOf } = await list();
    const before = asked();
    await shop.control('PUT', '/claims/move', { claimId, to: 'WaitingForMoon' });
    const answer = await list();
    expect([answer.asOf, asked()]).toEqual([asOf, before]);
    const claim = await shown(claimId);
    expect(asked()).toBeGreaterThan(before);
    expect(claim.items[0]).toMatchObject({ state: 'unknown', stateWord: 'WaitingForMoon' });
    const walked: Any[] = [];
    for (let cursor = ''; ; ) {
      const { items, nextCursor } = await list(`?limit=2${cursor}`);
      walked.push(...items);
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    const whole = (await list('?limit=100')).items;
    expect(walked.map((each) => each.claimId)).toEqual(whole.map((each: Any) => each.claimId));
    const deadlines = whole.map(({ deadline }: Any) =>
      deadline === null ? Number.MAX_SAFE_INTEGER : Date.parse(deadline),
    );
    expect(deadlines).toEqual(deadlines.toSorted((a: number, b: number) => a - b));
    expect((await list(`?orderNumber=${placed.orderNumber}`)).items.map((each: Any) => each.claimId)).toEqual([
      claimId,
    ]);
    expect((await list('?state=unknown')).items.map((each: Any) => each.claimId)).toEqual([claimId]);
    expect((await shop.site.call('GET', '/v1/channel/trendyol/claims?state=moon', { token: shop.token })).status).toBe(
      400,
    );
  });

  test('is given as it was read before while the marketplace is away, and says when that was', async () => {
    await shown('none');
    await outdate();
    shop.simulator.faults.set({ serverError: { rate: 1, status: 503 } });
    const { asOf, items } = await list();
    expect(Date.now() - Date.parse(asOf)).toBeGreaterThan(60_000);
    expect(items.length).toBeGreaterThan(0);
  });

  test('follows a claim that no window shows, and tells rows that cannot be read', async () => {
    await shop.control('PUT', '/claims/knobs', { windowOf: 'opened', tellsDeadline: false });
    const placed = await shop.place('Delivered');
    const { claimId } = await claimed(placed, { agoMs: 20 * 86_400_000, status: 'InAnalysis' });
    const since = new Date(Date.now() - 25 * 86_400_000).toISOString();
    expect(await synced({ task: 'claims', since })).toMatchObject({ kind: 'claims.pull', state: 'succeeded', since });
    expect((await shown(claimId)).items[0]).toMatchObject({ state: 'in_analysis', deadline: null });
    const fresh = await claimed(await shop.place('Delivered'));
    expect((await shown(fresh.claimId)).items[0].deadline).toEqual(expect.any(String));
    await shop.control('PUT', '/claims/move', { claimId, to: 'Accepted', detail: 'DISPUTE' });
    const job = await pulled();
    expect(job).toMatchObject({ state: 'succeeded', kind: 'claims.pull' });
    expect((await shown(claimId)).items[0]).toMatchObject({ state: 'accepted', acceptedBy: 'marketplace' });
    expect((await orderOf(placed)).refunded).toBe(20_000);
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'nullRow' } });
    expect(await pulled()).toMatchObject({ state: 'succeeded', progress: { failed: 1 } });
  });

  test('comes by the clock while the store wants it, by sync, and its run stands in the health', async () => {
    const { world } = shop.site;
    const { held } = (await world.read('store.stockSettings.get')).channels[0];
    const round = () => askRound(world.bus, { storeId: world.storeId, extension: 'trendyol', round: 'claims' });
    await world.done('settings.channel.update', {
      extension: 'trendyol',
      ...held,
      pull: { ...held.pull, claims: false },
    });
    expect(await round()).toBe('off');
    await world.done('settings.channel.update', { extension: 'trendyol', ...held });
    expect(await pulled()).toMatchObject({ state: 'succeeded' });
    expect(await synced({ task: 'claims' })).toMatchObject({ kind: 'claims.pull', state: 'succeeded' });
    const health = await world.read('channel.health.get', { params: { ext: 'trendyol' } });
    expect(health.lastSync.claims).toEqual(expect.any(String));
    const groups = health.groups.map(({ group }: Any) => group);
    expect(groups).toEqual(expect.arrayContaining(['claims', 'claim_act']));
  });
});
