import net from 'node:net';
import { KnownBrowsers } from '../../src/account/known-browsers';
import { OwnerSessions } from '../../src/account/sessions';
import { leasesOver } from '../../src/kernel/bus/credential-lease';
import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { TokenCredentials } from '../../src/token/credentials';
import { holding, untilWaiting } from '../world/held';
import { contentsOf, envelope, openSite, type Site } from './site';

/** A credential is looked up when a request begins; what it may still do is decided in the transaction of the change. */
describe('a credential that ends while its call is under way', () => {
  let site: Site;
  let productId: string;
  beforeAll(async () => {
    site = await openSite();
    ({ id: productId } = await site.world.done('catalog.product.create', { title: 'Cezve', price: 10_000 }));
  });
  afterAll(() => site.close());

  const price = () => ({ targetId: productId, price: 1 });

  async function tokenOf(kind: 'agent' | 'developer'): Promise<{ id: string; principal: Principal }> {
    const { id, token } = await site.mint(kind);
    const tokens = new TokenCredentials(site.world.database);
    const principal = await tokens.principal(token);
    await tokens.close();
    return { id, principal };
  }

  async function expectOver(principal: Principal, command: string, payload: unknown): Promise<void> {
    const before = await contentsOf(site);
    const { world } = site;
    for (const options of [{}, { dryRun: true }])
      await expect(world.run(command, payload, { as: principal, ...options })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    expect(await contentsOf(site)).toEqual(before);
  }

  test.each(['revoked', 'expired'])('a %s token changes, records and previews nothing more', async (end) => {
    for (const kind of ['developer', 'agent'] as const) {
      const { id, principal } = await tokenOf(kind);
      expect((await site.world.run('catalog.price.set', price(), { as: principal, dryRun: true })).status).toBe(200);
      if (end === 'revoked') await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
      else await site.rows(`UPDATE access_token SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
      await expectOver(principal, 'catalog.price.set', price());
    }
  });

  test('an owner who signed out changes and previews nothing more', async () => {
    const { cookie, csrfToken } = await site.login();
    const { database } = site.world;
    const sessions = new OwnerSessions(
      database,
      new KnownBrowsers(site.world.platform.keyRing),
      site.world.platform.services.digests,
    );
    const session = await sessions.find(cookie.split('=')[1] as string, csrfToken);
    const mint = { kind: 'developer' };
    expect((await site.world.run('token.mint', mint, { as: session.principal, dryRun: true })).status).toBe(200);
    await sessions.logout(session);
    await expectOver(session.principal, 'token.mint', mint);
  });

  describe('while the call waits for what somebody else holds', () => {
    const PRODUCT = 'SELECT 1 FROM catalog_product WHERE store_id = $1 AND id = $2 FOR UPDATE';
    const PROPOSAL = 'SELECT 1 FROM proposal WHERE store_id = $1 AND token_id = $2 FOR UPDATE';

    /** Ends the credential while its call waits, and then lets the call go on. */
    async function expectNothingAfter(
      held: readonly [string, string],
      call: () => Promise<unknown>,
      end: () => unknown,
    ) {
      const { world } = site;
      const release = await holding(world, held[0], [world.storeId, held[1]]);
      const called = call().catch((error) => error);
      await untilWaiting(world);
      await end();
      const ended = await contentsOf(site);
      await release();
      expect(await called).toMatchObject({ code: 'unauthenticated' });
      expect(await contentsOf(site)).toEqual(ended);
    }

    const setStock = (as: Principal) => site.world.run('catalog.stock.set', { targetId: productId, stock: 3 }, { as });

    test('a token that was revoked commits nothing any more, and its revocation does not wait', async () => {
      const { id, principal } = await tokenOf('developer');
      await expectNothingAfter(
        [PRODUCT, productId],
        () => setStock(principal),
        () => site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner }),
      );
    });

    test('nor does one whose workspace was archived record anything', async () => {
      const { id, principal } = await tokenOf('agent');
      await setStock(principal);
      await expectNothingAfter(
        [PROPOSAL, id],
        () => setStock(principal),
        () => site.world.done('workspace.archive', { workspaceId: principal.workspaceId }, { as: site.world.owner }),
      );
    });

    test('nor an owner who signed out', async () => {
      const { cookie, csrfToken } = await site.login();
      const { database } = site.world;
      const sessions = new OwnerSessions(
        database,
        new KnownBrowsers(site.world.platform.keyRing),
        site.world.platform.services.digests,
      );
      const session = await sessions.find(cookie.split('=')[1] as string, csrfToken);
      await expectNothingAfter(
        [PRODUCT, productId],
        () => setStock(session.principal),
        () => sessions.logout(session),
      );
    });
  });

  describe('a read that begins with whom the token let in before', () => {
    const productPath = () => `/v1/catalog/products/${productId}`;

    async function provenToken(): Promise<{ id: string; token: string }> {
      const minted = await site.mint('developer');
      expect((await site.call('GET', productPath(), minted)).status).toBe(200);
      return minted;
    }

    test('asks for the rows while it asks for the token, and answers when both are there', async () => {
      const { token } = await provenToken();
      await leasesOver();
      await site.rows('BEGIN');
      let answered = false;
      try {
        await site.rows('LOCK TABLE access_token IN ACCESS EXCLUSIVE MODE');
        const [since] = await site.rows<{ at: Date }>('SELECT clock_timestamp() AS at');
        const answer = site.call('GET', productPath(), { token }).finally(() => {
          answered = true;
        });
        const haveRead = async () => {
          // A transaction sees the activity that it looked at first.
          await site.rows('SELECT pg_stat_clear_snapshot()');
          const read = `SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND state = 'idle' AND query LIKE '%row_to_json(answer)%' AND query_start > $1`;
          return (await site.rows(read, [since?.at])).length > 0;
        };
        while (!answered && !(await haveRead())) await new Promise((resolve) => setTimeout(resolve, 10));
        expect(answered).toBe(false);
        await site.rows('COMMIT');
        expect(await answer).toMatchObject({ status: 200, body: { id: productId } });
      } finally {
        await site.rows('ROLLBACK');
      }
    });

    test('tells nothing of them to a token that was revoked', async () => {
      const { id, token } = await provenToken();
      await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
      for (const path of [productPath(), '/v1/catalog/products', '/v1/catalog/products/prd_0']) {
        const { status, body } = await site.call('GET', path, { token });
        expect([status, body.code]).toEqual([401, 'unauthenticated']);
      }
    });

    test('goes by what the token may do now', async () => {
      const { id, token } = await provenToken();
      await site.rows(`UPDATE access_token SET scopes = '{store:read}' WHERE id = $1`, [id]);
      await leasesOver();
      expect((await site.call('GET', productPath(), { token })).body.code).toBe('forbidden_scope');
    });
  });

  describe('a change that begins with whom the token let in before', () => {
    async function provenToken(): Promise<{ id: string; token: string }> {
      const minted = await site.mint('developer');
      expect((await site.call('GET', `/v1/catalog/products/${productId}`, minted)).status).toBe(200);
      return minted;
    }

    const send = (token: string, body: object) => site.call('POST', '/v1/commands', { token, body });
    const setPrice = (more: object = {}) => ({
      ...envelope(site.world.storeId, 'catalog.price.set', { targetId: productId, price: 4_200 }),
      ...more,
    });

    test('leaves nothing of a token that was revoked, and tells it nothing', async () => {
      const { id, token } = await provenToken();
      const done = setPrice();
      expect((await send(token, done)).status).toBe(200);
      await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
      const calls = [
        done,
        setPrice(),
        setPrice({ dryRun: true }),
        setPrice({ payload: {} }),
        envelope(site.world.storeId, 'token.mint', { kind: 'developer' }),
      ];
      for (const call of calls) {
        // Each is the first one after the token was good, as far as the process knows.
        await site.rows('UPDATE access_token SET revoked_at = NULL WHERE id = $1', [id]);
        await site.call('GET', `/v1/catalog/products/${productId}`, { token });
        await site.rows('UPDATE access_token SET revoked_at = now() WHERE id = $1', [id]);
        await leasesOver();
        const before = await contentsOf(site);
        const { status, body } = await send(token, call);
        expect([status, body.code]).toEqual([401, 'unauthenticated']);
        expect(await contentsOf(site)).toEqual(before);
      }
    });

    test('goes by what the token may do now, in both directions', async () => {
      const { id, token } = await provenToken();
      const scopes = async (now: string): Promise<void> => {
        await site.rows('UPDATE access_token SET scopes = $2 WHERE id = $1', [id, `{${now}}`]);
        await leasesOver();
      };
      const refused = async () => {
        const [row] = await site.rows<{ count: number }>(
          `SELECT count(*)::int AS count FROM audit_row WHERE actor_id = $1 AND code = 'forbidden_scope'`,
          [id],
        );
        return row?.count;
      };
      const before = await site.world.read('catalog.products.get', { params: { prd: productId } });
      await scopes('catalog:read');
      expect((await send(token, setPrice({ payload: { targetId: productId, price: 4_300 } }))).body.code).toBe(
        'forbidden_scope',
      );
      expect(await refused()).toBe(1);
      expect(await site.world.read('catalog.products.get', { params: { prd: productId } })).toEqual(before);
      await scopes('catalog:write');
      expect((await send(token, setPrice({ payload: { targetId: productId, price: 4_400 } }))).status).toBe(200);
      expect(await refused()).toBe(1);
    });
  });

  describe('what a process believes of a token for a moment', () => {
    /** Another process, which has just looked the token up. */
    async function believing(token: string): Promise<TokenCredentials> {
      const elsewhere = new TokenCredentials(site.world.database);
      await elsewhere.principal(token);
      return elsewhere;
    }

    const ends: readonly [string, (id: string, key?: string) => Promise<unknown>][] = [
      ['token.revoke', (tokenId) => site.world.done('token.revoke', { tokenId }, { as: site.world.owner })],
      [
        'workspace.archive',
        async (tokenId) => {
          const [{ workspace }] = (await site.rows('SELECT workspace_id AS workspace FROM access_token WHERE id = $1', [
            tokenId,
          ])) as [{ workspace: string }];
          await site.world.done('workspace.archive', { workspaceId: workspace }, { as: site.world.owner });
        },
      ],
    ];

    test.each(ends)('is over everywhere when %s is answered', async (_, end) => {
      const minted = await site.mint('agent');
      const elsewhere = await believing(minted.token);
      await end(minted.id);
      await expect(elsewhere.principal(minted.token)).rejects.toMatchObject({ code: 'unauthenticated' });
      await elsewhere.close();
    });

    test('is over as well when the end is answered again, for who ended it may have died meanwhile', async () => {
      const { id, token } = await site.mint('developer');
      const revoke = { key: newUlid(), as: site.world.owner };
      await site.world.run('token.revoke', { tokenId: id }, revoke);
      await site.rows('UPDATE access_token SET revoked_at = NULL WHERE id = $1', [id]);
      const elsewhere = await believing(token);
      await site.rows('UPDATE access_token SET revoked_at = now() WHERE id = $1', [id]);
      expect(await site.world.run('token.revoke', { tokenId: id }, revoke)).toMatchObject({ replayed: true });
      await expect(elsewhere.principal(token)).rejects.toMatchObject({ code: 'unauthenticated' });
      await elsewhere.close();
    });

    test('spares it the question, and no longer', async () => {
      const { id, token } = await site.mint('developer');
      const elsewhere = await believing(token);
      await site.rows('UPDATE access_token SET revoked_at = now() WHERE id = $1', [id]);
      const at = performance.now();
      await elsewhere.principal(token).catch((error) => {
        // A stalled machine was too slow to see it.
        if (performance.now() - at < 50) throw error;
      });
      await leasesOver();
      await expect(elsewhere.principal(token)).rejects.toMatchObject({ code: 'unauthenticated' });
      await elsewhere.close();
    });
  });

  test('of calls that race with the end of their credential, none commits after it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, principal } = await tokenOf('developer');
      const calls = Array.from({ length: 12 }, (_, index) =>
        site.world.run('catalog.category.create', { name: `${round} ${index}` }, { as: principal }).catch(() => {}),
      );
      await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
      const atRevocation = await contentsOf(site);
      await Promise.all(calls);
      expect(await contentsOf(site)).toEqual(atRevocation);
    }
  });

  test('the key of a call that came too late is free', async () => {
    const { id, principal } = await tokenOf('developer');
    const key = newUlid();
    await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
    await expect(site.world.run('catalog.price.set', price(), { as: principal, key })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await site.world.run('catalog.price.set', price(), { key })).toMatchObject({ status: 200 });
  });

  test('headers before the revocation and the body after it: refused', async () => {
    const { id, token } = await site.mint('developer');
    const body = JSON.stringify(envelope(site.world.storeId, 'catalog.price.set', { targetId: productId, price: 77 }));
    const head = [
      'POST /v1/commands HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    const socket = net.connect(site.api.port, '127.0.0.1');
    const answer = new Promise<string>((resolve, reject) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // The credential has been looked up once its use is written down.
    const used = async (): Promise<boolean> =>
      (await site.rows('SELECT 1 FROM access_token WHERE id = $1 AND used_at IS NOT NULL', [id])).length > 0;
    while (!(await used())) await new Promise((resolve) => setTimeout(resolve, 50));
    await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
    socket.write(body);
    expect(await answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*"unauthenticated"/);
    const { price } = await site.world.read('catalog.products.get', { params: { prd: productId } });
    expect(price).not.toBe(77);
  });
});
