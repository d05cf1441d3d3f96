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
  const text = part(file, Math.max(from, size - 16_384), size).toString('utf8');
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** @returns a function that answers all that was written after `from` */
export function follow(file: string, from: number): () => string {
  const parts: Buffer[] = [];
  let read = from;
  return () => {
    const next = part(file, read, statSync(file).size);
    read += next.length;
    if (next.length > 0) parts.push(next);
    return Buffer.concat(parts).toString('utf8');
  };
}

function part(file: string, from: number, to: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, to - from));
  const fd = openSync(file, 'r');
  try {
    return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from));
  } finally {
    closeSync(fd);
  }
}
