// tier: all
import type { Locator, Request, Response } from 'playwright-core';
import { attended, type Panel } from './browser';
import { openTelephoneDesk, type TelephoneDesk, telephoneActs } from './telephone-desk';

/** For how long a button stays pressed after the save was seen. */
const HELD_MS = 200;

const isStepOfCart = (each: Request | Response): boolean =>
  ('method' in each ? each : each.request()).method() === 'PUT' && each.url().includes('/telephone-orders/chs_');

/** Orders that somebody gets wrong at first: what is placed is what the screen shows, or nothing is. */
describe('slips of who takes an order by telephone', () => {
  let desk: TelephoneDesk;
  let panel: Panel;
  let acts: ReturnType<typeof telephoneActs>;
  beforeAll(async () => {
    desk = await openTelephoneDesk();
    ({ panel } = desk);
    acts = telephoneActs(panel);
  });
  attended(() => [panel, desk?.shops, ...(desk?.rest ?? [])]);

  const CARTS = '**/v1/account/telephone-orders/chs_*';
  const page = () => panel.page;
  const place = () => acts.button(/^Siparişi ver/);
  const orderOf = async (id: string) => desk.site.world.read('orders.get', { params: { ord: id } });
  const orders = async (): Promise<number> => (await desk.site.world.read('orders.list')).items.length;

  /** A cart of one pot that is paid at the door, all filled in. */
  async function begin(): Promise<void> {
    await panel.open('/orders/telephone');
    await acts.heading('Telefon siparişi').waitFor();
    await acts.add('cezve', 'Bakır Cezve');
    await acts.fillIn('ayse@example.com');
    await page().getByRole('radio', { name: 'Kapıda ödeme' }).click();
    await page().getByText('Kapıda ödeme bedeli').waitFor();
    await acts.agree();
  }

  test('a wrong telephone is marked, and the order goes to nobody before it is right', async () => {
    const before = await orders();
    await begin();
    await acts.field('Telefon').fill('0533 l23 45 67');
    await acts.field('Ad soyad').fill('Fatma Kaya');
    await acts.field('Adres').fill('Bağdat Cad. No: 5\nKat 2');
    await place().click();
    await page().getByText('Hiçbir şey gönderilmedi: önce işaretli alanları düzeltin.').waitFor();
    await page().getByText('Geçerli bir telefon yazın, ör. 0532 123 45 67.').waitFor();
    const wrong = acts.field('Telefon');
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    await wrong.and(page().locator(':focus')).waitFor();
    expect([page().url().includes('/orders/telephone'), await orders()]).toEqual([true, before]);
    await panel.picture('telephone-wrong');
    await wrong.fill('0533 123 45 67');
    await place().click();
    expect(await orderOf(await acts.placed())).toMatchObject({
      buyerName: 'Fatma Kaya',
      buyerPhone: '+905331234567',
      shippingAddress: { name: 'Fatma Kaya', phone: '+905331234567', address: 'Bağdat Cad. No: 5 Kat 2' },
    });
  });

  test('blanks for a name, half an e-mail and a short postal code are refused, also where a link would be sent', async () => {
    await begin();
    await page().getByRole('radio', { name: 'Kartla, bağlantıdan' }).click();
    const send = acts.button(/^Ödeme bağlantısı hazırla/);
    await send.waitFor();
    for (const [name, wrong, right, told] of [
      ['Ad soyad', '   ', 'Fatma Kaya', 'Doldurun.'],
      ['E-posta', 'fatma@example', 'fatma@example.com', 'Geçerli bir e-posta yazın.'],
      ['Posta kodu', '347', '34710', '5 rakam; bilmiyorsanız boş bırakın.'],
    ] as const) {
      await acts.field(name).fill(wrong);
      await send.click();
      await page().getByText(told, { exact: true }).waitFor();
      expect(await page().getByText('Ödeme bağlantısı hazır', { exact: true }).count()).toBe(0);
      await acts.field(name).fill(right);
    }
    await send.click();
    await page()
      .getByText(/fatma@example\.com/)
      .first()
      .waitFor();
    const links = await desk.site.world.read('account.telephoneOrders');
    expect(links.items[0]).toMatchObject({ buyerName: 'Fatma Kaya', buyerEmail: 'fatma@example.com' });
  });

  test('a change whose answer was lost is told before anything is placed', async () => {
    const before = await orders();
    await begin();
    // The checkout has taken the step, and nobody has heard of it.
    await page().route(CARTS, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page().getByRole('radio', { name: 'Havale veya EFT' }).click();
    await page().getByText('Sunucuya ulaşılamıyor').first().waitFor();
    await page().unroute(CARTS);
    expect(await page().getByRole('radio', { name: 'Kapıda ödeme' }).isChecked()).toBe(true);
    await place().click();
    await page()
      .getByText(/Sepet değişti ve hiçbir şey gönderilmedi/)
      .waitFor();
    expect([await page().getByRole('radio', { name: 'Havale veya EFT' }).isChecked(), await orders()]).toEqual([
      true,
      before,
    ]);
    await place().click();
    expect(await orderOf(await acts.placed())).toMatchObject({ payment: 'awaiting_transfer' });
  });

  test('a number of pieces that was not taken is not shown', async () => {
    await begin();
    const quantity = acts.field('Bakır Cezve: adet');
    await page().route(CARTS, (route) => route.abort());
    await quantity.fill('3');
    await quantity.press('Enter');
    await page().getByText('Sunucuya ulaşılamıyor').first().waitFor();
    await page().unroute(CARTS);
    expect(await quantity.inputValue()).toBe('1');
    await place().click();
    expect(await orderOf(await acts.placed())).toMatchObject({ lines: [{ quantity: 1 }] });
  });

  test('a code of a coupon that was only typed counts, and one that nobody can use is told', async () => {
    const body = { code: 'TEL10', title: 'Telefon', kind: 'percent', percent: 10 };
    await desk.site.world.read('coupon.create', { body });
    const before = await orders();
    await begin();
    await acts.field('Kupon kodu').fill('YOK');
    await place().click();
    await page().getByText('Bu kupon kodu kullanılamıyor.').waitFor();
    expect(await orders()).toBe(before);
    const shownTotal = async () => Number((await place().textContent())?.replaceAll(/\D/g, ''));
    const fullTotal = await shownTotal();
    await acts.field('Kupon kodu').fill('tel10');
    await place().click();
    await page()
      .getByText(/Sepet değişti ve hiçbir şey gönderilmedi/)
      .waitFor();
    expect([await shownTotal(), await orders()]).toEqual([fullTotal - 4_500, before]);
    await place().click();
    expect(await orderOf(await acts.placed())).toMatchObject({ total: fullTotal - 4_500 });
  });

  /** Presses a button as a hand does: the field that is left is saved between down and up, or later still. */
  async function pressSlowly(button: Locator, isSavedMeanwhile: boolean): Promise<void> {
    let saves = 0;
    let letGo = (): void => {};
    const isUp = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page().route(CARTS, async (route) => {
      saves += 1;
      if (!isSavedMeanwhile) await isUp;
      await route.continue();
    });
    const answered = isSavedMeanwhile ? page().waitForResponse(isStepOfCart) : page().waitForRequest(isStepOfCart);
    const { x, y, width, height } = (await button.boundingBox()) as NonNullable<
      Awaited<ReturnType<Locator['boundingBox']>>
    >;
    await page().mouse.move(x + width / 2, y + height / 2);
    await page().mouse.down();
    await answered;
    await page().waitForTimeout(HELD_MS);
    await page().mouse.up();
    letGo();
    expect(saves).toBeGreaterThan(0);
  }

  test.each([true, false])(
    'one slow press places once what was just typed; saved before it ends: %p',
    async (isSaved) => {
      const before = await orders();
      await begin();
      await acts.field('Adres').fill('Yeni Sok. No: 7');
      await pressSlowly(place(), isSaved);
      const order = await orderOf(await acts.placed());
      await page().unroute(CARTS);
      expect(order).toMatchObject({ shippingAddress: { address: 'Yeni Sok. No: 7' } });
      expect(await orders()).toBe(before + 1);
    },
  );

  test('one slow press sends one link', async () => {
    await begin();
    await page().getByRole('radio', { name: 'Kartla, bağlantıdan' }).click();
    const send = acts.button(/^Ödeme bağlantısı hazırla/);
    await send.waitFor();
    await acts.field('Ad soyad').fill('Yavaş Basan');
    await pressSlowly(send, false);
    await acts.button('Yeni telefon siparişi').waitFor();
    await page().unroute(CARTS);
    const { items } = await desk.site.world.read('account.telephoneOrders');
    expect(items.filter(({ buyerName }: { buyerName: string }) => buyerName === 'Yavaş Basan')).toHaveLength(1);
  });

  test('an order that was begun is not lost without a question, and one that was placed asks nothing', async () => {
    await begin();
    const home = page().getByRole('link', { name: 'Ana sayfa', exact: true }).first();
    await home.click();
    await page().getByRole('dialog').getByText('Yazdıklarınız uygulanmadı').waitFor();
    await page().keyboard.press('Escape');
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    expect(await acts.field('Ad soyad').inputValue()).toBe('Ayşe Yılmaz');
    await place().click();
    await acts.placed();
    expect(await page().getByRole('dialog').count()).toBe(0);
    await home.click();
    await acts.heading('Ana sayfa').waitFor();
  });

  test('a whole name is found among its likes, Enter adds the first, and what is sold out is not added', async () => {
    const { world } = desk.site;
    for (let nth = 1; nth <= 13; nth += 1)
      await world.done('catalog.product.create', {
        title: `Bardak ve Türk Kahvesi 250 g ${nth}`,
        price: 9_900,
        stock: 5,
      });
    await world.done('catalog.product.create', { title: 'Türk Kahvesi 250 g', price: 12_900, stock: 5 });
    await world.done('catalog.product.create', { title: 'Türk Kahvesi 500 g', price: 22_900, stock: 0 });
    await panel.open('/orders/telephone');
    await acts.heading('Telefon siparişi').waitFor();
    const finder = acts.field('Ürün ekle');
    // As a scanner does, without waiting for an answer.
    for (const [typed, name] of [
      ['turk kahvesi 250 g', 'Türk Kahvesi 250 g'],
      ['filtre kahve 1 kg', 'Filtre Kahve · 1 kg'],
      ['8690000000012', 'Filtre Kahve · 250 g'],
    ] as const) {
      await finder.fill(typed);
      await finder.press('Enter');
      await acts.field(`${name}: adet`).waitFor();
    }
    await finder.fill('Türk Kahvesi 500 g');
    const gone = page().getByRole('option', { name: /Türk Kahvesi 500 g/ });
    await gone.getByText('tükendi').waitFor();
    await panel.picture('telephone-sold-out');
    await finder.press('Enter');
    await gone.click({ force: true });
    await finder.fill('cezve');
    await page()
      .getByRole('option', { name: /Bakır Cezve/ })
      .waitFor();
    await finder.press('Enter');
    await acts.field('Bakır Cezve: adet').waitFor();
    expect(await acts.field('Türk Kahvesi 500 g: adet').count()).toBe(0);
  });

  test('says the truth about mail, where no server of mail is set', async () => {
    await panel.open('/orders/telephone');
    await acts.heading('Telefon siparişi').waitFor();
    await acts.add('cezve', 'Bakır Cezve');
    await page()
      .getByText(/Alıcının e-postası yok: belgeleri yazdırıp/)
      .waitFor();
    await acts.fillIn('ayse@example.com');
    await page()
      .getByText(/E-posta sunucusu ayarlı değil: belgeleri yazdırıp/)
      .waitFor();
    await page().getByRole('radio', { name: 'Kartla, bağlantıdan' }).click();
    await acts.button(/^Ödeme bağlantısı hazırla: /).click();
    await page().getByText('Ödeme bağlantısı hazır', { exact: true }).waitFor();
    await page()
      .getByText(/alıcıya bir şey gitmedi/)
      .waitFor();
    await panel.picture('telephone-link-kept');
    expect(
      await page()
        .getByText(/gönderildi/)
        .count(),
    ).toBe(0);
  });
});
