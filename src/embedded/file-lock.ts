import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessIdentity } from './process';
import { identityOf, isAlive } from './process';

/** The content of a lock file: its holder, and facts that the holder wants others to know. */
export type LockRecord = ProcessIdentity & {
  readonly since: string;
  readonly note: string;
  readonly stopping?: boolean;
};

export interface FileLock {
  /** Changes what others read in the file. */
  tell(change: { note?: string; stopping?: boolean }): void;
  release(): void;
}

export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Readers see the old content or the new, never a part: also after a kill in the middle. */
export function writeAtomically(file: string, content: string, mode = 0o600): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, content, { mode, flush: true });
  renameSync(draft, file);
}

/**
 * Takes the lock, or answers who holds it. A lock whose holder is gone is taken over.
 *
 * Two programs may find the same dead holder. Renaming the old file aside lets only one of them have it; the other one
 * may by then have renamed the winner's new lock, sees that from its content, and puts it back.
 */
export function tryLock(file: string, note: string): FileLock | LockRecord {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const mine: LockRecord = { ...identityOf(process.pid), since: new Date().toISOString(), note };
  const draft = `${file}.${process.pid}.tmp`;
  const aside = `${file}.${process.pid}.old`;

  for (;;) {
    if (createWhole(file, draft, JSON.stringify(mine))) return lockOn(file, mine);

    const holder = readJson<LockRecord>(file);
    if (holder !== undefined && isAlive(holder)) return holder;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    const taken = readJson<LockRecord>(aside);
    if (taken !== undefined && isAlive(taken)) {
      try {
        linkSync(aside, file);
      } catch {
        // A third program got in between; it holds the lock now.
      }
    }
    rmSync(aside, { force: true });
  }
}

/** Creates the file with its content in one step, or answers false when it is there already. */
function createWhole(file: string, draft: string, content: string): boolean {
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

export const isLock = (result: FileLock | LockRecord): result is FileLock => 'release' in result;

function lockOn(file: string, record: LockRecord): FileLock {
  let current = record;
  const isMine = () => readJson<LockRecord>(file)?.pid === record.pid;
  return {
    tell(change) {
      current = { ...current, ...change };
      if (isMine()) writeAtomically(file, JSON.stringify(current));
    },
    release() {
      if (isMine()) rmSync(file, { force: true });
    },
  };
}
