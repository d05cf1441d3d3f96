import { Readable } from 'node:stream';
import { newId } from '../../src/kernel/ids';
import { expireUploads } from '../../src/media/upload/moves';
import { listUploads, readWaiting, UPLOADS_EXPIRED_AT_ONCE } from '../../src/media/upload/store';
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
    await expireUploads(world.bus, world.platform.tables, world.storeId);
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
    expect(await isLeft(uploadId)).toBe(false);
    expect((await agents.world.run('catalog.media.commit', { uploadId })).body).toMatchObject({ code: 'not_found' });
  });

  test('waits as before: its owner sees it, and its bytes count', async () => {
    const { world } = agents;
    const [uploadId, other] = [await upload(), await upload()];
    await agents.propose('catalog.media.commit', { uploadId });
    const db = world.database.reader(world.storeId);
    const waiting = async () => (await listUploads(db, world.storeId, null, 2)).map(({ id }) => id);
    expect(await waiting()).toEqual([other, uploadId]);
    for (const each of [uploadId, other]) await age(each);
    await expireUploads(world.bus, world.platform.tables, world.storeId);
    expect((await waiting())[0]).toBe(uploadId);
    await readWaiting(db, world.storeId, uploadId);
    await expect(readWaiting(db, world.storeId, other)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('leaves its place in a sweep to those that nobody names', async () => {
    const { world } = agents;
    const uploadId = await upload();
    await agents.propose('catalog.media.commit', { uploadId });
    // As many as one page holds stand before those that nobody names.
    const held = Array.from({ length: UPLOADS_EXPIRED_AT_ONCE }, () => newId('upl'));
    const copy = (id: string) =>
      world.sql(
        `INSERT INTO media_upload (store_id, id, type, size, digest, object, created_at, expires_at)
       VALUES ('${world.storeId}', '${id}', 'image/png', 1, 'x', '${newId('obj')}', now(), now())`,
      );
    for (const id of held) await copy(id);
    await world.sql(
      `UPDATE proposal_item SET uploads = uploads || '{${held.join(',')}}' WHERE uploads @> '{${uploadId}}'`,
    );
    const free = newId('upl');
    await copy(free);
    let after: string | undefined = '';
    while (after !== undefined) after = await expireUploads(world.bus, world.platform.tables, world.storeId, after);
    const left = await world.database
      .reader(world.storeId)
      .query<{ id: string }>('SELECT id FROM media_upload WHERE store_id = $1 AND id = ANY($2)', [
        world.storeId,
        [...held, free],
      ]);
    expect(left.map(({ id }) => id).toSorted()).toEqual(held.toSorted());
  });
});
