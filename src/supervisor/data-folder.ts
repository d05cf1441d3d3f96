import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FileLock } from '../embedded/file-lock';
import { isLock, tryLock } from '../embedded/file-lock';
import { sleep } from '../embedded/process';

/** Somebody else runs on this data folder. */
export class HeldError extends Error {}

/** The time in ms in which a process that was just killed may not have noticed yet that it is to stop. */
const noticeMs = 600;

export const lockPath = (folder: string): string => path.join(folder, 'lock.json');

/** Locks a data folder for one run. A run that is just ending is waited for. */
export async function lockDataFolder(folder: string, say: (line: string) => void): Promise<FileLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const start = Date.now();
  let told = false;
  for (;;) {
    const result = tryLock(lockPath(folder), 'starting');
    if (isLock(result)) return result;
    const waited = Date.now() - start;
    if (waited > (result.stopping ? 15_000 : noticeMs)) {
      throw new HeldError(
        `${folder} is in use by process ${result.pid} since ${result.since} (${result.note}). Stop that one (kill ${result.pid}), or set TEZGAH_DATA to another folder.`,
      );
    }
    if (result.stopping && !told) say(`Process ${result.pid} is just stopping: waiting for it.`);
    told ||= result.stopping === true;
    await sleep(100);
  }
}
