import type { Stop } from '../../kernel/declaration/sandbox';
import { isOverfull } from './disk';
import { limits } from './limits';
import { memoryOf } from './tree';

const MEMORY_EVERY_MS = 100;
const DISK_EVERY_MS = 1_000;

interface Watched {
  readonly pid: number;
  readonly folder: string;
  readonly timeoutMs: number;
  readonly gone: AbortSignal;
}

/**
 * Holds a running process tree within its time, its memory and its disk.
 * @param end ends the tree; it is called once at most @returns a call that ends the watch and tells which bound was reached
 */
export function watch({ pid, folder, timeoutMs, gone }: Watched, end: () => void): () => Stop | null {
  let reached: Stop | null = null;
  let over = false;
  const stop = (why: Stop | null): void => {
    if (over) return;
    over = true;
    reached = why;
    end();
  };
  const time = setTimeout(() => stop('time'), timeoutMs);
  const memory = setInterval(() => {
    if (memoryOf(pid) > limits.memoryBytes) stop('memory');
  }, MEMORY_EVERY_MS);
  const disk = setInterval(async () => {
    if (await isOverfull(folder)) stop('disk');
  }, DISK_EVERY_MS);
  const leave = (): void => stop(null);
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();
  return () => {
    over = true;
    clearTimeout(time);
    clearInterval(memory);
    clearInterval(disk);
    gone.removeEventListener('abort', leave);
    return reached;
  };
}
