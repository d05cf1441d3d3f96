import { newId } from '../../src/kernel/ids';
import { type PreviewTarget, PreviewTokens } from '../../src/kernel/objects/preview-tokens';
import { openShops, PREVIEW_HOST, PREVIEW_KEY, publish, SHOP_HOST, type Shops, titled } from './shops';

describe('previews', () => {
  let shops: Shops;
  let published: string;
  let changed: string;
  beforeAll(async () => {
    shops = await openShops();
    changed = await publish(shops.world, titled('Denenen başlık'));
    published = await publish(shops.world, titled('Yayındaki başlık'));
  });
  afterAll(() => shops.close());

  const tokenOf = (target: Partial<PreviewTarget>, at = new Date()) =>
    new PreviewTokens(PREVIEW_KEY).sign({ storeId: shops.world.storeId, kind: 'hash', of: changed, ...target }, at)
      .token;
  test('an address in capital letters leads on within the preview', async () => {
    const token = tokenOf({});
    const { status, headers } = await see(token, '/Sayfa/Hakkimizda/?x=1');
    expect([status, headers.location, headers['cache-control']]).toEqual([
      301,
      `/o/${token}/sayfa/hakkimizda?x=1`,
      'no-store',
    ]);
  });

  const see = (token: string, path = '/', host = PREVIEW_HOST) => shops.get(`/o/${token}${path}`, { host });

  test('a link to a design shows it beside the shop, which stays as it is', async () => {
    const token = tokenOf({});
    const { status, headers, text } = await see(token);
    expect([status, text.includes('Denenen başlık')]).toEqual([200, true]);
    expect((await shops.get('/')).text).toContain('Yayındaki başlık');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^sandbox; .*form-action 'none'; frame-ancestors http:\/\/127\.0\.0\.1:/,
      ),
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('etag');
    // What it links to stays inside.
    const own = [...text.matchAll(/(?:href|action)="([^"#][^"]*)"/g)].map(([, link = '']) => link);
    expect(own.filter((link) => !link.startsWith(`/o/${token}/`) && !/^(mailto|tel|https):/.test(link))).toEqual([]);
    const [style] = /\/o\/[^"]+\.css/.exec(text) ?? [];
    expect(await shops.get(style as string, { host: PREVIEW_HOST })).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-type': 'text/css; charset=utf-8' },
    });
  });

  test('a link to a draft follows it: the live design, the draft, and nothing of an archived workspace', async () => {
    const { storeId } = shops.world;
    const main = tokenOf({ kind: 'workspace', of: 'main' });
    expect((await see(main)).text).toContain('Yayındaki başlık');
    const { workspace } = await shops.world.done('workspace.create', { name: 'Deneme' }, { as: shops.world.owner });
    const { id } = workspace;
    const own = tokenOf({ kind: 'workspace', of: id });
    await shops.world.sql(`
      INSERT INTO design_draft (store_id, workspace, hash, base_seq, media_ids)
        SELECT '${storeId}', name, '${changed}', 0, '{}' FROM unnest(ARRAY['main', '${id}']) AS name`);
    for (const token of [main, own]) expect((await see(token)).text).toContain('Denenen başlık');
    expect((await shops.get('/')).text).toContain('Yayındaki başlık');
    await shops.world.done('workspace.archive', { workspaceId: id }, { as: shops.world.owner });
    expect((await see(own)).status).toBe(404);
    expect((await see(tokenOf({ kind: 'workspace', of: newId('wsp') }))).status).toBe(404);
  });

  test('whatever is wrong with a link, the answer is the same and tells nothing', async () => {
    const token = tokenOf({});
    const week = 8 * 24 * 3_600_000;
    const wrong = [
      await see(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
      await see(tokenOf({}, new Date(Date.now() - week))),
      await see(token, '/', 'oteki-dukkan.onizleme.localhost'),
      await see(token, '/', 'yok.onizleme.localhost'),
      await see(token, '/', SHOP_HOST),
      await see(tokenOf({ of: 'f'.repeat(64) })),
      await see(tokenOf({ storeId: shops.world.other.storeId })),
      await shops.get(`/o/${token}`, { host: PREVIEW_HOST }),
      await shops.get('/', { host: PREVIEW_HOST }),
    ];
    const [first, ...others] = wrong.map(({ status, text }) => `${status} ${text}`);
    // At the host of a shop it is a page of that which is not there.
    expect(others.filter((answer) => answer !== first && !answer.includes('Sayfa bulunamadı'))).toEqual([]);
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 404));
  });

  test('of another store nothing is seen, by whatever name', async () => {
    const token = new PreviewTokens(PREVIEW_KEY).sign(
      { storeId: shops.world.other.storeId, kind: 'hash', of: published },
      new Date(),
    ).token;
    expect((await see(token, '/', 'oteki-dukkan.onizleme.localhost')).status).toBe(404);
  });

  test('the login of the storefront writes nothing and reads no other table', async () => {
    const db = shops.database.reader(shops.world.storeId);
    const writer = shops.database.writer(shops.world.storeId);
    for (const text of [
      "INSERT INTO storefront_kv (store_id, key, value) VALUES (current_setting('app.store_id'), 'x', '{}')",
      'DELETE FROM storefront_kv',
      "UPDATE design_live SET hash = 'x'",
      'DELETE FROM design_body',
      "SELECT free_slug('x')",
    ])
      await expect(writer.query(text)).rejects.toThrow(/permission denied/);
    for (const table of [
      'store',
      'owner_account',
      'store_order',
      'store_identity',
      'catalog_product',
      'access_token',
      'design_version',
    ])
      await expect(db.query(`SELECT * FROM ${table}`)).rejects.toThrow(/permission denied/);
    await expect(db.query('SET ROLE tezgah_runtime')).rejects.toThrow(/permission denied/);
    const others = await db.query(`SELECT FROM storefront_kv WHERE store_id = '${shops.world.other.storeId}'`);
    expect(others).toEqual([]);
  });
});
