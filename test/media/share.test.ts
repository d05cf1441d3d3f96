import { Readable } from 'node:stream';
import { assertMediaRoom } from '../../src/media/image/share';
import { type Agents, worldWithAgents } from '../proposal/agents';
import type { World } from '../world/world';
import { plain } from './pictures';

describe('what a store may have of media files', () => {
  let agents: Agents;
  let world: World;
  beforeAll(async () => {
    agents = await worldWithAgents({ environment: { TEZGAH_MEDIA_FILES: '2' } });
    ({ world } = agents);
  });
  afterAll(() => agents.close());

  async function upload(bytes: Uint8Array): Promise<{ uploadId: string }> {
    const kept = await world.platform.services.objects.put(world.storeId, Readable.from([bytes]));
    const { id } = await world.read('media.upload', { as: world.developer, body: { ...kept, type: 'image/png' } });
    return { uploadId: id };
  }

  const share = async () => {
    const sql = `SELECT s.files, s.bytes::int AS bytes, (SELECT count(*)::int FROM media) AS counted,
      (SELECT coalesce(sum(size), 0)::int FROM media) AS size FROM media_share s WHERE store_id = $1`;
    const [row] = await world.database.reader(world.storeId).query<Record<string, number>>(sql, [world.storeId]);
    return row ?? {};
  };

  test('is as many files as its operator says: the next one is refused until one is deleted', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(async (width) => upload(await plain(width, 9))));
    const { id } = await world.done('catalog.media.commit', first);
    await world.done('catalog.media.commit', second);
    expect((await world.run('catalog.media.commit', third)).body).toMatchObject({
      status: 422,
      code: 'media_full',
      detail: expect.stringContaining('2 media files'),
    });
    // The same bytes are the same file, and need no room.
    await world.done('catalog.media.commit', await upload(await plain(1, 9)));
    const full = await share();
    expect([full.files, full.bytes]).toEqual([2, full.size]);
    await world.done('catalog.media.delete', { mediaId: id });
    await world.done('catalog.media.commit', third);
    const again = await share();
    expect([again.files, again.counted, again.bytes]).toEqual([2, 2, again.size]);
  });

  test('counts what an open proposal holds already', async () => {
    const { agent } = agents;
    const { items } = await world.read('media.list');
    expect(items).toHaveLength(2);
    const [fourth, fifth] = await Promise.all([4, 5].map(async (width) => upload(await plain(width, 9))));
    const commit = (payload: object) => world.run('catalog.media.commit', payload, { as: agent });
    expect((await commit(fourth as object)).body).toMatchObject({ code: 'media_full' });
    await agents.propose('catalog.media.delete', { mediaId: items[0].id });
    await agents.propose('catalog.media.commit', fourth);
    expect((await commit(fifth as object)).body).toMatchObject({ code: 'media_full' });
  });

  test('is as many bytes as its operator says', () => {
    const bounds = { mediaFilesMax: 10, mediaMibMax: 2 };
    expect(() => assertMediaRoom({ files: 10, bytes: 2 * 1024 * 1024 }, bounds)).not.toThrow();
    expect(() => assertMediaRoom({ files: 1, bytes: 2 * 1024 * 1024 + 1 }, bounds)).toThrow('2 MiB');
  });
});
