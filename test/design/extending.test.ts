import type { Bundle } from '../../src/design/bundle/bundle';
import { company } from '../store/identity';
import { openShopsOf, PREVIEW_HOST, type Shops, shopEnvironment, skeletonBody } from '../storefront/shops';
import { openStudio, type Studio } from './studio';

let studio: Studio;
let shops: Shops;
let handle: string;
beforeAll(async () => {
  studio = await openStudio({ environment: shopEnvironment });
  shops = await openShopsOf(studio.site.world);
  await change('settings.identity.update', company);
  ({ handle } = await change('catalog.product.create', { title: 'Kız’ın & "cezve"si', price: 100, stock: 2 }));
});
afterAll(async () => {
  await shops.close();
  await studio.close();
});

const change = (command: string, payload: object) =>
  studio.site.world.done(command, payload, { as: studio.site.world.owner });
const extension = (what: 'install' | 'enable' | 'disable' | 'uninstall', key: string) =>
  change(`extension.${what}`, { extension: key });
const run = async (command: string, payload: object, options = {}) => {
  const { status, body } = await studio.run(command, payload, options);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.result;
};
const refused = async (command: string, payload: object) => {
  const { status, body } = await studio.run(command, payload);
  return [
    status,
    body.code,
    ...(body.findings ?? []).map(({ pointer, code }: Record<string, string>) => [pointer, code]),
  ];
};
/** The skeleton with the menu that it names. */
const whole = (): Bundle => ({
  ...skeletonBody(),
  menus: { main: { label: 'Ana menü', items: [{ label: 'Ürünler', link: '/ara' }] } },
});
const rev = async (): Promise<number> => (await studio.draft()).rev;
const begin = async (body: object = whole()): Promise<string> => {
  const { status, body: written } = await studio.put(body, await rev());
  if (status !== 200) throw new Error(JSON.stringify(written));
  return written.hash;
};
const product = async () => (await shops.get(`/urun/${handle}`)).text;
const preview = async (url: string, path: string) =>
  (await shops.get(`${new URL(url).pathname.replace(/\/$/, '')}${path}`, { host: PREVIEW_HOST })).text;
const ASK = { zone: 'product.afterBuy', extension: 'whatsapp', block: 'ask' };
const config = { phone: '905321234567', button: 'Bize sorun' };
const PAGE = { extension: 'delivery', page: 'delivery', config: { preparationDays: 2, returnDays: 14 } };

