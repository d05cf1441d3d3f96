import path from 'node:path';
import { identityOf, isAlive, signalTo } from '../../src/embedded/process';
import { startNodeProgram } from '../../src/supervisor/node-child';
import { isStarved, Supervised } from '../../src/supervisor/supervised';
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
        { onSpawn, onLine: (line) => lines.push(line) },
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
      { onSpawn() {}, onLine() {} }).then(({ pid }) => console.log('child', pid));`;
  const supervisor = launch(process.execPath, ['-e', script]);
  const output = outputOf(supervisor);
  const pid = Number(await eventually(() => /child (\d+)/.exec(output())?.[1]));
  const child = identityOf(pid);
  supervisor.kill('SIGKILL');
  await eventually(() => !isAlive(child));
});

const startOf = (file: string, more: object = {}) =>
  startNodeProgram(
    { entry: program(file), env: { ...process.env, PORT: '0' } },
    { onSpawn: () => {}, onLine: () => {}, ...more },
  );

test('a program that is slow to start is waited for, however long it takes', async () => {
  // It runs for several times as long as one may do nothing.
  const running = await startOf('slow.cjs', { idleMs: 1_500 });
  await running.stop(2000);
});

test('a program that does nothing while it starts is given up, and it is ended', async () => {
  const pids: number[] = [];
  const start = startOf('idle.cjs', { idleMs: 1_500, onSpawn: (pid: number) => pids.push(pid) });
  await expect(start).rejects.toThrow('did nothing for 1.5 s while it started');
  expect(isAlive(identityOf(pids[0] ?? 0))).toBe(false);
});

test('a program that serves is never ended, although it is not ready and does nothing', async () => {
  let asked = 0;
  const serves = async () => {
    asked += 1;
    return asked < 4;
  };
  await expect(startOf('idle.cjs', { idleMs: 1_000, serves })).rejects.toThrow('did nothing');
  expect(asked).toBe(4);
});

test('what a program waits for is told to it once it is there', async () => {
  let isThere = (): void => {};
  const ground = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  const order: string[] = [];
  const start = startOf('grounded.cjs', { ground }).then(async (running) => {
    order.push('ready');
    await running.stop(2000);
  });
  await sleep(300);
  order.push('there');
  isThere();
  await start;
  expect(order).toEqual(['there', 'ready']);
});

test.each([
  ['does nothing', { sinceMs: 0, inAllMs: 900 }, false],
  ['is given a tenth of the time', { sinceMs: 1_500, inAllMs: 9_000 }, true],
  ['turns in a circle', { sinceMs: 14_000, inAllMs: 90_000 }, false],
  ['is of a system that does not tell', undefined, false],
])('a silent program that %s', (_, seen, starved) => {
  expect(isStarved(seen, 15_000)).toBe(starved);
});
