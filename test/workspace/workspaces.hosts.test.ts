import { rm, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../../src/config';
import type { Sandboxes } from '../../src/kernel/declaration/sandbox';
import { statedHosts } from '../../src/sandbox/stated-hosts';
import { lookAt } from '../../src/workspace/life/look';
import { reapDisks } from '../../src/workspace/life/sweep';
import { own, stranger } from '../sandbox/certificates';
import { type CompiledSandbox, startCompiledSandbox } from '../sandbox/compiled-sandbox';
import { passableFolder } from '../sandbox/passable';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';

const SECRET = 's'.repeat(32);
/** Calls of one address without a credential: more than the tests of this file make. */
const PER_MINUTE = 200;

/** Two machines: the API and the host `a`, which it reaches by a socket, and the host `b`, with which it speaks HTTPS. */
class TwoMachines {
  b: CompiledSandbox | undefined;

  private constructor(
    readonly site: Site,
    readonly owner: OwnerSession,
    readonly folders: { readonly a: string; readonly b: string; readonly pem: string },
    readonly a: CompiledSandbox,
  ) {}

  static async open(): Promise<TwoMachines> {
    const [a, b, pem] = (await Promise.all(['a', 'b', 'pem'].map(passableFolder))) as [string, string, string];
    const files = { own: own.cert, key: own.key, stranger: stranger.cert };
    await Promise.all(
      Object.entries(files).map(([name, bytes]) => writeFile(path.join(pem, name), bytes, { mode: 0o600 })),
    );
    const site = await openSite({
      environment: {
        TEZGAH_SANDBOX_FOLDER: a,
        TEZGAH_DOOR_LISTEN: '127.0.0.1:0',
        TEZGAH_ANONYMOUS_PER_MINUTE: String(PER_MINUTE),
        TEZGAH_TLS_CERTIFICATE: path.join(pem, 'own'),
        TEZGAH_TLS_KEY: path.join(pem, 'key'),
      },
    });
    const there = new TwoMachines(site, await site.session(), { a, b, pem }, await startCompiledSandbox(a, 'builtin'));
    await there.begin();
    return there;
  }

  /** Ends the program of the host `b` at once. */
  async killed(): Promise<void> {
    await this.b?.kill();
    this.b = undefined;
  }

  /** Starts the program of the host `b`, unless it runs. It has another port each time. */
  async begin(): Promise<void> {
    if (this.b) return this.name();
    const { pem } = this.folders;
    this.b = await startCompiledSandbox(this.folders.b, 'builtin', {
      TEZGAH_SANDBOX_LISTEN: '127.0.0.2:0',
      TEZGAH_SANDBOX_SECRET: SECRET,
      TEZGAH_TLS_CERTIFICATE: path.join(pem, 'own'),
      TEZGAH_TLS_KEY: path.join(pem, 'key'),
      TEZGAH_SANDBOX_API: `https://127.0.0.1:${this.site.api.doorPort}?certificate=${path.join(pem, 'own')}`,
    });
    this.name();
  }

  /** Names the hosts as the settings of an installation do. */
  name({ secret = SECRET, certificate = 'own', b }: { secret?: string; certificate?: string; b?: 'gone' } = {}): void {
    const file = path.join(this.folders.pem, certificate);
    const address = `https://:${secret}@127.0.0.2:${this.b?.state.port}?certificate=${file}`;
    const services = this.site.world.platform.services as { sandbox: Sandboxes };
    services.sandbox = this.stated(`b=${b ?? address}`);
  }

  /** Another process of the installation knows nothing but its settings and the database. */
  stated(sandboxes: string): Sandboxes {
    const { a } = this.folders;
    const environment = { TEZGAH_SANDBOX_NAME: 'a', TEZGAH_SANDBOX_FOLDER: a, TEZGAH_SANDBOXES: sandboxes };
    return statedHosts(loadConfig({ TEZGAH_DATA: a, ...environment }));
  }

  async close(): Promise<void> {
    await Promise.all([this.a.kill(), this.b?.kill()]);
    await this.site.close();
    await Promise.all(Object.values(this.folders).map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

describe('workspaces on two machines', () => {
  let there: TwoMachines;
  beforeAll(async () => {
    there = await TwoMachines.open();
  });
  beforeEach(() => there.begin());
  afterAll(() => there.close());

  /** A workspace, and what its owner and its agent ask for. */
  async function opened(name: string) {
    const { site, owner: session } = there;
    const { storeId, platform } = site.world;
    const { body } = await site.call('POST', '/v1/workspaces', { session, body: { name } });
    const { token, workspace, tokenInfo } = body;
    const ws = workspace.id as string;
    const call = (method: string, at: string, more: object = {}) =>
      site.call(method, `/v1/workspaces/${ws}${at}`, { token, ...more });
    return {
      ws,
      tokenId: tokenInfo.id as string,
      exec: (command: string) => call('POST', '/exec', { body: { command, timeoutSeconds: 600 } }),
      write: (file: string, data: string) => call('PUT', `/file?path=${file}`, { body: { data } }),
      read: (file: string) => call('GET', `/file?path=${file}`),
      /** The bytes of a file of a workspace that begins elsewhere: who comes meanwhile is told to come again. */
      async readAgain(file: string) {
        const answer = await eventually(async () => {
          const tried = await call('GET', `/file?path=${file}`);
          return [409, 502, 503].includes(tried.status) ? undefined : tried;
        }, 60_000);
        return answer.status === 200 ? answer.body.data : answer.status;
      },
      list: () => call('GET', '/files?path=/workspace/store'),
      backup: () => call('POST', '/backup'),
      refresh: () => site.call('POST', `/v1/workspaces/${ws}/refresh`, { session, body: {} }),
      async row() {
        const sql = 'SELECT host, epoch, state FROM workspace_sandbox WHERE workspace_id = $1';
        const [row] = await site.rows<{ host: string | null; epoch: number; state: string }>(sql, [ws]);
        return row;
      },
      async looked(idleMs?: number) {
        for (;;) {
          const looked = await lookAt(platform, {
            storeId,
            workspaceId: ws,
            ...(idleMs === undefined ? {} : { idleMs }),
          });
          if (looked.rests || looked.nextMs > 0) return;
        }
      },
      async listed() {
        const { body: all } = await site.call('GET', '/v1/workspaces?limit=100', { session });
        return all.items.find(({ id }: { id: string }) => id === ws);
      },
      async losses() {
        const { body: feed } = await site.call('GET', `/v1/workspaces/${ws}/activity?limit=100`, { session });
        return feed.items.filter(({ kind }: { kind: string }) => kind === 'loss').length as number;
      },
    };
  }

  /** A workspace on a host, with a file in it. */
  async function openedOn(host: 'a' | 'b', name: string) {
    // New ones go to the host that has fewer.
    for (let tries = 0; tries < 4; tries += 1) {
      const each = await opened(`${name} ${tries}`);
      expect((await each.write('not.txt', name)).status).toBe(200);
      if ((await each.row())?.host === host) return each;
    }
    throw new Error(`no workspace came to ${host}`);
  }

  const unavailable = { status: 503, body: { code: 'sandbox_unavailable' } };

  test('each has its files, its commands and its way to the API, and one goes on when the other is killed', async () => {
    const [onA, onB] = [await openedOn('a', 'Birinci'), await openedOn('b', 'İkinci')];
    for (const each of [onA, onB]) {
      expect((await each.exec('echo merhaba > yeni; cat ../not.txt')).body).toMatchObject({ exitCode: 0 });
      expect((await each.read('store/yeni')).body.data).toBe('merhaba\n');
      expect((await each.list()).body.entries.map((entry: { name: string }) => entry.name)).toContain('yeni');
      const { stdout, stderr } = (await each.exec('tezgah tokens whoami --json')).body;
      expect([JSON.parse(stdout), stderr]).toMatchObject([
        { id: each.tokenId, workspaceId: each.ws, kind: 'agent' },
        '',
      ]);
    }
    // Any process finds a workspace on the host that its row names.
    const { storeId } = there.site.world;
    const before = await onB.row();
    expect(before).toMatchObject({ host: 'b', state: 'warm' });
    const place = { storeId, workspaceId: onB.ws, epoch: before?.epoch as number, host: 'b' };
    const file = path.join(there.folders.pem, 'own');
    const other = there.stated(`b=https://:${SECRET}@127.0.0.2:${there.b?.state.port}?certificate=${file}`);
    const read = await other.run(place, { do: 'read', path: '/workspace/store/yeni', bytesMax: 100 });
    expect(read.content.toString()).toBe('merhaba\n');

    await there.killed();
    for (const refused of [await onB.exec('true'), await onB.read('store/yeni'), await onB.write('yeni', 'x')]) {
      expect(refused).toMatchObject({ ...unavailable, body: { detail: expect.stringContaining('Host b:') } });
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect((await onA.exec('tezgah tokens whoami --json')).body).toMatchObject({ exitCode: 0 });
    const third = await opened('Üçüncü');
    expect((await third.exec('true')).status).toBe(200);
    expect(await third.row()).toMatchObject({ host: 'a' });
    // Nothing of what may be there alone is begun anew elsewhere.
    expect(await onB.row()).toEqual(before);
    expect([(await onA.listed()).sandboxDriver, (await onB.listed()).sandboxDriver]).toEqual(['builtin', null]);
    const { body: health } = await there.site.call('GET', '/v1/health');
    expect(health.sandbox).toMatchObject({
      driver: 'builtin',
      hosts: [
        { host: 'a', driver: 'builtin' },
        { host: 'b', driver: null, reason: 'The program `sandbox` does not answer.' },
      ],
    });

    await there.begin();
    expect((await onB.read('store/yeni')).body.data).toBe('merhaba\n');
    expect([await onB.row(), await onB.losses()]).toEqual([before, 0]);
  });

  test('a wrong secret and a wrong certificate are refused, and nothing is done', async () => {
    const onB = await openedOn('b', 'Yanlış');
    for (const [wrong, why] of [
      [{ secret: 't'.repeat(32) }, 'refuses the secret'],
      [{ certificate: 'stranger' }, 'certificate is not trusted'],
    ] as const) {
      there.name(wrong);
      const refused = await onB.exec('rm ../not.txt');
      expect(refused).toMatchObject({ ...unavailable, body: { detail: expect.stringContaining(why) } });
    }
    there.name();
    expect((await onB.read('not.txt')).body.data).toBe('Yanlış');
  });

  test('a sandbox that was renewed, or that rests with all of its work in a backup, goes on at another host', async () => {
    const [renewed, resting] = [await openedOn('b', 'Yenilenen'), await openedOn('b', 'Dinlenen')];
    expect((await renewed.refresh()).status).toBe(200);
    await renewed.looked();
    expect(await renewed.row()).toMatchObject({ host: null, state: 'cold' });
    await resting.looked(0);
    expect(await resting.row()).toMatchObject({ host: 'b', state: 'cold' });
    await there.killed();
    for (const [each, name] of [
      [renewed, 'Yenilenen'],
      [resting, 'Dinlenen'],
    ] as const) {
      expect(await each.readAgain('not.txt')).toBe(name);
      expect([await each.row(), await each.losses()]).toMatchObject([{ host: 'a', state: 'warm' }, 0]);
    }
    await there.begin();
    // The folder that the host still has belongs to an earlier life.
    const { platform, storeId } = there.site.world;
    const kept = async () =>
      (await platform.services.sandbox.disks()).filter(
        (disk) => disk.storeId === storeId && disk.workspaceId === resting.ws,
      );
    expect((await kept()).map(({ host }) => host).toSorted()).toEqual(['a', 'b']);
    await reapDisks(platform, new Date(), 0);
    expect((await kept()).map(({ host }) => host)).toEqual(['a']);
    expect((await resting.read('not.txt')).body.data).toBe('Dinlenen');
  });

  test('of a host that is gone the work of its workspaces begins from their backups, and what is lost is told', async () => {
    const onB = await openedOn('b', 'Giden');
    expect((await onB.backup()).status).toBe(200);
    await onB.write('sonra.txt', 'after the backup');
    there.name({ b: 'gone' });
    expect(await onB.readAgain('not.txt')).toBe('Giden');
    expect(await onB.readAgain('sonra.txt')).toBe(404);
    expect([await onB.row(), await onB.losses()]).toMatchObject([{ host: 'a' }, 1]);
    there.name();
  });

  describe('the door over HTTPS', () => {
    /** Sends headers alone, with no byte of a body that they state. */
    const knock = (at: string, { method = 'GET', headers = {} }: http.RequestOptions = {}) =>
      new Promise<{ status: number; code: string; retryAfter: string | undefined }>((resolve, reject) => {
        const port = there.site.api.doorPort;
        const asking = https.request({
          host: '127.0.0.1',
          port,
          path: at,
          method,
          headers,
          ca: own.cert,
          agent: false,
        });
        asking.once('error', reject);
        asking.once('response', async (answer) => {
          const { code } = JSON.parse(await text(answer));
          resolve({ status: answer.statusCode ?? 0, code, retryAfter: answer.headers['retry-after'] });
          asking.destroy();
        });
        asking.flushHeaders();
        if (method === 'GET') asking.end();
      });
    const refused = { status: 401, code: 'unauthenticated' };

    test('opens to no other credential, wherever it leads, and reads nothing before', async () => {
      const { token } = await there.site.mint('developer');
      const { cookie, csrfToken } = there.owner;
      const credentials = [
        {},
        { Authorization: `Bearer ${token}` },
        { Authorization: 'Bearer tzg_box_W10.AAAA' },
        { Authorization: 'Basic dGV6Z2FoOnRlemdhaA==' },
        { Cookie: cookie, 'X-CSRF-Token': csrfToken },
      ];
      for (const at of ['/v1/health', '/v1/routes', '/v1/tokens/me', '/v1/nowhere', '/mcp'])
        expect(await Promise.all(credentials.map((headers) => knock(at, { headers })))).toMatchObject(
          credentials.map(() => refused),
        );
      const posting = { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': '900000' } };
      expect(await Promise.all(['/mcp', '/v1/commands/run'].map((at) => knock(at, posting)))).toMatchObject([
        refused,
        refused,
      ]);
    });

    test('counts what it refuses for its address, and passes of that address wait for nothing', async () => {
      const onB = await openedOn('b', 'Kapı');
      const knocks = await Promise.all(Array.from({ length: PER_MINUTE + 100 }, () => knock('/v1/health')));
      const told = knocks.filter(({ code }) => code === 'throttled');
      expect(told.length).toBeGreaterThanOrEqual(50);
      expect(knocks.length - told.length).toBeLessThanOrEqual(PER_MINUTE);
      for (const { status, retryAfter } of told) expect([status, Number(retryAfter) > 0]).toEqual([429, true]);
      expect((await onB.exec('tezgah tokens whoami --json')).body).toMatchObject({ exitCode: 0 });
    });
  });
});
