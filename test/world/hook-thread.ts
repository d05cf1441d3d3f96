import { existsSync } from 'node:fs';
import path from 'node:path';

const program = path.resolve(__dirname, '..', '..', 'dist', 'src', 'checkout', 'hook', 'thread.js');

/** The program of the threads that run hooks, as it is shipped. */
export function hookThread(): string {
  if (!existsSync(program)) throw new Error('npm run build first: hooks run compiled');
  return program;
}
