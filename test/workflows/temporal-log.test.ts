import { DefaultLogger, Runtime } from '@temporalio/worker';
import { temporalLog } from '../../src/temporal-log';
import { startTestWorker } from '../world/worker';
import { createWorld } from '../world/world';

const told: string[] = [];
const noting = (_facts: object, message?: string): void => {
  told.push(message ?? '');
};
const log = { error: noting, warn: noting, info: noting };

test('a worker warns of no queue that is meant for activities alone', async () => {
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', temporalLog(log as unknown as Parameters<typeof temporalLog>[0])),
  });
  const world = await createWorld();
  const worker = await startTestWorker(world);
  await worker.stop();
  await world.close();
  expect(told.filter((message) => /no workflows/i.test(message))).toEqual([]);
  told.length = 0;
});

test('what a workflow says is told, and nothing that the library says of itself', () => {
  const entry = { timestampNanos: 0n, level: 'INFO' } as const;
  const tell = temporalLog(log as unknown as Parameters<typeof temporalLog>[0]);
  tell({ ...entry, message: 'workflow ended', meta: { sdkComponent: 'workflow', workflowId: 'job/1' } });
  tell({ ...entry, message: 'Worker state changed', meta: { sdkComponent: 'worker' } });
  expect(told).toEqual(['workflow ended']);
  told.length = 0;
});

test('all else that is warned of is told', () => {
  const entry = { timestampNanos: 0n, message: 'the sky falls' } as const;
  for (const level of ['WARN', 'ERROR'] as const)
    temporalLog(log as unknown as Parameters<typeof temporalLog>[0])({ ...entry, level });
  expect(told).toEqual(['the sky falls', 'the sky falls']);
});
