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

test('each line says which request it belongs to, and the line itself has the last word', () => {
  const { log, told } = keptLog();
  correlated(correlationOf('order-4711', undefined), () => {
    log.info('within');
    log.info({ requestId: 'another' }, 'named');
  });
  log.info('outside');
  expect(told('within')).toMatchObject([{ requestId: 'order-4711', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(told('named')).toMatchObject([{ requestId: 'another' }]);
  expect(told('outside')[0].requestId).toBeUndefined();
});
