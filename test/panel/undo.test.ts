// tier: all
import type { RunningWorker } from '../../src/worker';
import { openSite, type Site } from '../surfaces/site';
import { startTestWorker } from '../world/worker';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

const APPLIED_WITHIN = { timeout: 30_000 };

describe('an undo in the panel', () => {
  let site: Site;
  let worker: RunningWorker;
  let panel: Panel;
  let proposalId: string;

  beforeAll(async () => {
    site = await openSite();
    worker = await startTestWorker(site.world);
    const { world } = site;
    const { id: cezve } = await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 12_990 });
    const { id: fincan } = await world.done('catalog.product.create', { title: 'Fincan', price: 7_500 });
    const agent = await site.mint('agent');
    const propose = (command: string, payload: unknown) => site.command(agent.token, command, payload);
    ({ proposalId } = await propose('catalog.product.create', { title: 'Hediye Seti', price: 89_900 }));
    await propose('catalog.product.archive', { productId: fincan });
    await propose('catalog.price.set', { targetId: cezve, price: 14_990 });
    await propose('proposal.submit', { proposalId, note: 'Sezon' });
    panel = await signedIn(site.url, world);
  });
  attended(() => [panel, worker, site]);

  const dialog = () => panel.page.getByRole('dialog', { name: 'Geri al' });
  const step = (name: string) => dialog().getByRole('listitem', { name });
  const item = (name: RegExp) => panel.page.getByRole('listitem', { name });

  /** A plan of many rows meets the limit of calls, or a shop that is busy: each refuses one call. @returns how many they refused */
  const tooEarlyOnce = async (): Promise<() => number> => {
    const left = [
      { status: 429, code: 'throttled' },
      { status: 503, code: 'unavailable' },
    ];
    const refused = left.length;
    await panel.page.route('**/v1/commands', (route) => {
      const problem = left.shift();
      return problem
        ? route.fulfill({ status: problem.status, headers: { 'Retry-After': '1' }, json: problem })
        : route.fallback();
    });
    return () => refused - left.length;
  };

  test('names what stays, and says what is final', async () => {
    const { page } = panel;
    await panel.open(`/proposals/${proposalId}`);
    await page.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Onayla ve uygula' }).click();
    await page.getByText('3 / 3 uygulandı').waitFor(APPLIED_WITHIN);
    const turnedAway = await tooEarlyOnce();
    await page.getByRole('button', { name: 'Uygulananları geri al' }).click();
    await dialog().getByText('2 değişiklik geri alınacak').waitFor();
    expect(turnedAway()).toBe(2);

    await dialog().getByText('1 kaydın geri alma komutu yok').waitFor();
    await step('Ürünü arşivle').getByText('Geri alma komutu yok').waitFor();
    await step('Ürünü arşivle').getByText('Fincan').waitFor();

    await dialog().getByText('1 tanesinin dönüşü yok').waitFor();
    await step('Ürün oluştur').getByText('Bu geri almanın kendisini geri alacak bir komut yok.').waitFor();
    expect(await step('Fiyatı belirle').getByText('Dönüşü yok').count()).toBe(0);
    await panel.picture('undo-plan');
    await page.setViewportSize(phone);
    expect(await panel.contentWidth()).toBe(phone.width);
    await panel.picture('undo-plan-phone');
    await page.setViewportSize(desktop);
  });

  test('leads to its rows, in the dialog and from the proposal that it took back', async () => {
    const { page } = panel;
    await dialog().getByRole('button', { name: '2 değişikliği geri al' }).click();
    await dialog().getByText('2 değişiklik geri alındı.').waitFor();
    expect(await dialog().getByRole('link', { name: 'Geri alma kaydı' }).count()).toBe(2);
    await panel.picture('undo-done');
    await page.keyboard.press('Escape');

    await page.getByText('3 / 3 uygulandı, sonra 2 tanesi geri alındı').waitFor();
    await item(/^1\./).getByText('Geri alındı').waitFor();
    await item(/^2\./).getByText('Uygulandı').waitFor();
    await panel.picture('undo-proposal');
    await item(/^3\./).getByRole('link', { name: 'Geri alma kaydı' }).click();
    await page.getByRole('heading', { name: 'İşlem geçmişi' }).waitFor();
    const row = page.getByRole('button', { name: /^Fiyatı belirle/ });
    await row.waitFor();
    expect(await row.count()).toBe(1);
    expect(await row.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('row', { name: /149,90 TL.*129,90 TL/ }).waitFor();
    await panel.picture('undo-row');
    await page.getByRole('button', { name: 'Bunun bütün kayıtları' }).click();
    await row.nth(1).waitFor();
  });

  test('of a proposal leaves its proposing and its applying as a line each, which say what they are about', async () => {
    const { page } = panel;
    await panel.open('/audit');
    await page.getByRole('button', { name: /^Uygulanan öneri · test · Sezon · 3 işlem/ }).waitFor();
    const proposed = page.getByRole('button', { name: /^Önerilen değişiklikler · test · Sezon · 3 işlem/ });
    await proposed.click();
    const priced = page.getByRole('button', { name: /^Fiyatı belirle · Bakır Cezve/ }).filter({ hasText: 'Önerildi' });
    await priced.getByText('Fiyat: 129,90 TL → 149,90 TL').waitFor();
    await page.getByRole('button', { name: /^Ürün oluştur · Hediye Seti/ }).waitFor();
    await panel.picture('history-proposed');
    await priced.click();
    await page.getByRole('link', { name: 'Öneriyi aç' }).click();
    await page.getByText('3 / 3 uygulandı').waitFor();
  });

  test('that ran is told as done, and is not offered once more', async () => {
    const { page } = panel;
    await panel.open(`/proposals/${proposalId}`);
    await page.getByText('3 / 3 uygulandı, sonra 2 tanesi geri alındı').waitFor();
    expect(await page.getByRole('button', { name: 'Uygulananları geri al' }).count()).toBe(0);
    await item(/^3\./).getByRole('link', { name: 'Geri alma kaydı' }).click();
    await page.getByRole('row', { name: /149,90 TL.*129,90 TL/ }).waitFor();
  });
});
