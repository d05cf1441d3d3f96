// tier: all
import { PushWatch } from '../../../src/channel/push/watch';
import { eventually } from '../../world/eventually';
import { type ShownShop, shownShop } from './shop';

describe('listings of a marketplace in the panel', () => {
  let shown: ShownShop;
  let watch: PushWatch;
  beforeAll(async () => {
    shown = await shownShop();
    const { shop } = shown;
    await shop.control('PUT', '/listings', { batchMs: 20 });
    watch = new PushWatch({ ...shop.world, onError: () => {} });
    watch.keepEvery(100);
    const items = [{ productId: shop.productId, buffer: 2 }];
    await shop.world.done('channel.listing.set', { extension: 'trendyol', items });
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(async () => {
    await watch?.stop();
    await shown?.close();
  });

  test('a price that waits for a person says why, and goes once it is confirmed', async () => {
    await shown.open('listings');
    const row = shown.main.getByRole('row', { name: /Bakır Cezve/ });
    await row.getByText('Farklı: Fiyatı onay bekliyor').waitFor({ timeout: 60_000 });
    await row.getByText(/^Fiyat: mağazada 100,00 TL · söylenen .+ TL · pazaryerinde .+ TL$/).waitFor();
    await row.getByText(/istek .+/).waitFor();
    await shown.onBoth('price held');
    await row.getByRole('button', { name: 'Bakır Cezve: Fiyatı onayla' }).click();
    await shown.dialog.getByText(/mağazanızda 100,00 TL/).waitFor();
    await shown.dialog.getByRole('button', { name: 'Onayla ve gönder' }).click();
    await shown.jobEnds('Stok ve fiyat gönderimi', 'Bitti');
    await eventually(async () => (await row.getByText(/^Farklı/).count()) === 0, 60_000);
    await shown.onBoth('listings in step');
  });
});
