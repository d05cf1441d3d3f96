import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { refuse } from '../../kernel/errors';
import { Turns } from '../../kernel/trial/turns';
import { blocksOf } from './block';
import { belgeTitle } from './documents';
import type { Drawn } from './pdf-page';
import type { NumberedBelge } from './store';

/** Folders of the program that draws: the build puts it into `dist`, and tests run from `src`. */
const places = [__dirname, path.join(__dirname, '../../../dist/src/order/belge')];

/** Drawing keeps a core busy for half a second: one of this process at a time, and as many wait as are through in some seconds. */
const turns = new Turns({ atOnceMax: 1, waitingMax: 20 });

const TIMEOUT_MS = 30_000;
const MEGABYTES = 256;

/**
 * The PDF of a document, drawn of its page and of nothing else, in a thread of its own: the loop of this process never waits for it. The
 * same document has the same bytes each time, so nobody has to keep them.
 * @param lane the store, so that one that asks for many waits for itself
 * @throws {Refusal} throttled
 */
export async function pdfOf(row: NumberedBelge, lane: string): Promise<Buffer> {
  if (!(await turns.take({ lane, isKnown: true })))
    refuse('throttled', 'Too many documents wait to be drawn.', { retryAfterSeconds: 2 });
  return drawnApart(drawnOf(row)).finally(() => turns.giveBack());
}

function drawnOf({ kind, number, html, digest, createdAt }: NumberedBelge): Drawn {
  return {
    title: `${belgeTitle(kind)} ${number}`,
    at: createdAt,
    foot: `SHA-256 ${digest}`,
    blocks: blocksOf(html),
  };
}

function drawnApart(drawn: Drawn): Promise<Buffer> {
  const program = places.map((place) => path.join(place, 'pdf-program.js')).find((file) => existsSync(file));
  if (!program) throw new Error('The program that draws documents is not built: run `npm run build`.');
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      argv: [],
      env: {},
      workerData: drawn,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)));
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('a document was not drawn'));
    });
  });
}
