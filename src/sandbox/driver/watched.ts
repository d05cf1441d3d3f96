import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import type { Stop } from '../../kernel/declaration/sandbox';
import { isOverfull, isShort } from './disk';
import type { Room } from './memory';

const DISK_EVERY_MS = 1_000;

interface Watched {
  readonly room: Room;
  readonly folder: string;
  readonly timeoutMs: number;
  readonly gone: AbortSignal;
  /** The disk may hold its bound so many times. 0: it is not looked at. */
  readonly diskTimes: number;
}

/**
 * Holds a running process tree within its time, its memory and its disk.
 * @param end ends the tree; it is called once at most @returns a call that ends the watch and tells which bound was reached
 */
export function watch({ room, folder, timeoutMs, gone, diskTimes }: Watched, end: () => void): () => Stop | null {
  let reached: Stop | null = null;
  let over = false;
  const stop = (why: Stop | null): void => {
    if (over) return;
    over = true;
    reached = why;
    end();
  };
  const time = setTimeout(() => stop('time'), timeoutMs);
  const leaveRoom = room.watch(() => stop('memory'));
  const ended = new AbortController();
  if (diskTimes > 0) void lookAtDisk(folder, diskTimes, ended.signal).then((full) => full && stop('disk'));
  const leave = (): void => stop(null);
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();
  return () => {
    over = true;
    clearTimeout(time);
    ended.abort();
    gone.removeEventListener('abort', leave);
    // The kernel may have ended it before anybody has looked.
    if (leaveRoom()) reached ??= 'memory';
    return reached;
  };
}

/** Counts under way: all commands of a workspace share one. */
const counts = new Map<string, Promise<boolean>>();

function counted(folder: string, times: number): Promise<boolean> {
  const key = `${times} ${folder}`;
  const count = counts.get(key) ?? isOverfull(folder, undefined, times).finally(() => counts.delete(key));
  counts.set(key, count);
  return count;
}

/** Counts until the disk is full or nobody asks any more, the next time a while after the last has ended. */
async function lookAtDisk(folder: string, times: number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await setTimeoutOf(DISK_EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    // A disk that cannot be counted has no room.
    const full = await Promise.all([counted(folder, times), isShort(folder)]).catch(() => [true]);
    if (full.includes(true)) return !signal.aborted;
  }
  return false;
}
