import path from 'node:path';
import type { HookOutcome } from '../../../src/checkout/hook/messages';
import { HookPool } from '../../../src/checkout/hook/pool';
import { noteOpen } from '../../world/open-things';

const opened = (name: string): { pool: HookPool; close(): Promise<void> } => {
  const pool = new HookPool(path.join(__dirname, 'programs', name), 1);
  return { pool, close: noteOpen(() => pool.close()) };
};
const run = async (pool: HookPool, code: string): Promise<HookOutcome> => {
  const [outcome] = await pool.run({ lines: '[]', calls: [{ code, rest: '{}', config: '{}' }] });
  return outcome as HookOutcome;
};
/** On a machine that has no time for it, it is asked again. */
const outcomeOf = async (pool: HookPool, code: string): Promise<HookOutcome> => {
  for (;;) {
    const outcome = await run(pool, code);
    if (outcome.kind !== 'unasked') return outcome;
  }
};
const one = { kind: 'answered', operations: '[1]' };

test('an engine may take longer to start than a hook may run, and so may the one behind a thread that was lost', async () => {
  const { pool, close } = opened('slow-start.cjs');
  await pool.ready;
  expect(await outcomeOf(pool, '() => [1]')).toEqual(one);
  expect(await outcomeOf(pool, '() => [new Array(3e8) + ""]')).toMatchObject({ kind: 'failed' });
  expect(await outcomeOf(pool, '() => [1]')).toEqual(one);
  await close();
});

test('while no thread has ever been ready calls are refused after a while, and may be sent again', async () => {
  const { pool, close } = opened('never-ready.cjs');
  await expect(run(pool, '() => [1]')).rejects.toMatchObject({
    code: 'unavailable',
    options: { retryAfterSeconds: expect.any(Number) },
  });
  const waits = run(pool, '() => [1]');
  await close();
  expect(await waits).toEqual({ kind: 'unasked' });
});

test('a thread that is given no time is not ended: who asked goes on, and the next one finds it again', async () => {
  const { pool, close } = opened('starved.cjs');
  await pool.ready;
  const { operations: thread } = (await outcomeOf(pool, '0')) as { operations: string };
  const late: HookOutcome[] = [];
  const slept = run(pool, '1500').then((outcome) => late.push(outcome));
  expect(await outcomeOf(pool, '0')).toEqual({ kind: 'answered', operations: thread });
  await slept;
  expect(late).toEqual([{ kind: 'unasked' }]);
  await close();
});
