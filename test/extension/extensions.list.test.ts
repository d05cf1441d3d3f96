import { openSite, type Site } from '../surfaces/site';

describe('extensions.list', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const trendyol = async (as = site.world.owner) =>
    (await site.world.read('extensions.list', { as })).items.find(({ key }: { key: string }) => key === 'trendyol');

  test('leads an owner from what is available to what works, step by step', async () => {
    const { world } = site;
    const owner = { as: world.owner };
    expect(await trendyol()).toMatchObject({
      name: 'Trendyol',
      kind: 'channel',
      summary: { tr: expect.stringContaining('pazaryeri'), en: expect.stringContaining('marketplace') },
      installed: null,
      config: null,
      configSchema: { type: 'object', required: ['sellerId'] },
      secrets: [
        { key: 'apiKey', label: { tr: 'API anahtarı', en: 'API key' }, required: true, isSet: false, setAt: null },
        { key: 'apiSecret', isSet: false },
      ],
      blockedBy: ['not_installed'],
    });
    await world.done('extension.install', { extension: 'trendyol' }, owner);
    expect(await trendyol()).toMatchObject({
      installed: { enabled: false, rev: 1, installedAt: expect.any(String) },
      config: {},
      blockedBy: ['missing_secret:apiKey', 'missing_secret:apiSecret', 'invalid_config:/config/sellerId'],
    });
    await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: '7' } }, owner);
    await world.done('secret.set', { extension: 'trendyol', key: 'apiKey', value: 'zq-gizli' }, owner);
    expect(await trendyol()).toMatchObject({
      config: { sellerId: '7' },
      secrets: [{ key: 'apiKey', isSet: true, setAt: expect.any(String) }, { isSet: false }],
      blockedBy: ['missing_secret:apiSecret'],
    });
    await world.done('secret.set', { extension: 'trendyol', key: 'apiSecret', value: 'zq-gizli' }, owner);
    await world.done('extension.enable', { extension: 'trendyol' }, owner);
    expect(await trendyol()).toMatchObject({ installed: { enabled: true, rev: 5 }, blockedBy: [] });
    expect(JSON.stringify(await trendyol())).not.toContain('zq-gizli');
    expect(await trendyol(world.other.owner)).toMatchObject({ installed: null, blockedBy: ['not_installed'] });
  });

  test('is closed to agents whatever their scopes, and open to developers with store:admin', async () => {
    const agent = await site.mint('agent', ['store:admin', 'catalog:read']);
    const refused = await site.call('GET', '/v1/extensions', { token: agent.token });
    expect([refused.status, refused.body.code]).toEqual([403, 'owner_only']);
    const developer = await site.mint('developer', ['store:admin']);
    expect((await site.call('GET', '/v1/extensions', { token: developer.token })).status).toBe(200);
    const without = await site.mint('developer', ['catalog:read']);
    expect((await site.call('GET', '/v1/extensions', { token: without.token })).body.code).toBe('forbidden_scope');
  });
});
