import './installed';
import { attended, openPanel, type Panel, phone } from '../../panel/browser';
import { openSite, type Site } from '../../surfaces/site';

describe('an extension that is no marketplace', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, site]);

  const card = () => panel.page.getByRole('region', { name: 'Kasa' });
  const keys = () => panel.page.getByRole('region', { name: 'Bağlantı bilgileri' });
  const save = () => keys().getByRole('button', { name: 'Kaydet' }).click();
  const till = async () =>
    (await site.world.read('extensions.list')).items.find(({ key }: { key: string }) => key === 'till');

  test('is set up by what its schema declares, and what is left empty is left to its default', async () => {
    const { page } = panel;
    await panel.open('/settings/extensions');
    await card().getByText('Ödeme alır.').waitFor();
    await card().getByRole('link', { name: 'Bağlantı bilgileri' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kasa bağlantısı' }).waitFor();
    expect(await keys().getByLabel('Üye işyeri numarası').inputValue()).toBe('');
    expect(await keys().getByLabel('En düşük tutar').getAttribute('placeholder')).toContain('10,00');
    expect(await keys().getByLabel('En çok taksit').getAttribute('placeholder')).toBe('Boş bırakılırsa: 3');
    await keys().getByText('Kapalıyken itirazlar mağazanındır.').waitFor();
    expect(await keys().getByRole('switch', { name: '3D doğrulama' }).isChecked()).toBe(true);
    await save();
    expect(await keys().locator('input:invalid').count()).toBeGreaterThan(0);
    expect((await till()).installed).toBeNull();

    await keys().getByLabel('Üye işyeri numarası').fill('4711');
    await keys().getByLabel('Ödeme biçimi').click();
    await page.getByRole('option', { name: 'ödeme bağlantısı' }).click();
    await keys().getByLabel('En düşük tutar').fill('1.250');
    await keys().getByRole('switch', { name: '3D doğrulama' }).click();
    await keys().getByLabel('Mağaza anahtarı').fill('zq-gizli');
    await panel.picture('till 1280');
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await panel.contentWidth()).toBeLessThanOrEqual(phone.width);
    await panel.picture('till 390');
    await save();
    await keys().getByText('Kasa henüz kapalı.').waitFor();
    expect(await till()).toMatchObject({
      installed: { enabled: false },
      config: { merchant: 4711, mode: 'link', secure: false, leastAmount: 125_000 },
      secrets: [{ isSet: true }, { isSet: false }],
      blockedBy: [],
    });
    expect(Object.keys((await till()).config).toSorted()).toEqual(['leastAmount', 'merchant', 'mode', 'secure']);
    expect(await page.content()).not.toContain('zq-gizli');
  });

  test('shows what is kept, and takes out what is emptied', async () => {
    await panel.page.reload();
    expect(await keys().getByLabel('Üye işyeri numarası').inputValue()).toBe('4711');
    expect(await keys().getByLabel('En düşük tutar').inputValue()).toBe('1.250,00');
    expect(await keys().getByRole('switch', { name: '3D doğrulama' }).isChecked()).toBe(false);
    await keys().getByLabel('En düşük tutar').fill('');
    await save();
    await panel.page.getByText('Bilgiler kaydedildi.').waitFor();
    expect((await till()).config).toEqual({ merchant: 4711, mode: 'link', secure: false });
  });

  test('is switched on where its page leads', async () => {
    await keys().getByRole('link', { name: 'Eklentiler sayfasında açın' }).click();
    await card().getByRole('button', { name: 'Kasa: Eklentiyi aç' }).click();
    await panel.page.getByRole('dialog').getByRole('button', { name: 'Eklentiyi aç', exact: true }).click();
    await card().getByText('açık', { exact: true }).waitFor();
    expect((await till()).installed).toMatchObject({ enabled: true });
  });
});
