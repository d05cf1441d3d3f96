import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';

/** Opens a log for appending; one that has grown large makes room and is kept once. */
export function openLog(file: string, limitBytes = 16 * 1024 * 1024): { fd: number; size: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < limitBytes) return { fd: openSync(file, 'a', 0o600), size };
  renameSync(file, `${file}.old`);
  return { fd: openSync(file, 'a', 0o600), size: 0 };
}

/** The last lines that were written after `from`. */
export function tailOf(file: string, from: number, lines = 8): string {
  const { size } = statSync(file);
  const start = Math.max(from, size - 16_384);
  const buffer = Buffer.alloc(Math.max(0, size - start));
  const fd = openSync(file, 'r');
  try {
    readSync(fd, buffer, 0, buffer.length, start);
  } finally {
    closeSync(fd);
  }
  return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
