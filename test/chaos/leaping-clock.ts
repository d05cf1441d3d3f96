import { readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Loaded before the programs of the product: the clocks of API and worker are ahead by the milliseconds that a file states. Timers run as
 * they do, and so does what measures how long something takes. The supervisor keeps its clock: by it programs have time to start.
 */

const { TEZGAH_CHAOS_LEAPS: file } = process.env;
/** The file is read so seldom, milliseconds. */
const FRESH_MS = 20;

const Clock = Date;
const clockNow = Clock.now;
let readAt = Number.NEGATIVE_INFINITY;
let aheadMs = 0;

function ahead(): number {
  const at = performance.now();
  if (file === undefined || at - readAt < FRESH_MS) return aheadMs;
  readAt = at;
  aheadMs = Number(readFileSync(file, 'utf8'));
  return aheadMs;
}

function putAhead(): void {
  Clock.now = () => clockNow() + ahead();
  globalThis.Date = new Proxy(Clock, {
    construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [Clock.now()] : values, made),
    apply: () => new Clock(Clock.now()).toString(),
  });
}

if (['main.js', 'worker.js'].includes(path.basename(process.argv[1] ?? ''))) putAhead();
