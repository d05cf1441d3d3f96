import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { isLock, tryLock } from '../../src/embedded/file-lock';
import { endWith, exitOf, sleep } from '../../src/embedded/process';
import { eventually } from './eventually';

/** A real server that speaks S3 over a folder (Apache-2.0), built once with Go. */
const VERSION = 'v1.8.0';
const BUILD_MS_MAX = 15 * 60_000;
const execute = promisify(execFile);

async function gatewayProgram(): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const folder = path.join(cache, 'tezgah', `versitygw-${VERSION}`);
  const binary = path.join(folder, 'versitygw');
  while (!existsSync(binary)) {
    const lock = tryLock(path.join(folder, 'lock.json'), 'building versitygw');
    if (!isLock(lock)) {
      await sleep(500);
      continue;
    }
    const draft = path.join(folder, `draft-${process.pid}`);
    try {
      if (existsSync(binary)) break;
      mkdirSync(draft, { recursive: true });
      await execute('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], {
        env: { ...process.env, GOBIN: draft, GOFLAGS: '' },
        timeout: BUILD_MS_MAX,
        maxBuffer: 64 * 1024 * 1024,
      }).catch((error: Error) => {
        throw new Error(`The S3 server of the tests is built with Go, which failed (install Go): ${error.message}`);
      });
      renameSync(path.join(draft, 'versitygw'), binary);
    } finally {
      rmSync(draft, { recursive: true, force: true });
      lock.release();
    }
  }
  return binary;
}

/** A bucket at a server of its own, which can go away and come back. */
export interface Bucket {
  readonly environment: Readonly<Record<string, string>>;
  /** Where its objects are files. */
  readonly folder: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const NAME = 'tezgah-objects';
const ACCESS_KEY = 'tezgah';
export const SECRET_KEY = 'zqx-cok-gizli';

export async function openBucket(): Promise<Bucket> {
  const program = await gatewayProgram();
  const root = mkdtempSync(path.join(os.tmpdir(), 'tezgah-bucket-'));
  const [buckets, sidecar] = [path.join(root, 'buckets'), path.join(root, 'sidecar')];
  const folder = path.join(buckets, NAME);
  for (const made of [folder, sidecar]) mkdirSync(made, { recursive: true });
  const port = await getPort();
  let running: { readonly pid: number; readonly exited: ReturnType<typeof exitOf> } | undefined;
  const stop = async (): Promise<void> => {
    if (running) await endWith(running, ['SIGKILL', 5_000]);
    running = undefined;
  };
  const bucket: Bucket = {
    folder,
    environment: {
      TEZGAH_S3_BUCKET: NAME,
      TEZGAH_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      TEZGAH_S3_PATH_STYLE: '1',
      TEZGAH_S3_ACCESS_KEY_ID: ACCESS_KEY,
      TEZGAH_S3_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    stop,
    async start() {
      const child = spawn(program, ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', sidecar, buckets], {
        stdio: 'ignore',
        env: { PATH: process.env.PATH, ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
      });
      const exited = exitOf(child);
      running = { pid: child.pid as number, exited };
      const answers = () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        );
      await Promise.race([
        eventually(answers, 20_000, 50),
        exited.then(() => Promise.reject(new Error('versitygw ended'))),
      ]);
    },
    async close() {
      await stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
  await bucket.start();
  return bucket;
}
