import { readFileSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import { newUlid } from '../../src/kernel/ids';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { keepPayment } from '../order/card';
import { returnsIn } from '../order/returns';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { isFullRun } from '../world/runs';
import { attended, desktop, laptop, linksByMouse, openPanel, type Panel, phone } from './browser';
import { walkByKeyboard } from './keyboard';
import { stray, told } from './providers';

/** One look at each page judges a change; the matrix is of the full run. */
const languages = isFullRun ? (['tr', 'en'] as const) : (['tr'] as const);
const sizes = isFullRun ? [desktop, phone] : [desktop];

const LOADED_WITHIN_MS = 30_000;

/** Every page, by the path that `app.tsx` has of it, with the heading that it begins with in each language. */
const pages = [
  ['/', 'Ana sayfa', 'Home'],
  ['/orders', 'Siparişler', 'Orders'],
  ['/orders/:id', 'Sipariş 1001', 'Order 1001'],
  ['/returns', 'İadeler', 'Returns'],
  ['/returns/:id', 'İade: sipariş 1001', 'Return: order 1001'],
  ['/products', 'Ürünler', 'Products'],
  ['/products/:id', 'Fincan', 'Fincan'],
  ['/categories', 'Kategoriler', 'Categories'],
  ['/categories/:id', 'Fincanlar', 'Fincanlar'],
  ['/collections', 'Koleksiyonlar', 'Collections'],
  ['/collections/:id', 'Vitrin', 'Vitrin'],
  ['/marketplace/:channel?', 'Pazaryeri', 'Marketplace'],
  ['/connect/:ext', 'Trendyol bağlantısı', 'Connect Trendyol'],
  ['/jobs', 'Trendyol işleri', 'Trendyol jobs'],
  ['/proposals', 'Öneriler', 'Proposals'],
  ['/proposals/:id', 'Öneri · 1 öğe', 'Proposal · 1 item'],
  ['/settings', 'Ayarlar', 'Settings'],
  ['/media', 'Medya', 'Media'],
  ['/settings/store', 'Mağaza', 'Store'],
  ['/settings/extensions', 'Eklentiler', 'Extensions'],
  ['/settings/extensions/webhooks', 'Sağlayıcı bildirimleri', 'News of providers'],
  ['/settings/fields', 'Özel alanlar', 'Custom fields'],
  ['/tokens', 'Erişim anahtarları', 'Access tokens'],
  ['/audit', 'İşlem geçmişi', 'History'],
  ['/uploads', 'Bekleyen yüklemeler', 'Waiting uploads'],
  ['/account', 'Hesap ayarları', 'Account settings'],
  ['/mails', 'E-postalar', 'E-mails'],
  ['/payments', 'Siparişsiz ödemeler', 'Payments without an order'],
] as const;

/** Those that the side bar leads to; a tab of phones leads to the page of settings. */
const sections = [
  ...readFileSync(path.join(__dirname, '../../src/panel/shell/sections.ts'), 'utf8').matchAll(/path: '(\/[^']*)'/g),
]
  .map(([, place]) => place)
  .filter((place) => place !== '/settings');

/** Those for whoever is not in. */
const entrances = ['/setup', '/invitation', '/'] as const;

