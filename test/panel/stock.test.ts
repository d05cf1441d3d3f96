// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { type CardShop, cardShop } from '../order/card';
import { orderOf } from '../order/session';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { attended, desktop, laptop, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';

/** More than are saved one by one. */
const LARGE = 24;

describe('the stock in the panel', () => {
  let shop: CardShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  /** Requests that change something. */
  const sent: string[] = [];
  const ids: string[] = [];
  beforeAll(async () => {
    shop = await cardShop();
    const { world } = shop;
    for (let nth = 1; nth <= LARGE; nth += 1) {
      const number = String(nth).padStart(2, '0');
      const codes = { sku: `KASE-${number}`, barcode: `86900000001${number}` };
      const product = { title: `Kâse ${number}`, price: 10_000, stock: 10, ...codes };
      ids.push((await world.done('catalog.product.create', product)).id);
    }
    worker = await startTestWorker(world);
    api = await startApi(world.platform, world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, world);
    panel.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/v1\/(commands|account\/bulk\/)/.test(pathname) && request.method() === 'POST') sent.push(pathname);
    });
  });
  attended(() => [panel, api, worker, shop]);

  const press = (keys: string) => panel.page.keyboard.press(keys);
  const type = (keys: string) => panel.page.keyboard.type(keys, { delay: 60 });
  const button = (name: string | RegExp) => panel.page.getByRole('button', { name });
  const dialog = () => panel.page.getByRole('dialog');
  const grid = () => panel.page.getByRole('grid');
  const row = (name: string) => grid().getByRole('row').filter({ hasText: name });
  const cell = (name: string) => row(name).locator('.typed');
  const status = (text: string | RegExp) => panel.page.getByRole('status').filter({ hasText: text });
  const stockOf = async (nth: number): Promise<number> =>
    (await shop.world.read('catalog.products.get', { params: { prd: ids[nth - 1] as string } })).stock;
  const stocks = async (): Promise<number[]> => Promise.all(ids.map((_, at) => stockOf(at + 1)));
  /** Pastes as a browser does where the focus is. */
  const paste = (text: string) =>
    panel.page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }`);
  const looksWell = async (name: string): Promise<void> => {
    // A button below the pointer has another colour.
    await panel.page.mouse.move(0, 0);
    for (const size of [laptop, phone, desktop]) {
      await panel.page.setViewportSize(size);
      expect([name, size.width, await panel.contentWidth()]).toEqual([name, size.width, size.width]);
      await panel.picture(`${name} ${size.width}`);
      expect([name, size.width, await new Looks(panel, '').violations()]).toEqual([name, size.width, []]);
    }
  };
  const approve = async (items: number): Promise<void> => {
    await button('Onayla ve uygula').click();
    await dialog().getByRole('button', { name: 'Onayla ve uygula' }).click();
    await panel.page.getByText(`${items} / ${items} uygulandı`).waitFor();
  };
  /** Takes the shown act back, and waits until the stocks are those. */
  const takeBack = async (stocksOf: () => Promise<number[]>, wanted: readonly number[]): Promise<void> => {
    const acted = panel.page.url();
    await button('Toplu işlemi geri al…').click();
    await dialog().getByRole('button', { name: 'Geri al' }).click();
    await panel.page.waitForURL((url) => url.href !== acted);
    await eventually(async () => String(await stocksOf()) === String(wanted));
  };

  test('cells are typed by keys; one that has moved is told at its place, and the rest is saved and taken back', async () => {
    await panel.open('/');
    await panel.page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await press('g');
    await press('s');
    await cell('Kâse 01').waitFor();
    await looksWell('stock');
    await grid().focus();
    await press('ArrowDown');
    await type('7');
    await press('Enter');
    await type('8');
    await press('Tab');
    await press('ArrowDown');
    await press('ArrowUp');
    await press('Enter');
    await type('9');
    await press('Escape');
    await status('2 değişiklik').waitFor();
    await shop.world.done('catalog.stock.adjust', { targetId: ids[1], delta: -4 });
    await button('Kaydet').click();
    await cell('Kâse 02').getByText('Bu arada 6 oldu').waitFor();
    await status('1 değişiklik').waitFor();
    expect([await stockOf(1), await stockOf(2), await stockOf(3)]).toEqual([7, 6, 10]);
    await looksWell('stock-moved');
    await button('Kaydet').click();
    await status('1 stok kaydedildi.').first().waitFor();
    expect(await stockOf(2)).toBe(8);
    await button('Geri al').click();
    await panel.page.getByText('1 stok geri alındı.').waitFor();
    expect(await stockOf(2)).toBe(6);
  });

  test('a pasted column with a text in it is marked at its cell before anything is sent', async () => {
    await panel.open('/stock?text=kase');
    await cell('Kâse 01').waitFor();
    await grid().focus();
    sent.length = 0;
    await paste('5\non iki\n9\n');
    await status('1 hatalı hücre').waitFor();
    expect(await cell('Kâse 02').getAttribute('aria-invalid')).toBe('true');
    await cell('Kâse 02').getByText('Tam sayı yazın').waitFor();
    expect(await button('Kaydet').isDisabled()).toBe(true);
    await looksWell('stock-pasted');
    expect(sent).toEqual([]);
    await button('Hatalıya git').click();
    await type('12');
    await press('Enter');
    await button('Kaydet').click();
    await status('3 stok kaydedildi.').first().waitFor();
    expect([await stockOf(1), await stockOf(2), await stockOf(3)]).toEqual([5, 12, 9]);
    expect(sent).toEqual(['/v1/commands', '/v1/commands', '/v1/commands']);
  });

  test('codes with their numbers are pasted, reviewed as one act, applied and taken back', async () => {
    const before = await stocks();
    await panel.open('/stock?text=kase');
    await cell('Kâse 01').waitFor();
    await grid().focus();
    const lines = ids.map((_, at) => `KASE-${String(at + 1).padStart(2, '0')}\t${40 + at}`);
    await paste([...lines, 'YOK-1\t3'].join('\n'));
    await status(/Bulunamayan.*YOK-1/).waitFor();
    await status(`${LARGE} değişiklik`).waitFor();
    await looksWell('stock-large');
    await button('Önizle').click();
    await button('Onayla ve uygula').waitFor();
    await panel.picture('stock-proposal');
    await approve(LARGE);
    expect(await stocks()).toEqual(ids.map((_, at) => 40 + at));
    await takeBack(stocks, before);
  });

  test('a scanner jumps to a row, wherever it types', async () => {
    await panel.open('/stock?text=kase');
    await cell('Kâse 01').waitFor();
    await panel.page.getByLabel('Barkod okut').fill('8690000000120');
    await press('Enter');
    await grid().locator('.here').and(cell('Kâse 20')).waitFor();
    // As fast as a scanner, into a cell of numbers.
    await panel.page.keyboard.type('8690000000103');
    await press('Enter');
    await grid().locator('.here').and(cell('Kâse 03')).waitFor();
    expect(await button('Kaydet').count()).toBe(0);
    await panel.page.getByLabel('Barkod okut').fill('yok');
    await press('Enter');
    await status('Bu kodla bir ürün yok: yok').waitFor();
  });

  test('of many rows those in sight are drawn, and keys reach the last one', async () => {
    const variants = Array.from({ length: 100 }, (_, at) => ({ title: `No ${at + 1}`, stock: at }));
    for (const title of ['Çuval A', 'Çuval B', 'Çuval C'])
      await shop.world.done('catalog.product.create', { title, price: 100, variants });
    await panel.open('/stock?text=cuval');
    await panel.page.getByText('300 satır').waitFor();
    await grid().focus();
    await press('Control+End');
    await row('Çuval C').first().waitFor();
    await eventually(async () => {
      await press('Control+End');
      return (await row('Çuval C').filter({ hasText: 'No 100' }).count()) === 1;
    });
    await grid().locator('.here').and(row('No 100').locator('.typed')).waitFor();
    expect(await grid().getByRole('row').count()).toBeLessThan(100);
    expect(await grid().getAttribute('aria-rowcount')).toBe('301');
  });

  test('the ledger of an item tells what moved it, and by whom', async () => {
    await panel.open('/stock?text=kase');
    await row('Kâse 01').getByRole('button', { name: 'Hareketler' }).click();
    await dialog().waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await grid().focus();
    await press('End');
    await press('Enter');
    await dialog().getByText('İlk stok').waitFor();
    await dialog().getByText('Siz', { exact: false }).first().waitFor();
    await looksWell('stock-ledger');
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await grid().focus();
    await press('Home');
    await press('Enter');
    await panel.page.getByRole('heading', { level: 1, name: 'Kâse 01' }).waitFor();
  });

  test('a count survives a reload, leaves out what moved, is booked as one act and taken back', async () => {
    const [first, second, third] = [await stockOf(1), await stockOf(2), await stockOf(3)];
    // A piece that is sold and not sent yet is on the shelf.
    await orderOf(shop.world, [{ productId: ids[0] as string }]);
    await panel.open('/stock');
    await panel.page.getByRole('link', { name: 'Stok say' }).click();
    await button('Sayıma başla').click();
    const scan = panel.page.getByLabel('Barkod okut');
    for (const code of ['8690000000101', '8690000000101', 'KASE-02', 'KASE-03']) {
      await scan.fill(code);
      await press('Enter');
      await row(`Kâse ${code.slice(-2)}`).waitFor();
    }
    await row('Kâse 01')
      .filter({ hasText: String(2 - first).replace('-', '−') })
      .waitFor();
    await grid().focus();
    await press('Control+Home');
    await type(String(third));
    await press('Enter');
    await type(String(second + 5));
    await press('Enter');
    await panel.page.reload();
    await cell('Kâse 02')
      .getByText(String(second + 5))
      .waitFor();
    await paste('KASE-04\tçok');
    await panel.page.getByText('1. satır: “çok” bir adet değil').waitFor();
    expect(await row('Kâse 04').count()).toBe(0);
    await looksWell('stock-count');
    await orderOf(shop.world, [{ productId: ids[1] as string }]);
    await button('Farkları işle…').click();
    await dialog().getByText('2 stok sayıma göre düzeltilir', { exact: false }).waitFor();
    await panel.picture('stock-count-book');
    await dialog().getByRole('button', { name: 'Önizle' }).click();
    await button('Onayla ve uygula').waitFor();
    await approve(1);
    // Two are on the shelf, and one of them is sold.
    expect([await stockOf(1), await stockOf(2), await stockOf(3)]).toEqual([1, second - 1, third]);
    const act = panel.page.url();
    await panel.open('/stock/count');
    await cell('Kâse 02')
      .getByText(`Sayımdan sonra ${second - 1} oldu`)
      .waitFor();
    await looksWell('stock-count-moved');
    await button('Beklenenleri yenile').click();
    await row('Kâse 02').filter({ hasText: '+5' }).waitFor();
    await button('Sayımı bırak').click();
    await dialog().getByRole('button', { name: 'Sayımı bırak' }).click();
    await button('Sayıma başla').waitFor();
    await panel.page.goto(act);
    await takeBack(async () => [await stockOf(1), await stockOf(2)], [first - 1, second - 1]);
  });

  test('a count below what is sold is booked as none, names the orders that go short, and stays until it is decided', async () => {
    const { world } = shop;
    const older = await orderOf(world, [{ productId: ids[4] as string, quantity: 3 }]);
    const newer = await orderOf(world, [{ productId: ids[4] as string, quantity: 2 }]);
    const before = await stockOf(5);
    const countOnce = async (): Promise<void> => {
      await button('Farkları işle…').click();
      await dialog().getByText('1 üründe satılmış parça rafta yok').waitFor();
    };
    const preview = async (): Promise<string> => {
      await dialog().getByRole('button', { name: 'Önizle' }).click();
      await button('Onayla ve uygula').waitFor();
      return panel.page.url();
    };
    await panel.open('/stock/count');
    await button('Sayıma başla').click();
    const scan = panel.page.getByLabel('Barkod okut');
    await scan.fill('KASE-05');
    await press('Enter');
    await row('Kâse 05').getByText('4 eksik').waitFor();
    await countOnce();
    expect(await dialog().getByRole('listitem').innerText()).toMatch(
      new RegExp(`${newer.number} .2 parça.[^]*${older.number} .2 parça.`),
    );
    await panel.picture('stock-count-missing');
    const first = await preview();
    await panel.open('/stock/count');
    await row('Kâse 05').getByText('onay bekliyor').waitFor();
    expect(await button('Farkları işle…').isDisabled()).toBe(true);
    await looksWell('stock-count-waits');
    await world.done('proposal.reject', { proposalId: first.split('/').at(-1) as string }, { as: world.owner });
    await row('Kâse 05').getByText('onay bekliyor').waitFor({ state: 'detached' });
    await countOnce();
    await preview();
    await approve(1);
    expect([before > 0, await stockOf(5)]).toEqual([true, 0]);
    await panel.open('/stock/count');
    await panel.page.getByText('Henüz bir şey sayılmadı').waitFor();
    await button('Sayımı bırak').click();
    await button('Sayıma başla').waitFor();
  });

  test('what a scanner types is counted wherever the focus is, and a code of no item stays until it is put aside', async () => {
    /** Types as fast as a scanner does. */
    const scan = async (code: string): Promise<void> => {
      await panel.page.keyboard.type(code);
      await press('Enter');
    };
    const uncounted = panel.page.getByRole('alert').filter({ hasText: 'Sayılmayan' });
    await panel.open('/stock/count');
    await button('Sayıma başla').click();
    await scan('8690000000106');
    await row('Kâse 06').waitFor();
    await panel.page.getByRole('heading', { level: 1 }).click();
    await panel.page.evaluate('document.activeElement.blur()');
    // Its first letters lead elsewhere where nobody types.
    await scan('gs-yok');
    await uncounted.getByText('gs-yok (1 kez)', { exact: false }).waitFor();
    await panel.page.getByRole('switch', { name: 'Yalnız farklar' }).focus();
    await scan('KASE-07');
    await row('Kâse 07').waitFor();
    expect(await panel.page.getByRole('switch', { name: 'Yalnız farklar' }).isChecked()).toBe(false);
    await panel.page.evaluate('document.activeElement.blur()');
    await scan('8690000000106');
    await eventually(async () => (await cell('Kâse 06').innerText()) === '2');
    await panel.page.reload();
    await uncounted.getByText('gs-yok (1 kez)', { exact: false }).waitFor();
    await looksWell('stock-count-unknown');
    await uncounted.getByRole('button', { name: 'Kenara koy: gs-yok' }).click();
    await uncounted.waitFor({ state: 'detached' });
    await button('Sayımı bırak').click();
    await dialog().getByRole('button', { name: 'Sayımı bırak' }).click();
    await button('Sayıma başla').waitFor();
  });

  test('a code that cannot be looked up is kept, and looked up again', async () => {
    await panel.open('/stock/count');
    await button('Sayıma başla').click();
    await panel.page.route('**/v1/account/stock/items', (route) => route.abort());
    await panel.page.keyboard.type('KASE-08');
    await press('Enter');
    await panel.page.getByText('KASE-08 (1 kez)', { exact: false }).waitFor();
    await panel.page.unroute('**/v1/account/stock/items');
    await button('Yeniden ara').click();
    await row('Kâse 08').waitFor();
    expect(await cell('Kâse 08').innerText()).toBe('1');
    await button('Sayımı bırak').click();
    await dialog().getByRole('button', { name: 'Sayımı bırak' }).click();
    await button('Sayıma başla').waitFor();
  });

  test('an item that stands twice in a pasted list is marked, and nothing is saved before one number is typed', async () => {
    await panel.open('/stock?text=kase');
    await cell('Kâse 09').waitFor();
    await grid().focus();
    // The SKU and the barcode are of one item.
    await paste('KASE-09\t5\nKASE-10\t6\n8690000000109\t7');
    await status('1 ürün listede birden çok kez var').waitFor();
    await cell('Kâse 09').getByText('5 / 7').waitFor();
    await cell('Kâse 09').getByText('Listede birden çok kez').waitFor();
    expect([await cell('Kâse 09').getAttribute('aria-invalid'), await button('Kaydet').isDisabled()]).toEqual([
      'true',
      true,
    ]);
    await looksWell('stock-repeated');
    await button('Hatalıya git').click();
    await type('12');
    await press('Enter');
    await button('Kaydet').click();
    await status('2 stok kaydedildi.').first().waitFor();
    expect([await stockOf(9), await stockOf(10)]).toEqual([12, 6]);
  });

  test.each(['-3', '4,5', 'elma'])(
    '%s, typed into a chosen cell, is marked and never read as another number',
    async (text) => {
      await panel.open('/stock?text=kase');
      await cell('Kâse 11').waitFor();
      await cell('Kâse 11').click();
      await press('Escape');
      await type(text);
      await press('Enter');
      await cell('Kâse 11').getByText('Tam sayı yazın').waitFor();
      expect([await cell('Kâse 11').getAttribute('aria-invalid'), await button('Kaydet').isDisabled()]).toEqual([
        'true',
        true,
      ]);
      await button('Vazgeç').click();
    },
  );
});
