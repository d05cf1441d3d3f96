import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { Agent, type ServerResponse } from 'node:http';
import path from 'node:path';
import fc from 'fast-check';
import { Door, doorLimits } from '../../src/sandbox/door/door';
import { isReachable } from '../../src/sandbox/door/reach';
import { eventually } from '../world/eventually';
import { passableFolder } from './passable';
import { ask, openUpstream, raw } from './upstream';

const MIB = 1024 * 1024;

async function opened(answer?: Parameters<typeof openUpstream>[0]) {
  const upstream = await openUpstream(answer);
  const folder = await passableFolder('door');
  const door = new Door(upstream.way);
  const socket = await door.listen(folder);
  return {
    ...upstream,
    door,
    folder,
    socket,
    async close(): Promise<void> {
      await door.close();
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('who asks is said by the door alone: credentials, hosts and addresses that a command states are dropped', async () => {
  const { socket, met, way, close } = await opened();
  const answer = await ask(socket, {
    method: 'POST',
    path: '/v1/commands?a=1',
    body: '{"x":1}',
    headers: {
      Authorization: 'Bearer tzg_dev_stolen',
      'Proxy-Authorization': 'Basic x',
      Cookie: 'tezgah_session=stolen',
      'X-CSRF-Token': 'stolen',
      Host: 'other.example',
      Origin: 'http://other.example',
      'X-Forwarded-For': '10.0.0.1',
      'X-Forwarded-Host': 'other.example',
      'Sec-Fetch-Site': 'same-origin',
      Forwarded: 'for=10.0.0.1',
      'Content-Length': '7',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'k',
      'Dry-Run': 'true',
    },
  });
  expect(answer).toMatchObject({ status: 200, body: { url: '/v1/commands?a=1', bytes: 7 } });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(met[0]?.headers).toEqual({
    authorization: `Bearer ${way.pass}`,
    host: 'localhost',
    connection: 'keep-alive',
    'content-type': 'application/json',
    'content-length': '7',
    'idempotency-key': 'k',
    'dry-run': 'true',
  });
  await close();
});

test('requests that readers may read in two ways reach nobody as two', async () => {
  const { socket, met, way, close } = await opened();
  const smuggled = 'GET /v1/smuggled HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer stolen\r\n\r\n';
  const head = 'POST /v1/first HTTP/1.1\r\nHost: x\r\n';
  for (const lines of [
    `Content-Length: ${smuggled.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\n${smuggled}`,
    `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    `X: y\rAuthorization: Bearer stolen\r\n\r\n`,
    `X: y\nAuthorization: Bearer stolen\r\n\r\n`,
    ` Authorization: Bearer stolen\r\n\r\n`,
    `Authorization : Bearer stolen\r\n\r\n`,
  ])
    await raw(socket, head + lines);
  for (const line of [
    'GET http://other.example/v1/meta HTTP/1.1',
    'GET //other.example/v1/meta HTTP/1.1',
    'CONNECT 127.0.0.1:5432 HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'TRACE /v1/meta HTTP/1.1',
    'GET /v1/meta HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade',
  ])
    await raw(socket, `${line}\r\nHost: x\r\n\r\n`);
  for (const { headers, url } of met) {
    expect(url).toMatch(/^\/v1\/(first|meta|smuggled)$/);
    expect(headers.authorization).toBe(`Bearer ${way.pass}`);
    expect(headers.upgrade).toBeUndefined();
  }
  expect(JSON.stringify(met)).not.toContain('stolen');
  await close();
});

test.each([
  '/v1/products',
  '/v1/orders/ord_1?cursor=a/../b',
  '/v1/k%C4%B1rm%C4%B1z%C4%B1',
  '/mcp',
  '/mcp/tools?tools=a',
])('a command reaches %s', (url) => expect(isReachable(url)).toBe(true));

test.each([
  '/',
  '/v1',
  '/v1/',
  '/v1/../panel',
  '/v1/./products',
  '/v1//products',
  '/v1/%2e%2e/panel',
  '/v1/%2E%2e%2fpanel',
  '/v1/..%2fpanel',
  '/v1/%252e%252e/panel',
  '/v1/a%2fb',
  '/v1/a%5cb',
  '/v1/a\\..\\b',
  '/v1/..;/panel',
  '/v1/a%00',
  '/v1/%zz',
  '/v1/auth/login',
  '/v1/AUTH/login',
  '/v1/%61uth/login',
  '/v1/auth',
  '/V1/products',
  '/v1x/products',
  '/mcpx',
  '/mcp/../v1/auth/login',
  '/panel',
  '/media/x',
  '/docs',
  '/livez',
  '/webhooks/x',
  '/openapi.json',
  'http://127.0.0.1/v1/meta',
  '*',
  '/v1/a b',
  '/v1/a\nb',
  '/v1/ğ',
])('a command does not reach %j', (url) => expect(isReachable(url)).toBe(false));

test('whatever is reachable stands below /v1/ or /mcp for every reader of URLs', () => {
  const parts = fc.constantFrom(
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '%2f',
    '%5c',
    '\\',
    ';',
    'v1',
    'mcp',
    'auth',
    'a',
    '%25',
    '%2561uth',
    '',
    '?',
    '#',
  );
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 8 }),
      fc.constantFrom('/v1/', '/mcp', '/mcp/', '/v1/auth'),
      (words, base) => {
        const url = base + words.join('/');
        if (!isReachable(url)) return;
        const read = decodeURIComponent(new URL(url, 'http://x').pathname);
        expect(read).toMatch(/^\/(v1\/|mcp($|\/))/);
        expect(read).not.toMatch(/^\/v1\/auth($|\/)/i);
      },
    ),
  );
});

test('bodies, answers and calls are bounded, and what is refused is told in words', async () => {
  const chunk = Buffer.alloc(MIB, 'x');
  const flood = (response: ServerResponse): void => {
    if (!response.destroyed) response.write(chunk, () => flood(response));
  };
  const { socket, close } = await opened((incoming, response) => {
    incoming.resume();
    if (incoming.url === '/v1/flood') return flood(response);
    if (incoming.url === '/v1/waits') return;
    incoming.once('end', () => response.end('{}'));
  });
  const large = Buffer.alloc(doorLimits.requestBytes + 1);
  expect(await ask(socket, { method: 'POST', body: large })).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large', status: 413 },
  });
  expect(await ask(socket, { method: 'POST', body: large, headers: { 'Transfer-Encoding': 'chunked' } })).toMatchObject(
    { status: 413, body: { code: 'payload_too_large' } },
  );
  await expect(ask(socket, { path: '/v1/flood' })).rejects.toThrow();
  const waiting = Array.from({ length: doorLimits.callsAtOnce }, () => ask(socket, { path: '/v1/waits' }));
  const ended = Promise.allSettled(waiting);
  const refused = await eventually(async () => {
    const answer = await ask(socket);
    return answer.status === 429 ? answer : undefined;
  });
  expect(refused).toMatchObject({ body: { code: 'throttled' }, headers: { 'retry-after': '1' } });
  await close();
  expect((await ended).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'));
});

test('an API that ended is told as that', async () => {
  const { socket, close } = await opened((incoming) => incoming.destroy());
  expect(await ask(socket)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await close();
});

test('the socket is closed to others, and goes with its command', async () => {
  const { door, socket, folder, close } = await opened();
  expect((await stat(socket)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(socket))).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, 'doors'))).mode & 0o777).toBe(0o711);
  await door.close();
  expect(existsSync(socket)).toBe(false);
  expect(await readdir(path.join(folder, 'doors'))).toEqual([]);
  await expect(ask(socket)).rejects.toThrow();
  await close();
});

test('an answer that comes before its body was read arrives, and the next call on the connection as well', async () => {
  const { socket, met, close } = await opened((incoming, response) => {
    met.push({ method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body: '' });
    response.writeHead(429);
    response.end('{"code":"throttled"}');
    incoming.resume();
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let calls = 0; calls < 3; calls += 1)
    expect(await ask(socket, { method: 'POST', body: Buffer.alloc(8 * MIB), agent })).toMatchObject({
      status: 429,
      body: { code: 'throttled' },
    });
  expect(met).toHaveLength(3);
  agent.destroy();
  await close();
});
