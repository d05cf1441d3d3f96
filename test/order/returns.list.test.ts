import { pagesOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { returnsIn } from './returns';

let world: World;
let in_: ReturnType<typeof returnsIn>;
let orderId: string;
let ids: string[];
beforeAll(async () => {
  world = await createWorld();
  in_ = returnsIn(world);
  const { id: productId } = await world.done('catalog.product.create', { title: 'Cezve', price: 10_000, stock: 20 });
  const { id, lines } = await in_.arrived(productId, 6);
  orderId = id;
  const part = [{ lineId: lines[0].id, quantity: 1 }];
  const requested = await in_.made(id, part, { kind: 'claim', note: 'Kulpu kırık' });
  const withdrawn = await in_.made(id, part);
  await in_.cancel(withdrawn);
  const approved = await in_.approved(id, part);
  const received = await in_.approved(id, part);
  await in_.receive(received, [{ ...part[0], condition: 'damaged' }]);
  const other = await in_.arrived(productId, 2);
  const elsewhere = await in_.made(other.id, [{ lineId: other.lines[0].id, quantity: 2 }]);
  ids = [requested, withdrawn, approved, received, elsewhere];
});
afterAll(() => world.close());

const list = (query: Record<string, unknown> = {}) => world.read('returns.list', { query });
const found = async (query: Record<string, unknown>) =>
  (await list(query)).items.map(({ id }: { id: string }) => ids.indexOf(id));

describe('returns.list', () => {
  test('shows the newest first, by what people call them, without the words of the buyer', async () => {
    const { items, nextCursor } = await list();
    expect(items.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([4, 3, 2, 1, 0]);
    expect(items[0]).toMatchObject({ number: '1002', buyerName: 'Ayşe Yılmaz', quantity: 2, state: 'requested' });
    // What was paid for its pieces: 2 × 100,00 TL, less 4 kuruş.
    expect(items[0]).toMatchObject({ title: 'Cezve', lines: 1, worth: 19_996 });
    expect(JSON.stringify(items)).not.toContain('Kulpu');
    expect(nextCursor).toBeNull();
  });

  test('filters by state, kind and order', async () => {
    expect(await found({ state: 'requested' })).toEqual([4, 0]);
    expect(await found({ kind: 'claim' })).toEqual([0]);
    expect(await found({ orderId })).toEqual([3, 2, 1, 0]);
    expect(await found({ orderId, state: 'requested', kind: 'withdrawal' })).toEqual([]);
  });

  test('goes on from page to page, and counts', async () => {
    const pages = await pagesOf<{ id: string }>((query) => list(query), { limit: 2 });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(5);
    expect((await list({ limit: 1, total: true, state: 'requested' })).total).toBe(2);
  });

  test('tells how many wait in each state, whatever is listed', async () => {
    const open = { requested: 2, approved: 1, partially_received: 0, received: 1 };
    expect(await list({ kind: 'claim' })).toMatchObject({ open });
  });

  test('of an order with several, its row tells the most urgent, and how many there are', async () => {
    const { items } = await world.read('orders.list', { query: { return: 'requested' } });
    expect(items.map((each: object) => ({ ...each }))).toMatchObject([
      { number: '1002', return: 'requested', returns: 1 },
      { number: '1001', return: 'received', returns: 4 },
    ]);
  });

  test('shows nothing of another store', async () => {
    const { items, open } = await world.read('returns.list', { as: world.other.owner });
    expect([items, open.requested]).toEqual([[], 0]);
  });
});

describe('returns.get', () => {
  test('shows one, and none of another store', async () => {
    expect(await in_.read(ids[0] as string)).toMatchObject({ note: 'Kulpu kırık', number: '1001', kind: 'claim' });
    expect(await said(world.read('returns.get', { params: { ret: ids[0] as string }, as: world.other.owner }))).toBe(
      '404 not_found',
    );
  });
});

describe('returns.approve and returns.reject', () => {
  test('are the commands of returns under their paths', async () => {
    const { capabilities } = world.platform.services;
    const paths = capabilities.routes.filter(({ id }) => ['returns.approve', 'returns.reject'].includes(id));
    expect(paths.map(({ id, http, policy }) => [id, http, policy])).toEqual([
      ['returns.approve', 'POST /v1/returns/{ret}/onayla', 'propose'],
      ['returns.reject', 'POST /v1/returns/{ret}/reddet', 'propose'],
    ]);
  });
});

describe('orders.list', () => {
  const orders = async (query: Record<string, unknown>) =>
    (await world.read('orders.list', { query })).items.map(({ number }: { number: string }) => number);

  test('shows where the last return of an order stands, and finds orders by that of any', async () => {
    const { items } = await world.read('orders.list', { query: {} });
    expect(items.map((row: { number: string; return: string }) => [row.number, row.return])).toEqual([
      ['1002', 'requested'],
      ['1001', 'received'],
    ]);
    expect(await orders({ return: 'requested' })).toEqual(['1002', '1001']);
    expect(await orders({ return: 'withdrawn' })).toEqual(['1001']);
    expect(await orders({ return: 'refunded' })).toEqual([]);
    expect(await orders({ return: 'requested', fulfilment: 'shipped' })).toEqual([]);
  });
});
