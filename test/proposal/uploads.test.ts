import { Readable } from 'node:stream';
import { expireUploads } from '../../src/media/upload/moves';
import { deleteExpiredUploads, findExpiredUploads, listUploads, readWaiting } from '../../src/media/upload/store';
import { plain } from '../media/pictures';
import { type Agents, worldWithAgents } from './agents';

describe('an upload that an item of a proposal names', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  let width = 30;
  async function upload(): Promise<string> {
    const { world } = agents;
    width += 1;
    const { storeId, platform } = world;
    const kept = await platform.services.objects.put(storeId, Readable.from([await plain(width, 9)]));
    return (await world.read('media.upload', { as: world.developer, body: { ...kept, type: 'image/png' } })).id;
  }

  /** As if it had been brought 30 days before the other ones. */
  const age = (uploadId: string, days = 1) =>
    agents.world.sql(`UPDATE media_upload SET expires_at = now() - interval '${days} days' WHERE id = '${uploadId}'`);

  /** What is left when the time of one has come. */
  async function isLeft(uploadId: string): Promise<boolean> {
    const { world } = agents;
    await age(uploadId);
    while (await expireUploads(world.bus, world.storeId));
    const rows = await world.database
      .reader(world.storeId)
      .query('SELECT FROM media_upload WHERE store_id = $1 AND id = $2', [world.storeId, uploadId]);
    return rows.length === 1;
  }

  test('does not expire while the owner has not decided, and the change can be applied', async () => {
    const uploadId = await upload();
    const { proposalId } = await agents.propose('catalog.media.commit', { uploadId, name: 'Cezve' });
    expect(await isLeft(uploadId)).toBe(true);
    // Whoever proposes something on it still finds it.
    await agents.propose('catalog.media.commit', { uploadId, name: 'Bakır cezve' });
    await agents.submit(proposalId);
    expect(await isLeft(uploadId)).toBe(true);
    await agents.approve(proposalId);
    await agents.until(proposalId, 'applied');
    expect((await agents.world.read('media.list', { query: {} })).items).toMatchObject([{ name: 'Bakır cezve' }]);
    expect(await isLeft(uploadId)).toBe(false);
  });

  test('does not expire either when a media file was made of it before', async () => {
    const { world } = agents;
    const uploadId = await upload();
    const { id } = await world.done('catalog.media.commit', { uploadId });
    const { proposalId } = await agents.propose('catalog.media.commit', { uploadId, name: 'Sonraki ad' });
    await agents.submit(proposalId);
    expect(await isLeft(uploadId)).toBe(true);
    await agents.approve(proposalId);
    await agents.until(proposalId, 'applied');
    expect((await world.read('media.list', { query: {} })).items[0]).toMatchObject({ id, name: 'Sonraki ad' });
  });

  test('expires when the proposal has come to nothing', async () => {
    const uploadId = await upload();
    const { proposalId } = await agents.propose('catalog.media.commit', { uploadId });
    expect(await isLeft(uploadId)).toBe(true);
    await agents.world.done('proposal.withdraw', { proposalId }, { as: agents.agent });
    await age(uploadId);
    expect((await agents.world.run('catalog.media.commit', { uploadId })).body).toMatchObject({ code: 'not_found' });
    expect(await isLeft(uploadId)).toBe(false);
  });

  test('waits as before: its owner sees it, and its bytes count', async () => {
    const { world } = agents;
    const [uploadId, other] = [await upload(), await upload()];
    await agents.propose('catalog.media.commit', { uploadId });
    const db = world.database.reader(world.storeId);
    const waiting = async () => ({
      ids: (await listUploads(db, world.storeId, null, 2)).map(({ id }) => id),
    });
    const both = await waiting();
    expect(both.ids).toEqual([other, uploadId]);
    for (const each of [uploadId, other]) await age(each);
    const { ids } = await waiting();
    expect(ids).toEqual([uploadId]);
    await readWaiting(db, world.storeId, uploadId);
    await expect(readWaiting(db, world.storeId, other)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('leaves its place in a sweep to those that nobody names', async () => {
    const { world } = agents;
    const { storeId } = world;
    const [held, free] = [await upload(), await upload()];
    await agents.propose('catalog.media.commit', { uploadId: held });
    while (await expireUploads(world.bus, storeId));
    await age(held, 9);
    await age(free, 8);
    await world.database.transaction(storeId, async (tx) => {
      const now = new Date();
      expect(await findExpiredUploads(tx, storeId, now, 1)).toEqual([free]);
      expect(await deleteExpiredUploads(tx, storeId, now, [held, free])).toMatchObject([{ id: free }]);
      return { keep: false, value: undefined };
    });
  });
});
