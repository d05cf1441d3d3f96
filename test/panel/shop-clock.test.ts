// tier: all
import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';
import { attended, type Panel, signedIn } from './browser';

describe('the panel in a browser of another zone', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    await site.rows(
      `INSERT INTO mail (store_id, id, owner_id, subject, body, state, created_at)
       SELECT $1, $2, id, 'Konu', 'İleti', 'sent', '2026-11-10T22:30:00Z' FROM owner_account WHERE store_id = $1`,
      [site.world.storeId, `mai_${newUlid()}`],
    );
    panel = await signedIn(site.url, site.world, 'America/New_York');
  });
  attended(() => [panel, site]);

  test('says moments by the clock of the shop', async () => {
    await panel.open('/mails');
    await panel.page.getByText('11 Kas 2026 01:30').waitFor();
  });

  test('a time that is typed is of that clock, and is read back as it was typed', async () => {
    const { page } = panel;
    await panel.open('/audit');
    await page.getByLabel('Başlangıç').fill('2026-11-29T00:15');
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-11-28T21:15:00.000Z');
    await page.reload();
    expect(await page.getByLabel('Başlangıç').inputValue()).toBe('2026-11-29T00:15');
  });

  test('a day of a list begins where that of the shop does, and ends with it', async () => {
    const { page } = panel;
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/v1/orders' && searchParams.has('placedSince') && searchParams.has('placedBefore');
    });
    await panel.open('/orders?since=2026-11-29&until=2026-11-29');
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get('placedSince')).toBe('2026-11-28T21:00:00.000Z');
    expect(searchParams.get('placedBefore')).toBe('2026-11-29T21:00:00.000Z');
  });
});
