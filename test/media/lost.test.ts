import { Readable } from 'node:stream';
import { newId } from '../../src/kernel/ids';
import { noteProcessed } from '../../src/media/image/moves';
import { findOpenMedia } from '../../src/media/image/store';
import { abandonMedia } from '../../src/media/image/work';
import type { Processed } from '../../src/media/media.process';
import { eventually } from '../world/eventually';
import { prepareTemporal, startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { committed } from './committed';
import { plain } from './pictures';

const WITHIN_MS = 120_000;

jest.setTimeout(2 * WITHIN_MS);

describe('a picture whose workflow was lost when it had its webp alone', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const media = async () => (await world.read('media.list')).items[0];
  const formats = async (): Promise<string[]> =>
    (await media()).variants.map(({ format }: { format: string }) => format);
  const open = async (): Promise<string[]> =>
    (await findOpenMedia(world.database.maintenance, ['media/', '', 10])).map(({ id }) => id);
  const note = (id: string, processed: Processed) => noteProcessed(world.bus, world.storeId, id, () => processed);

  /** As a backup has it that was taken between the two: the start was delivered, to a Temporal that is gone. */
  async function halfDrawn(width: number): Promise<string> {
    const id = await committed(world, await plain(width, width));
    await world.sql('UPDATE outbox SET done_at = now()');
    const { object, size } = await world.platform.services.objects.put(
      world.storeId,
      Readable.from([await plain(2, 2)]),
    );
    const variant = { format: 'webp', width, height: width, size, object } as const;
    await note(id, { state: 'ready', failure: null, width, height: width, variants: [variant] });
    return id;
  }

  test('gets its avif, and is looked for no more', async () => {
    const id = await halfDrawn(23);
    expect(await open()).toEqual([id]);
    await prepareTemporal(world);
    const worker = await startTestWorker(world);
    try {
      await eventually(async () => (await formats()).length === 2, WITHIN_MS);
    } finally {
      await worker.stop();
    }
    expect(await formats()).toEqual(['webp', 'avif']);
    expect(await media()).toMatchObject({ id, state: 'ready', failure: null });
    expect(await open()).toEqual([]);
  });

  test('is looked for no more once it is given up, and again when its bytes come once more', async () => {
    const id = await halfDrawn(24);
    await abandonMedia(world.bus, world.storeId, id);
    expect(await media()).toMatchObject({ state: 'ready', failure: 'no_avif' });
    expect(await open()).toEqual([]);
    expect(await committed(world, await plain(24, 24))).toBe(id);
    await world.sql('UPDATE outbox SET done_at = now()');
    expect(await open()).toEqual([id]);
    const variant = { format: 'avif', width: 24, height: 24, size: 1, object: newId('obj') } as const;
    await note(id, { variants: [variant] });
    expect(await open()).toEqual([]);
  });

  test('is looked for as one that has no size yet, and not as one that is none', async () => {
    const id = await committed(world, await plain(25, 25));
    await world.sql('UPDATE outbox SET done_at = now()');
    expect(await open()).toEqual([id]);
    await note(id, { state: 'failed', failure: 'unreadable' });
    expect(await open()).toEqual([]);
  });
});
