// tier: all
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import { Client } from 'pg';
import { createActivities } from '../../activities';
import { createDrawingActivities, type DrawingActivities } from '../../activities/media.variants';
import { endOf } from '../../src/kernel/work/temporal';
import { drawingQueue, mediaVariants } from '../../src/media/image/contract';
import { eventually } from '../world/eventually';
import { untilWaiting } from '../world/held';
import { prepareTemporal, quietRuntime, startTestWorker } from '../world/worker';
import { createWorld, testServices, type World } from '../world/world';
import { plain } from './pictures';

jest.setTimeout(300_000);

/** Far above what a picture of a few pixels takes. */
const WITHIN_MS = 120_000;

describe('a picture that cannot be drawn as avif', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  async function commit(bytes: Uint8Array): Promise<string> {
    const kept = await world.platform.services.objects.put(world.storeId, Readable.from([bytes]));
    const { id: uploadId } = await world.read('media.upload', { body: { ...kept, type: 'image/png' } });
    return (await world.done('catalog.media.commit', { uploadId })).id;
  }
  const media = async () => (await world.read('media.list')).items[0];
  const formats = async (): Promise<string[]> =>
    (await media()).variants.map(({ format }: { format: string }) => format);
  const hasFailed = () => eventually(async () => (await media()).failure !== null, WITHIN_MS);

  /** A worker whose drawings as avif fail for good. */
  async function workersWithoutAvif(connection: NativeConnection): Promise<Worker[]> {
    const { platform, config } = world;
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

  test('is shown as webp, says so, and is tried again when its bytes come once more', async () => {
    const bytes = await plain(20, 20);
    quietRuntime();
    await prepareTemporal(world);
    const connection = await NativeConnection.connect({ address: world.config.temporalAddress });
    const workers = await workersWithoutAvif(connection);
    const running = Promise.all(workers.map((worker) => worker.run()));
    let id: string;
    try {
      id = await commit(bytes);
      await hasFailed();
      await eventually(() => endOf(world.platform.temporal, mediaVariants.workflowId(id)), WITHIN_MS);
    } finally {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
    }
    // What the shop finds out is nobody's change.
    expect(await media()).toMatchObject({ state: 'ready', failure: 'no_avif', width: 20, rev: 1 });
    expect(await formats()).toEqual(['webp']);

    const worker = await startTestWorker(world);
    try {
      expect(await commit(bytes)).toBe(id);
      await eventually(async () => (await formats()).length === 2, WITHIN_MS);
      expect(await media()).toMatchObject({ state: 'ready', failure: null });
    } finally {
      await worker.stop();
    }
  });

  test('because its bytes were damaged meanwhile keeps what was drawn of them before', async () => {
    const held = new Client({ connectionString: world.superuserUrl });
    await held.connect();
    const worker = await startTestWorker(world);
    try {
      await commit(await plain(21, 21));
      // What is drawn cannot be written down as long as somebody holds the row.
      await held.query('BEGIN');
      const { rows } = await held.query('SELECT object FROM media FOR UPDATE');
      await untilWaiting(world);
      await writeFile(path.join(world.config.dataFolder, 'objects', world.storeId, rows[0].object), 'damaged');
      await held.query('ROLLBACK');
      await hasFailed();
      expect(await media()).toMatchObject({ state: 'ready', failure: 'no_avif' });
      expect(await formats()).toEqual(['webp']);
    } finally {
      await held.end();
      await worker.stop();
    }
  });
});
