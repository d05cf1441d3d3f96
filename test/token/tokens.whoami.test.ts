import { scopeNames } from '../../src/kernel/declaration/scopes';
import { openSite, type Site } from '../surfaces/site';

const THROTTLE = 1_234;

describe('tokens.whoami', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: String(THROTTLE) } });
  });
  afterAll(() => site.close());

  const me = (who: { token?: string; session?: Awaited<ReturnType<Site['login']>> } = {}) =>
    site.call('GET', '/v1/tokens/me', who);

  test('tells an agent all that it needs before its first change', async () => {
    const { world } = site;
    const { body } = await site.call('POST', '/v1/tokens', {
      session: await site.login(),
      body: {
        kind: 'agent',
        scopes: ['catalog:read', 'proposals:write'],
        limits: { itemsPerProposal: 3, neverCommands: ['catalog.product.archive'] },
      },
    });
    expect((await me({ token: body.token })).body).toEqual({
      storeId: world.storeId,
      store: { id: world.storeId, name: 'Kahve Dükkânı', generation: expect.any(Number) },
      kind: 'agent',
      id: body.id,
      scopes: ['catalog:read', 'proposals:write'],
      expiresAt: body.expiresAt,
      workspaceId: body.workspaceId,
      limits: { itemsPerProposal: 3, priceChangePercent: null, neverCommands: ['catalog.product.archive'] },
      throttlePerMinute: THROTTLE,
    });
  });

  test('a developer is bound to no workspace, an owner has every scope as long as the session lives', async () => {
    const { token } = await site.mint('developer', ['orders:read']);
    expect((await me({ token })).body).toMatchObject({
      kind: 'developer',
      scopes: ['orders:read'],
      workspaceId: null,
      limits: null,
    });
    expect((await me({ session: await site.login() })).body).toMatchObject({
      kind: 'owner',
      scopes: scopeNames,
      throttlePerMinute: null,
      expiresAt: expect.any(String),
      workspaceId: null,
    });
    const { body } = await me({ session: await site.login(site.world.other) });
    expect(body.store.name).toBe('Öteki Dükkân');
  });

  test('the generation that it shows moves with the storefront', async () => {
    const { token } = await site.mint('developer');
    const generation = async () => (await me({ token })).body.store.generation;
    const before = await generation();
    await site.command(token, 'catalog.product.create', { title: 'Cezve', price: 1 });
    expect(await generation()).toBe(before + 1);
  });

  test('nobody is nobody', async () => {
    const answer = await me();
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });
});
