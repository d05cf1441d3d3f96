import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { loadConfig } from '../../src/config';
import type { Sandbox, Way } from '../../src/kernel/declaration/sandbox';
import { SandboxClient, type SandboxServer } from '../../src/sandbox/client';
import { Door } from '../../src/sandbox/door/door';
import { type Host, SandboxHosts } from '../../src/sandbox/hosts';
import { serveOthers } from '../../src/sandbox/server';
import { statedHosts } from '../../src/sandbox/stated-hosts';
import { eventually } from '../world/eventually';
import { own, stranger } from './certificates';
import { type Opened, openWith, place } from './drivers';
import { passableFolder } from './passable';
import { ask } from './upstream';

const SECRET = 's'.repeat(32);
const exec = (command: string, more: object = {}) =>
  ({ do: 'exec', command, cwd: '/workspace/store', timeoutMs: 20_000, ...more }) as const;

/** Serves one host over HTTPS, and knows how to reach it. */
async function served(host: Opened['host'], more: object = {}) {
  const at = { hostname: '127.0.0.2', port: 0, secret: SECRET, ...own };
  const { port, stop } = await serveOthers(host, { ...at, ...more });
  const server: SandboxServer = { url: `https://127.0.0.2:${port}`, secret: SECRET, trusted: own.cert };
  return { server, port, stop };
}

