import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../../activities';
import { createDrawingActivities, type DrawingActivities } from '../../activities/media.variants';
import { drawingQueue } from '../../src/media/image/contract';
import { prepareTemporal, quietRuntime } from '../world/worker';
import { testServices, type World } from '../world/world';

/** Runs a story beside a worker whose drawings as avif fail for good. */
export async function withoutAvif<T>(world: World, story: () => Promise<T>): Promise<T> {
  quietRuntime();
  await prepareTemporal(world);
  const connection = await NativeConnection.connect({ address: world.config.temporalAddress });
  const workers = await workersWithoutAvif(world, connection);
  const running = Promise.all(workers.map((worker) => worker.run()));
  try {
    return await story();
  } finally {
    for (const worker of workers) worker.shutdown();
    await running;
    await connection.close();
  }
}

async function workersWithoutAvif({ platform, config }: World, connection: NativeConnection): Promise<Worker[]> {
  const { temporalNamespace: namespace } = config;
  const real = createDrawingActivities(platform);
  const drawVariants: DrawingActivities['drawVariants'] = (input, format) => {
    if (format === 'avif') throw ApplicationFailure.nonRetryable('killed each time');
    return real.drawVariants(input, format);
  };
  return [
    await Worker.create({
      connection,
      namespace,
      taskQueue: config.taskQueue,
      workflowBundle: { codePath: testServices().workflowBundle },
      activities: createActivities(platform),
    }),
    await Worker.create({
      connection,
      namespace,
      taskQueue: drawingQueue(config.taskQueue),
      activities: { drawVariants },
    }),
  ];
}
