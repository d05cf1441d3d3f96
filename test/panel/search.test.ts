// tier: all
import type { Role } from '../../src/kernel/declaration/roles';
import { priceChangeIn } from '../../src/panel/bulk/price-change';
import { actsNamed, isNamed } from '../../src/panel/shell/acts';
import { en } from '../../src/panel/text/en';
import { tr } from '../../src/panel/text/tr';
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, expectFocus, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

describe('found from anywhere', () => {
  let site: Site;
  let panel: Panel;
  const numbers: string[] = [];
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const product = { title: 'Işıltılı Şal', sku: 'SAL-1', price: 30_000, stock: 500 };
    const { id: productId } = await world.done('catalog.product.create', product);
    await world.done('catalog.product.create', { title: 'Keçe Terlik', price: 12_000, stock: 5 });
    for (const buyerName of ['Şule Işık', 'Can Demir', 'Ece Taş']) {
      const buyerEmail = `buyer${numbers.length}@example.com`;
      numbers.push((await orderOf(world, [{ productId }], { buyerName, buyerEmail })).number);
    }
    panel = await signedIn(site.url, world);
    panel.page.setDefaultTimeout(12_000);
  });
  attended(() => [panel, site]);

  const press = (keys: string) => panel.page.keyboard.press(keys);
  const heading = (name: string | RegExp) => panel.page.getByRole('heading', { level: 1, name });
  const box = () => panel.page.getByRole('textbox', { name: 'Her yerde ara' });
  const dialog = () => panel.page.getByRole('dialog');
  const row = (number: string) => panel.page.getByRole('link', { name: number, exact: true });
  const find = async (text: string) => {
    await box().fill(text);
    await dialog()
      .getByRole('status')
      .getByText(/sonuç|Bulunamadı/)
      .waitFor();
  };

  test('an order by its buyer, and a product by its SKU', async () => {
    await press('Control+k');
    await expectFocus(box());
    await panel.picture('search-empty');
    await find('sule isik');
    await panel.picture('search-hits');
    expect(await new Looks(panel, '').violations()).toEqual([]);
    await panel.page.setViewportSize(phone);
    await panel.picture('search-hits 390');
    expect(await panel.contentWidth()).toBe(phone.width);
    await panel.page.setViewportSize(desktop);
    await press('Enter');
    await heading(new RegExp(numbers[0] as string)).waitFor();
    await press('/');
    await find('sal-1');
    await press('Enter');
    await heading('Işıltılı Şal').waitFor();
  });

  test('a customer by his name, whose page has his orders', async () => {
    await press('/');
    await find('can demir');
    await dialog().getByText('buyer1@example.com').click();
    await heading('Can Demir').waitFor();
    await row(numbers[1] as string).waitFor();
    expect(await row(numbers[0] as string).count()).toBe(0);
  });

  test('an order by the number that a scanner types, which presses Enter before anything is found', async () => {
    await press('/');
    await expectFocus(box());
    await panel.page.keyboard.type(numbers[2] as string);
    await press('Enter');
    await heading(new RegExp(numbers[2] as string)).waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  test('a page and an act, without marks', async () => {
    await press('/');
    await box().fill('iadeler');
    await press('Enter');
    await heading('İadeler').waitFor();
    await press('/');
    await box().fill('yeni urun');
    await press('Enter');
    await dialog().getByLabel('Ad', { exact: false }).first().waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(new URL(panel.page.url()).search).toBe('');
  });

  test('a rise of prices, whose percentage is filled in once products are selected', async () => {
    await press('/');
    await box().fill('%7,5 zam');
    await press('Enter');
    await panel.page.getByText('%7,5 zam için ürünleri seçin').waitFor();
    await panel.picture('search-prices');
    await panel.page.getByRole('checkbox', { name: 'Görünenlerin hepsini seç' }).click();
    await panel.page.getByRole('button', { name: 'Fiyat değiştir…' }).click();
    expect(await dialog().getByLabel('Yüzde', { exact: true }).inputValue()).toBe('7,5');
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('keys lead to sections, move in a list, select and open', async () => {
    await panel.open('/');
    await heading('Ana sayfa').waitFor();
    await press('g');
    await press('o');
    await heading('Siparişler').waitFor();
    const [oldest, middle, newest] = numbers as [string, string, string];
    await row(newest).waitFor();
    await press('j');
    await expectFocus(row(newest));
    await press('j');
    await expectFocus(row(middle));
    await press('x');
    await panel.page.getByText('1 seçili').waitFor();
    await press('j');
    await press('j');
    await expectFocus(row(oldest));
    await press('x');
    await panel.page.getByText('2 seçili').waitFor();
    await panel.picture('search-keys-list');
    await press('x');
    await panel.page.getByText('1 seçili').waitFor();
    await press('k');
    await expectFocus(row(middle));
    await press('Enter');
    await heading(new RegExp(middle)).waitFor();
    await press('g');
    await press('p');
    await heading('Ürünler').waitFor();
  });

  test('keys move on from a box that was pressed', async () => {
    await panel.open('/orders');
    const [, middle, newest] = numbers as [string, string, string];
    await panel.page.getByRole('checkbox', { name: `Seç: ${newest}` }).click();
    await press('j');
    await expectFocus(row(middle));
  });

  test('keys are silent while somebody types, and while a window is open', async () => {
    await panel.open('/orders');
    const field = panel.page.getByRole('searchbox', { name: 'Ara' });
    await field.fill('');
    await field.pressSequentially('g?/jx');
    await field.press('Control+k');
    expect(await field.inputValue()).toBe('g?/jx');
    expect(await dialog().count()).toBe(0);
    await field.fill('');
    await field.blur();
    await press('?');
    await dialog().getByText('Klavye kısayolları').waitFor();
    await panel.picture('search-keys');
    expect(await new Looks(panel, '').violations()).toEqual([]);
    await press('g');
    await press('p');
    await press('/');
    expect(await box().count()).toBe(0);
    expect(new URL(panel.page.url()).pathname).toBe('/panel/orders');
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('acts and pages by their names', () => {
  test.each([
    ['%5 zam', 5],
    ['5 % ZAM', 5],
    ['zam 12,25', 12.25],
    ['10% indirim', -10],
    ['raise by 5', 5],
    ['discount 20 %', -20],
    ['zam', null],
    ['5', null],
    ['0 zam', null],
    ['%100 indirim', null],
    ['1234 zam', null],
    ['8690001112223 zam', null],
  ])('%s', (text, percent) => {
    expect(priceChangeIn(text)).toBe(percent);
  });

  test('are found by the beginnings of their words', () => {
    const names = (text: string, texts = tr, role: Role = 'owner') =>
      actsNamed(text, texts, role).map(({ name }) => name);
    expect(names('yeni urun')).toEqual(['Yeni ürün']);
    expect(names('SIFRE')).toEqual(['Parolayı değiştir']);
    expect(names('%5 zam')).toEqual(['%5 zam']);
    expect(names('orders', en)).toEqual(['Orders to ship', 'Orders that wait for a transfer']);
    expect(names('%5 zam', tr, 'packer')).toEqual([]);
    expect(names('', tr, 'packer')).toEqual([
      'Kargolanacak siparişler',
      'Havalesi beklenen siparişler',
      'Onay bekleyen öneriler',
      'Parolayı değiştir',
    ]);
    expect(names('ortak', tr, 'manager')).toEqual([]);
    expect(names('muhasebe')).toEqual(['Muhasebeci dosyası', 'KDV raporu']);
    expect(names('fatura')).toEqual(['Muhasebeci dosyası']);
    expect(names('1001')).toEqual([]);
    expect(names('').length).toBeGreaterThan(5);
    expect(isNamed(tr.nav.audit, 'gecmis islem')).toBe(true);
    expect(isNamed(tr.nav.audit, 'lem')).toBe(false);
  });
});
