import { readFileSync } from 'node:fs';
import path from 'node:path';

let known: string | undefined;

/** Reads the version of this program: the sources and the compiled files lie at different depths below package.json. */
export function version(): string {
  known ??= read(__dirname);
  return known;
}

function read(folder: string): string {
  try {
    return (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return read(path.dirname(folder));
  }
}

/** Is `mine` older than `wanted`? Three numbers; what follows them does not count. */
export function isOlder(mine: string, wanted: string): boolean {
  const [left, right] = [numbers(mine), numbers(wanted)];
  const differs = left.findIndex((number, index) => number !== right[index]);
  return differs >= 0 && (left[differs] as number) < (right[differs] as number);
}

const numbers = (text: string): number[] =>
  [0, 1, 2].map((index) => Number.parseInt(text.split('.')[index] ?? '0', 10) || 0);
