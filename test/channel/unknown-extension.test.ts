import { registry } from '../../src/registry';
import { sampleBody } from '../contract/sample';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

describe('an extension that nobody knows', () => {
  const routes = registry.routes.filter(({ http }) => http.includes('{ext}'));
  let site: Site;
  let session: OwnerSession;
  beforeAll(async () => {
    site = await openSite();
    session = await site.login();
  });
  afterAll(() => site.close());

  test.each(routes.map((route) => [route.http, route] as const))('%s: is not found', async (http, route) => {
    const [method, pattern] = http.split(' ') as [string, string];
    const { params = {}, query = {} } = route.example as {
      params?: Record<string, string>;
      query?: Record<string, string>;
    };
    const named: Record<string, string> = { ...params, ext: 'nobody' };
    const place = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(named[name]));
    const search = new URLSearchParams(query).toString();
    const body = method === 'GET' ? {} : { body: sampleBody(route) };
    const { status, body: problem } = await site.call(method, search ? `${place}?${search}` : place, {
      session,
      ...body,
    });
    expect([status, problem.code]).toEqual([404, 'not_found']);
  });

  test('is asked of every route that names one', () => {
    expect(routes.length).toBeGreaterThan(8);
  });
});
