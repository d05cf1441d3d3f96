// tier: all
import { connectTrendyol } from '../channel/marketplace';
import { asInstalledEarlier } from '../extension/earlier';
import { openSite, type Site } from '../surfaces/site';
import { attended, openPanel, type Panel } from './browser';

describe('the page of extensions', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, site]);
  const part = () => panel.page.getByRole('region', { name: 'Trendyol' });
  const dialog = () => panel.page.getByRole('dialog');
  const step = async (name: string): Promise<void> => {
    await part()
      .getByRole('button', { name: `Trendyol: ${name}` })
      .click();
    await dialog().getByRole('button', { name, exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const shown = async () =>
    (await site.world.read('extensions.list')).items.find(({ key }: { key: string }) => key === 'trendyol');

  test('one is installed, says what it lacks, and is taken away again', async () => {
    await panel.open('/settings/extensions');
    await part().getByText('kurulu değil', { exact: true }).waitFor();
    await step('Kur');
    await part().getByText('kapalı', { exact: true }).waitFor();
    for (const lacking of ['API anahtarı', 'API gizli anahtarı', 'Satıcı numarası'])
      await part().getByText(`${lacking} girilmemiş ya da geçersiz`).waitFor();
    expect(await part().getByRole('button', { name: 'Trendyol: Eklentiyi aç' }).count()).toBe(0);
    await part().getByRole('button', { name: 'Trendyol: Neler yapar' }).click();
    const imports = part()
      .getByRole('listitem')
      .filter({ hasText: /^Kataloğu içe aktar/ });
    await imports.getByText('hazır değil').waitFor();
    await imports.getByText('Satıcı numarası girilmemiş ya da geçersiz').waitFor();
    await imports.getByText('Eklenti kapalı').waitFor();
    // Everything has a name for people.
    expect((await part().allInnerTexts()).join().match(/\bchannel\.\w+/g)).toBeNull();
    await panel.picture('extensions lacking');
    await step('Kaldır');
    await part().getByText('kurulu değil', { exact: true }).waitFor();
    expect((await shown()).installed).toBeNull();
    // No way back is offered of what has none.
    const said = panel.page.getByRole('status').filter({ hasText: 'Bu geri alınamaz.' });
    await said.waitFor();
    expect(await said.getByRole('button').count()).toBe(0);
  });

  test('one that sells is switched off, which stops its jobs, and on again by taking that back', async () => {
    const { world } = site;
    await connectTrendyol(world);
    const { id: productId } = await world.done('catalog.product.create', { title: 'Çay', price: 1_000 });
    await world.done('channel.listing.set', { extension: 'trendyol', items: [{ productId }] });
    const params = { ext: 'trendyol' };
    const { id } = await world.read('channel.catalog.pull', { as: world.developer, params, body: { mode: 'import' } });
    await panel.open('/settings/extensions');
    await part().getByText('açık', { exact: true }).waitFor();
    await part().getByRole('button', { name: 'Trendyol: Neler yapar' }).click();
    await part().getByText('hazır', { exact: true }).first().waitFor();
    expect(await part().getByText('hazır değil').count()).toBe(0);
    await part().getByRole('button', { name: 'Trendyol: Eklentiyi kapat' }).click();
    await dialog().getByText('Trendyol kapatılsın mı?').waitFor();
    // Nothing is lost by looking at the other way first.
    await dialog().getByLabel('Önce her ilan sıfırlansın').check();
    await dialog().getByRole('button', { name: 'Devam et' }).click();
    await dialog().getByText('Bir iş, Trendyol üzerindeki her ilanın stoğunu 0 yapar').waitFor();
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await part().getByRole('button', { name: 'Trendyol: Eklentiyi kapat' }).click();
    await dialog().getByRole('button', { name: 'Devam et' }).click();
    await dialog().getByText('Trendyol üzerindeki stok olduğu gibi kalır').waitFor();
    await panel.picture('extensions disabling');
    await dialog().getByRole('button', { name: 'Eklentiyi kapat', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await part().getByText('kapalı', { exact: true }).waitFor();
    expect(await world.read('channel.jobs.get', { params: { ...params, cjb: id } })).toMatchObject({
      state: 'cancelled',
    });
    await panel.page.getByRole('status').getByRole('button', { name: 'Geri al' }).click();
    await dialog().getByRole('button', { name: '1 değişikliği geri al' }).click();
    await dialog().getByText('1 değişiklik geri alındı.').waitFor();
    expect((await shown()).installed).toMatchObject({ enabled: true });
  });

  test('one of an earlier version is upgraded, and gains no right that its owner has not consented to', async () => {
    const { world } = site;
    const granted = { scopes: [], personalData: [], secrets: ['apiKey'] };
    // What it would lack is told before anybody is asked to consent.
    await asInstalledEarlier(world, { extension: 'trendyol', version: '1.0.0', config: {}, enabled: true, granted });
    await panel.open('/settings/extensions');
    await part().getByText('Yükseltmeden önce tamamlanacaklar:').waitFor();
    await part().getByText('Satıcı numarası girilmemiş ya da geçersiz').first().waitFor();
    expect(await part().getByRole('button', { name: 'Trendyol: Yükselt' }).count()).toBe(0);
    await asInstalledEarlier(world, {
      extension: 'trendyol',
      version: '1.0.0',
      config: { sellerId: '424242' },
      granted,
    });
    await panel.open('/settings/extensions');
    await part().getByText('Yeni sürüm var: 1.2.0.').waitFor();
    await part().getByText('Pazaryerine stok ve fiyat gönderme').waitFor();
    await panel.picture('extensions acts outside');
    await part().getByRole('button', { name: 'Trendyol: Yükselt' }).click();
    await dialog().getByText('Trendyol yeni haklar istiyor').waitFor();
    await dialog().getByText('API gizli anahtarı').waitFor();
    await dialog().getByText('Mağaza dışında yaptıkları').waitFor();
    await dialog().getByText('Pazaryerine stok ve fiyat gönderme').waitFor();
    await panel.picture('extensions consent');
    await dialog().getByRole('button', { name: 'Onayla ve devam et' }).click();
    await dialog().getByText('1.2.0').first().waitFor();
    await panel.picture('extensions upgrading');
    await dialog().getByRole('button', { name: 'Yükselt', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await part().getByText('sürüm 1.2.0').waitFor();
    expect(await shown()).toMatchObject({ upgrade: null, config: { pictures: true }, installed: { version: '1.2.0' } });
  });
});
