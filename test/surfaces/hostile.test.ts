import { gzipSync } from 'node:zlib';
import { newUlid } from '../../src/kernel/ids';
import { registry } from '../../src/registry';
import { sample } from '../contract/sample';
import { type Answer, contentsOf, envelope, openSite, type Site } from './site';

const MIB = 1024 * 1024;

/** Whatever is sent: a problem that says what is wrong, never a failure of ours, and nothing written. */
describe('hostile input', () => {
  let site: Site;
  let token: string;
  let before: Record<string, string>;
  beforeAll(async () => {
    site = await openSite();
    token = (await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin'])).token;
    before = await contentsOf(site);
  });
  afterEach(async () => {
    expect(await contentsOf(site)).toEqual(before);
  });
  afterAll(() => site.close());

  const post = (body: unknown, headers: Record<string, string> = {}, path = '/v1/commands') =>
    site.call('POST', path, { token, body, headers });
  const run = (payload: unknown, more: object = {}) =>
    post(envelope(site.world.storeId, 'store.generation.set', payload, more));

  function expectProblem(what: unknown, { status, headers, body }: Answer, expected?: number): void {
    const facts = {
      what,
      problem: headers.get('Content-Type')?.startsWith('application/problem+json'),
      code: typeof body?.code,
    };
    expect(facts).toEqual({ what, problem: true, code: 'string' });
    expect([what, status >= 400 && status < 500]).toEqual([what, true]);
    if (expected !== undefined) expect([what, status]).toEqual([what, expected]);
    expect(body.status).toBe(status);
    expect(body.requestId).toBe(headers.get('Request-Id'));
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|at \w+ \(|SELECT |postgres/i);
  }

  /** Of an answer as it came over the wire. */
  function expectRaw(what: string, answer: string, statuses: readonly number[]): void {
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
    expect([what, statuses.includes(status) ? 'as expected' : answer.slice(0, 300)]).toEqual([what, 'as expected']);
    // Node itself answers a request without a host and closes on CONNECT; both are bare.
    if (status >= 400 && what !== 'no host' && what !== 'CONNECT')
      expect([what, answer.includes('application/problem+json')]).toEqual([what, true]);
  }

  const request = (line: string, headers: readonly string[] = [], body = ''): string =>
    [line, 'Host: localhost', `Authorization: Bearer ${token}`, 'Connection: close', ...headers, '', body].join('\r\n');

  test('nesting of 200,000 levels', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = open.repeat(100_000) + (open === '[' ? '' : '1') + close.repeat(100_000);
      expectProblem(`bare ${open}`, await post(deep), 400);
      const whole = JSON.stringify(envelope(site.world.storeId, 'store.generation.set', 'DEEP')).replace(
        '"DEEP"',
        deep,
      );
      expectProblem(`payload ${open}`, await post(whole), 400);
      expectProblem(
        `validate ${open}`,
        await post(`{"command":"x","payload":{"a":${deep}}}`, {}, '/v1/validate/command'),
        400,
      );
      expectProblem(`login ${open}`, await post(deep, {}, '/v1/auth/login'), 413);
      const shallower = open.repeat(2_000) + (open === '[' ? '' : '1') + close.repeat(2_000);
      expectProblem(`small login ${open}`, await post(shallower, {}, '/v1/auth/login'), 400);
    }
    expectProblem('200,000', await post(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), 400);
    expectProblem('unclosed', await post('['.repeat(200_000)), 400);
  });

  test('bodies that are too large, declared or not', async () => {
    const large = JSON.stringify({ a: 'x'.repeat(2 * MIB) });
    expectProblem('2 MiB', await post(large), 413);
    expectProblem('login', await post(large, {}, '/v1/auth/login'), 413);
    expectProblem('exactly over', await post(`"${'x'.repeat(MIB - 1)}"`), 413);
    expectProblem('exactly at', await post(`"${'x'.repeat(MIB - 2)}"`), 400);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const chunked = request(
      'POST /v1/commands HTTP/1.1',
      ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      chunk.repeat(40),
    );
    expectRaw('chunked', await site.raw(chunked), [413]);
    const claimed = request('POST /v1/commands HTTP/1.1', [
      'Content-Type: application/json',
      'Content-Length: 99999999999',
    ]);
    expectRaw('claimed', await site.raw(claimed), [413]);
  });

  test('compressed bodies', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB, 0x20));
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'identity, gzip']) {
      const response = await fetch(`${site.url}/v1/commands`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Encoding': encoding },
        body: bomb,
      });
      expect([encoding, response.status]).toEqual([encoding, 415]);
      expect(response.headers.get('Accept-Encoding')).toBe('identity');
      await response.text();
    }
  });

  test('other media types, and text that is no JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'json',
      ';',
      'application/json-seq',
    ])
      expectProblem(type, await post('{}', { 'Content-Type': type }), 415);
    for (const text of ['{', '{"a":1,}', "{'a':1}", '\ufeff{}', 'undefined', 'NaN', '{"a":01}', '<a/>', '\u0000'])
      expectProblem(text, await post(text), 400);
    for (const value of [null, true, 7, 'text', [], {}, [{}]]) expectProblem(value, await post(value), 400);
    expectProblem('no body', await site.call('POST', '/v1/commands', { token }), 400);
    const latin = request(
      'POST /v1/commands HTTP/1.1',
      ['Content-Type: application/json; charset=utf-16', 'Content-Length: 2'],
      '{}',
    );
    expectRaw('utf-16', await site.raw(latin), [400, 415]);
    const invalid = Buffer.concat([
      Buffer.from(request('POST /v1/commands HTTP/1.1', ['Content-Type: application/json', 'Content-Length: 4'])),
      Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    ]);
    expectRaw('invalid UTF-8', await site.raw(invalid), [400]);
  });

  test('text that the database cannot hold', async () => {
    const bad = ['a\u0000b', '\ud800', '\udfff\ud800', '\u0000'];
    for (const text of bad) {
      expectProblem(['value', text], await run({ generation: text }), 400);
      expectProblem(['name', text], await run({ [text]: 1 }), 400);
      expectProblem(['command', text], await post({ ...envelope(site.world.storeId, text, {}) }), 400);
      expectProblem(['store', text], await post({ ...envelope(text, 'store.generation.set', { generation: 1 }) }), 400);
      expectProblem(
        ['login', text],
        await post({ email: `${text}@example.com`, password: 'x' }, {}, '/v1/auth/login'),
        400,
      );
      expectProblem(['validate', text], await post({ command: text, payload: {} }, {}, '/v1/validate/command'), 400);
    }
    for (const text of ['%00', '%ED%A0%80', '%FF', '%', '%zz', '%E0%A4%A']) {
      for (const path of [`/v1/audit?actor=${text}`, `/v1/audit?${text}=1`, `/v1/audit?cursor=${text}`]) {
        const answer = await site.call('GET', path, { token });
        // A query that is not UTF-8 is read with replacement characters, which no id has.
        expect([path, answer.status < 500]).toEqual([path, true]);
        if (text === '%00') expectProblem(path, answer, 400);
      }
      for (const { http } of registry.routes.filter(({ http }) => http.startsWith('GET') && http.includes('{'))) {
        const path = (http.split(' ')[1] as string).replaceAll(/\{\w+\}/g, text);
        const { status } = await site.call('GET', path, { token });
        expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      }
    }
  });

  test('prototype names', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
      expectProblem(name, await post(`{"command":"store.generation.set","${name}":{"admin":true}}`), 400);
      expectProblem(name, await run(JSON.parse(`{"generation":1,"${name}":{"x":1}}`), { idempotencyKey: 'x' }), 400);
      expectProblem(name, await post(envelope(site.world.storeId, name, {})), 400);
      expectProblem(name, await site.call('GET', `/v1/audit?${name}=1`, { token }), 400);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('numbers that are no numbers of ours', async () => {
    for (const text of ['1e400', '-1e400', '9007199254740993', '1e21', '-0.5', '0', '2147483648', '1.5', '1e-9'])
      expectProblem(
        text,
        await post(
          `{"command":"store.generation.set","storeId":"${site.world.storeId}","payload":{"generation":${text}},"idempotencyKey":"${newUlid()}"}`,
        ),
        400,
      );
    for (const limit of [
      '0',
      '101',
      '-1',
      '1e3',
      '1.5',
      'NaN',
      'Infinity',
      '0x10',
      '',
      ' ',
      '99999999999999999999',
      'null',
      'true',
      '1 OR 1=1',
    ])
      expectProblem(limit, await site.call('GET', `/v1/audit?limit=${encodeURIComponent(limit)}`, { token }), 400);
  });

  test('queries that no list has', async () => {
    for (const query of [
      'limit=1&limit=2',
      'cursor=a&cursor=b',
      'limit[]=1',
      'limit[a]=1',
      'surprise=1',
      'cursor=',
      'from=yesterday',
      `from=${'9'.repeat(50)}`,
      'from=2026-02-30T00:00:00Z',
      'until=-000001-01-01T00:00:00Z',
      'outcome=DONE',
      `actor=${'x'.repeat(500)}`,
    ]) {
      expectProblem(query, await site.call('GET', `/v1/audit?${query}`, { token }), 400);
    }
    const many = Array.from({ length: 900 }, (_, index) => `q${index}=1`).join('&');
    expectProblem('900 parameters', await site.call('GET', `/v1/audit?${many}`, { token }), 400);
  });

  test('every parameter of every list, with values that it does not expect', async () => {
    const session = await site.login();
    before = await contentsOf(site);
    const odd = [
      '',
      ' ',
      '-1',
      '0',
      '9007199254740993',
      '99999999999999999999',
      '1e308',
      'Infinity',
      '\u0000',
      '%',
      "'",
      '\\',
      '*',
      '(',
      'İ',
      '\u{1f600}',
      'x'.repeat(300),
      '2026-01-01T00:00:60Z',
      '9999-12-31T23:59:59.999999999Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+23:59',
    ];
    for (const route of registry.routes.filter(({ http }) => http.startsWith('GET'))) {
      const params = sample(route.params) as Record<string, string>;
      const path = (route.http.split(' ')[1] as string).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        String(params[name]),
      );
      for (const name of Object.keys((route.query as { properties?: object }).properties ?? {})) {
        for (const value of odd) {
          const query = new URLSearchParams({ ...(sample(route.query) as object), [name]: value }).toString();
          const { status } = await site.call('GET', `${path}?${query}`, { session });
          expect([path, query, status < 500 || status === 502]).toEqual([path, query, true]);
        }
      }
    }
  });

  test('cursors of nobody', async () => {
    const session = await site.login();
    before = await contentsOf(site);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const positions = [
      [],
      [1],
      ['x'],
      [null],
      [true],
      [['x']],
      [{ a: 1 }],
      ['\u0000'],
      ['\ud800'],
      [1, 2],
      ['x', 'y'],
      ['1', '2', '3'],
      [1e308, 'x'],
    ];
    for (const route of registry.routes.filter(
      ({ query }) => 'cursor' in ((query as { properties?: object }).properties ?? {}),
    )) {
      const params = sample(route.params) as Record<string, string>;
      const path = (route.http.split(' ')[1] as string).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        String(params[name]),
      );
      const required = new URLSearchParams(sample(route.query) as Record<string, string>).toString();
      const shapes = ['audit', 'tokens', route.id, 'products', 'created', ''];
      const cursors = [
        'x',
        '!!!!',
        encode(null),
        encode('audit'),
        encode({}),
        ...shapes.flatMap((shape) => positions.map((position) => encode([shape, ...position]))),
      ];
      for (const cursor of cursors) {
        const { status } = await site.call('GET', `${path}?${required}&cursor=${encodeURIComponent(cursor)}`, {
          session,
        });
        const text = Buffer.from(cursor, 'base64url').toString();
        expect([path, text, status < 500]).toEqual([path, text, true]);
        if (!text.startsWith('[')) expect([path, text, status >= 400]).toEqual([path, text, true]);
      }
    }
  });

  test('headers that mean something else', async () => {
    const write = { kind: 'developer' };
    const session = await site.login();
    before = await contentsOf(site);
    const call = (headers: Record<string, string>) =>
      site.call('POST', '/v1/tokens', { session, body: write, headers });
    for (const key of [
      'x',
      '01arz3ndektsv4rrffq69g5fav',
      '81ARZ3NDEKTSV4RRFFQ69G5FAV',
      '01ARZ3NDEKTSV4RRFFQ69G5FAVX',
      '"01ARZ3NDEKTSV4RRFFQ69G5FAV"',
    ])
      expectProblem(key, await call({ 'Idempotency-Key': key }), 400);
    for (const header of ['Idempotency-Key', 'If-Match', 'Dry-Run'])
      expectProblem(header, await call({ [header]: '' }), 400);
    for (const key of ['00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])
      expectProblem(key, await call({ 'Idempotency-Key': key }), 422);
    for (const rev of [
      'x',
      '*',
      '-1',
      '1.5',
      '"1", "2"',
      '99999999999',
      'W/"x"',
      "'1'",
      'W/"1"',
      '"01"',
      '0',
      '"1',
      '1"',
    ])
      expectProblem(rev, await call({ 'If-Match': rev }), 400);
    for (const dryRun of ['yes', '1', 'TRUE', 'true, true'])
      expectProblem(dryRun, await call({ 'Dry-Run': dryRun }), 400);
    for (const cookie of [
      'tezgah_session=',
      'tezgah_session=%00',
      `tezgah_session=${'x'.repeat(5000)}`,
      'tezgah_session="a',
      ';;;===',
    ]) {
      const { status } = await site.call('GET', '/v1/tokens', { headers: { Cookie: cookie } });
      expect([cookie, status]).toEqual([cookie, 401]);
    }
    expectRaw(
      'two keys',
      await site.raw(request('GET /v1/audit HTTP/1.1', ['Idempotency-Key: a', 'Idempotency-Key: b'])),
      [400],
    );
    expectRaw(
      'huge header',
      await site.raw(request('GET /v1/audit HTTP/1.1', [`X-Large: ${'x'.repeat(70_000)}`])),
      [431],
    );
    expectRaw('NUL in a header', await site.raw(request('GET /v1/audit HTTP/1.1', ['X-Odd: a\u0000b'])), [400]);
    expectRaw('bytes', await site.raw(request('GET /v1/tokens/me HTTP/1.1', ['X-Odd: \u00ff\u0080'])), [200]);
  });

  test('paths that lead nowhere', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v2/meta',
      '/v1/meta/x',
      '/V1/nothing',
      '/v1/../../etc/passwd',
      '/%2e%2e/%2e%2e/x',
      '//evil.example',
      '/docs/..%2f..%2fpackage.json',
      '/docs/swagger-ui.js.map',
      '/docs/errors/no_such_code',
      '/docs/errors/constructor.md',
      '/docs/guides/..%2f..%2f..%2fpackage.json',
      '/docs/guides/no-such-guide.md',
      '/v1/ops',
      '/v1/auth/',
      '/panel/.env',
    ])
      expectProblem(path, await site.call('GET', path, { token }), 404);
    for (const line of [
      'GET /v1/%zz HTTP/1.1',
      'GET /v1/extensions/%zz/ops HTTP/1.1',
      'GET /v1/extensions/%E0%A4%A/ops HTTP/1.1',
      'GET http://evil.example/v1/nothing HTTP/1.1',
      'GET /v1/meta/\\..\\x HTTP/1.1',
      'GET * HTTP/1.1',
    ])
      expectRaw(line, await site.raw(request(line)), [400, 404]);
    const long = `/v1/${'a'.repeat(12_000)}`;
    expectProblem('12,000 characters', await site.call('GET', long, { token }), 404);
    expectRaw('100,000 characters', await site.raw(request(`GET /v1/${'a'.repeat(100_000)} HTTP/1.1`)), [414, 431]);
    expectProblem('a long id', await site.call('GET', `/v1/extensions/${'a'.repeat(12_000)}/ops`, { token }));
  });

  test('methods', async () => {
    const head = await site.call('HEAD', '/v1/meta');
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await site.call('OPTIONS', '/v1/tokens');
    expect([options.status, options.headers.get('Allow')?.split(', ').toSorted()]).toEqual([
      204,
      ['GET', 'HEAD', 'POST'],
    ]);
    expect(options.headers.get('Access-Control-Allow-Origin')).toBeNull();
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answer = await site.call(method, '/v1/meta', { token });
      expectProblem(method, answer, 405);
      expect(answer.headers.get('Allow')).toContain('GET');
    }
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'QUERY'])
      expectRaw(method, await site.raw(request(`${method} /v1/meta HTTP/1.1`)), [400, 405]);
    expectRaw('TRACE of nothing', await site.raw(request('TRACE / HTTP/1.1')), [404, 405]);
    expectRaw('no method', await site.raw(request('FOO /v1/meta HTTP/1.1')), [400]);
    expectRaw('no version', await site.raw('GET /v1/meta\r\n\r\n'), [200, 400]);
    expectRaw(
      'CONNECT',
      (await site.raw(request('CONNECT evil.example:443 HTTP/1.1'))) || 'HTTP/1.1 405',
      [400, 404, 405],
    );
    expectRaw(
      'an upgrade',
      await site.raw(request('GET /v1/meta HTTP/1.1', ['Connection: Upgrade', 'Upgrade: websocket'])),
      [200, 400],
    );
    expectRaw('h2c', await site.raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), [400, 505]);
  });

  test('requests that two servers would read differently', async () => {
    const smuggled = request(
      'POST /v1/commands HTTP/1.1',
      ['Content-Type: application/json', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
      '0\r\n\r\n',
    );
    expectRaw('two lengths', await site.raw(smuggled), [400]);
    expectRaw(
      'two content lengths',
      await site.raw(request('POST /v1/commands HTTP/1.1', ['Content-Length: 2', 'Content-Length: 3'], '{}')),
      [400],
    );
    expectRaw('no host', await site.raw('GET /v1/meta HTTP/1.1\r\nConnection: close\r\n\r\n'), [400]);
  });

  test('a caller that goes away in the middle of its body', async () => {
    const half = Buffer.from(
      request('POST /v1/commands HTTP/1.1', ['Content-Type: application/json', 'Content-Length: 1000'], '{"command":'),
    );
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(site.api.port, '127.0.0.1', () => {
        socket.write(half, () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    expect((await site.call('GET', '/v1/meta')).status).toBe(200);
  });
});
