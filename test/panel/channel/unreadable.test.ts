// tier: all
import { type ShownShop, shownShop } from './shop';

describe('rows that could not be read, in the panel', () => {
  let shown: ShownShop;
  beforeAll(async () => {
    shown = await shownShop();
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  test('the home page leads to them, each has its reason, and they go once they are kept', async () => {
    const { shop, panel, main } = shown;
    const endpoint = 'GET /order/sellers/{sellerId}/orders/stream';
    // The first row of a page is the one that cannot be read.
    const { orderNumber } = await shop.place();
    await shop.place();
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'packageUndated' }, endpoint });
    await shown.pulled();
    await panel.open('/');
    await main.getByRole('link', { name: 'Trendyol: okunamayan kayıt: 1' }).click();
    await main.getByRole('heading', { name: 'Trendyol: okunamayan kayıtlar' }).waitFor();
    const row = main.getByRole('listitem', { name: orderNumber, exact: true });
    await row.getByText('Pazaryerinin bu satırı okunamadı.').waitFor();
    await row.getByText('/orderDate').waitFor();
    await shown.onBoth('unreadable');
    shop.simulator.faults.clear();
    await shown.pulled();
    await shown.open('unreadable');
    await main.getByText('Okunamayan kayıt yok').waitFor();
  });
});
