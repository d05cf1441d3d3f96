import path from 'node:path';
import { identityOf, isAlive, signalTo } from '../../src/embedded/process';
import { startNodeProgram } from '../../src/supervisor/node-child';
import { Supervised } from '../../src/supervisor/supervised';
import { eventually } from '../world/eventually';
import { launch, outputOf, program, root, sleep } from './support';

function supervise(file: string, more: Partial<ConstructorParameters<typeof Supervised>[0]> = {}) {
  const said: string[] = [];
  const lines: string[] = [];
  const pids: number[] = [];
  const supervised = new Supervised({
    name: 'worker',
    start: (onSpawn) =>
      startNodeProgram(
        { entry: program(file), env: { ...process.env, PORT: '0' } },
        { onSpawn, onLine: (line) => lines.push(line), readyWithinMs: 5000 },
      ),
    onSpawn: (pid) => pids.push(pid),
    onRestart: ({ pid }) => said.push(`again ${pid}`),
    say: (line) => said.push(line),
    ...more,
  });
  return { supervised, said, lines, pids };
}

test('what a program reports when it is ready is told each time, before it counts as ready', async () => {
  const told: unknown[] = [];
  const environment = { entry: program('obedient.cjs'), env: { ...process.env, PORT: '0' } };
  const start = () =>
    startNodeProgram(environment, {
      onSpawn: () => {},
      onLine: () => {},
      onReady: ({ port }) => told.push(port),
      readyWithinMs: 5000,
    });
  for (const times of [1, 2]) {
    const running = await start();
    expect(told).toEqual(Array(times).fill(expect.any(Number)));
    await running.stop(2000);
  }
});

test('a crashed process comes back, with longer pauses each time, and says so', async () => {
  const { supervised, said, pids } = supervise('obedient.cjs');
  await supervised.ready;
  for (const round of [1, 2]) {
    signalTo(supervised.pid ?? 0, 'SIGKILL');
    await eventually(() => said.includes(`again ${pids[round]}`));
  }
  expect(said).toEqual([
    'worker ended with signal SIGKILL; it starts again in 0.25 s.',
    `again ${pids[1]}`,
    'worker ended with signal SIGKILL; it starts again in 0.5 s.',
    `again ${pids[2]}`,
  ]);
  await supervised.stop(2000);
  expect(pids.map((pid) => isAlive(identityOf(pid)))).toEqual([false, false, false]);
});

test('a program that answers nobody twice in a row is ended and comes back, and one silence ends nothing', async () => {
  const answers = [false, false, true, false, true, false, false];
  const { supervised, said, pids } = supervise('obedient.cjs', {
    answers: async () => answers.shift() ?? true,
    answersWithinMs: 30,
  });
  await supervised.ready;
  await eventually(() => said.includes(`again ${pids[1]}`));
  expect(said).toEqual([
    'worker does not answer any more: it is ended.',
    'worker ended with signal SIGKILL; it starts again in 0.25 s.',
    `again ${pids[1]}`,
  ]);
  await sleep(100);
  expect(pids).toHaveLength(2);
  await supervised.stop(2000);
});

test('a program that cannot start ends the boot after three tries, and its own words are shown', async () => {
  const { supervised, lines, pids } = supervise('broken.cjs');
  await expect(supervised.ready).rejects.toThrow('The worker ended with exit code 3 before it was ready.');
  expect(pids).toHaveLength(3);
  expect(lines).toEqual(Array(3).fill('The cupboard is bare.'));
  await supervised.stop(100);
});

test('a program that is deaf to SIGTERM is killed after its time', async () => {
  const { supervised, pids } = supervise('stubborn.cjs');
  await supervised.ready;
  const start = Date.now();
  await supervised.stop(300);
  expect(Date.now() - start).toBeLessThan(20_000);
  expect(isAlive(identityOf(pids[0] ?? 0))).toBe(false);
});

test('a stop in the pause after a crash is heeded at once', async () => {
  const { supervised, said, pids } = supervise('obedient.cjs');
  await supervised.ready;
  signalTo(supervised.pid ?? 0, 'SIGKILL');
  await eventually(() => said.length === 1);
  await supervised.stop(1000);
  await sleep(400);
  expect(pids).toHaveLength(1);
});

test('a stop while it is still starting leaves nothing behind', async () => {
  const { supervised, pids } = supervise('obedient.cjs');
  await supervised.stop(1000);
  await sleep(100);
  expect(pids.some((pid) => isAlive(identityOf(pid)))).toBe(false);
});

test('programs end by themselves when their supervisor is killed', async () => {
  const script = `
    const { startNodeProgram } = require(${JSON.stringify(path.join(root, 'dist/src/supervisor/node-child.js'))});
    startNodeProgram({ entry: ${JSON.stringify(program('obedient.cjs'))}, env: { PORT: '0' } },
      { onSpawn() {}, onLine() {}, readyWithinMs: 5000 }).then(({ pid }) => console.log('child', pid));`;
  const supervisor = launch(process.execPath, ['-e', script]);
  const output = outputOf(supervisor);
  const pid = Number(await eventually(() => /child (\d+)/.exec(output())?.[1]));
  const child = identityOf(pid);
  supervisor.kill('SIGKILL');
  await eventually(() => !isAlive(child));
});
