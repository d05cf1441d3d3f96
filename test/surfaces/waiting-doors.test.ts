import { command } from '../../src/kernel/declaration/command';
import type { Settling } from '../../src/kernel/declaration/settling';
import { waits } from '../../src/kernel/declaration/traits';
import { newUlid } from '../../src/kernel/ids';
import { id, nullable, object, t } from '../../src/kernel/schema/schema';
import { registry } from '../../src/registry';
import { openApiDocument } from '../../src/surfaces/openapi';
import { Tezgah } from '../cli/tezgah';
import { registryWith } from '../world/world';
import { envelope, openSite, type Site } from './site';

const PRICE = 12_900;
/** What nobody can appraise. */
const WORTHLESS = 1;
const productId = id('prd');
const note = t.String();
const appraisal = object({ productId, price: nullable(t.Integer()) });
/** Its work is at its end when somebody has given the product a price, and in vain when it is worth nothing. */
const settles: Settling<{ productId: string; price: number | null }> = {
  async look(db, storeId, { productId }) {
    const rows = 'SELECT price FROM catalog_product WHERE store_id = $1 AND id = $2 AND price > 0';
    const [row] = await db.query<{ price: number }>(rows, [storeId, productId]);
    const result = { productId, price: row?.price ?? null };
    if (row?.price === WORTHLESS) return { state: 'failed', result, why: 'It is worth nothing.' };
    return { state: row === undefined ? 'open' : 'done', result };
  },
};
const shared = {
  label: { tr: 'Değerlet', en: 'Appraise' },
  policy: 'propose',
  scope: 'catalog:write',
  result: appraisal,
  refuses: [],
  settles,
} as const;
const byCommand = command({
  ...shared,
  id: 'catalog.product.appraise',
  summary: 'Have a product appraised.',
  payload: object({ productId }),
  example: { productId: 'prd_1' },
  route: {
    id: 'catalog.products.appraise',
    http: 'POST /v1/catalog/products/{prd}/appraisal',
    names: { prd: 'productId' },
  },
  run: async ({ payload }) => ({ productId: payload.productId, price: null }),
});
const byRoute = command({
  ...shared,
  id: 'catalog.products.valuation',
  summary: 'Have a product appraised, and say why.',
  payload: object({ productId, note }),
  example: { productId: 'prd_1', note: 'Satılacak' },
  route: { http: 'POST /v1/catalog/products/{prd}/valuation', names: { prd: 'productId' } },
  redact: (payload) => ({ ...payload, note: '…' }),
  first: async ({ payload }) => ({ asked: payload.productId }),
  run: async ({ first, payload }) => {
    const { asked } = await first;
    if (asked !== payload.productId) throw new Error('another product was asked for first');
    return { productId: asked, price: null };
  },
});
const capabilities = registryWith([byCommand, byRoute]);

interface Told {
  readonly going: boolean | undefined;
  readonly price: number | null;
  readonly waited: number | undefined;
}
interface Wish {
  readonly product: string;
  readonly key?: string;
  readonly seconds?: number;
}

