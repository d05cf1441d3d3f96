import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newUlid } from '../../src/kernel/ids';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { keepPayment } from '../order/card';
import { returnsIn } from '../order/returns';
import { openSite, type Site } from '../surfaces/site';
import { isFullRun } from '../world/runs';
import { attended, laptop, linksByMouse, openPanel, type Panel } from './browser';
import { Looks } from './looks';
import { stray, told } from './providers';

/** Every page, by the path that `pages.tsx` has of it, with the heading that it begins with in each language. */
const pages = [
  ['/', 'Ana sayfa', 'Home'],
  ['/orders', 'Siparişler', 'Orders'],
  ['/orders/:id', 'Sipariş 1001', 'Order 1001'],
  ['/orders/packages', 'Paketler', 'Packages'],
  ['/orders/telephone', 'Telefon siparişi', 'Telephone order'],
  ['/returns', 'İadeler', 'Returns'],
  ['/returns/:id', 'İade: sipariş 1001', 'Return: order 1001'],
  ['/customers', 'Müşteriler', 'Customers'],
  ['/customers/:id', 'Ayşe Yılmaz', 'Ayşe Yılmaz'],
  ['/reports', 'Raporlar', 'Reports'],
  ['/coupons', 'Kuponlar', 'Coupons'],
  ['/products', 'Ürünler', 'Products'],
  ['/products/:id', 'Fincan', 'Fincan'],
  ['/products/import', 'Ürünleri içe aktar', 'Import products'],
  ['/stock', 'Stok', 'Stock'],
  ['/stock/count', 'Stok sayımı', 'Stock count'],
  ['/categories', 'Kategoriler', 'Categories'],
  ['/categories/:id', 'Fincanlar', 'Fincanlar'],
  ['/collections', 'Koleksiyonlar', 'Collections'],
  ['/collections/:id', 'Vitrin', 'Vitrin'],
  ['/design', 'Tasarım', 'Design'],
  ['/marketplace', 'Pazaryeri', 'Marketplace'],
  ['/marketplace/:id/:page?', 'Trendyol', 'Trendyol'],
  ['/connect/:id', 'Trendyol bağlantısı', 'Connect Trendyol'],
  ['/jobs', 'Trendyol işleri', 'Trendyol jobs'],
  ['/proposals', 'Öneriler', 'Proposals'],
  ['/proposals/:id', 'Öneri · 1 öğe', 'Proposal · 1 item'],
  ['/settings', 'Ayarlar', 'Settings'],
  ['/media', 'Medya', 'Media'],
  ['/settings/store', 'Mağaza', 'Store'],
  ['/settings/extensions', 'Eklentiler', 'Extensions'],
  ['/settings/extensions/webhooks', 'Sağlayıcı bildirimleri', 'News of providers'],
  ['/settings/fields', 'Özel alanlar', 'Custom fields'],
  ['/settings/legal', 'Yasal metinler', 'Legal texts'],
  ['/tokens', 'Erişim anahtarları', 'Access tokens'],
  ['/workspaces', 'Çalışma alanları', 'Workspaces'],
  ['/audit', 'İşlem geçmişi', 'History'],
  ['/uploads', 'Bekleyen yüklemeler', 'Waiting uploads'],
  ['/account', 'Hesap ayarları', 'Account settings'],
  ['/mails', 'E-postalar', 'E-mails'],
  ['/payments', 'Siparişsiz ödemeler', 'Payments without an order'],
] as const;

/** The pages to which the side bar leads, with the pages below its groups. */
const sections = [
  ...readFileSync(path.join(__dirname, '../../src/panel/shell/sections.ts'), 'utf8').matchAll(/path: '(\/[^']*)'/g),
].map(([, place]) => place);

/** Those for whoever is not in. */
const entrances = ['/setup', '/invitation', '/forgot', '/reset', '/'] as const;

describe('each page in both languages, both themes, wide and narrow', () => {
  let site: Site;
  let panel: Panel;
  let looks: Looks;
  const ids: Record<string, string> = { ':id': 'trendyol', ':page?': '' };

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
    ids['/customers/:id'] = order.customerId;
    ids['/returns/:id'] = await returns.approved(order.id, [{ lineId: order.lines[0].id, quantity: 1 }]);
    ids['/products/:id'] = id;
    ids['/categories/:id'] = cups.id;
    ids['/collections/:id'] = showcase.id;
    ids['/proposals/:id'] = proposalId;
    panel = await openPanel(site.url);
    looks = new Looks(panel, site.url);
  });
  attended(() => [panel, site]);

  test('the list holds every page that there is', () => {
    const [app, table] = ['app.tsx', 'pages.tsx'].map((file) =>
      readFileSync(path.join(__dirname, '../../src/panel', file), 'utf8'),
    ) as [string, string];
    const routed = [...table.matchAll(/^ {2}'([^']+)': page\(/gm)].map(([, route]) => route);
    expect(routed.toSorted()).toEqual(pages.map(([route]) => route).toSorted());
    const before = [...app.matchAll(/\bpage === '([^']+)'/g)].map(([, place]) => place);
    expect([...before, '/'].toSorted()).toEqual([...entrances].toSorted());
  });

  test.each(entrances)('%s, before the way in', async (place) => {
    await looks.holds(place, null);
  });

  test.each(pages)('%s', async (route, turkish, english) => {
    if ((await panel.page.context().cookies()).length === 0) await panel.signIn(site.world);
    await looks.holds(placeOf(route), { tr: turkish, en: english });
  });

  // The bar is the same on each: one page judges a change.
  test.each(isFullRun ? pages : pages.slice(0, 1))(
    '%s, on a low screen: every page is within reach of the mouse',
    async (route) => {
      const { page } = panel;
      if ((await page.context().cookies()).length === 0) await panel.signIn(site.world);
      await page.setViewportSize(laptop);
      await panel.open(placeOf(route));
      await looks.loaded();
      const bar = page.getByRole('navigation').filter({ visible: true }).first();
      const folded = bar.locator('[aria-controls][aria-expanded=false]:not([aria-haspopup])');
      while ((await folded.count()) > 0) await folded.first().click();
      const all = await Promise.all((await bar.getByRole('link').all()).map((link) => link.getAttribute('href')));
      expect(all.length).toBe(sections.length);
      expect((await linksByMouse(bar)).toSorted()).toEqual(all.toSorted());
      expect([route, await panel.contentWidth()]).toEqual([route, laptop.width]);
      await panel.picture(`low ${route.replaceAll('/', '_')}`);
    },
  );

  function placeOf(route: string): string {
    const id = ids[route];
    const place = id ? route.replace(':id', id) : route.replace(/:\w+\??/g, (name) => ids[name] ?? '');
    return place.replace(/(.)\/$/, '$1');
  }
});