/** Stands for the API before commands of another machine. */
async function openApi() {
  const met: { readonly url: string; readonly authorization: string }[] = [];
  const server = createHttpsServer(own, (request, response) => {
    met.push({ url: String(request.url), authorization: String(request.headers.authorization) });
    response.setHeader('Content-Type', 'application/json');
    response.end('{"kind":"agent"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { met, api: { url: `https://127.0.0.1:${port}`, trusted: own.cert }, close: () => closed(server) };
}

const closed = (server: Pick<Server, 'close'>): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    (server as { closeAllConnections?(): void }).closeAllConnections?.();
  });

describe('a sandbox on another machine', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = (await openWith('builtin')) as Opened;
  });
  afterAll(() => opened.close());

  test('does over HTTPS what it does on a socket', async () => {
    const { server, stop } = await served(opened.host);
    try {
      const client = new SandboxClient(server);
      expect(await client.state()).toMatchObject({ driver: 'builtin' });
      const at = { ...place, workspaceId: 'wsp_C' };
      await client.start(at);
      const content = Buffer.alloc(1024 * 1024, 'ğ');
      await client.run(at, { do: 'write', path: '/workspace/store/a', content });
      expect(
        (await client.run(at, { do: 'read', path: '/workspace/store/a', bytesMax: content.length })).content,
      ).toEqual(content);
      expect((await client.run(at, exec('wc -c < a'))).stdout.toString().trim()).toBe(String(content.length));
      await client.unpack({ ...at, epoch: 2 }, await client.pack(at));
      expect((await client.run({ ...at, epoch: 2 }, exec('wc -c < a'))).exitCode).toBe(0);
      expect((await client.room()).folders).toBe((await opened.host.room()).folders);
      // Work ends with its caller.
      const gone = new AbortController();
      const running = client.run(at, exec('echo x > begun; sleep 100'), gone.signal).catch((error) => error.fault);
      await eventually(async () => (await opened.host.run(at, exec('cat begun'))).exitCode === 0);
      gone.abort();
      expect(await running).toBe('exec_lost');
      await client.destroy(at);
      expect(await client.holds(at)).toBe(false);
    } finally {
      await stop();
    }
  });

  test('takes no other secret, no plain HTTP and no certificate that is not trusted, and nothing has begun then', async () => {
    const { server, port, stop } = await served(opened.host);
    const done = jest.spyOn(opened.host, 'run');
    try {
      const refused = (more: Partial<SandboxServer>) =>
        new SandboxClient({ ...server, ...more })
          .run(place, exec('true'))
          .catch(({ fault, message }) => [fault, message]);
      const unavailable = (why: string) => ['sandbox_unavailable', expect.stringContaining(why)];
      expect(await refused({ secret: 't'.repeat(32) })).toEqual(unavailable('refuses the secret'));
      expect(await refused({ secret: '' })).toEqual(unavailable('refuses the secret'));
      expect(await refused({ trusted: stranger.cert })).toEqual(unavailable('certificate is not trusted'));
      // Without a certificate of its own it is the system that trusts.
      const { trusted: _, ...bySystem } = server;
      const fault = await new SandboxClient(bySystem).run(place, exec('true')).catch((error) => error.message);
      expect(fault).toContain('certificate is not trusted');
      // Its certificate bears other names.
      const elsewhere = await serveOthers(opened.host, { hostname: '127.0.0.3', port: 0, secret: SECRET, ...own });
      expect(await refused({ url: `https://127.0.0.3:${elsewhere.port}` })).toEqual(unavailable('certificate'));
      await elsewhere.stop();
      await expect(fetch(`http://127.0.0.2:${port}/state`, { method: 'POST' })).rejects.toThrow();
      const archive = (async function* () {
        for (let chunks = 0; chunks < 200; chunks += 1) yield Buffer.alloc(64 * 1024);
      })();
      await expect(
        new SandboxClient({ ...server, secret: 't'.repeat(32) }).unpack({ ...place, epoch: 9 }, archive),
      ).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
      expect(done).not.toHaveBeenCalled();
      expect(await opened.host.holds({ ...place, epoch: 9 })).toBe(false);
      expect((await new SandboxClient(server).run(place, exec('echo a'))).stdout.toString()).toBe('a\n');
      expect(done).toHaveBeenCalledTimes(1);
    } finally {
      done.mockRestore();
      await stop();
    }
  });

  test('whoever answers with a certificate that is not trusted hears neither the secret nor the work', async () => {
    const heard: Buffer[] = [];
    const impostor = createHttpsServer(stranger, (_, response) => response.end('{"done":null}'));
    impostor.on('secureConnection', (socket) => socket.on('data', (bytes: Buffer) => heard.push(bytes)));
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.2', resolve));
    const { port } = impostor.address() as AddressInfo;
    const client = new SandboxClient({ url: `https://127.0.0.2:${port}`, secret: SECRET, trusted: own.cert });
    await expect(client.run(place, exec('true'))).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
    await closed(impostor);
    expect(Buffer.concat(heard).toString()).toBe('');
  });

  test('whose clock is wrong is told by its own clock until when work may begin', async () => {
    for (const aheadMs of [-3_600_000, 3_600_000]) {
      const deadlines: (number | undefined)[] = [];
      const server = createHttpsServer(own, async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        if (request.url === '/run') deadlines.push(JSON.parse(body).beginsBy);
        response.setHeader('Date', new Date(Date.now() + aheadMs).toUTCString());
        response.end('{"done":{"entries":[]}}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
      const { port } = server.address() as AddressInfo;
      const client = new SandboxClient({ url: `https://127.0.0.2:${port}`, secret: SECRET, trusted: own.cert });
      const list = { do: 'list', path: '/workspace', most: 1 } as const;
      // Before it has answered, nobody knows its clock.
      await client.run(place, list);
      await client.run(place, list);
      const [unknown, known = 0] = deadlines;
      expect(unknown).toBeUndefined();
      const leftMs = known - (Date.now() + aheadMs);
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(16_000);
      await closed(server);
    }
  });

  test('a server that answers otherwise is no sandbox', async () => {
    const server = createHttpsServer(own, (_, response) => response.writeHead(404).end('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
    const { port } = server.address() as AddressInfo;
    const client = new SandboxClient({ url: `https://127.0.0.2:${port}`, secret: SECRET, trusted: own.cert });
    await expect(client.run(place, exec('true'))).rejects.toMatchObject({
      fault: 'sandbox_unavailable',
      message: 'Another program answers there.',
    });
    await closed(server);
  });

  test('one that takes a connection and says nothing is asked once in a while, and holds up nobody', async () => {
    let connections = 0;
    const silent = createServer(() => {
      connections += 1;
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.2', resolve));
    const { port } = silent.address() as AddressInfo;
    const client = new SandboxClient({ url: `https://127.0.0.2:${port}`, secret: SECRET, trusted: own.cert });
    await expect(client.holds(place)).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
    for (let again = 0; again < 5; again += 1)
      await expect(client.holds(place)).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
    expect(connections).toBe(1);
    // A clock that is set back keeps it away no longer.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    await eventually(async () => {
      await client.holds(place).catch(() => {});
      return connections === 2;
    });
    clock.mockRestore();
    silent.close();
  });

  test('its commands reach the API over HTTPS by the address of their own machine, and by none without one', async () => {
    const { met, api, close } = await openApi();
    const withApi = await served(opened.host, { api });
    const without = await served(opened.host);
    try {
      const way: Way = { socket: '/var/run/of-another-machine.sock', pass: 'tzg_box_pass' };
      const asked = exec('tezgah tokens whoami --json', { way });
      await new SandboxClient(withApi.server).run(place, asked);
      expect(new Set(met.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer tzg_box_pass']));
      const { length } = met;
      expect((await new SandboxClient(without.server).run(place, asked)).exitCode).not.toBe(0);
      expect(met).toHaveLength(length);
    } finally {
      await Promise.all([withApi.stop(), without.stop(), close()]);
    }
  });

  test('a door tells an API that is not trusted nothing, and says that it is away', async () => {
    const { met, api, close } = await openApi();
    for (const [trusted, status] of [
      [own.cert, 200],
      [stranger.cert, 503],
    ] as const) {
      const door = new Door({ ...api, trusted, pass: 'tzg_box_pass' });
      const socket = await door.listen(opened.folder);
      expect((await ask(socket, { path: '/v1/meta' })).status).toBe(status);
      await door.close();
    }
    expect(met).toHaveLength(1);
    await close();
  });
});

describe('several hosts', () => {
  const away = new SandboxClient('/nowhere/sandbox.sock');
  let one: Opened;
  let two: Opened;
  const hostsOf = (more: Record<string, Host> = {}) =>
    new SandboxHosts(new Map<string, Host>(Object.entries({ one: asked(one), two: asked(two), ...more })));
  /** A host as the API asks it. */
  const asked = ({ host }: Opened): Sandbox => host as unknown as Sandbox;
  const on = (host: string | null, epoch = 1) => ({ ...place, workspaceId: 'wsp_D', epoch, host });

  beforeAll(async () => {
    [one, two] = (await Promise.all([openWith('builtin'), openWith('builtin')])) as [Opened, Opened];
  });
  afterAll(() => Promise.all([one.close(), two.close()]));

  test('each place is on one of them; a new one is put where there are few folders, on none that is away', async () => {
    const hosts = hostsOf({ away });
    await one.host.start({ ...place, workspaceId: 'wsp_E' });
    expect(await hosts.hostWithRoom()).toBe('two');
    await hosts.start(on('two'));
    expect([await one.host.holds(on('two')), await two.host.holds(on('two'))]).toEqual([false, true]);
    await two.host.start({ ...place, workspaceId: 'wsp_F' });
    expect(await hosts.hostWithRoom()).toBe('one');
    expect((await hosts.disks()).filter(({ workspaceId }) => workspaceId === 'wsp_D')).toMatchObject([
      { host: 'two', epoch: 1 },
    ]);
    expect(await hosts.states()).toMatchObject([
      { host: 'one', driver: 'builtin' },
      { host: 'two', driver: 'builtin' },
      { host: 'away', driver: null, reason: 'The program `sandbox` does not answer.' },
    ]);
  });

  test('are asked for their state once for all who ask within a second', async () => {
    const state = jest.fn(() => one.host.state());
    const hosts = hostsOf({ one: { ...asked(one), state } });
    await Promise.all(Array.from({ length: 100 }, () => hosts.states()));
    expect(state).toHaveBeenCalledTimes(1);
    await eventually(async () => (await hosts.states()) && state.mock.calls.length === 2);
  });

  test('one whose disk is short is chosen last', async () => {
    const short = { ...asked(one), state: () => one.host.state(), room: async () => ({ folders: 0, isShort: true }) };
    expect(await hostsOf({ one: short }).hostWithRoom()).toBe('two');
    expect(await hostsOf({ one: short, two: away }).hostWithRoom()).toBe('one');
  });

  test('what is on a host that is away, or that nobody names, is unavailable; what is on one that is gone is not there', async () => {
    const hosts = hostsOf({ away, lost: 'gone' });
    for (const [host, why] of [
      ['away', 'Host away: '],
      ['other', 'other, which TEZGAH_SANDBOXES does not name'],
    ] as const) {
      const fault = { fault: 'sandbox_unavailable', message: expect.stringContaining(why) };
      await expect(hosts.holds(on(host))).rejects.toMatchObject(fault);
      await expect(hosts.destroy(on(host))).rejects.toMatchObject(fault);
      await expect(hosts.run(on(host), { do: 'list', path: '/workspace', most: 1 })).rejects.toMatchObject(fault);
    }
    for (const host of ['lost', null]) {
      expect(await hosts.holds(on(host))).toBe(false);
      await hosts.destroy(on(host));
      await expect(hosts.run(on(host), { do: 'list', path: '/workspace', most: 1 })).rejects.toMatchObject({
        fault: 'not_started',
      });
    }
    await expect(new SandboxHosts(new Map<string, Host>([['away', away]])).hostWithRoom()).rejects.toMatchObject({
      fault: 'sandbox_unavailable',
    });
  });

  test('whoever attends to a work is known while one of them answers', async () => {
    const hosts = hostsOf({ away });
    const leave = await hosts.attend('wac_A');
    expect(await hosts.attended(['wac_A', 'wac_B'])).toEqual(['wac_A']);
    expect(await hostsOf({ one: away }).attended(['wac_A'])).toEqual(['wac_A']);
    leave();
    await eventually(async () => (await hosts.attended(['wac_A'])).length === 0);
    const none = hostsOf({ one: away, two: away });
    await expect(none.attend('wac_A')).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
    await expect(none.attended(['wac_A'])).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
  });
});

describe('the settings of hosts', () => {
  test('name servers with their secrets, and say what is wrong without them', () => {
    const { sandboxes } = loadConfig({
      TEZGAH_SANDBOXES: `b=https://:${SECRET}@10.0.0.2:4300?certificate=/etc/b.pem, c=gone`,
    });
    expect([...sandboxes]).toEqual([
      ['b', { url: 'https://10.0.0.2:4300', certificate: '/etc/b.pem', secret: SECRET }],
      ['c', 'gone'],
    ]);
    for (const wrong of [
      `b=http://:${SECRET}@10.0.0.2`,
      'b=https://:short@10.0.0.2',
      'b=https://10.0.0.2',
      `https://:${SECRET}@10.0.0.2`,
      `b=https://:${SECRET}@10.0.0.2/path`,
    ]) {
      const read = () => loadConfig({ TEZGAH_SANDBOXES: wrong });
      expect(read).toThrow('TEZGAH_SANDBOXES must');
      expect(read).not.toThrow(SECRET);
    }
    expect(() => loadConfig({ TEZGAH_SANDBOX_LISTEN: '127.0.0.1:4300' })).toThrow('TEZGAH_SANDBOX_SECRET must be set');
    expect(() => loadConfig({ TEZGAH_DOOR_LISTEN: '127.0.0.1:4301' })).toThrow('TEZGAH_TLS_CERTIFICATE');
  });

  test('name a certificate that is there', async () => {
    const folder = await passableFolder('stated');
    const environment = { TEZGAH_SANDBOXES: `b=https://:${SECRET}@10.0.0.2?certificate=${folder}/none.pem` };
    expect(() => statedHosts(loadConfig({ TEZGAH_DATA: folder, ...environment }))).toThrow(`${folder}/none.pem`);
  });
});
