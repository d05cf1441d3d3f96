import type { Route } from '../../src/kernel/declaration/route';
import { registry } from '../../src/registry';
import { isPaged, PAGE_CHARS_MAX, pageThatFits } from '../../src/surfaces/tools/pages';
import { openSite, type Site } from './site';
import { connectTo } from './tool-client';

// biome-ignore lint/suspicious/noExplicitAny: tool results are whatever the tool answers
type Result = any;

const PRODUCTS = 30;
const LARGE = 6;

describe('a list in a message', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    token = (await site.mint('developer', ['catalog:read'])).token;
    for (let nth = 1; nth <= PRODUCTS; nth += 1)
      await site.world.done('catalog.product.create', {
        title: `Cezve ${nth}`,
        price: nth,
        tags: nth <= LARGE ? ['büyük'] : [],
        brand: nth <= LARGE ? 'Büyük' : 'Küçük',
        ...(nth <= LARGE
          ? {
              variants: Array.from({ length: 60 }, (_, at) => ({
                title: `Boy ${at}`,
                sku: `${nth}-${at}-${'x'.repeat(60)}`,
              })),
            }
          : {}),
      });
  });
  afterAll(() => site.close());

  async function pages(args: object): Promise<Result[]> {
    const client = await connectTo(site, token, '/mcp/tools');
    const found: Result[] = [];
    let cursor: string | undefined;
    do {
      const { content }: Result = await client.callTool({
        name: 'catalog_products_list',
        arguments: { ...args, ...(cursor ? { cursor } : {}) },
      });
      const page = JSON.parse(content[0].text);
      found.push({ ...page, text: content[0].text, more: content[1]?.text });
      cursor = page.nextCursor;
    } while (cursor);
    await client.close();
    return found;
  }

  test('has 20 rows where no limit is stated, and says how to go on', async () => {
    const [first, second] = await pages({ text: 'cezve', minPrice: LARGE + 1 });
    expect([first.items.length, second.items.length]).toEqual([20, PRODUCTS - LARGE - 20]);
    expect(first.more).toContain('"cursor" set to this nextCursor');
    expect([second.nextCursor, second.more]).toEqual([null, undefined]);
  });

  test('has no more rows than fit a message, and no row is lost or told twice', async () => {
    const found = await pages({ sort: 'price' });
    for (const { text } of found) expect(text.length).toBeLessThanOrEqual(PAGE_CHARS_MAX);
    expect(found[0].items.length).toBeLessThan(LARGE);
    expect(found.flatMap(({ items }) => items.map(({ price }: Result) => price))).toEqual(
      Array.from({ length: PRODUCTS }, (_, at) => at + 1),
    );
  });

  test('has as many rows as are stated, however large', async () => {
    const [first] = await pages({ sort: 'price', limit: LARGE });
    expect(first.items).toHaveLength(LARGE);
    expect(first.text.length).toBeGreaterThan(PAGE_CHARS_MAX);
  });
});

describe('rows of which each is too large', () => {
  /** @returns the limits that a list was asked with until its page was taken */
  async function limitsOf(id: string): Promise<number[]> {
    const route = registry.routes.find((each) => each.id === id) as Route;
    expect(isPaged(route)).toBe(true);
    const limits: number[] = [];
    await pageThatFits(route, async (limit) => {
      limits.push(limit);
      return { status: 200, body: { items: Array(limit).fill('x'.repeat(PAGE_CHARS_MAX)) } };
    });
    return limits;
  }

  test('are told one at a time', async () => {
    const limits = await limitsOf('catalog.products.list');
    expect([limits[0], limits.at(-1)]).toEqual([20, 1]);
    expect(limits.length).toBeLessThanOrEqual(3);
  });

  test('are asked for once where asking costs the budget at a marketplace', async () => {
    expect(await limitsOf('channel.remote.products')).toEqual([10]);
  });
});
