import { newId } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';
import { lastOf, replyOf, said } from '../world/story';
import { plain } from './pictures';

describe('catalog.media.delete', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write']));
  });
  afterAll(() => site.close());

  const commit = async (bytes: Uint8Array, name?: string) => {
    const { body } = await site.call('POST', '/v1/media/upload', { token, body: bytes });
    return (await site.command(token, 'catalog.media.commit', { uploadId: body.id, ...(name ? { name } : {}) })).result;
  };
  const remove = (mediaId: string, more: object = {}, as = site.world.developer) =>
    site.world.run('catalog.media.delete', { mediaId, ...more }, { as });
  const listed = async () => (await site.world.read('media.list')).items.map(({ id }: { id: string }) => id);

  test('takes a picture that nothing uses out of the library, for good', async () => {
    const { id } = await commit(await plain(40, 30), 'Bakır cezve');
    const [{ originalUrl }] = (await site.world.read('media.list')).items;
    expect((await fetch(site.url + originalUrl)).status).toBe(200);
    expect((await remove(id)).body).toMatchObject({ result: { id, name: 'Bakır cezve' } });
    expect(await listed()).toEqual([]);
    expect((await site.call('GET', originalUrl)).status).toBe(404);
    expect(await lastOf(site.world, id)).toMatchObject({
      command: 'catalog.media.delete',
      changes: [{ entity: 'media', id, before: { name: 'Bakır cezve', type: 'image/png' }, after: null }],
      inverse: null,
    });
    expect(await said(remove(id))).toBe('404 not_found');
  });

  test('the same bytes are another file when they come again', async () => {
    const bytes = await plain(41, 30);
    const { id } = await commit(bytes);
    await remove(id);
    const again = await commit(bytes);
    expect(again).toMatchObject({ rev: 1, state: 'processing' });
    expect(again.id).not.toBe(id);
    expect(await listed()).toEqual([again.id]);
    await remove(again.id);
  });

  test('who saw it under another name is told; of those who delete it at once one does', async () => {
    const bytes = await plain(42, 30);
    const { id, rev } = await commit(bytes, 'ilk');
    await commit(bytes, 'son');
    const stale = await replyOf(remove(id, { expectedRev: rev }));
    expect(stale.body).toMatchObject({ status: 409, code: 'rev_conflict', currentRev: rev + 1 });
    const replies = await Promise.all(Array.from({ length: 4 }, () => said(remove(id))));
    expect(replies.toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '404 not_found')]);
  });

  test('a picture of another store, or none, is not found', async () => {
    const { id } = await commit(await plain(43, 30));
    expect(await said(remove(id, {}, site.world.other.owner))).toBe('404 not_found');
    expect(await said(remove(newId('med')))).toBe('404 not_found');
    expect(await said(remove(newId('upl')))).toBe('400 invalid_request');
    expect(await listed()).toEqual([id]);
  });

  test('one who deletes while the same bytes are committed leaves a library that is whole', async () => {
    const bytes = await plain(44, 30);
    const { id } = await commit(bytes);
    const [removed, committed] = await Promise.all([said(remove(id)), commit(bytes)]);
    expect(removed).toBe('200');
    const now = await listed();
    expect(now.includes(committed.id)).toBe(committed.id !== id);
    expect(now).not.toContain(id);
  });
});
