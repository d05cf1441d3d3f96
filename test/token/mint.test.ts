import { grantable, scopeNames } from '../../src/kernel/scopes';
import { envelope, openSite, type Site } from '../surfaces/site';
import { holding, untilWaiting } from '../world/held';

describe('what a mint is told', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const post = async (path: string, body: object) => site.call('POST', path, { session: await site.login(), body });
  const run = async (command: string, payload: object) =>
    site.call('POST', '/v1/commands', {
      session: await site.login(),
      body: envelope(site.world.storeId, command, payload),
    });
  /** Every change that the latest audit row of a command names. */
  const traced = async (command: string) => {
    const { items } = await site.world.read('audit.list', { query: { limit: 50 } });
    return items.find((row: { command: string }) => row.command === command).changes;
  };

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

  test('a workspace that comes without a token takes nothing that is of a token', async () => {
    for (const extra of [{ scopes: ['catalog:read'] }, { expiresInDays: 3 }, { limits: { itemsPerProposal: 1 } }]) {
      const [field] = Object.keys(extra);
      const refused = await post('/v1/workspaces', { name: 'Geliştirici', kind: 'developer', ...extra });
      expect([field, refused.status, refused.body.code]).toEqual([field, 400, 'invalid_request']);
      expect(refused.body.errors[0].pointer).toMatch(new RegExp(`/${field}$`));
    }
    const { items } = await site.world.read('workspaces.list');
    expect(items.filter(({ name }: { name: string }) => name === 'Geliştirici').length).toBeLessThan(2);
  });

  test('a workspace for an agent mints with everything that it is told', async () => {
    const { body } = await post('/v1/workspaces', {
      name: 'Fiyat ajanı',
      scopes: ['catalog:read', 'proposals:write'],
      expiresInDays: 3,
      limits: { priceChangePercent: 5 },
    });
    const { workspaceId, scopes, limits, createdAt, expiresAt } = body.tokenInfo;
    expect({ workspaceId, scopes, limits }).toEqual({
      workspaceId: body.workspace.id,
      scopes: ['catalog:read', 'proposals:write'],
      limits: { itemsPerProposal: null, priceChangePercent: 5, neverCommands: [] },
    });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(3 * 86_400_000);
  });

  test('the scopes that no agent and no token can hold are those of the contract', () => {
    const never = (kind: 'agent' | 'developer') => scopeNames.filter((scope) => !grantable(scope, kind)).toSorted();
    const sessionOnly = ['admin', 'agents:admin', 'checkout', 'proposals:approve'];
    expect(never('developer')).toEqual(sessionOnly);
    expect(never('agent')).toEqual([...sessionOnly, 'design:publish', 'secrets:write'].toSorted());
  });

  test('owner-only reads are closed to agents whatever their scopes, and open to developers with store:admin', async () => {
    const agent = await site.mint('agent', ['store:admin', 'catalog:read']);
    const refused = await site.call('GET', '/v1/extensions', { token: agent.token });
    expect([refused.status, refused.body.code]).toEqual([403, 'owner_only']);
    const developer = await site.mint('developer', ['store:admin']);
    expect((await site.call('GET', '/v1/extensions', { token: developer.token })).status).toBe(200);
    const without = await site.mint('developer', ['catalog:read']);
    expect((await site.call('GET', '/v1/extensions', { token: without.token })).body.code).toBe('forbidden_scope');
  });

  test('an archived workspace and a revoked token leave a trace of all that went with them', async () => {
    const { workspace, tokenInfo, token } = (await post('/v1/workspaces', { name: 'Kısa' })).body;
    const second = (await post('/v1/tokens', { kind: 'agent', workspaceId: workspace.id })).body;
    await run('workspace.archive', { workspaceId: workspace.id });
    const archived = await traced('workspace.archive');
    expect(archived.map(({ entity, id }: { entity: string; id: string }) => [entity, id]).toSorted()).toEqual(
      [
        ['workspace', workspace.id],
        ['token', tokenInfo.id],
        ['token', second.id],
      ].toSorted(),
    );
    for (const secret of [token, second.token])
      expect((await site.call('GET', '/v1/tokens/me', { token: secret })).status).toBe(401);

    const agent = await site.mint('agent');
    const { proposalId } = (
      await site.call('POST', '/v1/commands', {
        token: agent.token,
        body: envelope(site.world.storeId, 'catalog.category.create', { name: 'Kahve', position: 1 }),
      })
    ).body;
    await run('token.revoke', { tokenId: agent.id });
    expect(await traced('token.revoke')).toEqual([
      expect.objectContaining({ entity: 'token', id: agent.id }),
      expect.objectContaining({
        entity: 'proposal',
        id: proposalId,
        before: { state: 'open', reason: null },
        after: { state: 'withdrawn', reason: 'token revoked' },
      }),
    ]);
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
