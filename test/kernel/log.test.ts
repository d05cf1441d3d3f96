import { spawnSync } from 'node:child_process';
import path from 'node:path';

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
