import { TOKEN_PATTERN } from '../../src/access/token/secret';
import { grantable, scopeNames, scopes } from '../../src/kernel/declaration/scopes';
import { newUlid } from '../../src/kernel/ids';
import { envelope, openSite, type Site } from '../surfaces/site';
import { holding, untilWaiting } from '../world/held';

const sessionOnly = scopeNames.filter((scope) => scopes[scope].grantable_to === 'session');
const developerOnly = scopeNames.filter((scope) => scopes[scope].grantable_to === 'developer');

describe('token.mint', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const post = async (path: string, body: object) => site.call('POST', path, { session: await site.login(), body });
  const mint = async (body: object) => site.call('POST', '/v1/tokens', { session: await site.login(), body });

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

  test('the scopes that no agent and no token can hold are those of the contract', () => {
    const never = (kind: 'agent' | 'developer') => scopeNames.filter((scope) => !grantable(scope, kind)).toSorted();
    const sessionOnly = ['admin', 'agents:admin', 'checkout', 'proposals:approve'];
    expect(never('developer')).toEqual(sessionOnly);
    expect(never('agent')).toEqual([...sessionOnly, 'design:publish', 'secrets:write'].toSorted());
  });

  test('commands and routes that it may never run must exist, and are answered', async () => {
    const limits = { neverCommands: ['catalog.product.archive', 'channel.catalog.pull', 'proposals.apply'] };
    const known = await post('/v1/tokens', { kind: 'agent', limits });
    expect([known.status, known.body.limits.neverCommands]).toEqual([201, limits.neverCommands]);
    const neverCommands = ['catalog.product.archive', 'catalog.products.archive', 'all'];
    for (const [path, body] of [
      ['/v1/tokens', { kind: 'agent', limits: { neverCommands } }],
      ['/v1/tokens', { kind: 'developer', limits: { neverCommands } }],
      ['/v1/workspaces', { name: 'Ajan', limits: { neverCommands } }],
    ] as const) {
      const refused = await post(path, body);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
      expect(
        refused.body.errors.map(({ pointer }: { pointer: string }) => pointer.split('/').slice(-3).join('/')),
      ).toEqual(['limits/neverCommands/1', 'limits/neverCommands/2']);
    }
  });

  test('a limit on what the token cannot do is refused', async () => {
    const items = { itemsPerProposal: 3 };
    const percent = { priceChangePercent: 5 };
    for (const [body, pointer] of [
      [{ kind: 'developer', limits: items }, '/limits/itemsPerProposal'],
      [
        { kind: 'developer', scopes: ['catalog:read', 'proposals:write'], limits: percent },
        '/limits/priceChangePercent',
      ],
      [{ kind: 'agent', scopes: ['catalog:read'], limits: percent }, '/limits/priceChangePercent'],
    ] as const) {
      const refused = await mint(body);
      expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, expect.stringContaining(pointer)]);
    }
    for (const body of [
      { kind: 'agent', limits: { ...items, ...percent } },
      { kind: 'developer', scopes: ['catalog:write', 'proposals:write'], limits: { ...items, ...percent } },
      { kind: 'developer', limits: percent },
    ])
      expect([body, (await mint(body)).status]).toEqual([body, 201]);
  });

  test('an agent is bound to a workspace for agents, a developer to none', async () => {
    const own = await post('/v1/workspaces', { name: 'Geliştirici', kind: 'developer' });
    expect([own.status, own.body.tokenInfo, own.body.token]).toEqual([201, null, undefined]);
    const ofDeveloper = own.body.workspace.id;
    const ofAgent = (await post('/v1/workspaces', { name: 'Ajan' })).body.workspace.id;
    const asks = [
      { kind: 'agent', workspaceId: ofDeveloper },
      { kind: 'developer', workspaceId: ofDeveloper },
      { kind: 'developer', workspaceId: ofAgent },
    ];
    for (const ask of asks) {
      const refused = await post('/v1/tokens', ask);
      expect([ask.kind, refused.status, refused.body.code]).toEqual([ask.kind, 400, 'invalid_request']);
      expect(refused.body.errors[0].pointer).toMatch(/\/workspaceId$/);
    }
    const bound = await post('/v1/tokens', { kind: 'agent', workspaceId: ofAgent });
    expect([bound.status, bound.body.workspaceId]).toEqual([201, ofAgent]);
  });

  test('what it is called and how long it lives has limits', async () => {
    const { body } = await mint({ kind: 'developer', label: 'Muhasebe 📊', expiresInDays: 1 });
    expect(body).toMatchObject({ label: 'Muhasebe 📊', workspaceId: null, limits: null, lastUsedAt: null });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(86_400_000);
    expect((await mint({ kind: 'developer', expiresInDays: 3650 })).status).toBe(201);
    for (const wrong of [
      { expiresInDays: 0 },
      { expiresInDays: 3651 },
      { expiresInDays: 1.5 },
      { label: ' ' },
      { label: 'x'.repeat(81) },
      { limits: { itemsPerProposal: 0 } },
      { limits: { itemsPerProposal: 201 } },
      { limits: { priceChangePercent: -1 } },
      { limits: { ordersPerDay: 1 } },
    ])
      expect([wrong, (await mint({ kind: 'agent', ...wrong })).status]).toEqual([wrong, 400]);
  });

  describe('for a workspace that is being archived', () => {
    const post = (body: object) => site.world.run('token.mint', body, { as: site.world.owner });
    const archive = (workspaceId: string) =>
      site.world.run('workspace.archive', { workspaceId }, { as: site.world.owner });
    const create = async () =>
      (await site.world.done('workspace.create', { name: 'Kısa' }, { as: site.world.owner })).workspace.id as string;

    test('whoever mints waits for the archiving, and finds no workspace', async () => {
      const workspaceId = await create();
      const ARCHIVE = 'UPDATE workspace SET archived_at = now() WHERE store_id = $1 AND id = $2';
      const release = await holding(site.world, ARCHIVE, [site.world.storeId, workspaceId]);
      const minted = post({ kind: 'agent', workspaceId });
      await untilWaiting(site.world);
      await release();
      expect(await minted).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });

    test('whoever archives waits for a token under way, and revokes it too', async () => {
      const workspaceId = await create();
      const STORE = 'SELECT 1 FROM store WHERE id = $1 FOR UPDATE';
      const release = await holding(site.world, STORE, [site.world.storeId]);
      const minted = post({ kind: 'agent', workspaceId });
      await untilWaiting(site.world);
      const archived = archive(workspaceId);
      await untilWaiting(site.world, 2);
      await release();
      const { id } = ((await minted).body as { result: { id: string } }).result;
      expect((await archived).body).toMatchObject({ result: { revokedTokens: expect.arrayContaining([id]) } });
    });

    test('of a race no token is left alive', async () => {
      for (let round = 0; round < 15; round += 1) {
        const workspaceId = await create();
        await Promise.all([post({ kind: 'agent', workspaceId }), archive(workspaceId)]);
        expect(
          await site.rows('SELECT id FROM access_token WHERE workspace_id = $1 AND revoked_at IS NULL', [workspaceId]),
        ).toEqual([]);
      }
    });
  });
});