describe('design.zone.place', () => {
  beforeEach(async () => {
    await extension('install', 'whatsapp');
    await extension('enable', 'whatsapp');
  });
  afterEach(async () => {
    await extension('disable', 'whatsapp').catch(() => undefined);
    await extension('uninstall', 'whatsapp').catch(() => undefined);
  });

  test('placed, previewed, published, gone at once when disabled, back when enabled, removed without a trace', async () => {
    const hash = await begin();
    const dry = await studio.site.call('POST', '/v1/commands', {
      session: studio.owner,
      body: {
        command: 'design.zone.place',
        storeId: studio.site.world.storeId,
        payload: { ...ASK, config, expectedRev: await rev() },
        dryRun: true,
      },
    });
    expect(dry.status).toBe(200);
    expect((await studio.draft()).hash).toBe(hash);
    const placed = await run('design.zone.place', { ...ASK, config, expectedRev: await rev() });
    expect(placed).toMatchObject({ id: 'blk-ask-1', previousHash: hash, warnings: [] });
    expect(await preview(placed.preview.url, `/urun/${handle}`)).toContain('Bize sorun');
    await run('design.publish', {});
    const shown = await product();
    expect(shown).toContain('data-el="button" data-axis-kind="secondary"');
    expect(shown).toContain(
      'href="https://wa.me/905321234567?text=K%C4%B1z%E2%80%99%C4%B1n%20%26%20%22cezve%22si%20hakk%C4%B1nda%20bilgi%20almak%20istiyorum."',
    );
    expect(shown.indexOf('Bize sorun')).toBeGreaterThan(shown.indexOf('data-el="buy"'));
    expect((await shops.get('/')).text).not.toContain('Bize sorun');
    const { etag } = (await shops.get(`/urun/${handle}`)).headers;

    await extension('disable', 'whatsapp');
    const off = await shops.get(`/urun/${handle}`, { headers: { 'If-None-Match': String(etag) } });
    expect([off.status, off.text.includes('Bize sorun')]).toEqual([200, false]);
    expect(await preview(placed.preview.url, `/urun/${handle}`)).not.toContain('Bize sorun');
    const { body, warnings } = await studio.draft();
    expect(body.zones['product.afterBuy']).toHaveLength(1);
    expect(warnings).toMatchObject([{ pointer: '/zones/product.afterBuy/0', code: 'extension_missing' }]);
    const judged = await studio.site.call('POST', '/v1/validate/bundle', { session: studio.owner, body: { body } });
    expect(judged.body).toMatchObject({ valid: true, warnings: [{ code: 'extension_missing' }] });

    await extension('enable', 'whatsapp');
    expect(await product()).toContain('Bize sorun');
    const removed = await run('design.zone.remove', { id: 'blk-ask-1', expectedRev: await rev() });
    expect(removed.hash).toBe(hash);
    expect(await preview(removed.preview.url, `/urun/${handle}`)).not.toContain('Bize sorun');
    expect(await product()).toContain('Bize sorun');
    await run('design.publish', {});
    expect(await product()).not.toContain('Bize sorun');
  });

  test('a change of a draft states what was read, and the hash before it takes it back', async () => {
    const hash = await begin();
    const stale = await rev();
    const { previousHash } = await run('design.zone.place', { ...ASK, config, expectedRev: stale });
    expect(await refused('design.zone.place', { ...ASK, config, expectedRev: stale })).toEqual([409, 'rev_conflict']);
    expect(await refused('design.zone.place', { ...ASK, config })).toEqual([400, 'invalid_request']);
    expect(await refused('design.zone.remove', { id: 'blk-ask-1', expectedRev: stale })).toEqual([409, 'rev_conflict']);
    expect(previousHash).toBe(hash);
    expect((await studio.restore(previousHash, await rev())).body.hash).toBe(hash);
  });

  test('a block is configured anew in its place, and moved by its name', async () => {
    await begin();
    for (const button of ['Bir', 'İki'])
      await run('design.zone.place', { ...ASK, config: { ...config, button }, expectedRev: await rev() });
    const first = { ...ASK, id: 'blk-ask-1', config: { ...config, button: 'Üç' } };
    await run('design.zone.place', { ...first, expectedRev: await rev() });
    const at = async (zone: string) =>
      ((await studio.draft()).body as Bundle).zones[zone]?.map(({ id, config }) => [id, config.button]);
    expect(await at('product.afterBuy')).toEqual([
      ['blk-ask-1', 'Üç'],
      ['blk-ask-2', 'İki'],
    ]);
    await run('design.zone.place', { ...first, position: 1, expectedRev: await rev() });
    expect((await at('product.afterBuy'))?.map(([id]) => id)).toEqual(['blk-ask-2', 'blk-ask-1']);
    await run('design.zone.place', { ...first, zone: 'product.afterPrice', expectedRev: await rev() });
    expect(await at('product.afterBuy')).toEqual([['blk-ask-2', 'İki']]);
    expect(await at('product.afterPrice')).toEqual([['blk-ask-1', 'Üç']]);
  });

  test('each fault has its code, and leaves the draft as it was', async () => {
    await begin();
    for (let nth = 0; nth < 3; nth += 1) await run('design.zone.place', { ...ASK, config, expectedRev: await rev() });
    const { rev: expectedRev, hash } = await studio.draft();
    const place = (payload: object) => refused('design.zone.place', { ...ASK, config, expectedRev, ...payload });
    expect(await place({})).toEqual([422, 'bundle_invalid', ['/zone', 'zone_full']]);
    const zone = 'product.afterPrice';
    expect(await place({ zone: 'checkout.top' })).toEqual([422, 'bundle_invalid', ['/zone', 'zone_unknown']]);
    expect(await place({ zone: 'constructor' })).toEqual([422, 'bundle_invalid', ['/zone', 'zone_unknown']]);
    expect(await place({ zone: 'page.top' })).toEqual([422, 'bundle_invalid', ['/zone', 'placement_refused']]);
    expect(await place({ zone, block: 'call' })).toEqual([422, 'bundle_invalid', ['/block', 'extension_missing']]);
    expect(await place({ zone, extension: 'nobody' })).toEqual([422, 'extension_unknown']);
    expect(await place({ zone, extension: 'delivery' })).toEqual([422, 'extension_not_installed']);
    expect(await place({ zone, id: 'blk-none' })).toEqual([404, 'not_found']);
    expect(await place({ zone, config: { ...config, phone: 'javascript:alert(1)' } })).toEqual([
      422,
      'config_invalid',
      ['/config/phone', 'prop_invalid'],
    ]);
    expect(await place({ zone, config: { ...config, colour: 'red' } })).toEqual([
      422,
      'config_invalid',
      ['/config/colour', 'unknown_prop'],
    ]);
    expect(await refused('design.zone.remove', { id: 'blk-none', expectedRev })).toEqual([404, 'not_found']);
    await extension('disable', 'whatsapp');
    expect(await place({ zone })).toEqual([422, 'extension_not_enabled']);
    expect((await studio.draft()).hash).toBe(hash);
    await run('design.zone.remove', { id: 'blk-ask-2', expectedRev });
  });

  test('what an upgrade has left behind is kept in the draft, shown to nobody, and refused by a publish', async () => {
    const body = whole();
    const blocks = [{ id: 'blk-1', extension: 'whatsapp', block: 'ask', config: { phone: 'eski', label: 'x' } }];
    await begin({ ...body, zones: { 'product.afterBuy': blocks, 'page.top': [{ ...blocks[0], id: 'blk-2' }] } });
    const { warnings } = await studio.draft();
    expect(warnings.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual(
      expect.arrayContaining([
        ['/zones/product.afterBuy/0/config/label', 'unknown_prop'],
        ['/zones/product.afterBuy/0/config/phone', 'prop_invalid'],
        ['/zones/page.top/0', 'placement_refused'],
      ]),
    );
    const { status, body: answer } = await studio.run('design.publish', {});
    expect([status, answer.code]).toEqual([422, 'bundle_invalid']);
  });

  test('an agent places blocks in its own draft alone', async () => {
    await begin();
    await run('design.publish', {});
    const { token } = await studio.site.mint('agent', ['design:write', 'design:read']);
    const payload = { ...ASK, config, expectedRev: 0 };
    const { status, body } = await studio.run('design.zone.place', { ...payload, workspace: 'main' }, { token });
    expect([status, body.code]).toEqual([403, 'agent_workspace_only']);
    const main = await rev();
    const done = await studio.run('design.zone.place', payload, { token });
    const own = await studio.draft({ token, workspace: done.body.result?.workspace });
    expect([done.status, own.workspace]).toEqual([200, expect.stringMatching(/^wsp_/)]);
    expect(own.body.zones['product.afterBuy']).toHaveLength(1);
    expect(await rev()).toBe(main);
  });
});

describe('design.zone.remove', () => {
  test('takes out a block of an extension that is gone', async () => {
    const clean = await begin();
    const blocks = [{ id: 'blk-1', extension: 'gitti', block: 'x', config: {} }];
    const hash = await begin({ ...whole(), zones: { 'page.top': blocks } });
    const { warnings } = await studio.draft();
    expect(warnings).toMatchObject([{ code: 'extension_missing' }]);
    const removed = await run('design.zone.remove', { id: 'blk-1', expectedRev: await rev() });
    expect(removed).toMatchObject({ hash: clean, previousHash: hash, warnings: [] });
  });
});

describe('design.extpage.remove', () => {
  test('takes away a page whose extension is gone, and the hash before it brings back page and links', async () => {
    const menus = { main: { label: 'Ana menü', items: [{ label: 'Eski', link: { to: 'extPage', id: 'eski' } }] } };
    const hash = await begin({ ...whole(), menus, extPages: { eski: PAGE } });
    const removed = await run('design.extpage.remove', { slug: 'eski', expectedRev: await rev() });
    expect(removed).toMatchObject({ droppedLinks: 1, previousHash: hash });
    expect((await studio.draft()).body).toMatchObject({ extPages: {}, menus: { main: { items: [] } } });
    expect((await studio.restore(hash, removed.rev)).body.hash).toBe(hash);
  });
});

describe('design.extpage.add', () => {
  beforeEach(async () => {
    await extension('install', 'delivery');
    await extension('enable', 'delivery');
  });
  afterEach(async () => {
    await extension('disable', 'delivery').catch(() => undefined);
    await extension('uninstall', 'delivery').catch(() => undefined);
  });
  const sitemap = async () => (await shops.get('/sitemap.xml')).text;

  test('added, seen below /ek/, linked and in the sitemap; a 404 while it is disabled; removed with the links to it', async () => {
    const body = whole();
    const menus = {
      main: {
        label: 'Ana menü',
        items: [
          { label: 'Ürünler', link: '/ara' },
          { label: 'Kargomuz', link: { to: 'extPage', id: 'kargo' } },
          {
            label: 'Yardım',
            link: '/ek/kargo',
            items: [
              { label: 'Kargo', link: { to: 'extPage', id: 'kargo' } },
              { label: 'Arama', link: '/ara?q=kahve' },
            ],
          },
        ],
      },
    };
    const header = body.groups.header.map((id) => body.nodes[id]).find((node) => node?.type === 'header');
    Object.assign(header?.props ?? {}, { menu: 'main' });
    await begin({ ...body, menus });
    const asked = { ...PAGE.config, freeFrom: 75_000, carriers: ['Yurtiçi', 'PTT'], contact: '/ara' };
    const added = await run('design.extpage.add', { ...PAGE, config: asked, expectedRev: await rev() });
    expect(added).toMatchObject({ slug: 'teslimat-ve-iade' });
    expect(await refused('design.extpage.add', { ...PAGE, expectedRev: await rev() })).toEqual([
      422,
      'bundle_invalid',
      ['/slug', 'path_taken'],
    ]);
    const moved = await run('design.extpage.add', {
      ...PAGE,
      config: asked,
      was: 'teslimat-ve-iade',
      slug: 'kargo',
      expectedRev: await rev(),
    });
    expect(Object.keys((await studio.draft()).body.extPages)).toEqual(['kargo']);
    expect(await preview(moved.preview.url, '/ek/kargo')).toContain('Teslimat ve iade');
    expect((await shops.get('/ek/kargo')).status).not.toBe(200);
    await run('design.publish', {});

    const { status, text } = await shops.get('/ek/kargo');
    expect(status).toBe(200);
    expect(text).toContain('<title>Teslimat ve iade · ');
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).toContain('Siparişler en geç 2 iş günü içinde kargoya verilir.');
    expect(text).toContain('750,00 TL ve üzeri siparişlerde kargo ücretsizdir.');
    expect(text).toContain('Yurtiçi');
    // Nothing was said of an address, so nobody asks for it.
    expect(text).not.toContain('İadeyi nereye gönderirim?');
    expect(await sitemap()).toContain('/ek/kargo</loc>');
    expect((await shops.get('/')).text).toContain('href="/ek/kargo"');
    expect((await shops.get('/ek/baska')).status).toBe(404);

    await extension('disable', 'delivery');
    expect((await shops.get('/ek/kargo')).status).toBe(404);
    expect(await sitemap()).not.toContain('/ek/');
    expect((await shops.get('/')).text).not.toContain('Kargomuz');
    await extension('enable', 'delivery');
    expect((await shops.get('/ek/kargo')).status).toBe(200);

    const gone = await run('design.extpage.remove', { slug: 'kargo', expectedRev: await rev() });
    expect(gone).toMatchObject({ droppedLinks: 3 });
    expect((await studio.draft()).body.menus.main.items).toEqual([
      { label: 'Ürünler', link: '/ara' },
      { label: 'Yardım', link: '/ara?q=kahve', items: [{ label: 'Arama', link: '/ara?q=kahve' }] },
    ]);
    await run('design.publish', {});
    expect((await shops.get('/ek/kargo')).status).toBe(404);
  });

  test('links of the design follow a page to its new address', async () => {
    const body = whole();
    const menus = { main: { label: 'Ana menü', items: [{ label: 'Kargo', link: { to: 'extPage', id: 'eski' } }] } };
    await begin({ ...body, menus, extPages: { eski: PAGE } });
    await run('design.extpage.add', { ...PAGE, was: 'eski', slug: 'yeni', expectedRev: await rev() });
    const { body: now, warnings } = await studio.draft();
    expect(now.menus.main.items[0].link).toEqual({ to: 'extPage', id: 'yeni' });
    expect(warnings).toEqual([]);
  });

  test('each fault has its code', async () => {
    await begin({
      ...whole(),
      extPages: Object.fromEntries(new Array(50).fill(PAGE).map((page, nth) => [`s${nth}`, page])),
    });
    const expectedRev = await rev();
    const add = (payload: object) => refused('design.extpage.add', { ...PAGE, expectedRev, ...payload });
    expect(await add({})).toEqual([422, 'bundle_invalid', ['/slug', 'too_many']]);
    expect(await add({ slug: 's3' })).toEqual([422, 'bundle_invalid', ['/slug', 'path_taken']]);
    expect(await add({ slug: 'Büyük/Harf' })).toEqual([400, 'invalid_request']);
    expect(await add({ was: 'yok' })).toEqual([404, 'not_found']);
    expect(await add({ page: 'map' })).toEqual([422, 'bundle_invalid', ['/page', 'extension_missing']]);
    expect(await add({ config: { preparationDays: 0, returnDays: 3 } })).toEqual([
      422,
      'config_invalid',
      ['/config/preparationDays', 'prop_invalid'],
      ['/config/returnDays', 'prop_invalid'],
    ]);
    expect(await add({ was: 's1', config: { ...PAGE.config, contact: 'javascript:alert(1)' } })).toEqual([
      422,
      'bundle_invalid',
      ['/extPages/s1/config/contact', 'link_refused'],
    ]);
    expect(await refused('design.extpage.remove', { slug: 'yok', expectedRev })).toEqual([404, 'not_found']);
    expect(await rev()).toBe(expectedRev);
  });
});
