import { keepIdentity } from '../../src/checkout/buyer/identity/store';
import { newId } from '../../src/kernel/ids';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { tablesWith } from '../world/everything';
import { completeSession } from './session';

const NUMBER = '17291716060';

describe('orders.identity.reveal', () => {
  let site: Site;
  let session: OwnerSession;
  let productId: string;
  beforeAll(async () => {
    site = await openSite();
    session = await site.login();
    const { world } = site;
    productId = (await world.done('catalog.product.create', { title: 'Cezve', price: 9_000, stock: 50 })).id;
  });
  afterAll(() => site.close());

  /** @returns whether each was kept */
  async function stated(sessionId: string, ...numbers: (string | null)[]): Promise<boolean[]> {
    const { database, platform, storeId } = site.world;
    return database.transaction(storeId, async (tx) => {
      const kept: boolean[] = [];
      for (const number of numbers)
        kept.push(
          await keepIdentity(tx, platform.services.secretBox, storeId, { sessionId }, { id: newId('byi'), number }),
        );
      return { keep: true, value: kept };
    });
  }
  async function ordered(...numbers: (string | null)[]): Promise<string> {
    const { world } = site;
    const sessionId = await completeSession(world, [{ productId }]);
    await stated(sessionId, ...numbers);
    return (await world.done('order.create', { sessionId }, { as: world.owner })).id;
  }
  const reveal = (ord: string, caller: object = { session }) =>
    site.call('POST', `/v1/orders/${ord}/identity`, { ...caller, body: {} });
  const read = async (ord: string) => (await site.call('GET', `/v1/orders/${ord}`, { session })).body;

  test('shows its owner what a buyer has stated, and keeps it sealed and nowhere else', async () => {
    const id = await ordered('10000000146', NUMBER);
    expect(await read(id)).toMatchObject({ identityStated: true });
    const { status, body, headers } = await reveal(id);
    expect([status, body]).toEqual([200, { identityNumber: NUMBER }]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(await tablesWith(site, NUMBER)).toEqual([]);
    const { items } = (await site.call('GET', `/v1/audit?entity=${id}&command=orders.identity.reveal`, { session }))
      .body;
    expect(items).toMatchObject([{ outcome: 'done', actor: { kind: 'owner' }, changes: [], inverse: null }]);
  });

  test('is for no token, and for nobody of another store', async () => {
    const id = await ordered(NUMBER);
    for (const kind of ['developer', 'agent'] as const) {
      const { token } = await site.mint(kind, ['orders:read', 'orders:write']);
      const { status, body } = await reveal(id, { token });
      expect([status, body.code]).toEqual([403, 'owner_only']);
    }
    const stranger = site.world.read('orders.identity.reveal', { as: site.world.other.owner, params: { ord: id } });
    await expect(stranger).rejects.toMatchObject({ code: 'not_found' });
  });

  test('has nothing of a buyer who stated none, took it back, or whose number cannot be one', async () => {
    for (const numbers of [[], [NUMBER, null], [NUMBER, '11111111111']]) {
      const id = await ordered(...numbers);
      expect(await read(id)).toMatchObject({ identityStated: false });
      const { status, body } = await reveal(id);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
    const sessionId = await completeSession(site.world, [{ productId }]);
    expect(await stated(sessionId, NUMBER, '11111111111', '17291716061')).toEqual([true, false, false]);
  });
});
