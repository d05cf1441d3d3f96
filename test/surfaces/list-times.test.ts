import { propertiesOf } from '../../src/kernel/schema/schema';
import { registry } from '../../src/registry';
import { openSite, type Site } from './site';
import { connectTo } from './tool-client';

const DAY_MS = 24 * 3_600_000;
const TURKEY_MS = 3 * 3_600_000;
/** A day in Turkey, so many days from today. */
const day = (later: number): string => new Date(Date.now() + TURKEY_MS + later * DAY_MS).toISOString().slice(0, 10);

describe('lists that are asked for by days', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'orders:read', 'store:admin']));
    await site.command(token, 'catalog.product.create', { title: 'Bugünkü', price: 100 });
  });
  afterAll(() => site.close());

  const get = async (path: string, query: string) => (await site.call('GET', `${path}?${query}`, { token })).body;

  test.each(
    registry.routes.flatMap(({ id, http, query }) =>
      Object.entries(propertiesOf(query))
        .filter(([, field]) => field['x-day'])
        .map(([name]) => [id, name, http.replace('GET ', '')] as const),
    ),
  )('%s takes %s as a day, and with a plus as it comes', async (_, name, path) => {
    for (const asked of ['2026-11-20', '2026-11-20T10:00:00+03:00', '2026-11-20T10:00:00%2B03:00']) {
      const { items, detail } = await get(path, `${name}=${asked}`);
      expect([asked, detail, Array.isArray(items)]).toEqual([asked, undefined, true]);
    }
    const { status, body } = await site.call('GET', `${path}?${name}=20.11.2026`, { token });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: `/query/${name}`,
          message: expect.stringMatching(/^must be a time .*, or a day, e\.g\. 2026-11-20$/),
        },
      ],
    ]);
  });

  test('a day is that of the shop', async () => {
    const products = async (query: string) => (await get('/v1/catalog/products', query)).items.length;
    expect(await products(`updatedSince=${day(0)}`)).toBe(1);
    expect(await products(`updatedSince=${day(1)}`)).toBe(0);
    const rows = async (query: string) =>
      (await get('/v1/audit', `command=catalog.product.create&${query}`)).items.length;
    expect(await rows(`from=${day(0)}&until=${day(0)}`)).toBe(1);
    expect(await rows(`until=${day(-1)}`)).toBe(0);
    expect(await rows(`from=${day(1)}`)).toBe(0);
  });

  test('tools take what HTTP takes', async () => {
    const client = await connectTo(site, token, '/mcp/tools');
    try {
      const items = async (args: Record<string, unknown>) => {
        const { content } = await client.callTool({ name: 'catalog_products_list', arguments: args });
        return JSON.parse((content as { text: string }[])[0]?.text ?? '').items;
      };
      expect(await items({ updatedSince: day(0) })).toHaveLength(1);
      expect(await items({ updatedSince: day(1) })).toHaveLength(0);
    } finally {
      await client.close();
    }
  });
});
