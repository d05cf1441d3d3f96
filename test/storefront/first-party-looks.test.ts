// tier: all
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../src/build/browser';
import type { Bundle } from '../../src/design/bundle/bundle';
import { startingBundle } from '../../src/design/template/starting';
import { newUlid } from '../../src/kernel/ids';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { firstPartyKeys, newestPack } from '../../src/skin/first-party/packs';
import type { Pack } from '../../src/skin/pack/pack';
import { company } from '../store/identity';
import { noteOpen } from '../world/open-things';
import { looksWell } from './looks';
import { openSellingShops, type SellingShops } from './shops';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

const looks = firstPartyKeys.flatMap((key) => {
  const pack = newestPack(key) as Pack;
  return pack.presets.map((preset) => [key, preset.key, pack] as const);
});

describe('pages of a shop in the themes of the product', () => {
  let shops: SellingShops;
  let browser: Browser;
  let close: () => Promise<void>;
  let paths: readonly (readonly [kind: string, path: string])[];
  beforeAll(async () => {
    shops = await openSellingShops();
    await done('settings.identity.update', company);
    await done('settings.checkout.update', checkoutSettings.example);
    const category = await done('catalog.category.create', { name: 'Kahve' });
    const sorts = [
      { title: '250 g', stock: 40 },
      { title: '1 kg', stock: 0, price: 109_900 },
    ];
    const coffee = await done('catalog.product.create', {
      title: 'Filtre Kahve',
      price: 32_900,
      compareAt: 39_900,
      brand: 'Kuru',
      description: '<p>Taze kavrulmuş.</p>',
      categoryId: category.id,
      variants: sorts,
    });
    await done('catalog.product.create', { title: 'Bakır Cezve', price: 45_000, stock: 0, categoryId: category.id });
    const collection = await done('catalog.collection.create', { title: 'Yeniler' });
    await done('catalog.collection.setProducts', { collectionId: collection.id, productIds: [coffee.id] });
    paths = [
      ['home', '/'],
      ['product', `/urun/${coffee.handle}`],
      ['collection', `/koleksiyon/${collection.handle}`],
      ['category', `/kategori/kahve-${category.id}`],
      ['search', '/ara?q=kahve'],
      ['page', '/sayfa/hakkimizda'],
      ['cart', '/sepet'],
      ['not found', '/yok'],
    ];
    const { executablePath, env } = findBrowser();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
    browser = await chromium.launch({ executablePath, headless: true, args, env: { ...process.env, ...env } });
    close = noteOpen(() => browser.close());
  });
  afterAll(async () => {
    await close?.();
    await shops?.close();
  });

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });

  /** Saves and publishes a design as its owner does. */
  async function publish(body: Bundle): Promise<void> {
    const { world } = shops;
    const { rev } = await world.read('design.draft.get');
    const input = { query: {}, body: { body }, expectedRev: rev, idempotencyKey: newUlid() };
    await world.read('design.draft.put', input as never);
    await done('design.publish', {});
  }

  test('there are three looks of each', () => {
    expect(looks.length).toBe(firstPartyKeys.length * 3);
  });

  test.each(looks)('%s as %s', async (theme, preset, pack) => {
    await shops.world.run('theme.install', { theme }, { as: shops.world.owner });
    const body = startingBundle(pack, preset);
    const about = { kind: 'page', path: 'hakkimizda', title: 'Hakkımızda', root: [] };
    await publish({ ...body, pages: { ...body.pages, pg_about: about } } as Bundle);
    for (const viewport of sizes) {
      const context = await browser.newContext({ viewport, locale: 'tr-TR', javaScriptEnabled: false });
      const copies = await browser.newContext({ viewport, locale: 'tr-TR', bypassCSP: true });
      const [page, copy] = [await context.newPage(), await copies.newPage()];
      for (const [kind, path] of paths) {
        const answer = await page.goto(shops.origin + path);
        expect([kind, answer?.status()]).toEqual([kind, kind === 'not found' ? 404 : 200]);
        await looksWell(page, copy, `${theme} ${preset} ${kind}`);
      }
      await context.close();
      await copies.close();
    }
  });
});
