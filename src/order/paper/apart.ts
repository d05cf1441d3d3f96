import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal, refuse } from '../../kernel/errors';
import { Turns } from '../../kernel/trial/turns';

/** Folders of the programs that draw: the build puts them into `dist`, and tests run from `src`. */
const places = [path.join(__dirname, '..'), path.join(__dirname, '../../../dist/src/order')];

/** Drawing keeps a core busy for half a second and more: one of this process at a time, and as many wait as are through in some seconds. */
const turns = new Turns({ atOnceMax: 1, waitingMax: 20 });

const TIMEOUT_MS = 30_000;
const MEGABYTES = 256;

interface Drawing {
  /** The path of the program in `src/order`, without its ending. It answers its `workerData` with the bytes of a PDF. */
  readonly program: string;
  /** The data that the program draws, as a thread is given it. */
  readonly of: unknown;
  /** The store, so that one that asks for many waits for itself. */
  readonly lane: string;
  readonly timeoutMs?: number;
}

/**
 * Draws a PDF in a thread of its own: the loop of this process never waits for it.
 * @throws {Refusal} throttled; unavailable where this machine has no time to draw it
 */
export async function drawnApart({ program, of, lane, timeoutMs = TIMEOUT_MS }: Drawing): Promise<Buffer> {
  if (!(await turns.take({ lane, isKnown: true })))
    refuse('throttled', 'Too many documents wait to be drawn.', { retryAfterSeconds: 2 });
  return drawnBy(program, of, timeoutMs).finally(() => turns.giveBack());
}

async function drawnBy(program: string, of: unknown, timeoutMs: number): Promise<Buffer> {
  const file = places.map((place) => path.join(place, `${program}.js`)).find((each) => existsSync(each));
  if (!file) throw new Error('The program that draws documents is not built: run `npm run build`.');
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      argv: [],
      env: {},
      workerData: of,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
    const timer = setTimeout(() => {
      reject(late());
      void worker.terminate();
    }, timeoutMs);
    worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)));
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('a document was not drawn'));
    });
  });
}

const late = (): Refusal =>
  new Refusal('unavailable', 'This machine is too busy to draw the document.', { retryAfterSeconds: 5 });
