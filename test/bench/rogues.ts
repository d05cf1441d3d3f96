import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HookPool } from '../../src/checkout/hook/pool';
import { answerQuestions } from './program';

/** How many hooks that do their worst are run, and how many of them wait for a thread at a time. */
export interface Rogues {
  readonly calls: number;
  readonly atOnce: number;
}

export interface RogueResult {
  /** How late the loop of the process came round, at most and but for one turn in a thousand, in ms. */
  readonly mostMs: number;
  readonly mostButOneInAThousandMs: number;
  readonly seconds: number;
}

const worst = [
  '() => { for (;;); }',
  '() => { const a = []; for (;;) a.push("x".repeat(1e6) + a.length); }',
  'const f = () => f() + 1; f',
  '() => [/^(a+)+$/.test("a".repeat(40) + "b")]',
  '() => [new Array(3e8) + ""]',
];
const RESOLUTION_MS = 1;

/** A process that does nothing but lend its threads to hooks, and looks how late its own loop comes round meanwhile. */
async function run({ calls, atOnce }: Rogues): Promise<RogueResult> {
  const pool = new HookPool(path.join(__dirname, '..', '..', 'src', 'checkout', 'hook', 'thread.js'));
  await pool.ready;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const since = performance.now();
  let begun = 0;
  const one = async (): Promise<void> => {
    while (begun < calls) {
      const code = worst[begun++ % worst.length] as string;
      const [outcome] = await pool.run({ lines: '[]', calls: [{ code, rest: '{}', config: '{}' }] });
      if (outcome?.kind === 'answered') throw new Error(`a rogue hook has answered: ${code}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - since) / 1000;
  delay.disable();
  await pool.close();
  const lateMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return { mostMs: lateMs(delay.max), mostButOneInAThousandMs: lateMs(delay.percentile(99.9)), seconds };
}

answerQuestions(run);
process.send?.({ ready: true });
