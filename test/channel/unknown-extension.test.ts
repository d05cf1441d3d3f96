import { registry } from '../../src/registry';
import { sample, sampleBody } from '../contract/sample';
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
    const { status, code } = await asked(http, route, 'nobody');
    expect([status, code]).toEqual([404, 'not_found']);
  });

  async function asked(http: string, route: (typeof routes)[number], ext: string) {
    const [method, pattern] = http.split(' ') as [string, string];
    const { params = {}, query = {} } = route.example as {
      params?: Record<string, string>;
      query?: Record<string, string>;
    };
    const named: Record<string, string> = { ...params, ext };
    const place = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(named[name]));
    const search = new URLSearchParams(query).toString();
    const body = method === 'GET' ? {} : { body: sampleBody(route) };
    const { status, body: problem } = await site.call(method, search ? `${place}?${search}` : place, {
      session,
      ...body,
    });
    return { status, code: problem.code };
  }

  const ofChannels = routes.filter(({ http }) => http.includes(' /v1/channel/{ext}/'));

  test.each(ofChannels.map((route) => [route.http, route] as const))('%s: is not for payments', async (http, route) => {
    const { status, code } = await asked(http, route, 'iyzico');
    expect([status, code]).toEqual([404, 'not_found']);
  });

  test('listings are of marketplaces', async () => {
    const { world } = site;
    const command = registry.commands.find(({ id }) => id === 'channel.listing.set');
    await world.done('extension.install', { extension: 'iyzico' }, { as: world.owner });
    const set = { ...(sample(command?.payload as never) as object), extension: 'iyzico' };
    expect((await world.run('channel.listing.set', set, { as: world.owner })).body).toMatchObject({
      code: 'extension_unknown',
    });
  });

  test('is asked of every route that names one', () => {
    expect(routes.length).toBeGreaterThan(8);
  });
});
