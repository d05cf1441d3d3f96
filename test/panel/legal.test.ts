// tier: all
import { company } from '../store/identity';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

describe('legal texts in the panel', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    await site.world.done('settings.identity.update', company);
    panel = await signedIn(site.url, site.world);
    panel.page.setDefaultTimeout(20_000);
  });
  attended(() => [panel, site]);

  const part = (name: string) => panel.page.getByRole('region', { name, exact: true });
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });

  test('are read, edited, confirmed and taken down, and tell that facts have changed', async () => {
    const looks = new Looks(panel, '');
    await panel.open('/settings/legal');
    await part('Teslimat').getByText('Onaylanmadı').waitFor();
    await button('Teslimat: Oku ve düzenle').click();
    const text = panel.page.getByRole('dialog').getByLabel('Metin', { exact: true });
    expect(await text.inputValue()).toContain('## Teslim süresi');
    await text.fill('## Teslim süresi\n\nÜrünler ertesi gün gelir.');
    await panel.picture('legal-dialog');
    expect(await looks.violations()).toEqual([]);
    await button('Onayla ve yayımla').click();
    await part('Teslimat').getByText('Yayında', { exact: true }).waitFor();
    await site.world.done(
      'settings.identity.update',
      { ...company, phone: '+908501112233', expectedRev: 1 },
      { as: site.world.owner },
    );
    await panel.page.reload();
    await part('Teslimat').getByText('Bu metin eski bilgilerinizle onaylandı', { exact: false }).waitFor();
    for (const size of [desktop, phone]) {
      await panel.page.setViewportSize(size);
      expect([size.width, await panel.contentWidth()]).toEqual([size.width, size.width]);
      await panel.picture(`legal-page ${size.width}`);
      expect(await looks.violations()).toEqual([]);
    }
    await panel.page.setViewportSize(desktop);
    await button('Teslimat: Yayından kaldır').click();
    await panel.page.getByRole('dialog').getByRole('button', { name: 'Yayından kaldır' }).click();
    await part('Teslimat').getByText('Onaylanmadı').waitFor();
  });
});