describe('each page in both languages, both themes, wide and narrow', () => {
  let site: Site;
  let panel: Panel;
  const ids: Record<string, string> = { ':channel?': '', ':ext': 'trendyol' };

  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const { id } = await world.done(
      'catalog.product.create',
      { title: 'Fincan', price: 14_990, stock: 8 },
      { as: world.owner },
    );
    await world.done('catalog.product.create', { title: 'Cezve', price: 9_900, stock: 0 }, { as: world.owner });
    const pictures = [await committed(world, await plain(40, 30)), await committed(world, await plain(41, 30))];
    await world.done(
      'catalog.product.setMedia',
      { productId: id, media: pictures.map((mediaId) => ({ mediaId })) },
      { as: world.owner },
    );
    const cups = await world.done('catalog.category.create', { name: 'Fincanlar', taksitCap: 6 }, { as: world.owner });
    await world.done('catalog.category.create', { name: 'Cezveler' }, { as: world.owner });
    await world.done('catalog.product.update', { productId: id, categoryId: cups.id }, { as: world.owner });
    const showcase = await world.done('catalog.collection.create', { title: 'Vitrin' }, { as: world.owner });
    await world.done(
      'catalog.collection.setProducts',
      { collectionId: showcase.id, productIds: [id] },
      { as: world.owner },
    );
    const agent = await site.mint('agent');
    const { proposalId } = await site.command(agent.token, 'catalog.price.set', { targetId: id, price: 7_500 });
    await site.command(agent.token, 'proposal.submit', { proposalId, note: 'Yeni fiyat' });
    await site.rows(
      `INSERT INTO mail (store_id, id, owner_id, subject, body, state, created_at)
       SELECT $1, $2, id, 'Konu', 'Metin', 'kept', now() FROM owner_account WHERE store_id = $1`,
      [world.storeId, `mai_${newUlid()}`],
    );
    for (const state of ['kept', 'handled', 'ignored', 'failed'] as const) await told(site, state);
    for (const state of ['unknown', 'not_returned', 'returned'] as const) await keepPayment(world, stray(state));
    const returns = returnsIn(world);
    const order = await returns.arrived(id, 2);
    ids['/orders/:id'] = order.id;
    ids['/returns/:id'] = await returns.approved(order.id, [{ lineId: order.lines[0].id, quantity: 1 }]);
    ids['/products/:id'] = id;
    ids['/categories/:id'] = cups.id;
    ids['/collections/:id'] = showcase.id;
    ids['/proposals/:id'] = proposalId;
    panel = await openPanel(site.url);
  });
  attended(() => [panel, site]);

  test('the list holds every page that there is', () => {
    const app = readFileSync(path.join(__dirname, '../../src/panel/app.tsx'), 'utf8');
    const routed = [...app.matchAll(/<Route path="([^"]+)"/g)].map(([, route]) => route);
    expect(routed.toSorted()).toEqual(pages.map(([route]) => route).toSorted());
    const before = [...app.matchAll(/\bpage === '([^']+)'/g)].map(([, place]) => place);
    expect([...before, '/'].toSorted()).toEqual([...entrances].toSorted());
  });

  test.each(entrances)('%s, before the way in', async (place) => {
    await holds(place, null);
  });

  test.each(pages)('%s', async (route, turkish, english) => {
    if ((await panel.page.context().cookies()).length === 0) await panel.signIn(site.world);
    await holds(placeOf(route), { tr: turkish, en: english });
  });

  // The bar is the same on each: one page judges a change.
  test.each(isFullRun ? pages : pages.slice(0, 1))(
    '%s, on a low screen: every page is within reach of the mouse',
    async (route) => {
      const { page } = panel;
      if ((await page.context().cookies()).length === 0) await panel.signIn(site.world);
      await page.setViewportSize(laptop);
      await panel.open(placeOf(route));
      await loaded();
      const bar = page.getByRole('navigation').filter({ visible: true });
      const all = (await bar.getByRole('link').allTextContents()).map((text) => text.trim());
      expect(all.length).toBe(sections.length);
      expect((await linksByMouse(bar)).toSorted()).toEqual(all.toSorted());
      expect([route, await panel.contentWidth()]).toEqual([route, laptop.width]);
      await panel.picture(`low ${route.replaceAll('/', '_')}`);
    },
  );

  function placeOf(route: string): string {
    const id = ids[route];
    const place = id ? route.replace(':id', id) : route.replace(/:\w+\??/, (name) => ids[name] ?? '');
    return place.replace(/(.)\/$/, '$1');
  }

  async function holds(place: string, heading: { readonly tr: string; readonly en: string } | null): Promise<void> {
    const { page } = panel;
    const found: string[] = [];
    for (const language of languages) {
      await page.setViewportSize(desktop);
      // A page that stands already keeps the language for the next one.
      if (!page.url().startsWith(site.url)) await panel.open(place);
      await page.evaluate(`localStorage.setItem('tezgah.language', '${language}')`);
      await panel.open(place);
      const title = heading
        ? page.getByRole('heading', { level: 1, name: heading[language] })
        : page.getByRole('heading', { level: 1 });
      await title.waitFor();
      await loaded();
      // Once wide and once narrow: what is reached hangs on the size, and not on the language.
      await page.setViewportSize(language === 'tr' ? desktop : phone);
      if (isFullRun) found.push(...(await walkByKeyboard(page)).map((each) => `${language}, by keyboard: ${each}`));
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.title()).toMatch(/\S · Tezgâh$/);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect([place, language, await panel.contentWidth()]).toEqual([place, language, size.width]);
        // Four of the eight, so that any two of language, size and theme go together somewhere.
        const theme = (language === 'tr') === (size === desktop) ? 'light' : 'dark';
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' });
        await faded();
        await panel.picture(`page ${place.replaceAll('/', '_')} ${language} ${theme} ${size.width}`);
        found.push(...(await violations()).map((each) => `${language} ${theme} ${size.width}: ${each}`));
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate(`localStorage.setItem('tezgah.language', 'tr')`);
    expect(found).toEqual([]);
  }

  async function loaded(): Promise<void> {
    const { page } = panel;
    const waiting = page.getByRole('status').filter({ hasText: /Yükleniyor|Loading/ });
    for (const until = Date.now() + LOADED_WITHIN_MS; (await waiting.count()) > 0 && Date.now() < until; )
      await page.waitForTimeout(50);
    expect(await waiting.count()).toBe(0);
  }

  /** What fades from one theme to the other is in the colours of neither, so it is brought to its end. */
  async function faded(): Promise<void> {
    const fading = `document.getAnimations().filter((each) => each instanceof CSSTransition && each.finish() === undefined).length`;
    await eventually(async () => (await panel.page.evaluate<number>(fading)) === 0);
  }

  /** Asked through the debugger: the policy of the page lets no text be evaluated within it. */
  async function violations(): Promise<string[]> {
    const debug = await panel.page.context().newCDPSession(panel.page);
    const known = await debug.send('Runtime.evaluate', { expression: 'typeof axe', returnByValue: true });
    const expression = `${known.result.value === 'object' ? '' : axe.source};axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      JSON.stringify(violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => id + ' ' + target.join(' ') + ' ' +
          ([...any, ...all, ...none][0]?.message ?? '').slice(0, 160)))))`;
    const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    await debug.detach();
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return JSON.parse(result.value as string);
  }
});
