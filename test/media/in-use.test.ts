import { id, label, nullable, object, t } from '../../src/kernel/schema/schema';
import { identity, table } from '../../src/kernel/table/table';
import { openSite, type Site } from '../surfaces/site';
import { said } from '../world/story';
import { plain } from './pictures';

const once = { kept: 'once', compared: false } as const;

/** A noun that is still to come, with pictures of the library. */
const banner = table({
  word: 'banner',
  label: label('Afiş', 'Banner'),
  table: 'banner',
  columns: {
    id: identity('bnr'),
    cover: { type: 'text', schema: nullable(id('med')), ...once },
    gallery: { type: 'text[]', schema: t.Array(id('med')), ...once },
    layout: { type: 'jsonb', schema: object({ shown: t.Array(id('prd', 'med')) }), ...once },
  },
});

/** As its migration would make it. */
const BANNER = `
  CREATE TABLE banner (
    store_id text NOT NULL, cover text, gallery text[] NOT NULL DEFAULT '{}', layout jsonb NOT NULL DEFAULT '{}'
  );
  GRANT SELECT ON banner TO tezgah_runtime`;

describe('a media file that something names', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite({ tables: [banner] });
    await site.world.sql(BANNER);
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write']));
  });
  afterAll(() => site.close());

  const commit = async (bytes: Uint8Array): Promise<string> => {
    const { body } = await site.call('POST', '/v1/media/upload', { token, body: bytes });
    return (await site.command(token, 'catalog.media.commit', { uploadId: body.id })).result.id;
  };
  const remove = (mediaId: string) =>
    said(site.world.run('catalog.media.delete', { mediaId }, { as: site.world.developer }));

  test.each([
    ['as its value', 'cover', (mediaId: string) => mediaId],
    ['in a list', 'gallery', (mediaId: string) => `{${mediaId}}`],
    ['in a document', 'layout', (mediaId: string) => JSON.stringify({ shown: [mediaId] })],
  ])('%s stays until nothing of its store names it', async (_, column, held) => {
    const { storeId, other, sql } = site.world;
    const mediaId = await commit(await plain(50, 30));
    const named = (store: string) =>
      sql(`INSERT INTO banner (store_id, ${column}) VALUES ('${store}', '${held(mediaId)}')`);
    await named(storeId);
    await named(other.storeId);
    expect(await remove(mediaId)).toBe('422 media_in_use');
    expect((await site.world.read('media.list')).items).toMatchObject([{ id: mediaId }]);
    await sql(`DELETE FROM banner WHERE store_id = '${storeId}'`);
    expect(await remove(mediaId)).toBe('200');
  });
});
