import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const PREFIX = 'tezgah-draw-';
/** Names of folders, with the drawing machine and process; folders of the first releases name none. */
const NAME = /^tezgah-draw-(?:(.+)-(\d+)-)?\w{6}$/;
/** No drawing takes a twentieth of it, whoever draws. */
const ABANDONED_MS = 3_600_000;

/** Folders in which this process is drawing. */
const inUse = new Set<string>();

/** Lends a folder for one drawing. A killed process leaves its folders behind, so their names tell whose they are. */
export async function inDrawFolder<T>(work: (folder: string) => Promise<T>, root = os.tmpdir()): Promise<T> {
  const folder = await mkdtemp(path.join(root, `${PREFIX}${os.hostname()}-${process.pid}-`));
  inUse.add(folder);
  try {
    return await work(folder);
  } finally {
    inUse.delete(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what processes left that were killed while they drew: those of this machine at once, any others when they are old. */
export async function removeAbandonedFolders(root = os.tmpdir()): Promise<void> {
  for (const name of await readdir(root)) {
    const [whole, host, pid] = NAME.exec(name) ?? [];
    const folder = path.join(root, name);
    if (whole === undefined || inUse.has(folder)) continue;
    const ended = host === os.hostname() && !isRunning(Number(pid));
    // A temporary folder is everybody's: what another user has made is theirs to remove.
    if (ended || (await isOld(folder))) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Tells whether another process with this number runs. An earlier holder of our own number is gone, as in the first process of a container.
 */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isOld = (folder: string): Promise<boolean> =>
  stat(folder).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_MS,
    () => false,
  );
