import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from './site';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const calling = (name: string, args: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const addresses = ['/mcp', '/mcp/tools', '/mcp/search'];

// biome-ignore lint/suspicious/noExplicitAny: answers of the protocol are whatever they are
type Answered = any;

describe('messages of the tools protocol, as clients send them', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin']));
  });
  afterAll(() => site.close());

  const post = (body: unknown, headers: Record<string, string> = {}, path = '/mcp/tools') =>
    site.call('POST', path, { token, body, headers });
  const answerIn = (answered: Answered) => JSON.parse(answered.result.content[0].text);

  test.each(addresses)('every Accept that allows JSON is taken at %s', async (path) => {
    for (const Accept of [
      'application/json',
      'application/*',
      '*/*',
      'text/html, */*;q=0.1',
      'text/event-stream, application/json;q=0.5',
      'application/json, text/event-stream',
    ]) {
      const { status, headers, body } = await post(list, { Accept }, path);
      const type = headers.get('Content-Type')?.split(';')[0];
      expect([Accept, status, type, body.result.tools.length > 0]).toEqual([Accept, 200, 'application/json', true]);
    }
    for (const Accept of ['text/event-stream', 'text/html', 'application/json;q=0, text/event-stream']) {
      const { status, body } = await post(list, { Accept }, path);
      expect([Accept, status, body]).toEqual([
        Accept,
        406,
        { jsonrpc: '2.0', id: null, error: { code: -32_000, message: expect.stringContaining('application/json') } },
      ]);
    }
  });

  test('no Accept at all is taken', async () => {
    const body = JSON.stringify(list);
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`;
    const answer = await site.raw(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('"tools":[');
  });

  test('what is no message is answered as JSON-RPC answers it', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    for (const [body, code, id] of [
      ['{', -32_700, null],
      ['', -32_600, null],
      ['{"jsonrpc":"2.0","id":1,', -32_700, null],
      [deep, -32_700, null],
      ['7', -32_600, null],
      ['null', -32_600, null],
      ['"tools/list"', -32_600, null],
      ['{"hello":1}', -32_600, null],
      ['{"jsonrpc":"1.0","id":7,"method":"ping"}', -32_600, 7],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
      ['[]', -32_600, null],
      [JSON.stringify(Array(21).fill(list)), -32_600, null],
    ] as const) {
      const { status, headers, body: answered } = await post(body);
      expect([body, status, headers.get('Content-Type')?.split(';')[0], answered]).toEqual([
        body,
        400,
        'application/json',
        { jsonrpc: '2.0', id, error: { code, message: expect.stringMatching(/\S \S/) } },
      ]);
    }
  });

  test('a batch is answered message by message, in its order, each with what it comes to', async () => {
    const change = {
      payload: { title: 'Yığından', price: 100 },
      idempotencyKey: newUlid(),
    };
    const { status, body } = await post([
      calling('catalog_product_create', change, 'made'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      7,
      calling('catalog_products_list', { text: 'Yığından' }, 'read'),
      { jsonrpc: '2.0', id: 3, method: 'no/such' },
      { jsonrpc: '2.0', id: 4, method: 'initialize', params: {} },
      calling('catalog_products_get', { prd: 'x' }, 5),
      { ...list, id: 'read' },
    ]);
    expect(status).toBe(200);
    expect(body.map(({ id, error }: Answered) => [id, error?.code])).toEqual([
      ['made', undefined],
      [null, -32_600],
      ['read', undefined],
      [3, -32_601],
      [4, -32_600],
      [5, undefined],
      ['read', undefined],
    ]);
    const made = answerIn(body[0]).result;
    expect(answerIn(body[2]).items).toMatchObject([{ id: made.id }]);
    expect([body[5].result.isError, answerIn(body[5]).code]).toEqual([true, 'invalid_request']);
    const noted = await post([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
    expect([noted.status, noted.text]).toEqual([202, '']);
    const single = await post([list]);
    expect(single.body).toMatchObject([{ id: 1, result: { tools: expect.any(Array) } }]);
  });

  test('each message of a batch counts as a call, and a batch beyond the limit does nothing', async () => {
    const slow = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: '10' } });
    try {
      const minted = await slow.mint('developer', ['catalog:read', 'catalog:write']);
      const send = (body: unknown) => slow.call('POST', '/mcp/tools', { token: minted.token, body });
      const creating = calling('catalog_product_create', { payload: { title: 'Sayılan', price: 100 } });
      expect((await send(Array(8).fill(list))).status).toBe(200);
      const refused = await send(Array(3).fill(creating));
      expect([refused.status, refused.body.code]).toEqual([429, 'throttled']);
      expect((await slow.world.read('catalog.products.list', { query: { status: 'all' } })).items).toEqual([]);
    } finally {
      await slow.close();
    }
  });

  test('params that a method does not take are invalid params, and null is none', async () => {
    for (const args of [null, undefined, {}, '{}']) {
      const { status, body } = await post(calling('tokens_whoami', args));
      expect([args, status, answerIn(body).kind]).toEqual([args, 200, 'developer']);
    }
    const { status, body } = await post({ ...list, params: null });
    expect([status, body.result.tools.length > 0]).toEqual([200, true]);
    for (const [method, params, at] of [
      ['tools/call', { name: 'tokens_whoami', arguments: [] }, '/params/arguments'],
      ['tools/call', { name: 'tokens_whoami', arguments: 'all' }, '/params/arguments'],
      ['tools/call', { name: 7 }, '/params/name'],
      ['tools/call', {}, '/params/name'],
      ['tools/list', { cursor: 7 }, '/params/cursor'],
      ['initialize', {}, '/params/protocolVersion'],
    ] as const) {
      const { body: answered } = await post({ jsonrpc: '2.0', id: 9, method, params });
      expect([method, params, answered]).toEqual([
        method,
        params,
        { jsonrpc: '2.0', id: 9, error: { code: -32_602, message: expect.stringMatching(`^${at} [^\\n{]+$`) } },
      ]);
    }
  });

  test('a payload in text is made as it is meant, by every door to a command', async () => {
    const payload = JSON.stringify({ title: 'Metinden', price: '12990', tags: '["a"]', brand: null });
    const command = 'catalog.product.create';
    for (const [path, name, args] of [
      ['/mcp/tools', 'catalog_product_create', { payload, dryRun: 'true' }],
      [
        '/mcp/search',
        'tools_call',
        { name: 'catalog_product_create', arguments: JSON.stringify({ payload, dryRun: 'true' }) },
      ],
      [
        '/mcp',
        'commands.run',
        { body: JSON.stringify({ command, storeId: site.world.storeId, payload, dryRun: 'true' }) },
      ],
    ] as const) {
      const { body } = await post(calling(name, args), {}, path);
      expect([name, body.result.isError, answerIn(body)]).toMatchObject([name, undefined, { command, dryRun: true }]);
    }
    const { body } = await post(calling('catalog_product_create', { payload }));
    const { id } = answerIn(body).result;
    const { body: read } = await post(calling('catalog_products_get', { prd: id }));
    expect(answerIn(read)).toMatchObject({ title: 'Metinden', price: 12_990, tags: ['a'], brand: null });
    const { body: unfit } = await post(calling('catalog_product_create', { payload: '{"title": "x"' }));
    expect(answerIn(unfit).errors).toMatchObject([{ pointer: '/payload', message: 'must be object' }]);
  });

  test('reads take what commands take, and refuse the same', async () => {
    const { body } = await post(calling('catalog_products_list', { limit: '2', total: 'true', status: null }));
    expect(answerIn(body).total).toEqual(expect.any(Number));
    for (const [args, pointer] of [
      [{ limit: '2x' }, '/limit'],
      [{ limit: true }, '/limit'],
      [{ total: 1 }, '/total'],
      [{ total: 'yes' }, '/total'],
      [{ text: 7 }, '/text'],
    ] as const) {
      const { body: refused } = await post(calling('catalog_products_list', args));
      expect([args, refused.result.isError, answerIn(refused).errors]).toMatchObject([args, true, [{ pointer }]]);
    }
  });
});
