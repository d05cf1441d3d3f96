import { parentPort } from 'node:worker_threads';
import { OwnTime, ownThread } from '../../kernel/process/own-time';
import { Engine, Thrown } from './engine';
import { limits, TOO_LONG } from './limits';
import { type Call, type FromThread, type HookOutcome, NOTHING, saysNothing, type Trip } from './messages';
import { Progress } from './progress';

/*
 * The program of a thread that runs hooks, one at a time, those of a trip one after another. Nothing of this process is lent to them: no
 * timer, no module, no console. The engine stops at its next step; what does not come to a step, e.g. one long call of the engine itself,
 * ends with the thread.
 */

/** The pause, in ms, between two looks at the time that this thread has run. */
const LOOK_MS = 2;

const self = ownThread();
const time = new OwnTime(self);

/** Says when a call has to stop, and why it did. */
class Patience {
  why: 'late' | 'starved' | undefined;
  private readonly since = performance.now();
  readonly ranBefore = time.ranMs();
  private lookAt = this.since + limits.runMs;

  isOver(): boolean {
    const now = performance.now();
    if (this.why === undefined && now < this.lookAt) return false;
    this.lookAt = now + LOOK_MS;
    if (time.ranMs() - this.ranBefore >= limits.runMs) this.why = 'late';
    else if (now - this.since >= limits.wallMs) this.why ??= 'starved';
    return this.why !== undefined;
  }
}

/** The patience with the hook that runs. Work of this program itself has none: how long that takes is the machine's doing, and nobody's fault. */
let patience: Patience | undefined;
const progress = new Progress();

function called(engine: Engine, call: Call): { readonly outcome: HookOutcome; readonly spent: boolean } {
  const given = new Patience();
  patience = given;
  progress.begin(given.ranBefore, time);
  try {
    const operations = engine.call(call);
    const outcome: HookOutcome =
      Buffer.byteLength(operations) > limits.operationsBytes
        ? { kind: 'failed', message: `answered more than ${limits.operationsBytes} bytes` }
        : { kind: 'answered', operations };
    return { outcome, spent: false };
  } catch (error) {
    // The engine itself gave way, e.g. for want of memory: nothing is run in it again.
    return { outcome: failureOf(error, given), spent: !(error instanceof Thrown) };
  } finally {
    patience = undefined;
  }
}

function failureOf(error: unknown, { why }: Patience): HookOutcome {
  if (why === 'starved') return { kind: 'unasked' };
  if (why === 'late') return { kind: 'failed', message: TOO_LONG };
  return { kind: 'failed', message: error instanceof Thrown ? error.message : 'brought its engine down' };
}

function travelled(engine: Engine, { lines, calls }: Trip): FromThread {
  const outcomes: HookOutcome[] = [];
  const ranBefore = time.ranMs();
  engine.layOut(lines);
  for (const call of calls) {
    const { outcome, spent } = called(engine, call);
    outcomes.push(outcome);
    if (spent || !saysNothing(outcome)) return { kind: 'back', outcomes, spent };
    // The rest of the calls waits for its turn again, as a hook of any other store does.
    if (time.ranMs() - ranBefore >= limits.runMs) break;
  }
  return { kind: 'back', outcomes, spent: false };
}

async function serve(): Promise<void> {
  const engine = await Engine.start(() => patience?.isOver() ?? false);
  const tell = (message: FromThread): void => parentPort?.postMessage(message);
  // The first call of an engine takes many times as long as all others.
  engine.layOut(NOTHING);
  engine.call({ code: '() => []', rest: '{}', config: '{}' });
  parentPort?.on('message', (trip: Trip) => tell(travelled(engine, trip)));
  tell({ kind: 'ready', thread: self, progress: progress.memory });
}

void serve();
