import { newUlid } from '../../src/kernel/ids';
import { grantable, type Scope, scopeNames, scopes } from '../../src/kernel/scopes';
import { isWellFormedToken, newTokenSecret, TOKEN_PATTERN, tokenDigest } from '../../src/token/secret';
import { envelope, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';

const sessionOnly = scopeNames.filter((scope) => scopes[scope].grantable_to === 'session');
const developerOnly = scopeNames.filter((scope) => scopes[scope].grantable_to === 'developer');

describe('the secret of a token', () => {
  test('is recognisable offline: a fixed prefix, 190 random bits and a checksum', () => {
    const secrets = Array.from({ length: 200 }, () => newTokenSecret('developer'));
    expect(new Set(secrets).size).toBe(200);
    for (const secret of secrets) {
      expect(secret).toMatch(TOKEN_PATTERN);
      expect(isWellFormedToken(secret)).toBe(true);
      const last = secret.at(-1) === 'A' ? 'B' : 'A';
      expect(isWellFormedToken(secret.slice(0, -1) + last)).toBe(false);
    }
    expect(newTokenSecret('agent')).toMatch(/^tzg_agt_/);
  });
});

describe('access tokens', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const mint = async (body: object) => site.call('POST', '/v1/tokens', { session: await site.login(), body });

  test('the plaintext is answered once, and is in no table, no replay and no list', async () => {
    const session = await site.login();
    const headers = { 'Idempotency-Key': newUlid() };
    const ask = () => site.call('POST', '/v1/tokens', { session, headers, body: { kind: 'agent', label: 'Yardımcı' } });
    const first = await ask();
    expect(first.status).toBe(201);
    expect(first.headers.get('Cache-Control')).toBe('no-store');
    const { token, ...described } = first.body;
    expect(token).toMatch(TOKEN_PATTERN);
    const second = await ask();
    expect([second.status, second.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expect(second.body).toEqual({ ...described, replayed: true });

    const byCommand = await site.call('POST', '/v1/commands', {
      session,
      body: envelope(site.world.storeId, 'token.mint', { kind: 'developer' }),
    });
    expect(byCommand.body.token).toMatch(TOKEN_PATTERN);
    await site.call('GET', '/v1/tokens/me', { token });
    expect((await site.call('GET', '/v1/tokens', { session })).text).not.toMatch(/tzg_/);
    expect(await placesOf('tzg_agt_')).toEqual([]);
    expect(await placesOf('tzg_dev_')).toEqual([]);
  });

  /** Every column of every table as text. */
  async function placesOf(needle: string): Promise<string[]> {
    const columns = await site.rows<{ table: string; column: string }>(
      `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { table, column } of columns) {
      const rows = await site.rows(
        `SELECT 1 FROM "${table}" WHERE position($1 IN "${column}"::text) > 0
           OR position(encode(convert_to($1, 'UTF8'), 'hex') IN "${column}"::text) > 0 LIMIT 1`,
        [needle],
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  }

  test('unknown, malformed, revoked and expired tokens are one answer', async () => {
    const revoked = await site.mint('developer');
    const expired = await site.mint('developer');
    await site.world.done('token.revoke', { tokenId: revoked.id }, { as: site.world.owner });
    await site.world.sql(`UPDATE access_token SET expires_at = now() - interval '1 second' WHERE id = '${expired.id}'`);
    const headers = ['Basic YTpi', 'Bearer', 'Bearer  ', 'bearer x y'].map((Authorization) => ({ Authorization }));
    for (const header of headers)
      expect((await site.call('GET', '/v1/tokens/me', { headers: header })).status).toBe(401);
    const bodies = [];
    for (const token of [revoked.token, expired.token, newTokenSecret('developer'), 'tzg_dev_x', 'x'.repeat(5000)]) {
      const { status, headers: answered, body } = await site.call('GET', '/v1/tokens/me', { token });
      expect([token, status, answered.get('WWW-Authenticate')]).toEqual([token, 401, 'Bearer']);
      const { requestId: _, ...rest } = body;
      bodies.push(JSON.stringify(rest));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test('a revoked token is refused at its next call, and cannot read a stored outcome', async () => {
    const { id, token } = await site.mint('developer', ['store:admin']);
    const body = envelope(site.world.storeId, 'store.generation.set', { generation: 1 });
    expect((await site.call('POST', '/v1/commands', { token, body })).status).toBe(200);
    await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
    expect((await site.call('POST', '/v1/commands', { token, body })).status).toBe(401);
  });

  test.each(sessionOnly)('%s is on no token', async (scope) => {
    for (const kind of ['agent', 'developer']) {
      const { status, body } = await mint({ kind, scopes: ['catalog:read', scope] });
      expect([kind, status, body.code]).toEqual([kind, 422, 'scope_not_grantable']);
      expect(body.errors[0].pointer).toBe('/scopes/1');
    }
  });

  test.each(developerOnly)('%s is on no agent’s token', async (scope) => {
    expect((await mint({ kind: 'agent', scopes: [scope] })).body.code).toBe('scope_not_grantable');
    expect((await mint({ kind: 'developer', scopes: [scope] })).status).toBe(201);
  });

  test('a scope that found its way into the table does not help', async () => {
    const workspaceId = (await mint({ kind: 'agent' })).body.workspaceId;
    const forge = async (kind: 'agent' | 'developer', held: readonly Scope[]): Promise<string> => {
      const secret = newTokenSecret(kind);
      await site.rows(
        `INSERT INTO access_token (store_id, id, digest, kind, label, scopes, workspace_id, created_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, 'forged', $5, $6, 'test', now(), now() + interval '1 day')`,
        [
          site.world.storeId,
          `tok_${newUlid()}`,
          tokenDigest(secret),
          kind,
          held,
          kind === 'agent' ? workspaceId : null,
        ],
      );
      return secret;
    };
    const run = (token: string, command: string, payload: unknown) =>
      site.call('POST', '/v1/commands', { token, body: envelope(site.world.storeId, command, payload) });

    const developer = await forge('developer', sessionOnly);
    expect((await run(developer, 'token.mint', { kind: 'developer' })).body.code).toBe('owner_only');
    expect((await site.call('GET', '/v1/tokens', { token: developer })).body.code).toBe('owner_only');
    expect((await site.call('GET', '/v1/audit', { token: developer })).body.code).toBe('forbidden_scope');
    expect((await site.call('GET', '/v1/commands', { token: developer })).body.items).toEqual([]);

    const agent = await forge('agent', [...developerOnly, ...sessionOnly]);
    for (const [command, payload] of [
      ['token.mint', { kind: 'developer' }],
      ['secret.set', { extension: 'trendyol', key: 'apiKey', value: 'x' }],
    ] as const)
      expect([command, (await run(agent, command, payload)).status]).toEqual([command, 403]);
    expect(developerOnly.some((scope) => grantable(scope, 'agent'))).toBe(false);
  });

  test('a token holds at most ten scopes, and at least one', async () => {
    const all = scopeNames.filter((scope) => grantable(scope, 'developer'));
    expect(all.length).toBeGreaterThan(10);
    expect((await mint({ kind: 'developer', scopes: all })).body.code).toBe('too_many_scopes');
    expect((await mint({ kind: 'developer', scopes: all.slice(0, 10) })).status).toBe(201);
    expect((await mint({ kind: 'developer', scopes: [] })).status).toBe(400);
    expect((await mint({ kind: 'developer', scopes: ['catalog:read', 'catalog:read'] })).status).toBe(400);
    expect((await mint({ kind: 'developer', scopes: ['all'] })).status).toBe(400);
    expect((await mint({ kind: 'owner' })).status).toBe(400);
  });

  test('has the defaults of its kind: 90 days, the scopes of the spec, and for an agent a workspace of its own', async () => {
    const { body } = await mint({ kind: 'agent' });
    const days = (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 86_400_000;
    expect([body.label, days, body.status]).toEqual(['Ajan', 90, 'active']);
    expect(body.scopes).toEqual([
      'catalog:read',
      'design:read',
      'catalog:write',
      'design:write',
      'proposals:write',
      'sandbox:use',
    ]);
    expect(body.workspaceId).toMatch(/^wsp_/);
    const me = await site.call('GET', '/v1/tokens/me', { token: body.token });
    expect(me.body).toMatchObject({ storeId: site.world.storeId, kind: 'agent', workspaceId: body.workspaceId });
    expect((await mint({ kind: 'agent', workspaceId: `wsp_${newUlid()}` })).status).toBe(404);
  });

  test('another store’s token is not found, and is not revoked', async () => {
    const foreign = await site.mint('developer', undefined, site.world.other);
    const body = envelope(site.world.storeId, 'token.revoke', { tokenId: foreign.id });
    const refused = await site.call('POST', '/v1/commands', { session: await site.login(), body });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    expect((await site.call('GET', '/v1/tokens/me', { token: foreign.token })).status).toBe(200);
  });

  test('the last use is noted within seconds', async () => {
    const { id, token } = await site.mint('developer');
    await site.call('GET', '/v1/tokens/me', { token });
    const session = await site.login();
    await eventually(async () => {
      const { items } = (await site.call('GET', '/v1/tokens', { session })).body;
      return items.find((item: { id: string }) => item.id === id).lastUsedAt;
    });
  });

  test('each token has a throttle of its own, and is told when to come back', async () => {
    const slow = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: '5' } });
    try {
      const [one, two] = [await slow.mint('developer'), await slow.mint('developer')];
      const me = (token: string) => slow.call('GET', '/v1/tokens/me', { token });
      const answers = await Promise.all(Array.from({ length: 8 }, () => me(one.token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body.code).toBe('throttled');
      expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(Number(refused?.headers.get('Retry-After'))).toBeLessThanOrEqual(61);
      expect((await me(two.token)).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});
