// tier: all
import type { CDPSession } from 'playwright-core';
import { en } from '../../src/panel/text/en';
import { tr } from '../../src/panel/text/tr';
import { openSite, type Site } from '../surfaces/site';
import { attended, openPanel, type Panel, signedIn } from './browser';

/** Limit of the bytes over the wire, headers and all, of a home page that is opened for the first time. */
const HOME_BYTES_MAX = 400_000;
/** The same of one that the browser has opened before: answers about the shop, and no script. */
const HOME_AGAIN_BYTES_MAX = 40_000;

describe('the weight of the panel', () => {
  let site: Site;
  let panel: Panel;
  let wire: CDPSession;
  /** Addresses and bytes of what came since the last look. */
  let came: { readonly path: string; readonly bytes: number }[] = [];

  beforeAll(async () => {
    site = await openSite();
    panel = await signedIn(site.url, site.world);
    wire = await panel.page.context().newCDPSession(panel.page);
    await wire.send('Network.enable');
    const paths = new Map<string, string>();
    wire.on('Network.responseReceived', ({ requestId, response }) => {
      paths.set(requestId, new URL(response.url).pathname);
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      came.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength });
    });
  });
  attended(() => [panel, site]);

  const openHome = () => openHomeIn('Ana sayfa');

  const openHomeIn = async (heading: string): Promise<{ bytes: number; paths: string[] }> => {
    came = [];
    await panel.open();
    await panel.page.getByRole('heading', { name: heading }).waitFor();
    await panel.page.waitForLoadState('networkidle');
    return { bytes: came.reduce((sum, { bytes }) => sum + bytes, 0), paths: came.map(({ path }) => path) };
  };

  test('home comes in few bytes, and the second time in next to none', async () => {
    await wire.send('Network.clearBrowserCache');
    const first = await openHome();
    expect(first.bytes).toBeLessThan(HOME_BYTES_MAX);
    // The page uses the preloaded meanings, and asks for them once.
    const files = first.paths.filter((path) => path.startsWith('/panel/'));
    expect(new Set(files).size).toBe(files.length);
    expect(first.paths).toContain('/panel/meanings.json');
    expect(first.paths).not.toContain('/v1/commands');
    const again = await openHome();
    expect(again.bytes).toBeLessThan(HOME_AGAIN_BYTES_MAX);
    if (process.env.PANEL_PICTURES) process.stdout.write(`home: ${first.bytes} bytes, again ${again.bytes}\n`);
  });

  test('home counts products exactly, and reads one of them for that', async () => {
    const { world } = site;
    for (let nth = 1; nth <= 101; nth += 1)
      await world.done('catalog.product.create', { title: `Cezve ${nth}`, price: 9_990, stock: nth % 2 });
    await openHome();
    const links = panel.page.getByRole('link');
    await links.filter({ hasText: /Satıştaki ürün\D*101$|^101\D*Satıştaki ürün/ }).waitFor();
    await links.filter({ hasText: /Tükenen ürün\D*50$|^50\D*Tükenen ürün/ }).waitFor();
    expect(came.some(({ path, bytes }) => path === '/v1/catalog/products' && bytes > 4_000)).toBe(false);
    await panel.picture('home-counts');
  });

  test('home brings the sentences of one language, and the switch those of the other, once', async () => {
    const dictionaries = (paths: readonly string[]) =>
      paths.flatMap((path) => /\/(tr|en)-[\w-]+\.js$/.exec(path)?.[1] ?? []);
    await wire.send('Network.clearBrowserCache');
    const { paths } = await openHome();
    expect(dictionaries(paths)).toEqual(['tr']);
    const script = await panel.page.evaluate<string>(
      "fetch(performance.getEntriesByType('resource').find(({ name }) => /\\/tr-[^/]+\\.js$/.test(name)).name).then((answer) => answer.text())",
    );
    // The sentences of pages that home does not show, too: in Turkish alone.
    expect([script.includes(tr.couponPages.lead), script.includes(en.couponPages.lead)]).toEqual([true, false]);
    came = [];
    const choose = (name: string) => panel.page.getByText(name, { exact: true }).first().click();
    await choose('EN');
    await panel.page.getByRole('heading', { name: 'Home' }).waitFor();
    await choose('TR');
    await panel.page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await choose('EN');
    await panel.page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(dictionaries(came.map(({ path }) => path))).toEqual(['en']);
    // A page that opens in the chosen language shows no word of the other one before.
    const { paths: again } = await openHomeIn('Home');
    expect(dictionaries(again)).toEqual(['en']);
    await choose('TR');
    await panel.page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
  });

  test('the script of a page comes when the page is opened', async () => {
    const { paths } = await openHome();
    expect(paths.filter((path) => path.includes('/design-'))).toEqual([]);
    came = [];
    await panel.page.getByRole('link', { name: 'Tasarım' }).first().click();
    await panel.page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Ana sayfa' }).waitFor();
    expect(came.some(({ path }) => path.includes('/design-'))).toBe(true);
  });
});

describe('a script that an upgrade has taken away', () => {
  let site: Site;
  let panel: Panel;
  let loads = 0;

  beforeAll(async () => {
    site = await openSite();
    panel = await signedIn(site.url, site.world);
    panel.page.on('load', () => {
      loads += 1;
    });
  });
  attended(() => [panel, site]);

  /** Answers every script of the page as an upgrade leaves it. */
  const takeAway = () =>
    panel.page.route('**/panel/assets/orders-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const openOrders = () => panel.page.getByRole('link', { name: 'Siparişler' }).first().click();

  test('loads the page anew, once, and then says so with a way to try again', async () => {
    await panel.open();
    await panel.page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await takeAway();
    loads = 0;
    await openOrders();
    await panel.page.getByRole('alert').waitFor();
    expect(loads).toBe(1);
    expect(panel.page.url()).toMatch(/\/panel\/orders$/);
    await panel.page.unroute('**/panel/assets/orders-*.js');
    await panel.page.getByRole('button', { name: 'Yeniden dene' }).click();
    await panel.page.getByRole('heading', { name: 'Siparişler', level: 1 }).waitFor();
  });

  test('without a network nothing is loaded anew: the page stays and says so', async () => {
    await panel.page.evaluate('sessionStorage.clear()');
    await panel.open();
    await panel.page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    loads = 0;
    await panel.page.context().setOffline(true);
    await panel.page.getByRole('link', { name: 'Tasarım' }).first().click();
    await panel.page.getByRole('alert').filter({ hasText: 'Sunucuya ulaşılamıyor.' }).first().waitFor();
    expect(loads).toBe(0);
    await panel.page.context().setOffline(false);
    await panel.page.getByRole('heading', { name: 'Tasarım', level: 1 }).waitFor({ timeout: 60_000 });
  });
});

test('a page that nobody has signed in at asks for the meanings once', async () => {
  const site = await openSite();
  const panel = await openPanel(site.url);
  try {
    const asked: string[] = [];
    panel.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await panel.open();
    await panel.page.getByLabel('E-posta').waitFor();
    await panel.page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path === '/panel/meanings.json')).toHaveLength(1);
    expect(panel.complaints).toEqual([]);
  } finally {
    await panel.close();
    await site.close();
  }
});
