import { registry } from '../../src/registry';
import { sample, sampleBody } from '../contract/sample';
import { openSite, type Site } from '../surfaces/site';

interface Listed {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly policy: string;
  readonly body: object | null;
  readonly accepts: object | null;
}

describe('routes.list', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const list = async (): Promise<Listed[]> => (await site.call('GET', '/v1/routes')).body.items;

  test('a program without a token reads which routes there are, and each is where it says', async () => {
    const items = await list();
    expect(items.map(({ id }) => id)).toEqual(registry.routes.map(({ id }) => id).toSorted());
    for (const { id, method, path } of items) {
      const route = registry.routes.find((each) => each.id === id);
      const params = sample(route?.params as never) as Record<string, string>;
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
      const body = method === 'GET' || !route ? {} : { body: sampleBody(route) };
      const answer = await site.call(method, url, body);
      // Without a credential it gets no further; what is open to everybody answers.
      expect([id, [200, 401].includes(answer.status), answer.body.code]).toEqual([
        id,
        true,
        answer.status === 200 ? undefined : 'unauthenticated',
      ]);
    }
  });

  test('says what each takes: JSON by its schema, or bytes by their types and size', async () => {
    const byId = new Map((await list()).map((route) => [route.id, route]));
    expect(byId.get('media.upload')).toMatchObject({
      method: 'POST',
      policy: 'workspace',
      body: null,
      accepts: { types: expect.arrayContaining(['image/png']), bytesMax: 20 * 1024 * 1024 },
    });
    expect(byId.get('channel.catalog.pull')).toMatchObject({
      path: '/v1/channel/{ext}/catalog/pull',
      accepts: null,
      body: { type: 'object' },
    });
    expect(byId.get('catalog.products.list')).toMatchObject({
      body: null,
      query: { properties: { limit: { maximum: 100 } } },
    });
    const routes = JSON.stringify([...byId.values()]);
    expect(routes).not.toMatch(/proposal\.(pause|finish)/);
  });
});
