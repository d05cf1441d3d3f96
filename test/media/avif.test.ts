// tier: all
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { endOf } from '../../src/kernel/work/temporal';
import { mediaVariants } from '../../src/media/image/contract';
import { eventually } from '../world/eventually';
import { untilWaiting } from '../world/held';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { plain } from './pictures';
import { withoutAvif } from './without-avif';

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

  test('is shown as webp, says so, and is tried again when its bytes come once more', async () => {
    const bytes = await plain(20, 20);
    const id = await withoutAvif(world, async () => {
      const committed = await commit(bytes);
      await hasFailed();
      await eventually(() => endOf(world.platform.temporal, mediaVariants.workflowId(committed)), WITHIN_MS);
      return committed;
    });
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
