import type http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startApi } from '../../src/api';
import type { Config } from '../../src/config';
import { newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import { ClientAddresses } from '../../src/surfaces/client-address';
import { createServer, type ServerBounds } from '../../src/surfaces/server';
import { plain } from '../media/pictures';
import { eventually } from '../world/eventually';
import { HangingObjects } from '../world/hanging-objects';
import { openSite, type Site } from './site';

const MIB = 1024 * 1024;

/** What one caller sends costs the others nothing that they notice. */
describe('the edge', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin']));
  });
  afterAll(() => site.close());

  /** A connection that sends what it is told and keeps what it gets. */
  async function connect(
    port = site.api.port,
  ): Promise<{ socket: net.Socket; answer: () => string; closed: Promise<void> }> {
    const socket = net.connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await new Promise((resolve) => socket.once('connect', resolve));
    return { socket, answer: () => Buffer.concat(chunks).toString('latin1'), closed };
  }

  const head = (path: string, length: number, headers: readonly string[] = []): string =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      ...headers,
      '',
      '',
    ].join('\r\n');

  test('a caller without a good credential is answered before its body is there', async () => {
    const unproven = [
      '',
      'Authorization: Bearer tzg_dev_x',
      'Cookie: tezgah_session=x',
      'Cookie: tezgah_session=x\r\nX-CSRF-Token: x',
    ];
    for (const path of ['/v1/commands', '/v1/tokens', '/v1/channel/trendyol/catalog/pull', '/mcp'])
      for (const header of unproven) {
        const { socket, answer, closed } = await connect();
        socket.write(head(path, MIB, header === '' ? [] : [header]));
        await eventually(() => answer().includes('\r\n\r\n'));
        expect([path, header, answer().slice(0, 12)]).toEqual([path, header, 'HTTP/1.1 401']);
        expect(answer()).toMatch(/connection: close/i);
        await closed;
      }
  });

  test('an answer that comes before the body arrives whole, and then the connection ends', async () => {
    const credential = [`Authorization: Bearer ${token}`];
    for (const [path, length, sent, status, headers] of [
      ['/v1/commands', 2 * MIB, 2 * MIB, 413, credential],
      ['/v1/commands', 64 * MIB, 3 * MIB, 413, credential],
      ['/mcp', 2 * MIB, 0, 413, credential],
      ['/v1/commands', 4096 * MIB, 0, 413, credential],
      ['/v1/auth/login', 20_000, 20_000, 413, []],
      ['/v1/auth/login', 20_000, 0, 413, []],
      ['/v1/nothing', 2 * MIB, 2 * MIB, 404, []],
      ['/v1/commands', 2 * MIB, 2 * MIB, 415, [...credential, 'Content-Encoding: gzip']],
    ] as const) {
      const { socket, answer, closed } = await connect();
      socket.write(head(path, length, headers));
      if (sent > 0) socket.write(Buffer.alloc(sent, 0x20));
      await eventually(() => answer().endsWith('}'));
      expect([path, length, Number(answer().slice(9, 12))]).toEqual([path, length, status]);
      expect(answer()).toMatch(/connection: close/i);
      expect(answer()).toContain('application/problem+json');
      await closed;
    }
  });

  test('a sender without an end is cut off', async () => {
    const { socket, closed } = await connect();
    socket.write(head('/v1/commands', 10_000 * MIB));
    const chunk = Buffer.alloc(MIB, 0x20);
    let sentMib = 0;
    const send = (): void => {
      while (!socket.destroyed && socket.write(chunk)) sentMib += 1;
      sentMib += 1;
      socket.once('drain', send);
    };
    send();
    await closed;
    expect(sentMib).toBeLessThan(64);
  });

  test('bodies full of faults do not hold up the calls of others', async () => {
    const faults = `{"command":"catalog.product.create","storeId":"${site.world.storeId}","payload":{"tags":[${'{},'.repeat(MIB / 3 - 100)}{}]}}`;
    const other = (await site.mint('developer', ['catalog:read'], site.world.other)).token;
    const read = () => site.call('GET', '/v1/tokens/me', { token: other });
    await read();
    const bad = Array.from(
      { length: 24 },
      async () => (await site.call('POST', '/v1/commands', { token, body: faults })).status,
    );
    for (let i = 0; i < 5; i += 1) expect((await read()).status).toBe(200);
    expect(new Set(await Promise.all(bad))).toEqual(new Set([400]));
  });

  test('of one caller only so many bodies without a length are read at a time', async () => {
    const { token: busy } = await site.mint('developer', ['catalog:read']);
    const chunked = (credential: string): string =>
      [
        'POST /v1/commands HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        `Authorization: Bearer ${credential}`,
        '',
        '2\r\n{}\r\n',
      ].join('\r\n');
    const begin = async (credential: string) => {
      const connection = await connect();
      connection.socket.write(chunked(credential));
      return connection;
    };
    const begun = await Promise.all(Array.from({ length: 33 }, () => begin(busy)));
    await eventually(() => begun.some(({ answer }) => answer().includes('HTTP/1.1 429')));
    const other = await begin(token);
    const waiting = begun.filter(({ answer }) => answer() === '');
    expect(waiting).toHaveLength(32);
    for (const { socket } of [...waiting, other]) socket.write('0\r\n\r\n');
    await eventually(() => [...waiting, other].every(({ answer }) => answer().includes('HTTP/1.1 400')));
    const again = await begin(busy);
    again.socket.write('0\r\n\r\n');
    await eventually(() => again.answer().includes('HTTP/1.1 400'));
    for (const { socket } of [...begun, other, again]) socket.destroy();
  });

  test('a body of more values than any call needs is refused before it is parsed', async () => {
    for (const values of ['0,'.repeat(60_000), '{},'.repeat(60_000), '"a":0,'.repeat(60_000)]) {
      // A parser would find that it is no JSON.
      const { status, body } = await site.call('POST', '/v1/commands', { token, body: `{"payload":[${values}` });
      expect([status, body.errors]).toEqual([
        400,
        [{ pointer: '', message: expect.stringContaining('goes beyond the 50000 values') }],
      ]);
    }
  });

  describe('limits', () => {
    let limited: Site;
    beforeAll(async () => {
      limited = await openSite({
        environment: {
          TEZGAH_ANONYMOUS_PER_MINUTE: '20',
          TEZGAH_THROTTLE_PER_MINUTE: '10',
          TEZGAH_TRUSTED_PROXIES: '127.0.0.1',
        },
      });
    });
    afterAll(() => limited.close());

    let last = 0;
    const nextAddress = (): string => {
      last += 1;
      return `198.51.100.${last}`;
    };
    const from = (address: string, path: string, more: Parameters<Site['call']>[2] = {}, method = 'GET') =>
      limited.call(method, path, { ...more, headers: { 'X-Forwarded-For': address, ...more.headers } });

    test('of one address, for every door, and before the body', async () => {
      for (const [method, path] of [
        ['GET', '/v1/meta'],
        ['GET', '/v1/commands'],
        ['GET', '/openapi.json'],
        ['GET', '/docs'],
        ['GET', '/panel'],
        ['GET', '/nothing'],
        ['POST', '/mcp'],
        ['POST', '/v1/commands'],
        ['POST', '/v1/auth/login'],
      ] as const) {
        const address = nextAddress();
        const call = () => from(address, path, method === 'POST' ? { body: {} } : {}, method);
        const statuses: number[] = [];
        for (let i = 0; i < 20; i += 1) statuses.push((await call()).status);
        expect([path, statuses.includes(429)]).toEqual([path, false]);
        const { status, headers, body } = await call();
        expect([path, status, body.code]).toEqual([path, 429, 'throttled']);
        expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
        expect([
          path,
          (await from(nextAddress(), path, method === 'POST' ? { body: {} } : {}, method)).status,
        ]).not.toEqual([path, 429]);
      }
    });

    test('of files are others: a page full of pictures leaves its visitor the API', async () => {
      const address = nextAddress();
      const picture = `/media/${limited.world.storeId}/obj_${newUlid()}.webp`;
      for (let i = 0; i < 60; i += 1) expect((await from(address, picture)).status).toBe(404);
      for (let i = 0; i < 20; i += 1) expect((await from(address, '/v1/meta')).status).toBe(200);
      expect((await from(address, '/v1/meta')).status).toBe(429);
      expect((await from(address, picture)).status).toBe(404);
      // What changes something counts as ever, whatever its path.
      expect((await from(address, picture, {}, 'POST')).status).toBe(429);
    });

    test('of files end too', async () => {
      const address = nextAddress();
      const picture = `/media/${limited.world.storeId}/obj_${newUlid()}.webp`;
      let read = 0;
      for (let refused = 0; refused === 0 && read < 4_000; ) {
        const statuses = await Promise.all(
          Array.from({ length: 50 }, async () => (await from(address, picture)).status),
        );
        refused = statuses.filter((status) => status === 429).length;
        read += statuses.length - refused;
      }
      expect([read >= 400, (await from(address, picture)).status]).toEqual([true, 429]);
    });

    test('guessed credentials count for the address, and a good one does not wait for them', async () => {
      const { token: good } = await limited.mint('developer', ['catalog:read']);
      const session = await limited.login();
      const address = nextAddress();
      const mine = () => from(address, '/v1/tokens/me', { token: good });
      expect((await mine()).status).toBe(200);
      expect((await from(address, '/v1/tokens', { session })).status).toBe(200);
      let status = 401;
      for (let i = 0; i < 25 && status === 401; i += 1)
        ({ status } = await from(address, '/v1/tokens/me', { token: `tzg_dev_guess${i}` }));
      expect(status).toBe(429);
      expect((await from(address, '/v1/meta')).status).toBe(429);
      expect((await mine()).status).toBe(200);
      expect((await from(address, '/v1/tokens', { session })).status).toBe(200);
      expect((await from(address, '/v1/health')).status).toBe(200);
    });

    test('one token gets no more in any minute, whichever way it calls', async () => {
      const { token: busy } = await limited.mint('developer', ['catalog:read']);
      const statuses: number[] = [];
      for (const path of [...Array<string>(8).fill('/v1/tokens/me'), '/docs', '/openapi.json', '/v1/meta', '/docs'])
        statuses.push((await from(nextAddress(), path, { token: busy })).status);
      expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    });

    test('a large body counts as many calls, at every door, also when its length was not stated', async () => {
      const json = `{"a":"${'x'.repeat(500_000)}"}`;
      const stream = (): ReadableStream => new Blob([json]).stream();
      for (const path of ['/v1/commands', '/mcp'])
        for (const body of [() => json, stream]) {
          const { token: busy } = await limited.mint('developer', ['catalog:read']);
          const send = async (): Promise<number> => {
            const answer = await fetch(`${limited.url}${path}`, {
              method: 'POST',
              headers: {
                Authorization: `Bearer ${busy}`,
                'Content-Type': 'application/json',
                'X-Forwarded-For': nextAddress(),
              },
              body: body(),
              duplex: 'half',
            } as RequestInit);
            await answer.body?.cancel();
            return answer.status;
          };
          const statuses = [await send(), await send()];
          expect([path, statuses]).toEqual([path, [400, 429]]);
          // A call and seven times 64 KiB are eight of ten; the call that was refused is one too.
          expect((await from(nextAddress(), '/v1/tokens/me', { token: busy })).status).toBe(200);
          expect((await from(nextAddress(), '/v1/tokens/me', { token: busy })).status).toBe(429);
        }
    });
  });

  test('bytes that are no text are refused instead of read as other text; a byte order mark is skipped', async () => {
    const send = async (bytes: Buffer) => {
      const answer = await fetch(`${site.url}/v1/validate/command`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: bytes,
      });
      return { status: answer.status, detail: ((await answer.json()) as { detail?: string }).detail };
    };
    const json = JSON.stringify({ command: 'catalog.price.set', payload: {} });
    const latin1 = Buffer.from(json.replace('payload', 'ödeme'), 'latin1');
    expect(await send(latin1)).toEqual({ status: 400, detail: 'The body is not JSON: it is not UTF-8' });
    expect((await send(Buffer.from(`\ufeff${json}`))).status).toBe(200);
  });

  test('who calls too often is told slowly', async () => {
    const limited = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: '1' } });
    try {
      const { token: busy } = await limited.mint('developer', ['catalog:read']);
      const read = () => limited.call('GET', '/v1/tokens/me', { token: busy });
      expect((await read()).status).toBe(200);
      const since = performance.now();
      expect((await read()).status).toBe(429);
      expect(performance.now() - since).toBeGreaterThan(900);
    } finally {
      await limited.close();
    }
  });

  describe('connections', () => {
    const openApi = (bounds: Partial<ServerBounds>, more: Partial<Config> = {}) =>
      startApi(site.world.platform, { ...site.world.config, ...more, port: 0 }, createLog('test', 'silent'), bounds);

    const read = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

    test('answers that nobody reads do not pile up', async () => {
      const large = Buffer.alloc(16 * MIB, 0x20);
      let answered = 0;
      const answer = (_: http.IncomingMessage, response: http.ServerResponse): void => {
        answered += 1;
        response.end(large);
      };
      const server = createServer(answer, new ClientAddresses([]), { unreadBytesMax: 40 * MIB });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const deaf = await Promise.all(
          Array.from({ length: 6 }, async () => {
            const connection = await connect((server.address() as AddressInfo).port);
            connection.socket.pause();
            connection.socket.write(read('/'));
            return connection;
          }),
        );
        const connections = () => promisify(server.getConnections.bind(server))();
        await eventually(() => answered === deaf.length);
        await eventually(async () => (await connections()) < deaf.length - 1);
        for (const { socket } of deaf) socket.resume();
        const isWhole = (answer: string): boolean => answer.length > large.length;
        await eventually(() => deaf.every(({ socket, answer }) => socket.closed || isWhole(answer())));
        const cutOff = deaf.filter(({ answer }) => !isWhole(answer())).length;
        expect(cutOff).toBeGreaterThan(1);
        expect(cutOff).toBeLessThan(6);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });

    test('an idle connection is kept for longer than clients and proxies keep theirs', async () => {
      const { headers } = await site.call('GET', '/v1/meta');
      expect(headers.get('Keep-Alive')).toBe('timeout=65');
    });

    test('silent connections end, and one address has only so many', async () => {
      const api = await openApi({ silentMs: 300, connectionsPerAddressMax: 5 });
      try {
        const five = await Promise.all(Array.from({ length: 5 }, () => connect(api.port)));
        const sixth = await connect(api.port);
        await sixth.closed;
        await Promise.all(five.map(({ closed }) => closed));
        expect((await fetch(`${api.url}/v1/meta`)).status).toBe(200);
      } finally {
        await api.stop();
      }
    });

    test('an upload whose storage takes its time is no silent connection', async () => {
      const { platform } = site.world;
      const objects = new HangingObjects(platform.services.objects);
      const slow = { ...platform, services: { ...platform.services, objects } };
      const api = await startApi(slow, { ...site.world.config, port: 0 }, createLog('test', 'silent'), {
        silentMs: 300,
      });
      try {
        objects.hang();
        const uploading = fetch(`${api.url}/v1/media/upload`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
          body: await plain(30, 20),
        });
        await sleep(1_000);
        objects.release();
        expect((await uploading).status).toBe(201);
      } finally {
        await api.stop();
      }
    });

    test('a command of a workspace may take longer than a connection may be silent', async () => {
      const { body } = await site.call('POST', '/v1/workspaces', {
        session: await site.session(),
        body: { name: 'Yavaş' },
      });
      const api = await openApi({ silentMs: 300 });
      const asked = (path: string, stated: object) =>
        fetch(api.url + path, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${body.token}`,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify(stated),
        });
      const ws = body.workspace.id;
      const command = { command: 'sleep 1' };
      try {
        expect((await asked(`/v1/workspaces/${ws}/exec`, command)).status).toBe(200);
        const params = { name: 'workspaces.exec', arguments: { ws, body: command } };
        const told = await asked('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        expect(await told.text()).toContain('\\"exitCode\\":0');
      } finally {
        await api.stop();
      }
    });

    test('a file on a slow line arrives; what comes more slowly than anybody has to ends, and a call has no longer than a call', async () => {
      const picture = await plain(30, 20);
      const api = await openApi({ requestMs: 500, fileBytesPerSecondMin: picture.length / 2 });
      const send = async (path: string, type: string, slices: readonly Uint8Array[], length: number) => {
        const connection = await connect(api.port);
        const { socket } = connection;
        const credential = `Authorization: Bearer ${token}`;
        socket.write(head(path, length, [credential]).replace('application/json', type));
        void (async () => {
          for (const slice of slices) {
            await sleep(100);
            if (!socket.destroyed) socket.write(slice);
          }
        })();
        return connection;
      };
      const upload = (slices: readonly Uint8Array[]) =>
        send('/v1/media/upload', 'application/octet-stream', slices, picture.length);
      const size = Math.ceil(picture.length / 10);
      const slices = Array.from({ length: 10 }, (_, at) => picture.subarray(at * size, (at + 1) * size));
      const bytes = Array.from(picture.subarray(0, -1), (byte) => Uint8Array.of(byte));
      try {
        const slow = await upload(slices);
        const tooSlow = await upload(bytes);
        const call = await send('/v1/commands', 'application/json', bytes, MIB);
        await eventually(() => call.answer() !== '');
        expect([call.answer().slice(0, 12), slow.answer(), tooSlow.answer()]).toEqual(['HTTP/1.1 408', '', '']);
        await eventually(() => slow.answer() !== '');
        expect([slow.answer().slice(0, 12), tooSlow.answer()]).toEqual(['HTTP/1.1 201', '']);
        await eventually(() => tooSlow.answer() !== '');
        expect(tooSlow.answer()).toMatch(/^HTTP\/1\.1 408 .*request_timeout/s);
        await tooSlow.closed;
        slow.socket.destroy();
      } finally {
        await api.stop();
      }
    });

    test('one address cannot take them all: who holds the most makes room', async () => {
      const api = await openApi({ connectionsMax: 8, connectionsPerAddressMax: 6 });
      try {
        const from = async (localAddress: string) => {
          const socket = net.connect({ port: api.port, host: '127.0.0.1', localAddress });
          socket.on('error', () => {});
          socket.on('data', () => {});
          await new Promise((resolve) => socket.once('connect', resolve));
          return socket;
        };
        const hoarded: net.Socket[] = [];
        for (let i = 0; i < 6; i += 1) hoarded.push(await from('127.0.0.2'));
        const others = [await from('127.0.0.3'), await from('127.0.0.3')];
        // All are taken.
        for (let i = 0; i < 3; i += 1)
          expect((await fetch(`${api.url}/livez`, { headers: { Connection: 'close' } })).status).toBe(200);
        await eventually(() => hoarded[0]?.destroyed ?? false);
        expect(hoarded.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(3);
        expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false]);
        // Whoever holds the most finds no room for more.
        while (hoarded.filter(({ destroyed }) => !destroyed).length < 6) hoarded.push(await from('127.0.0.2'));
        const more = await from('127.0.0.2');
        await eventually(() => more.destroyed);
        for (const socket of [...hoarded, ...others]) socket.destroy();
      } finally {
        await api.stop();
      }
    });

    test('the addresses of one IPv6 network are one', () => {
      const networks = [
        '2001:db8:1:2::7',
        '2001:db8:1:2:ffff:1:2:3',
        '2001:db8:1:3::7',
        '::ffff:192.0.2.1',
        '192.0.2.1',
      ];
      expect(networks.map((address) => new ClientAddresses([]).networkOf(address))).toEqual([
        '2001:db8:1:2::/64',
        '2001:db8:1:2::/64',
        '2001:db8:1:3::/64',
        '192.0.2.1',
        '192.0.2.1',
      ]);
    });

    test('an address is one however a proxy writes it: with a port, in brackets, in another spelling', () => {
      const addresses = new ClientAddresses(['127.0.0.1', 'fd00::/8']);
      const of = (forwarded: string): string =>
        addresses.of({
          headers: { 'x-forwarded-for': forwarded },
          socket: { remoteAddress: '::ffff:127.0.0.1' },
        } as unknown as http.IncomingMessage);
      const same = (...written: string[]): string[] => [...new Set(written.map(of))];
      expect(same('192.0.2.1', '192.0.2.1:443', '192.0.2.1:444', '::ffff:192.0.2.1', '::FFFF:c000:201')).toEqual([
        '192.0.2.1',
      ]);
      expect(
        same(
          '2001:db8::1',
          '[2001:db8::2]',
          '[2001:db8::1]:443',
          '[2001:DB8:0:0:0::1]:444',
          '2001:0db8:0000:0000::7%eth0',
        ),
      ).toEqual(['2001:db8:0:0::/64']);
      // A trusted proxy is one with a port, too, and what is no address counts as what the last proxy sent.
      expect(same('192.0.2.1, [fd00::5]:8080', '198.51.100.9, 192.0.2.1, fd00::5')).toEqual(['192.0.2.1']);
      expect(same('unknown', '198.51.100.9, _hidden', '', '999.1.1.1', '192.0.2.1:x', '0300.0.2.1')).toEqual([
        '127.0.0.1',
      ]);
    });

    test('a request that never ends, or is no HTTP, ends its connection, also when the client keeps its half open', async () => {
      const api = await openApi({ headersMs: 500 });
      try {
        for (const [bytes, status] of [
          ['GET /livez HTTP/1.1\r\nHost:', 408],
          ['\u0001\u0002\r\n\r\n', 400],
        ] as const) {
          const socket = net.connect({ port: api.port, host: '127.0.0.1', allowHalfOpen: true });
          let answer = '';
          let isOver = false;
          socket.on('data', (chunk) => (answer += chunk));
          socket.on('error', () => (isOver = true));
          await new Promise((resolve) => socket.once('connect', resolve));
          socket.write(bytes);
          await eventually(() => answer.startsWith(`HTTP/1.1 ${status}`));
          // Only what is sent to a connection that is gone shows that it is.
          const sending = setInterval(() => socket.write('x'), 100);
          await eventually(() => isOver);
          clearInterval(sending);
          socket.destroy();
        }
      } finally {
        await api.stop();
      }
    });

    test('a connection is answered one request at a time, and keeps open for the next', async () => {
      const { socket, answer } = await connect();
      for (let asked = 1; asked <= 5; asked += 1) {
        socket.write(read('/livez'));
        await eventually(() => answer().split('HTTP/1.1 200').length - 1 === asked);
      }
      expect(answer()).not.toMatch(/connection: close/i);
      socket.destroy();
    });

    test('requests sent behind an unanswered one are not begun, and the connection ends with the answer', async () => {
      const { socket, answer, closed } = await connect();
      socket.write(read('/v1/health').repeat(5));
      await closed;
      expect(answer().split('HTTP/1.1 ')).toHaveLength(2);
      expect(answer()).toMatch(/^HTTP\/1.1 200.*connection: close/is);
    });

    test('a flood of requests on one connection ends it at once', async () => {
      const api = await openApi({}, { anonymousPerMinute: 1 });
      try {
        const { socket, answer, closed } = await connect(api.port);
        socket.write(read('/v1/meta').repeat(5_000));
        await closed;
        expect(answer().split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(1);
      } finally {
        await api.stop();
      }
    });
  });
});
