import { openSite, type Site } from '../surfaces/site';

describe('store.rename', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const rename = (name: string, as: object) => site.call('PUT', '/v1/account/store', { ...as, body: { name } });

  test('gives the store another name, in its storefront as well, and the trail has both', async () => {
    const session = await site.login();
    const { status, body } = await rename('Kahve ve Kakao', { session });
    expect([status, body]).toEqual([200, { name: 'Kahve ve Kakao', previous: 'Kahve Dükkânı' }]);
    expect((await site.call('GET', '/v1/tokens/me', { session })).body.store.name).toBe('Kahve ve Kakao');
    const shown = await site.rows(
      `SELECT value ->> 'name' AS name FROM storefront_kv WHERE store_id = $1 AND key = 'store'`,
      [site.world.storeId],
    );
    expect(shown).toEqual([{ name: 'Kahve ve Kakao' }]);
    const [row] = (await site.call('GET', '/v1/audit?command=store.rename', { session })).body.items;
    expect(row.changes).toEqual([
      expect.objectContaining({
        entity: 'store',
        id: site.world.storeId,
        before: { name: 'Kahve Dükkânı' },
        after: { name: 'Kahve ve Kakao' },
      }),
    ]);
    // The other store keeps its own.
    const others = await site.rows('SELECT name FROM store WHERE id = $1', [site.world.other.storeId]);
    expect(others).toEqual([{ name: 'Öteki Dükkân' }]);
  });

  test('is for owners alone, and takes no empty name', async () => {
    const { token } = await site.mint('developer', ['store:admin']);
    expect((await rename('X', { token })).body.code).toBe('owner_only');
    expect((await rename(' ', { session: await site.login() })).body.code).toBe('invalid_request');
  });
});
