// tier: all
import { eventually } from '../../world/eventually';
import { type ShownShop, shownShop } from './shop';

describe('the health of a marketplace in the panel', () => {
  let shown: ShownShop;
  beforeAll(async () => {
    shown = await shownShop();
    await shown.open();
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  const part = (name: string) => shown.main.getByRole('region', { name, exact: true });
  const row = (name: string) => part('Eşitleme').getByRole('row', { name: new RegExp(`^${name}`) });

  test('a task runs when it is asked for, with its progress, and says when it last was', async () => {
    await row('Siparişler').getByText('Henüz yok').waitFor();
    await shown.shop.place();
    await row('Siparişler').getByRole('button', { name: 'Siparişler: şimdi eşitle' }).click();
    await shown.jobEnds('Sipariş alma', 'Bitti');
    await row('Siparişler')
      .getByText(/önce|şimdi/)
      .waitFor();
    await part('Sizi bekleyenler').getByRole('link', { name: '1 siparişin paketi hazırlanacak' }).waitFor();
    await row('Stok').getByRole('button').click();
    await shown.jobEnds('Stok ve fiyat gönderimi', 'Bitti');
    await row('Stok')
      .getByText(/önce|şimdi/)
      .waitFor();
    await shown.onBoth('health');
  });

  test('a webhook is registered, and one that was switched off is told here and on the home page', async () => {
    const { shop } = shown;
    await part('Bildirimler').getByText('Kayıtlı değil').waitFor();
    await part('Bildirimler').getByRole('button', { name: 'Bildirim adresini kaydet' }).click();
    await shown.dialog.getByRole('button', { name: 'Bildirim adresini kaydet' }).click();
    await part('Bildirimler').getByText('Açık', { exact: true }).waitFor({ timeout: 60_000 });
    await shop.world.sql(`UPDATE channel_webhook SET state = 'passive'`);
    await part('Bildirimler').getByRole('alert').getByText('Pazaryeri bildirmeyi bıraktı.').waitFor();
    await shown.onBoth('webhook passive');
    await shown.panel.open('/');
    await shown.main.getByRole('link', { name: 'Trendyol siparişleri bildirmeyi bıraktı' }).click();
    await part('Bildirimler').getByRole('button', { name: 'Yeniden kaydet' }).click();
    await shown.dialog.getByRole('button', { name: 'Bildirim adresini kaydet' }).click();
    await eventually(
      async () =>
        (await shop.world.read('channel.health.get', { params: { ext: 'trendyol' } })).webhook.state === 'active',
      60_000,
    );
    await part('Bildirimler').getByText('Açık', { exact: true }).waitFor();
  });

  test('a group of requests that pauses says until when', async () => {
    const { world } = shown.shop;
    await world.sql(
      `INSERT INTO channel_budget_pause (store_id, extension, request_group, pauses_until)
       VALUES ('${world.storeId}', 'trendyol', 'orders', now() + interval '5 minutes')`,
    );
    await part('İstek sınırları')
      .getByText(/Pazaryeri yavaşlattı: \d+ dakika sonra sürer/)
      .waitFor();
    await world.sql('DELETE FROM channel_budget_pause');
  });

  test('settings are stated whole, shown before they are, and refused where somebody was faster', async () => {
    const { world } = shown.shop;
    await shown.open('settings');
    await shown.main.getByLabel('Yüzde').fill('12,5');
    await shown.main.getByLabel('Gösterilmeyen adet').fill('3');
    await shown.main.getByLabel('Yeniden gönderme arası (dk)').fill('5');
    await shown.main.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await shown.dialog.getByText('en az 15 olmalı').waitFor();
    await shown.dialog.getByRole('button', { name: 'Vazgeç' }).click();
    await shown.main.getByLabel('Yeniden gönderme arası (dk)').fill('20');
    await shown.onBoth('channel settings');
    await shown.main.getByRole('button', { name: 'Değişiklikleri göster' }).click();
    await shown.onBoth('channel settings shown');
    await shown.dialog.getByRole('button', { name: 'Uygula' }).click();
    await shown.main
      .getByRole('status')
      .filter({ hasText: 'geri al' })
      .or(shown.main.locator('.saved'))
      .first()
      .waitFor();
    const [channel] = (await world.read('store.stockSettings.get', { as: world.owner })).channels;
    expect(channel.settings).toMatchObject({
      ...{ rev: 1, buffer: 3, resendMinutes: 20, push: { stock: true, price: true } },
      priceRule: { percent: 12.5, add: 0, round: 'none' },
    });
  });
});
