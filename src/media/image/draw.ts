import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { awayIfOfTheSystem, FilesAway } from '../../kernel/system-fault';
import { inDrawFolder } from './draw-folder';
import type { Format } from './table';

/** A format in which pictures are drawn: those that are shown, and that of servers which read no other. */
export type DrawnFormat = Format | 'jpeg';

interface Picture {
  readonly width: number;
  readonly height: number;
}

/** A picture in several widths, small to large; or why it is none. */
export type Drawing = (Picture & { readonly variants: readonly (Picture & { readonly file: string })[] }) | Undrawn;

/** Why a picture is none. */
export interface Undrawn {
  readonly failure: 'unreadable' | 'too_large';
}

/** The argument in the place of a format: in that of the picture itself, as large as it is. */
export const ANEW = 'anew';

/** The argument behind the format: its largest width alone. */
export const LARGEST = 'largest';

/** The folders of the built program; it is the same from `dist/src/media/image` and, in tests, from `src/media/image`. */
const places = [__dirname, path.join(__dirname, '../../../dist/src/media/image')];

const TIMEOUT_MS = 90_000;
const HEAP_MIB_MAX = 256;
/** The exit code when the machine is short of something (EX_TEMPFAIL of sysexits.h). */
export const TEMPORARY = 75;

/**
 * Draws in a process of its own: it gives its memory back, and bytes that crash or hang a decoder take nobody with them. It is given
 * nothing of the environment.
 * @param signal ends the process
 * @param use gets the drawing while its files are there
 * @throws {FilesAway} for what no other picture would be drawn of either; anything else when the process was killed or ran out of time
 */
export const draw = <T>(
  source: Readable,
  format: Format,
  signal: AbortSignal,
  use: (drawing: Drawing) => Promise<T>,
): Promise<T> =>
  inDrawFolder(async (folder) => use(JSON.parse(await run(source, [format, folder], signal)) as Drawing));

/** Draws the largest of what {@link draw} draws, and no other. */
export const drawLargest = <T>(
  source: Readable,
  format: DrawnFormat,
  signal: AbortSignal,
  use: (drawing: Drawing) => Promise<T>,
): Promise<T> =>
  inDrawFolder(async (folder) => use(JSON.parse(await run(source, [format, folder, LARGEST], signal)) as Drawing));

/** Draws a picture anew as it is, see {@link draw}. @param use gets the name of its file while that is there */
export const drawAnew = <T>(
  source: Readable,
  signal: AbortSignal,
  use: (drawn: { readonly file: string } | Undrawn) => Promise<T>,
): Promise<T> => inDrawFolder(async (folder) => use(JSON.parse(await run(source, [ANEW, folder], signal))));

/** @returns what the program says */
async function run(source: Readable, args: readonly string[], signal: AbortSignal): Promise<string> {
  const program = places.map((place) => path.join(place, 'draw-program.js')).find((file) => existsSync(file));
  if (!program) throw new Error('The program that draws is not built: run `npm run build`.');
  const running = promisify(execFile)(process.execPath, [`--max-old-space-size=${HEAP_MIB_MAX}`, program, ...args], {
    signal,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    // Each of glibc's arenas keeps what it once had.
    env: { MALLOC_ARENA_MAX: '2' },
  });
  const feeding = pipeline(source, running.child.stdin as NodeJS.WritableStream).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const { stdout } = await running.catch(async (error: { readonly code?: unknown }) => {
    // The program looks at a picture once it has all of it: one that ended before has not seen it.
    const isMachines = error.code === TEMPORARY || (await feeding) !== undefined;
    throw isMachines && !signal.aborted ? new FilesAway(error) : awayIfOfTheSystem(error);
  });
  const unfed = await feeding;
  if (unfed) throw awayIfOfTheSystem(unfed.error);
  return stdout;
}
