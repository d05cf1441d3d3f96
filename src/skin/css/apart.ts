import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { refuse } from '../../kernel/errors';
import { BoundedMap } from '../../kernel/limits/bounded-map';
import { type Claimant, Turns } from '../../kernel/trial/turns';
import { fault } from './fault';
import type { Gated } from './gate';
import { CssThread, Starved } from './thread';

/** Folders of the program of a thread: the build puts it into `dist`, and tests run from `src`. */
const places = [__dirname, path.join(__dirname, '../../../dist/src/skin/css')];

const THREADS = 2;
/** As many wait as are through in some seconds. */
const turns = new Turns({ atOnceMax: THREADS, waitingMax: 20 });
const threads = new Set<CssThread>();

/** Findings of style sheets by their text: a draft that is saved again and again has the same one. */
const KEPT = 20;
const KEPT_BYTES_MAX = 32 * 1024;
const kept = new BoundedMap<Gated>(KEPT);

/**
 * Asks the gate about a style sheet. A thread reads it, so that the loop of this process never waits; threads start at first use.
 * @param caller one that asks for many waits for itself
 * @throws {Refusal} throttled
 */
export async function gatedApart(css: string, bytesMax: number, caller: Claimant): Promise<Gated> {
  if (Buffer.byteLength(css) > bytesMax) return { faults: [fault('css_too_large', '')] };
  const key = createHash('sha256').update(css).digest('hex');
  const known = kept.get(key);
  if (known) return known;
  if (!(await turns.take(caller))) refuseBusy();
  const found = await freeThread()
    .ask({ css, bytesMax })
    .catch((error: unknown) => (error instanceof Starved ? refuseBusy() : Promise.reject(error)))
    .finally(() => turns.giveBack());
  if (css.length <= KEPT_BYTES_MAX) kept.set(key, found);
  return found;
}

function refuseBusy(): never {
  refuse('throttled', 'Too many style sheets wait to be read.', { retryAfterSeconds: 2 });
}

/** Ends all threads; another style sheet starts one again. */
export const endCssThreads = (): Promise<unknown> => Promise.all([...threads].map((thread) => thread.end()));

function freeThread(): CssThread {
  for (const thread of threads) if (!thread.isBusy) return thread;
  const thread = new CssThread(program(), (over) => threads.delete(over));
  threads.add(thread);
  return thread;
}

function program(): string {
  const found = places.map((place) => path.join(place, 'gate-program.js')).find((file) => existsSync(file));
  if (!found) throw new Error('The program that reads style sheets is not built: run `npm run build`.');
  return found;
}
