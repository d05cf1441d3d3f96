import { exitOf, identityOf, isAlive, startTimeOf } from '../../src/embedded/process';
import { launch } from './support';

test('a process is known by its pid and its start time', async () => {
  const child = launch('sleep', ['30']);
  const identity = identityOf(child.pid ?? 0);
  expect(isAlive(identity)).toBe(true);
  expect(isAlive({ ...identity, startedAt: `${identity.startedAt}0` })).toBe(false);

  const exited = exitOf(child);
  child.kill('SIGKILL');
  await exited;
  expect(isAlive(identity)).toBe(false);
});

test('what cannot be a process is none', () => {
  for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 30]) expect(startTimeOf(pid)).toBeUndefined();
});

test('a program that does not exist counts as exited', async () => {
  expect(await exitOf(launch('/no/such/program', []))).toEqual({ code: 127, signal: null });
});