describe('a caller who waits for work that a command starts', () => {
  let site: Site;
  let token: string;
  let tezgah: Tezgah;
  beforeAll(async () => {
    site = await openSite({ capabilities });
    token = (await site.mint('developer')).token;
    tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
  });
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });

  const product = async (price: number): Promise<string> =>
    (await site.world.done('catalog.product.create', { title: 'Cezve', price })).id;

  async function byHttp(path: string, { key = newUlid(), seconds }: Wish, body: object, by = token) {
    const prefer = seconds === undefined ? {} : { Prefer: `wait=${seconds}` };
    const headers = { ...prefer, ...(path === '/v1/commands' ? {} : { 'Idempotency-Key': key }) };
    const answer = await site.call('POST', path, { token: by, headers, body });
    const applied = answer.headers.get('Preference-Applied')?.replace('wait=', '');
    return { ...answer, waited: applied === undefined ? undefined : Number(applied) };
  }
  const inEnvelope = (wish: Wish, by = token) => {
    const { product, key = newUlid() } = wish;
    const body = envelope(site.world.storeId, byCommand.id, { productId: product }, { idempotencyKey: key });
    return byHttp('/v1/commands', wish, body, by);
  };
  async function byTool(name: string, input: object, { key = newUlid(), seconds }: Wish): Promise<Told> {
    const headers = { Accept: 'application/json, text/event-stream' };
    const wait = seconds === undefined ? {} : { waitSeconds: seconds };
    const params = { name, arguments: { ...input, idempotencyKey: key, ...wait } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { result } = (await site.call('POST', '/mcp', { token, headers, body })).body;
    const { result: told, waitedSeconds } = JSON.parse(result.content[0].text);
    // A tool has no status: what it answers says how the work stands.
    return { going: undefined, price: told.price, waited: waitedSeconds };
  }
  async function byCommandLine(words: readonly string[], { key = newUlid(), seconds }: Wish): Promise<Told> {
    const wait = seconds === undefined ? [] : ['--wait', String(seconds)];
    const { code, json, stderr } = await tezgah.run([...words, '--idempotency-key', key, ...wait, '--json']);
    expect(code).toBe(0);
    const { price } = json.result ?? json;
    return { going: seconds === undefined ? undefined : stderr.includes('The work goes on'), price, waited: seconds };
  }

  const doors: Readonly<Record<string, (wish: Wish) => Promise<Told>>> = {
    'the envelope': async (wish) => {
      const { status, body, waited } = await inEnvelope(wish);
      return { going: status === 202, price: body.result.price, waited };
    },
    'the route of its own': async (wish) => {
      const { status, body, waited } = await byHttp(`/v1/catalog/products/${wish.product}/appraisal`, wish, {});
      return { going: status === 202, price: body.price, waited };
    },
    'a route that changes': async (wish) => {
      const path = `/v1/catalog/products/${wish.product}/valuation`;
      const { status, body, waited } = await byHttp(path, wish, { note: 'gizli' });
      return { going: status === 202, price: body.price, waited };
    },
    'the tool of the command': (wish) => byTool(byCommand.id, { payload: { productId: wish.product } }, wish),
    'the tool of the route': (wish) => byTool('catalog.products.appraise', { prd: wish.product }, wish),
    'tezgah run': (wish) => byCommandLine(['run', byCommand.id, '--product-id', wish.product], wish),
    'the verb of the route': (wish) => byCommandLine(['catalog', 'products', 'appraise', wish.product], wish),
  };

  test.each(Object.keys(doors))('through %s is told its end, and others that it goes on', async (name) => {
    const door = doors[name] as (wish: Wish) => Promise<Told>;
    const [going, key] = [await product(0), newUlid()];
    const hasStatus = !name.includes('tool');
    expect(await door({ product: going, key, seconds: 0 })).toEqual({
      going: hasStatus ? true : undefined,
      price: null,
      waited: 0,
    });
    await site.world.done('catalog.price.set', { targetId: going, price: PRICE });
    expect(await door({ product: going, key, seconds: 20 })).toEqual({
      going: hasStatus ? false : undefined,
      price: PRICE,
      waited: 20,
    });
    // Without the wish it is answered at once with what was answered first.
    expect(await door({ product: going, key })).toMatchObject({ price: null, waited: undefined });
  });

  test('is told on every door of work that has ended in vain, and a program ends like it', async () => {
    const worthless = await product(WORTHLESS);
    const path = `/v1/catalog/products/${worthless}/appraisal`;
    for (const [seconds, state] of [
      [20, 'failed'],
      [undefined, null],
    ] as const) {
      const wish = { product: worthless, ...(seconds === undefined ? {} : { seconds }) };
      for (const { headers } of [await inEnvelope(wish), await byHttp(path, wish, {})])
        expect([seconds, headers.get('Work-State')]).toEqual([seconds, state]);
    }
    expect((await byHttp(path, { product: worthless, seconds: 20 }, {})).status).toBe(200);
    const open = await byHttp(`/v1/catalog/products/${await product(0)}/appraisal`, { product: '', seconds: 0 }, {});
    expect(open.headers.get('Work-State')).toBe('open');
    const headers = { Accept: 'application/json, text/event-stream' };
    const params = { name: byCommand.id, arguments: { payload: { productId: worthless }, waitSeconds: 20 } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { result } = (await site.call('POST', '/mcp', { token, headers, body })).body;
    expect(JSON.parse(result.content[0].text)).toMatchObject({ workState: 'failed' });
    for (const words of [
      ['run', byCommand.id, '--product-id', worthless],
      ['catalog', 'products', 'appraise', worthless],
    ])
      expect([words, (await tezgah.run([...words, '--wait', '20'])).code]).toEqual([words, 1]);
  });

  test('through the envelope is answered 200 with its end and 202 without it, and never waits for a proposal', async () => {
    const [open, priced] = [await product(0), await product(PRICE)];
    expect((await inEnvelope({ product: open })).status).toBe(202);
    expect((await inEnvelope({ product: priced })).status).toBe(202);
    const ended = await inEnvelope({ product: priced, seconds: 20 });
    expect([ended.status, ended.body]).toMatchObject([
      200,
      { command: byCommand.id, result: { productId: priced, price: PRICE }, auditId: expect.any(String) },
    ]);
    const agent = await site.mint('agent');
    const proposed = await inEnvelope({ product: priced, seconds: 20 }, agent.token);
    expect([proposed.status, proposed.body.proposed, proposed.waited]).toEqual([202, true, undefined]);
  });

  test('through the tool has to say it in seconds', async () => {
    const params = { name: byCommand.id, arguments: { payload: { productId: await product(0) }, waitSeconds: 'long' } };
    const headers = { Accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { result } = (await site.call('POST', '/mcp', { token, headers, body })).body;
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/waitSeconds' }],
    });
  });

  test('what a route alone leads to keeps out of the audit what it redacts', async () => {
    const key = newUlid();
    await byHttp(`/v1/catalog/products/${await product(0)}/valuation`, { product: '', key }, { note: 'gizli' });
    const kept = await site.rows<{ note: string }>(
      `SELECT payload ->> 'note' AS note FROM audit_row WHERE command = $1`,
      [byRoute.id],
    );
    expect(new Set(kept.map(({ note }) => note))).toEqual(new Set(['…']));
  });

  test('is told beforehand where he may wait', async () => {
    const { items: commands } = (await site.call('GET', '/v1/commands', { token })).body;
    const { items: routes } = (await site.call('GET', '/v1/routes')).body;
    const waiting = (items: { id: string; waits: boolean }[]) => items.filter((item) => item.waits).map(({ id }) => id);
    expect(waiting(commands)).toEqual([byCommand.id]);
    const known = [
      'catalog.products.appraise',
      byRoute.id,
      'channel.brand.create',
      'channel.catalog.pull',
      'channel.catalog.push',
      'channel.claims.act',
      'channel.listing.archive',
      'channel.listing.delete',
      'channel.package.op',
      'channel.questions.answer',
      'channel.sync.now',
      'channel.unlock',
      'channel.webhook.register',
      'commands.run',
      'ext.cargo.sender',
      'orders.cargo.book',
      'orders.refund',
      'orders.shipment.cancel',
      'orders.shipment.update',
    ];
    expect(waiting(routes)).toEqual(known);

    const { paths } = openApiDocument({ capabilities, version: '0' }) as {
      paths: Record<string, { post: { parameters: object[]; responses: Record<string, object> } }>;
    };
    const prefer = { $ref: '#/components/parameters/Prefer' };
    const preferring = Object.keys(paths).filter((path) =>
      paths[path]?.post?.parameters.some(({ $ref }: { $ref?: string }) => $ref === prefer.$ref),
    );
    expect(preferring.toSorted()).toEqual([
      '/v1/catalog/products/{prd}/appraisal',
      '/v1/catalog/products/{prd}/valuation',
      '/v1/channel/{ext}/catalog/pull',
      '/v1/channel/{ext}/catalog/push',
      '/v1/channel/{ext}/claims/{claim}/act',
      '/v1/channel/{ext}/listings/archive',
      '/v1/channel/{ext}/listings/delete',
      '/v1/channel/{ext}/questions/{qid}/answer',
      '/v1/channel/{ext}/remote/brands',
      '/v1/channel/{ext}/sync',
      '/v1/channel/{ext}/unlock',
      '/v1/channel/{ext}/webhook',
      '/v1/commands',
      '/v1/ext/{ext}/cargo/sender',
      '/v1/orders/{ord}/cargo/book',
      '/v1/orders/{ord}/cargo/{shp}/cancel',
      '/v1/orders/{ord}/cargo/{shp}/update',
      '/v1/orders/{ord}/channel/{chop}',
      '/v1/orders/{ord}/refund',
    ]);
    for (const status of ['200', '202'])
      expect(paths['/v1/commands']?.post.responses[status]).toHaveProperty(['headers', 'Preference-Applied']);
    expect(JSON.stringify(paths['/v1/commands']?.post.responses['202'])).toContain('CatalogProductAppraiseAnswer');
  });

  test('cannot be promised an end by the status that others are answered with', () => {
    const statuses = registry.routes.filter((route) => waits(route, [])).map(({ status }) => status);
    expect([new Set(statuses), statuses.length]).toEqual([new Set([202]), 16]);
  });
});
