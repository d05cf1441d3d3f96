import net from 'node:net';
import { CREDENTIAL_LEASE_MS, leasesOver } from '../../src/kernel/bus/credential-lease';
import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { TokenCredentials } from '../../src/token/credentials';
import { ownerSessions } from '../account/owner-sessions';
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
    const sessions = ownerSessions(site.world);
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
      const sessions = ownerSessions(site.world);
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
    /** Another process, which asks without a pause until `end` is answered, so that its last lease is hardly older than the end. */
    async function believing(token: string, end: () => Promise<unknown>): Promise<TokenCredentials> {
      const elsewhere = new TokenCredentials(site.world.database);
      await elsewhere.principal(token);
      let answered = false;
      const asking = (async () => {
        while (!answered) {
          await elsewhere.principal(token).catch(() => {});
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })();
      await end();
      const first = elsewhere.principal(token);
      answered = true;
      await asking;
      await expect(first).rejects.toMatchObject({ code: 'unauthenticated' });
      return elsewhere;
    }

    const revoke = (tokenId: string, key = newUlid()) =>
      site.world.run('token.revoke', { tokenId }, { as: site.world.owner, key });
    const archive = async (tokenId: string) => {
      const [row] = await site.rows<{ workspaceId: string }>(
        'SELECT workspace_id AS "workspaceId" FROM access_token WHERE id = $1',
        [tokenId],
      );
      return site.world.run('workspace.archive', row, { as: site.world.owner });
    };
    /** In the database, as another process does whose answer nobody has yet. */
    const ended = (id: string) => site.rows('UPDATE access_token SET revoked_at = now() WHERE id = $1', [id]);

    test.each([
      ['token.revoke', revoke],
      ['workspace.archive', archive],
    ])('is over everywhere when %s is answered', async (_, end) => {
      const { id, token } = await site.mint('agent');
      await (await believing(token, () => end(id))).close();
    });

    test('is over as well when the end is answered again, or in vain: who ended it may have died meanwhile', async () => {
      const { id, token } = await site.mint('agent');
      const key = newUlid();
      await revoke(id, key);
      const lives = () => site.rows('UPDATE access_token SET revoked_at = NULL WHERE id = $1', [id]);
      const again = async (end: () => Promise<unknown>, answer: object) => {
        await lives();
        const elsewhere = await believing(token, async () => {
          await ended(id);
          expect(await end()).toMatchObject(answer);
        });
        await elsewhere.close();
      };
      await again(() => revoke(id, key), { replayed: true });
      await again(() => revoke(id), { status: 200 });
      await lives();
      await archive(id);
      await again(() => archive(id), { status: 409 });
    });

    test('spares it the question, and no longer', async () => {
      const { id, token } = await site.mint('developer');
      const elsewhere = new TokenCredentials(site.world.database);
      const since = performance.now();
      await elsewhere.principal(token);
      await ended(id);
      await elsewhere.principal(token).catch((error) => {
        // A machine that stood still for that long shows nothing.
        if (performance.now() - since < CREDENTIAL_LEASE_MS) throw error;
      });
      await leasesOver();
      await expect(elsewhere.principal(token)).rejects.toMatchObject({ code: 'unauthenticated' });
      await elsewhere.close();
    });

    test('lets nothing but refusals be written down of a token that has ended', async () => {
      const { id, token } = await site.mint('developer');
      const calls = [
        envelope(site.world.storeId, 'catalog.price.set', { targetId: productId, price: 4_700 }),
        { ...envelope(site.world.storeId, 'catalog.price.set', { targetId: productId, price: 4_700 }), dryRun: true },
        envelope(site.world.storeId, 'catalog.price.set', {}),
        envelope(site.world.storeId, 'token.mint', { kind: 'developer' }),
      ];
      const ofRefusals = ['audit_row', 'audit_entity', 'command_outcome'];
      const written = async () => [
        Object.entries(await contentsOf(site)).filter(([name]) => !ofRefusals.includes(name)),
        await site.rows(`SELECT id FROM audit_row WHERE outcome <> 'refused' ORDER BY id`),
      ];
      for (const body of calls) {
        await site.rows('UPDATE access_token SET revoked_at = NULL WHERE id = $1', [id]);
        await site.call('GET', `/v1/catalog/products/${productId}`, { token });
        await ended(id);
        const before = await written();
        const { status } = await site.call('POST', '/v1/commands', { token, body });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(await written()).toEqual(before);
      }
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

  const lateBodies: readonly [string, object][] = [
    ['/v1/commands', {}],
    ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'catalog.products.list', arguments: {} } }],
    ['/v1/orders/ord_01KDEM00000000000000000001/cargo/offers', { extension: 'geliver' }],
  ];
  test.each(lateBodies)('headers before the revocation and the body after it: refused by %s', async (place, stated) => {
    const { id, token } = await site.mint('developer', [
      'catalog:read',
      'catalog:write',
      'orders:read',
      'orders:write',
    ]);
    const price = { targetId: productId, price: 77 };
    const body = JSON.stringify(
      place === '/v1/commands' ? envelope(site.world.storeId, 'catalog.price.set', price) : stated,
    );
    const head = [
      `POST ${place} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Accept: application/json, text/event-stream',
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
    const product = await site.world.read('catalog.products.get', { params: { prd: productId } });
    expect(product.price).not.toBe(77);
  });
});
