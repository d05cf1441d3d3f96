// tier: all
import { connectTrendyol } from '../channel/marketplace';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { type Panel, signedIn } from './browser';

const UNREACHABLE = 'Sunucuya ulaşılamıyor.';

describe('the panel without a network', () => {
  let site: Site;
  let panel: Panel;
  let productId: string;
  let proposalId: string;

  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const owner = { as: world.owner };
    await connectTrendyol(world);
    ({ id: productId } = await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 54_900 }));
    await world.done('catalog.price.set', { targetId: productId, price: 49_900 }, owner);
    const agent = await site.mint('agent');
    ({ proposalId } = await site.command(agent.token, 'catalog.price.set', { targetId: productId, price: 60_000 }));
    await site.command(agent.token, 'proposal.submit', { proposalId });
    panel = await signedIn(site.url, world);
  });
  afterAll(async () => {
    await panel?.close();
    await site?.close();
  });
  afterEach(async () => {
    await panel.page.context().setOffline(false);
    expect(panel.complaints).toEqual([]);
  });

  const press = (name: string) => panel.page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => panel.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  const actions: [what: string, place: () => string, prepare: () => Promise<void>, click: () => Promise<void>][] = [
    ['an import', () => '/jobs', () => press('İçe aktar'), () => confirm('İçe aktar')],
    [
      'an approval',
      () => `/proposals/${proposalId}`,
      () => press('1 değişikliği onayla ve uygula'),
      () => confirm('Onayla ve uygula'),
    ],
    [
      'a minting',
      () => '/tokens',
      async () => {
        await press('Yeni anahtar');
        await panel.page.getByRole('dialog').getByLabel('Adı').fill('ERP');
      },
      () => confirm('Oluştur'),
    ],
    [
      'an undo',
      () => '/audit?command=catalog.price.set&outcome=done',
      async () => {
        await panel.page
          .getByRole('button', { name: /^Fiyatı belirle/ })
          .first()
          .click();
        await press('Geri al');
        await panel.page.getByText('1 değişiklik geri alınacak').waitFor();
      },
      () => confirm('1 değişikliği geri al'),
    ],
  ];

  test.each(actions)('%s says that nothing was reached, and is not sent later', async (what, place, prepare, click) => {
    const { page } = panel;
    const context = page.context();
    await panel.open(place());
    await prepare();
    await context.setOffline(true);
    await click();
    await page.getByRole('alert').filter({ hasText: UNREACHABLE }).first().waitFor();

    await panel.picture(`offline ${what}`);
    const sent: string[] = [];
    const note = (request: { method(): string; url(): string }) =>
      request.method() === 'POST' && sent.push(request.url());
    page.on('request', note);
    // What waited for a network would be sent before anything is read again.
    const read = page.waitForResponse((response) => response.ok() && response.request().method() === 'GET');
    await context.setOffline(false);
    await read;
    page.off('request', note);
    expect(sent).toEqual([]);
  });

  test('an undo that is cut off counts what was taken back', async () => {
    const { page } = panel;
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    for (const price of [50_000, 51_000])
      await site.command(token, 'catalog.price.set', { targetId: productId, price });
    await panel.open('/tokens');
    await page.getByRole('listitem', { name: 'test' }).first().getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Yaptıklarını geri al' }).click();
    await page.getByRole('button', { name: 'Bul' }).click();
    await page.getByText('2 değişiklik geri alınacak').waitFor();
    let runs = 0;
    await page.route('**/v1/commands', (route) => {
      runs += 1;
      return runs === 1 ? route.continue() : route.abort('internetdisconnected');
    });
    await confirm('2 değişikliği geri al');
    await page.getByRole('dialog').getByText('1 değişiklik geri alındı.').waitFor();
    await page.getByRole('dialog').getByText(UNREACHABLE).waitFor();
    await page.unroute('**/v1/commands');
  });

  test('a page says so too, instead of loading for ever, and is there when the network is', async () => {
    const { page } = panel;
    await panel.open('/proposals');
    await page.getByRole('link', { name: /Onay bekliyor/ }).waitFor();
    await page.getByRole('button', { name: 'Ayarlar: alt sayfalar' }).click();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'E-postalar' }).first().click();
    const alert = page.getByRole('alert').filter({ hasText: UNREACHABLE });
    await alert.waitFor();
    await panel.picture('offline page');
    expect(await alert.getByText('The server').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByText('değişiklik').first().waitFor();
    await alert.waitFor({ state: 'hidden' });
  });

  const places = [
    '/orders',
    '/returns',
    '/products',
    '/marketplace',
    '/marketplace/trendyol',
    '/marketplace/trendyol/listings',
    '/connect/trendyol',
    '/jobs',
    '/proposals',
    '/settings',
    '/tokens',
    '/audit',
    '/uploads',
    '/account',
    '/mails',
    '/',
  ] as const;

  test.each(['the network', 'the server'])('without %s each page says so once, and comes back', async (lost) => {
    const { page } = panel;
    const context = page.context();
    const said = page.getByText(UNREACHABLE);
    await page.clock.install();
    await panel.open('/');
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    if (lost === 'the network') await context.setOffline(true);
    else await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
    // Home is on the screen already, and goes stale there; the others are opened without ever having been loaded.
    for (const place of ['/', ...(lost === 'the network' ? places : places.slice(0, 1))]) {
      await page.evaluate(`history.pushState(null, '', '/panel${place}')`);
      // What fails is tried again after a while, each time after a longer one.
      await eventually(async () => {
        await page.clock.runFor(500);
        return (await said.count()) > 0 && (await page.getByText('Yükleniyor').count()) === 0;
      });
      expect([place, await said.count(), await page.getByRole('alert').count()]).toEqual([place, 1, 1]);
      await page.getByText('itibarıyla').waitFor();
      await panel.picture(`offline${place.replaceAll('/', '-')}`);
    }
    await context.setOffline(false);
    await page.unroute('**/v1/**');
    await said.waitFor({ state: 'hidden' });
    await eventually(async () => (await page.getByText('Bağlantı gelince yenilenir').count()) === 0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('signing out says so, and leaves the session', async () => {
    const { page } = panel;
    await panel.open('/mails');
    await page.getByRole('heading', { name: 'E-postalar' }).waitFor();
    await page.context().setOffline(true);
    await press('Hesap');
    await page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();
    await page.getByRole('alert').filter({ hasText: UNREACHABLE }).first().waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('heading', { name: 'E-postalar' }).waitFor();
  });
});
