import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Format } from './aggregate';
import { inDrawFolder } from './draw-folder';

interface Picture {
  readonly width: number;
  readonly height: number;
}

/** A picture in several widths, small to large; or why it is none. */
export type Drawing =
  | (Picture & { readonly variants: readonly (Picture & { readonly file: string })[] })
  | { readonly failure: 'unreadable' | 'too_large' };

/** Where the build puts it; the same program from `dist/src/media/image` and, in tests, from `src/media/image`. */
const places = [__dirname, path.join(__dirname, '../../../dist/src/media/image')];

const TIMEOUT_MS = 90_000;
const HEAP_MIB_MAX = 256;

/**
 * Draws in a process of its own: it gives its memory back, and bytes that crash or hang a decoder take nobody with them. It is given
 * nothing of the environment.
 * @param signal ends the process
 * @param use gets the drawing while its files are there
 * @throws when the process was killed or ran out of time
 */
export const draw = <T>(
  source: Readable,
  format: Format,
  signal: AbortSignal,
  use: (drawing: Drawing) => Promise<T>,
): Promise<T> =>
  inDrawFolder(async (folder) => {
    const program = places.map((place) => path.join(place, 'draw-program.js')).find((file) => existsSync(file));
    if (!program) throw new Error('The program that draws is not built: run `npm run build`.');
    const running = promisify(execFile)(
      process.execPath,
      [`--max-old-space-size=${HEAP_MIB_MAX}`, program, format, folder],
      // Each of glibc's arenas keeps what it once had.
      { signal, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', env: { MALLOC_ARENA_MAX: '2' } },
    );
    const [{ stdout }] = await Promise.all([running, pipeline(source, running.child.stdin as NodeJS.WritableStream)]);
    return use(JSON.parse(stdout) as Drawing);
  });
