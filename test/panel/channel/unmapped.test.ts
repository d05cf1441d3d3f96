// tier: all
import { type ShownShop, shownShop } from './shop';

describe('unmapped lines in the panel', () => {
  let shown: ShownShop;
  beforeAll(async () => {
    shown = await shownShop();
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  const sold = async (barcode: string, quantity: number) => {
    await shown.shop.place({ lines: [{ barcode, quantity, priceKurus: 700 }] });
    await shown.pulled();
  };
  const line = (barcode: string) =>
    shown.main
      .getByRole('listitem')
      .filter({ hasText: `Barkod: ${barcode}` })
      .last();
  const stockOf = async (prd: string) =>
    (await shown.shop.world.read('catalog.products.get', { params: { prd } })).stock;
  const choose = async (barcode: string, product: string) => {
    await line(barcode).getByRole('button').click();
    await shown.dialog.getByRole('button', { name: product, exact: true }).click();
  };

  test('a line is mapped to the product that is chosen, and its stock is taken then', async () => {
    const { world } = shown.shop;
    const { id } = await world.done('catalog.product.create', { title: 'Yeni Fincan', price: 700, stock: 9 });
    await sold('YABANCI1', 2);
    await panelHome();
    await shown.open();
    await shown.main.getByRole('link', { name: '1 siparişte ürünle eşleşmeyen satır var' }).click();
    await shown.main.getByRole('heading', { name: 'Trendyol: eşleşmeyen satırlar' }).waitFor();
    await line('YABANCI1').waitFor();
    await shown.onBoth('unmapped');
    await choose('YABANCI1', 'Yeni Fincan');
    await shown.dialog.getByText('YABANCI1 barkodu bu ürünün olur.').waitFor();
    await shown.dialog.getByRole('row', { name: /^Barkod/ }).waitFor();
    await shown.onBoth('map a line');
    await shown.dialog.getByRole('button', { name: 'Eşleştir' }).click();
    await shown.jobEnds('Sipariş alma', 'Bitti');
    await shown.main.getByText('Eşleşmeyen satır yok').waitFor();
    expect(await stockOf(id)).toBe(7);
  });

  test('of a product with variants one is chosen, and a barcode that would go is told', async () => {
    const { world } = shown.shop;
    const { id } = await world.done('catalog.product.create', {
      ...{ title: 'Tepsi', price: 5_000 },
      variants: [
        { title: 'Küçük', stock: 4, barcode: 'TEPSI-K' },
        { title: 'Büyük', stock: 4 },
      ],
    });
    await sold('YABANCI2', 1);
    await shown.open('unmapped');
    await choose('YABANCI2', 'Tepsi');
    await shown.dialog.getByRole('radio', { name: 'Küçük' }).check();
    await shown.dialog.getByText('barkodu TEPSI-K').waitFor();
    await shown.onBoth('choose a variant');
    await shown.dialog.getByRole('button', { name: 'Devam' }).click();
    await shown.dialog.getByText('Ürünün TEPSI-K barkodu silinir.').waitFor();
    await shown.dialog.getByRole('button', { name: 'Vazgeç' }).click();
    await choose('YABANCI2', 'Tepsi');
    await shown.dialog.getByRole('radio', { name: 'Büyük' }).check();
    await shown.dialog.getByRole('button', { name: 'Devam' }).click();
    await shown.dialog.getByRole('button', { name: 'Eşleştir' }).click();
    await shown.jobEnds('Sipariş alma', 'Bitti');
    await shown.main.getByText('Eşleşmeyen satır yok').waitFor();
    const { variants } = await world.read('catalog.products.get', { params: { prd: id } });
    expect(variants).toMatchObject([
      { title: 'Küçük', stock: 4, barcode: 'TEPSI-K' },
      { title: 'Büyük', stock: 3, barcode: 'YABANCI2' },
    ]);
  });

  test('pieces that were not there are shown with their order until it leaves', async () => {
    const { world } = shown.shop;
    await world.done('catalog.product.create', { title: 'Son', price: 700, stock: 1, barcode: 'SON1' });
    await sold('SON1', 3);
    await shown.open('oversold');
    await shown.main.getByText('3 parçadan 2 tanesi stokta yoktu').waitFor();
    await shown.onBoth('oversold');
    await shown.main.getByRole('link', { name: 'Paketlerine git' }).click();
    await shown.main.getByRole('heading', { name: 'Trendyol paketleri' }).waitFor();
  });

  /** The home page tells of it, and leads there. */
  async function panelHome(): Promise<void> {
    await shown.panel.open('/');
    await shown.main.getByRole('link', { name: '1 pazaryeri siparişinde ürünle eşleşmeyen satır var' }).waitFor();
    await shown.main.getByRole('link', { name: 'Trendyol: 1 siparişin paketi hazırlanacak' }).click();
    await shown.main.getByRole('heading', { name: 'Trendyol paketleri' }).waitFor();
  }
});
