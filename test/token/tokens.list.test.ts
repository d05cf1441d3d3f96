import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { pagesOf, said } from '../world/story';

describe('tokens.list', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const list = (query: object = {}, as = site.world.owner) =>
    site.world.read('tokens.list', { query: query as never, as });

  test('shows an owner what each token may, since when and until when, and never its secret', async () => {
    const { world } = site;
    const alive = await world.done(
      'token.mint',
      { kind: 'developer', label: 'ERP', scopes: ['catalog:read'] },
      { as: world.owner },
    );
    const bound = await world.done(
      'token.mint',
      { kind: 'agent', label: 'Fiyat ajanı', limits: { priceChangePercent: 5 } },
      { as: world.owner },
    );
    const expired = await site.mint('developer');
    await world.sql(`UPDATE access_token SET expires_at = now() - interval '1 second' WHERE id = '${expired.id}'`);
    const revoked = await site.mint('developer');
    await world.done('token.revoke', { tokenId: revoked.id }, { as: world.owner });
    const { items } = await list();
    expect(items).toMatchObject([
      { id: revoked.id, status: 'revoked', revokedAt: expect.any(String) },
      { id: expired.id, status: 'expired', revokedAt: null },
      {
        id: bound.id,
        status: 'active',
        kind: 'agent',
        label: 'Fiyat ajanı',
        workspaceId: bound.workspaceId,
        limits: { priceChangePercent: 5, itemsPerProposal: null, neverCommands: [] },
      },
      { id: alive.id, status: 'active', kind: 'developer', label: 'ERP', scopes: ['catalog:read'], lastUsedAt: null },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/tzg_|digest/);
    expect((await list({}, world.other.owner)).items).toEqual([]);
  });

  test('the last use is noted within seconds', async () => {
    const { id, token } = await site.mint('developer');
    await site.call('GET', '/v1/tokens/me', { token });
    const session = await site.login();
    await eventually(
      async () => {
        const { items } = (await site.call('GET', '/v1/tokens', { session })).body;
        return items.find((item: { id: string }) => item.id === id).lastUsedAt;
      },
      60_000,
      250,
    );
  });

  test('pages follow one another, the newest first', async () => {
    const all = (await list({ limit: 100 })).items.map(({ id }: { id: string }) => id);
    const pages = await pagesOf<{ id: string }>(list, { limit: 2 });
    expect(pages.flat().map(({ id }) => id)).toEqual(all);
    expect(all).toEqual(all.toSorted().toReversed());
    expect(await said(list({ limit: 101 }))).toBe('400 invalid_request');
  });

  test('no token sees the list, whatever its scopes', async () => {
    for (const as of [site.world.developer, site.world.agent]) expect(await said(list({}, as))).toBe('403 owner_only');
  });
});
