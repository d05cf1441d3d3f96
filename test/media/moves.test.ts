import { newId } from '../../src/kernel/ids';
import { noteProcessed } from '../../src/media/image/moves';
import type { Processed } from '../../src/media/media.process';
import { expireUploads } from '../../src/media/upload/moves';
import { holding, untilWaiting } from '../world/held';
import { createWorld, type World } from '../world/world';

describe('what the product does with media by itself', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  async function uploaded({ hours = 1 } = {}): Promise<string> {
    const id = newId('upl');
    await world.sql(
      `INSERT INTO media_upload (store_id, id, type, size, digest, object, brought_kind, brought_by, created_at, expires_at)
       VALUES ('${world.storeId}', '${id}', 'image/png', 9214, '${id}', '${id}', 'agent', 'tok_x', now(), now() + interval '${hours} hours')`,
    );
    return id;
  }

  const rowsOf = async (entity: string) => (await world.read('audit.list', { query: { entity } })).items;
  const waiting = async (): Promise<string[]> => {
    const rows = await world.database.reader(world.storeId).query<{ id: string }>('SELECT id FROM media_upload');
    return rows.map(({ id }) => id).toSorted();
  };

  describe('media.process', () => {
    const variant = { format: 'webp', width: 320, height: 240, size: 512, object: newId('obj') } as const;

    test('writes down what became of a picture, once, and where its bytes are in no audit row', async () => {
      const { id } = await world.done('catalog.media.commit', { uploadId: await uploaded(), name: 'Cezve' });
      const drawn = { state: 'ready', failure: null, width: 640, height: 480, variants: [variant] } satisfies Processed;
      const note = () =>
        noteProcessed(world.bus, world.storeId, id, ({ state }) => (state === 'ready' ? undefined : drawn));
      expect([await note(), await note()]).toEqual(['ready', 'ready']);
      const [row, ...others] = await rowsOf(id);
      expect(row).toMatchObject({
        command: 'media.process',
        actor: { kind: 'system', id: `media/${id}` },
        payload: { mediaId: id },
        entityId: id,
      });
      expect(others.map(({ command }: { command: string }) => command)).toEqual(['catalog.media.commit']);
      const { items } = await world.read('media.list', { query: {} });
      expect(items[0]).toMatchObject({ id, state: 'ready', width: 640, variants: [{ format: 'webp', width: 320 }] });
    });

    test('shows the variants that another drawing writes while it waits for the lock', async () => {
      const { id } = await world.done('catalog.media.commit', { uploadId: await uploaded() });
      // The lock is one on the file, and its variants are rows of their own.
      const release = await holding(
        world,
        `WITH held AS (UPDATE media SET state = 'ready' WHERE store_id = $1 AND id = $2 RETURNING store_id, id)
         INSERT INTO media_variant (store_id, media_id, format, width, height, size, object)
         SELECT store_id, id, 'webp', 320, 240, 512, $3 FROM held`,
        [world.storeId, id, newId('obj')],
      );
      const widths: number[] = [];
      const noted = noteProcessed(world.bus, world.storeId, id, ({ variants }) => {
        widths.push(...variants.map(({ width }) => width));
        return undefined;
      });
      await untilWaiting(world);
      await release();
      expect([await noted, widths]).toEqual(['ready', [320]]);
    });

    test('says of a file that was deleted meanwhile that there is none', async () => {
      expect(await noteProcessed(world.bus, world.storeId, newId('med'), () => ({ state: 'ready' }))).toBeUndefined();
    });
  });

  describe('media.expire', () => {
    test('deletes what nobody committed in time, and leaves what may be committed or is held', async () => {
      await world.sql('DELETE FROM media_upload');
      const [fresh, late, held] = [await uploaded(), await uploaded({ hours: -1 }), await uploaded({ hours: -2 })];
      await world.database.transaction(world.storeId, async (tx) => {
        await tx.query('SELECT FROM media_upload WHERE store_id = $1 AND id = $2 FOR UPDATE', [world.storeId, held]);
        expect(await expireUploads(world.bus, world.platform.tables, world.storeId)).toBeUndefined();
        expect(await waiting()).toEqual([fresh, held].toSorted());
        return { keep: false, value: undefined };
      });
      expect(await expireUploads(world.bus, world.platform.tables, world.storeId)).toBeUndefined();
      expect(await waiting()).toEqual([fresh]);
      for (const id of [late, held])
        expect(await rowsOf(id)).toMatchObject([
          { command: 'media.expire', actor: { kind: 'system', id: 'sweep' }, payload: { uploadIds: [id] } },
        ]);
      expect(await rowsOf(fresh)).toEqual([]);
    });
  });
});
