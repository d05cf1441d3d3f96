// tier: all
import { type ShownShop, shownShop } from './shop';

describe('questions and settlements of a marketplace in the panel', () => {
  let shown: ShownShop;
  beforeAll(async () => {
    shown = await shownShop();
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  const card = (questionId: unknown) => shown.main.getByRole('listitem', { name: String(questionId), exact: true });

  test('the question whose time ends first comes first, and is answered', async () => {
    const { shop } = shown;
    // A weekend moves no deadline: that of the older question ends on an earlier working day, whatever day it is.
    const daysAgo = [4, 4, 1, 1, 1, 1, 3][new Date().getUTCDay()] ?? 1;
    const { questionId: late } = await shop.control('POST', '/questions', { text: 'Kaç litre alır?' });
    const { questionId: soon } = await shop.control('POST', '/questions', {
      ...{ text: 'Bakır mı?', agoMs: daysAgo * 86_400_000 },
    });
    await shop.pulled('questions');
    await shown.open('questions');
    await card(soon).getByText('Bakır mı?').waitFor();
    const names = await shown.main
      .getByRole('listitem', { name: /^\d+$/ })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    expect(names).toEqual([soon, late].map(String));
    const send = card(soon).getByRole('button', { name: 'Cevabı gönder' });
    await card(soon).getByLabel('Cevabınız').fill('Evet, bu');
    expect(await send.isDisabled()).toBe(true);
    await card(soon).getByLabel('Cevabınız').fill('Evet, içi kalay kaplı bakırdır.');
    await shown.onBoth('questions');
    await send.click();
    await shown.jobEnds('Soruya cevap', 'Bitti');
    await card(soon).waitFor({ state: 'detached' });
  });

  test('an order that waits for its settlement stands there, and one that is settled tells why it brings less', async () => {
    const { shop } = shown;
    const settled = await shop.place();
    await shop.control('PUT', '/orders/move', { packageId: settled.packageId, to: 'Delivered' });
    const waiting = await shop.place();
    await shown.pulled();
    await shop.control('POST', '/finance/invoice');
    await shop.pulled('finance');
    await shown.open('finance');
    await card(waiting.orderNumber).getByText('hakediş bekliyor').waitFor();
    await card(waiting.orderNumber).getByText('0,00').waitFor();
    const known = card(settled.orderNumber);
    await known.getByText('hakedişi geldi').waitFor();
    await known.getByRole('list', { name: 'Farkın nedenleri' }).getByText('Kargo').waitFor();
    await known.getByText('49,99').first().waitFor();
    await shown.main.getByRole('img', { name: /^Dönemlere göre hakediş: toplam / }).waitFor();
    await shown.main.getByText('Tablo olarak').click();
    await shown.main.getByRole('columnheader', { name: 'Kesinti' }).waitFor();
    // The heads, and the one month in which something was settled.
    expect(await shown.main.getByRole('table').getByRole('row').count()).toBe(2);
    await shown.onBoth('finance');
    await shown.main.getByLabel('Pazaryeri sipariş no').fill(waiting.orderNumber);
    await known.waitFor({ state: 'detached' });
    await card(waiting.orderNumber).waitFor();
  });
});
