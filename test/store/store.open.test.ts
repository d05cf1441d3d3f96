import { openSite, type Site } from '../surfaces/site';

const asked = { storeName: 'Zeytin Dükkânı', email: 'ilk@example.com', password: 'uzun bir parola' };

describe('store.open', () => {
  let site: Site;
  beforeEach(async () => {
    site = await openSite();
    await nobody();
  });
  afterEach(() => site.close());

  const nobody = () => site.world.sql('DELETE FROM owner_session; DELETE FROM owner_account');
  const send = (body: object, headers: Record<string, string> = {}) =>
    site.call('POST', '/v1/auth/setup', { body, headers });
  const owners = () =>
    site.rows<{ email: string; store: string }>('SELECT email, store_id AS store FROM owner_account');
  async function token(): Promise<string> {
    const link = await site.api.setupLink();
    return new URL(String(link)).hash.slice(1);
  }

  test('a link makes the first store and its owner, and logs the owner in', async () => {
    expect((await site.call('GET', '/v1/auth/setup')).body).toEqual({ awaited: true });
    const fresh = await token();
    const { status, body, headers } = await send({ token: fresh, ...asked });
    expect([status, body]).toEqual([
      200,
      { csrfToken: expect.any(String), storeId: expect.stringMatching(/^str_/), expiresAt: expect.any(String) },
    ]);
    expect((await site.call('GET', '/v1/auth/setup')).body).toEqual({ awaited: false });

    const session = { cookie: headers.getSetCookie()[0]?.split(';')[0] as string, csrfToken: body.csrfToken };
    const { storeId } = body;
    const whoami = await site.call('GET', '/v1/tokens/me', { session });
    expect(whoami.body).toMatchObject({ kind: 'owner', store: { id: storeId, name: asked.storeName } });
    expect((await site.call('GET', '/v1/auth/session', { session })).body.email).toBe(asked.email);
    const login = await site.call('POST', '/v1/auth/login', { body: { email: asked.email, password: asked.password } });
    expect([login.status, login.body.storeId]).toEqual([200, storeId]);

    const shown = await site.rows(`SELECT value ->> 'name' AS name FROM storefront_kv WHERE store_id = $1`, [storeId]);
    expect(shown).toEqual([{ name: asked.storeName }]);
    const minted = await site.call('POST', '/v1/tokens', { session, body: { kind: 'developer', label: 'ERP' } });
    expect(minted.status).toBe(201);
  });

  test('the trail names the owner as who opened the store, and has neither password nor address', async () => {
    const { body, headers } = await send({ token: await token(), ...asked });
    const session = { cookie: headers.getSetCookie()[0]?.split(';')[0] as string, csrfToken: body.csrfToken };
    const [opened] = (await site.call('GET', '/v1/audit?command=store.open', { session })).body.items;
    const [owner] = await site.rows<{ id: string }>('SELECT id FROM owner_account');
    expect(opened).toMatchObject({ actor: { kind: 'owner', id: owner?.id }, outcome: 'done' });
    expect(opened.payload).toEqual({ name: asked.storeName, email: asked.email });
    const [{ kept } = { kept: '' }] = await site.rows<{ kept: string }>(
      `SELECT string_agg(a::text, '') || (SELECT string_agg(o::text, '') FROM command_outcome o) AS kept FROM audit_row a`,
    );
    expect(kept).toContain('store.open');
    for (const secret of [asked.password, 'argon2', asked.email]) expect(kept).not.toContain(secret);
  });

  test('of a link only a digest is kept, and the newest one alone works', async () => {
    const first = await token();
    const second = await token();
    const [{ kept } = { kept: '' }] = await site.rows<{ kept: string }>('SELECT s::text AS kept FROM setup_link s');
    expect(kept).not.toContain(second);
    expect((await send({ token: first, ...asked })).body.code).toBe('link_over');
    expect((await send({ token: second, ...asked })).status).toBe(200);
  });

  test('claims at once make exactly one owner, and looking at the page uses nothing up', async () => {
    const stores = await storeCount();
    const fresh = await token();
    expect((await site.call('GET', '/panel/setup')).status).not.toBe(410);
    await site.call('GET', '/v1/auth/setup');
    const answers = await Promise.all(
      ['bir', 'iki', 'üç', 'dört'].map((storeName, index) =>
        send({ ...asked, token: fresh, storeName, email: `sahip${index}@example.com` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await owners()).toEqual([
      { email: expect.any(String), store: answers.find(({ status }) => status === 200)?.body.storeId },
    ]);
    expect(await storeCount()).toBe(stores + 1);
  });

  test('a link is dead once an owner exists, whichever way that one came', async () => {
    const fresh = await token();
    await site.rows(
      `INSERT INTO owner_account (id, store_id, email, joined_at) VALUES ('own_x', $1, 'x@example.com', NULL)`,
      [site.world.storeId],
    );
    expect((await send({ token: fresh, ...asked })).body).toMatchObject({ status: 409, code: 'opened_already' });
    expect(await site.api.setupLink()).toBeUndefined();
    expect(await owners()).toHaveLength(1);
  });

  test('guesses wait like failed logins', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1) statuses.push((await send({ token: 'x', ...asked })).status);
    expect(statuses).toEqual(Array(10).fill(410));
    await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 hour'`);
    const early = await send({ token: await token(), ...asked });
    expect([early.status, early.body.code, early.headers.get('Retry-After')]).toEqual([429, 'throttled', '1']);
    expect(await owners()).toEqual([]);
  });

  test('what does not fit is refused and uses nothing up', async () => {
    const fresh = await token();
    const wrong = [
      { ...asked, email: 'nobody' },
      { ...asked, password: 'short' },
      { ...asked, storeName: ' ' },
      { ...asked, role: 'admin' },
      { ...asked, storeName: 'a\u0000b' },
      { email: asked.email },
    ];
    for (const body of wrong)
      expect((await send({ token: fresh, ...body })).body).toMatchObject({ status: 400, code: 'invalid_request' });
    const foreign = await send({ token: fresh, ...asked }, { Origin: 'https://evil.example' });
    expect(foreign.body.code).toBe('csrf_failed');
    expect((await send({ token: fresh, ...asked })).status).toBe(200);
  });

  const storeCount = async () => (await site.rows('SELECT id FROM store')).length;
});
