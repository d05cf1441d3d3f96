// tier: all
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

/** The most that a page may move while its answers come: CLS, a tenth of which people notice. */
const SHIFT_MAX = 0.05;
/** The first answer comes after this time in ms, and each further one that much later than the one before. */
const FIRST_MS = 400;
const APART_MS = 60;
/** How far a row may lie from the grey one before it, in px a row. */
const NEAR_PX = 2;
const ROWS = 12;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Notes what moves on the page, and by how much. The policy of the page lets it run: it is of the browser. */
const watchShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push({ value: entry.value, moved: entry.sources.map(({ node, previousRect: a, currentRect: b }) =>
        (node?.outerHTML ?? node?.textContent ?? '').slice(0, 90) + ' ' + [a.x, a.y, a.width, a.height, '>', b.x, b.y, b.width, b.height].map((n) => typeof n === 'number' ? Math.round(n) : n).join(' ')) });
  }).observe({ type: 'layout-shift', buffered: true });`;

/** The browser has drawn what came last. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Notes the least number of rows that the list has from now on. */
const noteRows = `
  globalThis.fewestRows = Infinity;
  new MutationObserver(() => { fewestRows = Math.min(fewestRows, document.querySelectorAll('main tbody tr').length); })
    .observe(document.querySelector('main'), { childList: true, subtree: true, attributes: true });`;

describe('the frame of a page while its answers come', () => {
  let site: Site;
  let panel: Panel;
  let orderId: string;
  let productId: string;
  let customerId: string;

  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    for (let nth = 1; nth <= ROWS; nth += 1)
      ({ id: productId } = await world.done('catalog.product.create', {
        title: `Cezve ${nth}`,
        price: 9_990,
        stock: 50,
      }));
    for (let nth = 1; nth <= ROWS; nth += 1)
      ({ id: orderId } = await orderOf(world, [{ productId, quantity: 1 }], {
        buyerName: `Ayşe ${nth}`,
        buyerEmail: `ayse${nth}@example.com`,
      }));
    panel = await signedIn(site.url, world);
    const session = await site.session();
    ({ id: customerId } = (await site.call('GET', '/v1/account/customers', { session })).body.items[0]);
    await panel.page.addInitScript(watchShifts);
    let nth = 0;
    await panel.page.route('**/v1/**', async (route) => {
      nth += 1;
      const wait = FIRST_MS + APART_MS * nth;
      await new Promise((resolve) => setTimeout(resolve, wait));
      await route.continue();
    });
    panel.page.on('load', () => {
      nth = 0;
    });
  });
  attended(() => [panel, site]);

  /** Opens a page, and tells how much of it has moved until all has come. */
  const shiftOf = async (place: string): Promise<{ sum: number; moved: readonly Shift[] }> => {
    await panel.open(place);
    await settled();
    const moved = await panel.page.evaluate<Shift[]>('shifts');
    return { sum: moved.reduce((sum, { value }) => sum + value, 0), moved };
  };
  const settled = async (): Promise<void> => {
    await panel.page.getByRole('heading', { level: 1 }).waitFor();
    await panel.page.waitForLoadState('networkidle');
    await panel.page.evaluate(twoFrames);
  };
  /** Where the boxes that a selector finds stand: their upper edge and their height in px. */
  const boxesOf = (selector: string) =>
    panel.page.evaluate<[number, number][]>(
      `[...document.querySelectorAll('${selector}')].map((each) => each.getBoundingClientRect()).map(({ top, height }) => [Math.round(top), Math.round(height)])`,
    );

  describe.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('on %s', (_, size) => {
    beforeAll(() => panel.page.setViewportSize(size));

    test.each(['orders', 'products', 'customers'])('rows of %s stand where grey ones stood before', async (list) => {
      await panel.open(`/${list}`);
      const bars = panel.page.locator('main .waiting-row');
      await bars.first().waitFor();
      await panel.page.getByRole('heading', { level: 1 }).waitFor();
      const ahead = await boxesOf('main .waiting-row');
      await panel.picture(`ahead ${list} ${size.width}`);
      await panel.page.locator('main tbody tr').first().waitFor();
      await settled();
      await panel.picture(`there ${list} ${size.width}`);
      const there = await boxesOf('main tbody tr');
      expect(there.length).toBe(ROWS);
      for (const [nth, [top, height]] of there.slice(0, 5).entries()) {
        expect(Math.abs(top - (ahead[nth]?.[0] ?? 0))).toBeLessThanOrEqual(NEAR_PX * (nth + 1));
        expect(Math.abs(height - (ahead[nth]?.[1] ?? 0))).toBeLessThanOrEqual(NEAR_PX);
      }
      expect(await bars.count()).toBe(0);
    });

    test('nothing moves on home, in lists and on pages', async () => {
      const places = [
        '/',
        '/orders',
        '/products',
        '/customers',
        `/orders/${orderId}`,
        `/products/${productId}`,
        `/customers/${customerId}`,
      ];
      for (const place of places) {
        const { sum, moved } = await shiftOf(place);
        if (sum > SHIFT_MAX) throw new Error(`${place} moved by ${sum}: ${JSON.stringify(moved, null, 1)}`);
      }
    });
  });

  test('a press anywhere in a row opens its page, and the check box of the row selects it', async () => {
    const { page } = panel;
    await page.setViewportSize(desktop);
    for (const [list, detail] of [
      ['orders', /^\/panel\/orders\/ord_/],
      ['products', /^\/panel\/products\/prd_/],
      ['customers', /^\/panel\/customers\/cus_/],
    ] as const) {
      await panel.open(`/${list}`);
      await settled();
      const row = page.locator('main tbody tr').nth(2);
      const box = row.getByRole('checkbox');
      if ((await box.count()) > 0) {
        await box.check();
        expect([list, new URL(page.url()).pathname]).toEqual([list, `/panel/${list}`]);
      }
      const { x, y, width, height } = (await row.boundingBox()) as NonNullable<
        Awaited<ReturnType<typeof row.boundingBox>>
      >;
      expect(height).toBeGreaterThanOrEqual(44);
      await page.mouse.click(x + width * 0.6, y + height - 4);
      await page.waitForURL(({ pathname }) => detail.test(pathname));
    }
  });

  test('a page shows its shape until its answer comes, and says that it waits', async () => {
    for (const place of [`/orders/${orderId}`, `/customers/${customerId}`]) {
      await panel.open(place);
      await panel.page.getByRole('status').filter({ hasText: 'Yükleniyor' }).locator('.waiting-part').first().waitFor();
      await settled();
      expect(await panel.page.locator('.waiting').count()).toBe(0);
    }
  });

  test('rows of before stay while another filter is asked, and say so', async () => {
    const { page } = panel;
    await panel.open('/orders');
    await page
      .locator('main tbody tr')
      .nth(ROWS - 1)
      .waitFor();
    await page.getByRole('combobox', { name: 'Sırala' }).click();
    await page.evaluate(noteRows);
    await page.getByRole('option').nth(1).click();
    await page.locator('.pages[aria-busy=true]').waitFor();
    await page.locator('.pages[aria-busy=false]').waitFor();
    expect(await page.evaluate<number>('fewestRows')).toBe(ROWS);
  });
});
