import { openSite, type Site } from '../surfaces/site';
import { lastOf } from '../world/story';

describe('workspace.create', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const post = async (path: string, body: object) => site.call('POST', path, { session: await site.login(), body });

  test('gives an agent a place of its own, and its token once', async () => {
    const { status, body } = await post('/v1/workspaces', { name: 'Fiyat ajanı 🤖' });
    expect([status, body]).toMatchObject([
      201,
      {
        workspace: { kind: 'agent', name: 'Fiyat ajanı 🤖', draftRev: null, sandbox: 'cold', archivedAt: null },
        tokenInfo: { kind: 'agent', label: 'Fiyat ajanı 🤖', workspaceId: body.workspace.id, status: 'active' },
        token: expect.stringMatching(/^tzg_agt_/),
      },
    ]);
    const me = await site.call('GET', '/v1/tokens/me', { token: body.token });
    expect(me.body).toMatchObject({ id: body.tokenInfo.id, workspaceId: body.workspace.id });
    const row = await lastOf(site.world, body.workspace.id);
    expect(row).toMatchObject({
      command: 'workspace.create',
      changes: [
        { entity: 'workspace', id: body.workspace.id, before: null, after: { kind: 'agent', name: 'Fiyat ajanı 🤖' } },
        { entity: 'token', id: body.tokenInfo.id, before: null },
      ],
      inverse: { command: 'workspace.archive', payload: { workspaceId: body.workspace.id } },
    });
    expect(JSON.stringify(row)).not.toContain(body.token);
  });

  test('a workspace for an agent mints with everything that it is told', async () => {
    const { body } = await post('/v1/workspaces', {
      name: 'Fiyat ajanı',
      scopes: ['catalog:read', 'catalog:write', 'proposals:write'],
      expiresInDays: 3,
      limits: { priceChangePercent: 5 },
    });
    const { workspaceId, scopes, limits, createdAt, expiresAt } = body.tokenInfo;
    expect({ workspaceId, scopes, limits }).toEqual({
      workspaceId: body.workspace.id,
      scopes: ['catalog:read', 'catalog:write', 'proposals:write'],
      limits: { itemsPerProposal: null, priceChangePercent: 5, neverCommands: [] },
    });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(3 * 86_400_000);
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

  test('a refused token leaves no workspace behind', async () => {
    const before = (await site.world.read('workspaces.list')).items.length;
    const refused = await post('/v1/workspaces', { name: 'Fazla', scopes: ['catalog:read', 'agents:admin'] });
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
      422,
      'scope_not_grantable',
      '/scopes/1',
    ]);
    for (const wrong of [{ name: '' }, { name: 'x'.repeat(81) }, { kind: 'main' }, { workspaceId: 'wsp_x' }])
      expect([wrong, (await post('/v1/workspaces', { name: 'x', ...wrong })).status]).toEqual([wrong, 400]);
    expect((await site.world.read('workspaces.list')).items).toHaveLength(before);
  });

  test('is the owner’s', async () => {
    const { token } = await site.mint('developer');
    const refused = await site.call('POST', '/v1/workspaces', { token, body: { name: 'Benim' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'owner_only']);
  });
});
