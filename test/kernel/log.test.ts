import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { correlated, correlationOf } from '../../src/kernel/correlation';
import { keptLog } from '../world/kept-log';

const compiled = path.resolve(__dirname, '../../dist/src/kernel/log.js');

test('a line that Temporal writes says what failed', () => {
  const program = `require(${JSON.stringify(compiled)}).createLog('w', 'info')
    .warn({ meta: { workflowId: 'w', error: new Error('the cupboard is bare') } }, 'Activity failed')`;
  const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toMatchObject({
    msg: 'Activity failed',
    meta: { workflowId: 'w', error: { message: 'the cupboard is bare', stack: expect.stringContaining('Error') } },
  });
});

test('an error of Postgres is told without the rows and statements that it quotes', () => {
  const { log, lines } = keptLog();
  const quoted = {
    detail: 'Key (email)=(ayse@example.com) exists',
    where: 'gizli',
    query: 'gizli',
    parameters: ['gizli'],
  };
  log.error({ err: Object.assign(new Error('duplicate key'), quoted) }, 'request failed');
  expect(lines.join('')).toContain('duplicate key');
  expect(lines.join('')).not.toMatch(/ayse|gizli/);
});

test('each line says which request it belongs to, and the line itself has the last word', async () => {
  const { log, told } = keptLog();
  await correlated(correlationOf('order-4711', undefined), async () => {
    log.info('within');
    log.info({ requestId: 'another' }, 'named');
  });
  log.info('outside');
  expect(told('within')).toMatchObject([{ requestId: 'order-4711', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(told('named')).toMatchObject([{ requestId: 'another' }]);
  expect(told('outside')[0].requestId).toBeUndefined();
});

test('one piece of work that ends takes nothing from another that goes on', async () => {
  const { log, told } = keptLog();
  let end = (): void => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const long = correlated(correlationOf('long', undefined), async () => {
    await held;
    log.info('late');
  });
  await correlated(correlationOf('short', undefined), async () => log.info('early'));
  log.info('between');
  end();
  await long;
  log.info('after');
  expect(told('early')).toMatchObject([{ requestId: 'short' }]);
  expect(told('late')).toMatchObject([{ requestId: 'long' }]);
  expect([...told('between'), ...told('after')].map(({ requestId }) => requestId)).toEqual([undefined, undefined]);
});

test('nothing is followed any more when the last work of a request has ended', async () => {
  const { log, told } = keptLog();
  let straggler = Promise.resolve();
  await correlated(correlationOf('order-4711', undefined), async () => {
    straggler = new Promise((resolve) => setTimeout(resolve, 5)).then(() => log.info('straggler'));
    log.info('within');
  });
  await straggler;
  expect(told('within')).toMatchObject([{ requestId: 'order-4711' }]);
  expect(told('straggler')[0].requestId).toBeUndefined();
});
