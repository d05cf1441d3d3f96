import { nearestRoute } from '../../src/surfaces/nearest-route';
import { envelope, openSite, type Site } from './site';

describe('what leads nowhere says where to', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site?.close();
  });

  const hintOf = async (method: string, path: string) => {
    const { status, body } = await site.call(method, path, method === 'GET' ? {} : { body: {} });
    return [status, body.code, body.nextStep?.en];
  };

  test.each([
    ['GET', '/v1/catalog/product', 'GET /v1/catalog/products'],
    ['GET', '/catalog/products', 'GET /v1/catalog/products'],
    ['GET', '/api/v1/catalog/products/', 'GET /v1/catalog/products'],
    ['GET', '/v1/products', 'GET /v1/catalog/products'],
    ['GET', '/v1/catlog/products/prd_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'GET /v1/catalog/products/{prd}'],
    ['POST', '/v1/command', 'POST /v1/commands'],
    ['GET', '/v1/product', 'GET /v1/catalog/products'],
    ['POST', '/v1/proposal/prp_01ARZ3NDEKTSV4RRFFQ69G5FAV/onayl', 'POST /v1/proposals/{prp}/onayla'],
  ])('%s %s is perhaps %s', async (method, path, route) => {
    expect(await hintOf(method, path)).toEqual([404, 'not_found', `Did you mean ${route}?`]);
  });

  test.each([
    ['catalog.product.crate', 'catalog.product.create'],
    ['catalog.products.create', 'catalog.product.create'],
    ['product.create', 'catalog.product.create'],
    ['Catalog.Price.Set', 'catalog.price.set'],
  ])('the command %s is perhaps %s', async (command, near) => {
    const { token } = await site.mint('developer', ['catalog:write']);
    const { body } = await site.call('POST', '/v1/commands', {
      token,
      body: envelope(site.world.storeId, command, {}),
    });
    expect([body.code, body.errors[0].pointer, body.nextStep]).toEqual([
      'invalid_request',
      '/command',
      { tr: `Bunu mu istediniz: ${near}?`, en: `Did you mean ${near}?` },
    ]);
  });

  test('a command that is near none is told where all commands are', async () => {
    const { token } = await site.mint('developer', ['catalog:write']);
    const { body } = await site.call('POST', '/v1/commands', { token, body: envelope(site.world.storeId, 'zzz', {}) });
    expect(body.nextStep.en).toBe('GET /v1/commands answers all commands.');
  });

  test('what is near nothing is told where all paths are, in both languages, and none of it is repeated', async () => {
    for (const path of [
      '/v1/nothing/like/it',
      '/v1/shops',
      '/v1/me',
      '/v1/x/y',
      '/wp-login.php',
      `/v1/catalog/products${'s'.repeat(12_000)}`,
    ]) {
      const { status, body } = await site.call('GET', path);
      expect(status).toBe(404);
      expect(body.nextStep).toEqual({
        tr: 'Bütün yollar GET /v1/routes yanıtındadır.',
        en: 'GET /v1/routes answers all paths.',
      });
      expect(body.detail).toBe('There is nothing at this path.');
    }
  });

  test('a method that is not answered names those that are, as the header does', async () => {
    const { status, headers, body } = await site.call('PATCH', '/v1/tokens', { body: {} });
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    const allowed = headers.get('Allow') as string;
    expect(allowed.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'POST']);
    expect(body.detail).toBe(`This path answers ${allowed}.`);
  });
});

test('of paths as near, the one that answers the method is named', () => {
  const routes = [
    { http: 'GET /v1/things' },
    { http: 'POST /v1/things' },
    { http: 'DELETE /v1/things/{thg}' },
  ] as const;
  expect(nearestRoute('POST', '/v1/thing', routes)).toBe('POST /v1/things');
  expect(nearestRoute('PUT', '/v1/thing', routes)).toBe('GET /v1/things');
  expect(nearestRoute('GET', '/v1/x', routes)).toBeUndefined();
});
