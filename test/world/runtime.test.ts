import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import type { JestEnvironmentConfig } from '@jest/environment';
import { Client } from 'pg';
import Environment from './environment';
import { noteOpen } from './open-things';
import { testServices } from './world';

/** What another file would load. */
function loadedAnew<T>(load: () => T): T {
  let loaded: T | undefined;
  jest.isolateModules(() => {
    loaded = load();
  });
  return loaded as T;
}

it('loads packages once for all files, and the product anew for one that isolates it', () => {
  expect(loadedAnew(() => require('ajv'))).toBe(require('ajv'));
  expect(loadedAnew(() => require('typebox'))).toBe(require('typebox'));
  const source = () => require('../../src/kernel/errors');
  expect(loadedAnew(source)).not.toBe(source());
  expect(loadedAnew(source).Refusal).not.toBe(source().Refusal);
});

it('shares errors, dates and bytes with packages and with Node', async () => {
  const client = new Client({ connectionString: testServices().postgresUrl });
  await client.connect();
  const { rows } = await client.query(`SELECT now() AS time, '\\x00'::bytea AS bytes`);
  const error = await client.query('SELECT nothing').catch((said: unknown) => said);
  await client.end();
  expect(rows[0].time instanceof Date).toBe(true);
  expect(rows[0].bytes instanceof Uint8Array).toBe(true);
  expect(error instanceof Error).toBe(true);
  const missing = await import('node:fs/promises').then(({ readFile }) => readFile('/nowhere').catch((said) => said));
  expect(missing instanceof Error).toBe(true);
});

it('says in a stack where a source stands', () => {
  const { stack } = new Error('here');
  const line =
    readFileSync(__filename, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes("new Error('here')")) + 1;
  expect(stack).toContain(`test/world/runtime.test.ts:${line}:21`);
});

describe('after a file', () => {
  const environment = () => new Environment({ projectConfig: { fakeTimers: {} } } as JestEnvironmentConfig);

  it('changes back what it has changed of the global object', async () => {
    const { exit } = process;
    const here = console;
    const { setTimeout: timeout } = globalThis;
    process.env.KEPT_BEFORE = 'before';
    const ended = environment();
    const symbol = Symbol('left');
    Object.assign(globalThis, { left: true, [symbol]: true });
    Object.assign(process.env, { LEFT: 'yes', KEPT_BEFORE: 'after' });
    process.exit = (() => {}) as typeof process.exit;
    globalThis.console = {} as Console;
    ended.fakeTimersModern.useFakeTimers();
    await ended.teardown();
    expect(['left' in globalThis, symbol in globalThis]).toEqual([false, false]);
    expect([process.env.LEFT, process.env.KEPT_BEFORE]).toEqual([undefined, 'before']);
    expect([process.exit, globalThis.console, globalThis.setTimeout]).toEqual([exit, here, timeout]);
    delete process.env.KEPT_BEFORE;
  });

  it('follows no promise for what the file has followed', async () => {
    const followed = new AsyncLocalStorage();
    await followed.run('a request', async () => {
      expect(followed.getStore()).toBe('a request');
      await environment().teardown();
      expect(followed.getStore()).toBeUndefined();
    });
  });

  it('ends what it has left open, the last first', async () => {
    const ended: string[] = [];
    const end = (name: string) => async () => {
      ended.push(name);
    };
    const leaving = environment();
    noteOpen(end('database'));
    noteOpen(end('worker'));
    await leaving.teardown();
    expect(ended).toEqual(['worker', 'database']);
  });
});
