// tier: all
import type { RunningWorker } from '../../src/worker';
import { type MintedToken, openSite, type Site } from '../surfaces/site';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { attended, cellsOf, type Panel, signedIn } from './browser';

const APPLIED_WITHIN = { timeout: patient(30_000) };

describe('an agent proposes, the owner decides in the panel', () => {
  let site: Site;
  let worker: RunningWorker;
  let panel: Panel;
  let agent: MintedToken;
  let cezve: string;
  let fincan: string;

  beforeAll(async () => {
    site = await openSite();
    worker = await startTestWorker(site.world);
    agent = await site.mint('agent');
    const { world } = site;
    ({ id: cezve } = await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 12_990, stock: 5 }));
    ({ id: fincan } = await world.done('catalog.product.create', { title: 'Fincan', price: 7_500 }));
    panel = await signedIn(site.url, world);
  });
  attended(() => [panel, worker, site]);

  const proposed = async (note: string, changes: readonly (readonly [string, unknown])[]): Promise<string> => {
    let proposalId = '';
    for (const [command, payload] of changes) ({ proposalId } = await site.command(agent.token, command, payload));
    await site.command(agent.token, 'proposal.submit', { proposalId, note });
    return proposalId;
  };
  const product = (id: string) => site.world.read('catalog.products.get', { params: { prd: id } });
  const item = (name: RegExp) => panel.page.getByRole('listitem', { name });
  const yes = (name: string) => panel.page.getByRole('dialog').getByRole('button', { name }).click();

  test('the inbox is empty until an agent has proposed something', async () => {
    const { page } = panel;
    await panel.open('/proposals');
    await page.getByText('Henüz öneri yok').waitFor();
    await proposed('Hafta sonu fiyatları', [
      ['catalog.price.set', { targetId: cezve, price: 14_990 }],
      ['catalog.product.create', { title: 'Hediye Seti', price: 89_900, stock: 25 }],
      ['catalog.price.set', { targetId: fincan, price: 8_000 }],
    ]);
    const row = page.getByRole('link', { name: /Hafta sonu fiyatları/ });
    await row.getByText('Onay bekliyor').waitFor();
    await row.click();
    await item(/^3\./).waitFor();
    expect(await page.getByRole('listitem', { name: /^\d\./ }).count()).toBe(3);
    expect(await cellsOf(item(/^1\./).getByRole('row', { name: /^Fiyat/ }))).toEqual([
      'Fiyat',
      '129,90 TL',
      '149,90 TL',
    ]);
    await item(/^1\./).getByText('Bakır Cezve').waitFor();
    // What copies its identifier takes no line of its own.
    const copy = page.getByRole('button', { name: /^Kimliği kopyala: 1\. / });
    const title = item(/^1\./).locator('p').filter({ has: copy });
    expect((await title.textContent())?.trim()).toBe('1. Fiyatı belirle');
    expect((await title.boundingBox())?.height).toBeLessThan(30);
    await panel.picture('proposal-items');
    expect(await cellsOf(item(/^2\./).getByRole('row', { name: /^Ad/ }))).toEqual(['Ad', 'Hediye Seti']);
    expect(await product(cezve)).toMatchObject({ price: 12_990 });
  });

  test('the shop has moved on: it stops there and shows both; the owner accepts what it would do now', async () => {
    const { page } = panel;
    await site.world.done('catalog.price.set', { targetId: cezve, price: 13_990 });
    await site.world.done('catalog.product.archive', { productId: fincan });
    await page.getByRole('button', { name: 'Onayla ve uygula' }).press('Enter');
    await page.getByRole('dialog').getByText('3 öğe sırayla canlı mağazanıza uygulanacak.').waitFor();
    await yes('Onayla ve uygula');

    // What was on the screen is not what would happen: it is shown anew, and decided on once more.
    const stopped = item(/^1\./);
    await page.getByText('Öneri siz bakarken değişti.').waitFor(APPLIED_WITHIN);
    await stopped.getByText('Burada durur: Öneriden bu yana').waitFor();
    await stopped.getByText('Fiyat önerildiğinde 129,90 TL idi, şimdi 139,90 TL.').waitFor();
    await item(/^3\./).getByText('Burada durur').first().waitFor();
    expect(await product(cezve)).toMatchObject({ price: 13_990 });
    await page.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await page.getByRole('dialog').getByText('2 tanesi uygulamayı durdurur').waitFor();
    await yes('Onayla ve uygula');
    const accept = stopped.getByLabel('Yine de uygula: Fiyat 139,90 TL iken 149,90 TL olur');
    await accept.waitFor(APPLIED_WITHIN);
    await stopped.getByLabel('Bu öğeyi atla: Fiyat 139,90 TL kalır').waitFor();
    await panel.picture('proposal-choice');
    const priceIn = (name: string) =>
      cellsOf(stopped.getByRole('region', { name }).getByRole('row', { name: /^Fiyat/ }));
    expect(await priceIn('Önerildiğinde')).toEqual(['Fiyat', '129,90 TL', '149,90 TL']);
    expect(await priceIn('Şimdi')).toEqual(['Fiyat', '139,90 TL', '149,90 TL']);
    expect(await page.getByRole('button', { name: 'Devam et' }).isDisabled()).toBe(true);
    await accept.check();
    await page.getByRole('button', { name: 'Devam et' }).click();
    await page.getByRole('dialog').getByText('1. Yine de uygula: Fiyat 139,90 TL iken 149,90 TL olur').waitFor();
    await yes('Devam et');
  });

  test('an item that cannot be applied any more is skipped, and the rest is applied', async () => {
    const { page } = panel;
    const stopped = item(/^3\./);
    await stopped.getByText('Bu öğe uygulanamadı').waitFor(APPLIED_WITHIN);
    // The sentence of its code says of no thing what is wrong with it: its detail does.
    await stopped.locator('blockquote').getByText('Bu kayıt zaten arşivde.').waitFor();
    await item(/^1\./).getByText('Uygulandı').waitFor();
    await stopped.getByLabel('Bu öğeyi atla').check();
    await page.getByRole('button', { name: 'Devam et' }).click();
    await yes('Devam et');
    await page.getByText('2 / 3 uygulandı, 1 atlandı').waitFor(APPLIED_WITHIN);
    expect(await product(cezve)).toMatchObject({ price: 14_990 });
    const { items } = await site.world.read('catalog.products.list', { query: { text: 'Hediye' } });
    expect(items).toHaveLength(1);
  });

  test('the whole proposal is undone, back to where it stopped', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Uygulananları geri al' }).click();
    const dialog = page.getByRole('dialog', { name: 'Geri al' });
    await dialog.getByRole('button', { name: '2 değişikliği geri al' }).click();
    await dialog.getByText('2 değişiklik geri alındı.').waitFor();
    expect(await product(cezve)).toMatchObject({ price: 13_990 });
    await page.keyboard.press('Escape');
  });

  test('what would stop is seen when it is opened, skipped with a reason, and the rest is applied', async () => {
    const { page } = panel;
    const id = await proposed('Kısmen', [
      ['catalog.price.set', { targetId: cezve, price: 16_990 }],
      ['catalog.product.create', { title: 'Bakır Tepsi', price: 45_000 }],
    ]);
    await site.world.done('catalog.price.set', { targetId: cezve, price: 13_500 });
    await panel.open(`/proposals/${id}`);
    const moved = item(/^1\./);
    await moved.getByText('Fiyat önerildiğinde 139,90 TL idi, şimdi 135,00 TL.').waitFor();
    await panel.picture('review-would-stop');
    expect(await item(/^2\./).getByText('Burada durur').count()).toBe(0);
    await page.getByLabel('1. öğe uygulansın').uncheck();
    await page.getByRole('button', { name: 'Seçmediğiniz 1 öğeyi atla' }).click();
    await page.getByRole('dialog').getByLabel('Gerekçe').fill('Fiyatı bugün değiştirdik.');
    await yes('Atla');
    await moved.getByText('Fiyatı bugün değiştirdik.').waitFor();
    await page.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await yes('Onayla ve uygula');
    await page.getByText('1 / 2 uygulandı, 1 atlandı').waitFor(APPLIED_WITHIN);
    expect(await product(cezve)).toMatchObject({ price: 13_500 });
    const { body } = await site.call('GET', `/v1/proposals/${id}`, { token: agent.token });
    expect(body.list[0]).toMatchObject({ state: 'skipped', skipReason: 'Fiyatı bugün değiştirdik.' });
    await site.world.done('catalog.price.set', { targetId: cezve, price: 13_990 });
  });

  test('without a worker the decision is kept, and is applied when one is back', async () => {
    const { page } = panel;
    const id = await proposed('İşçisiz', [['catalog.price.set', { targetId: cezve, price: 15_990 }]]);
    await site.world.done('catalog.price.set', { targetId: cezve, price: 13_000 });
    await panel.open(`/proposals/${id}`);
    await page.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await yes('Onayla ve uygula');
    await item(/^1\./).getByLabel('Yine de uygula: Fiyat 130,00 TL iken 159,90 TL olur').check(APPLIED_WITHIN);
    await worker.stop();
    await page.getByRole('button', { name: 'Devam et' }).click();
    await yes('Devam et');
    await page.getByText('Kararınız kaydedildi.').waitFor(APPLIED_WITHIN);
    worker = await startTestWorker(site.world);
    await page.getByText('1 / 1 uygulandı').waitFor(APPLIED_WITHIN);
    expect(await product(cezve)).toMatchObject({ price: 15_990 });
  });

  test('a rejection needs a reason, which the agent reads', async () => {
    const { page } = panel;
    const id = await proposed('Maliyetin altında', [['catalog.price.set', { targetId: cezve, price: 100 }]]);
    await panel.open('/proposals');
    await page.getByRole('link', { name: /Maliyetin altında/ }).click();
    await page.getByRole('button', { name: 'Reddet' }).click();
    await yes('Reddet');
    await page.getByText('kısa bir gerekçe yazın').waitFor();
    await page.getByRole('dialog').getByLabel('Gerekçe').fill('Fiyat maliyetin altında kalıyor.');
    await yes('Reddet');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Fiyat maliyetin altında kalıyor.').waitFor();
    const { body } = await site.call('GET', `/v1/proposals/${id}`, { token: agent.token });
    expect(body).toMatchObject({ state: 'rejected', reason: 'Fiyat maliyetin altında kalıyor.' });
    expect(await product(cezve)).toMatchObject({ price: 15_990 });
  });

  test('what the owner did not see is not approved', async () => {
    const { page } = panel;
    const id = await proposed('Değişen öneri', [['catalog.price.set', { targetId: cezve, price: 16_000 }]]);
    await panel.open(`/proposals/${id}`);
    await page.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await site.world.sql(`UPDATE proposal SET hash = 'another' WHERE id = '${id}'`);
    await yes('Onayla ve uygula');
    await page.getByText('Öneri siz bakarken değişti.').waitFor();
    expect(await product(cezve)).toMatchObject({ price: 15_990 });
  });

  test('each submission has left a mail, which is kept here', async () => {
    const { page } = panel;
    await panel.open('/mails');
    await page.getByText('Burada bekliyor').first().waitFor();
    expect(await page.getByText('Burada bekliyor').count()).toBe(5);
    await page
      .getByRole('button', { name: /1 değişiklik/ })
      .first()
      .click();
    await page.getByRole('link', { name: /panel\/proposals\/prp_/ }).click();
    await page.getByRole('figure', { name: 'Önerenin notu' }).getByText('Değişen öneri').waitFor();
  });

  const applied = async (id: string): Promise<void> => {
    const { hash } = await site.world.read('proposals.get', { as: site.world.owner, params: { prp: id } });
    await site.world.done('proposal.approve', { proposalId: id, hash }, { as: site.world.owner });
  };

  test('an item that stops for want of what a skipped one creates says which', async () => {
    const { page } = panel;
    const barcode = '8690000000013';
    const { id: collectionId } = await site.world.done('catalog.collection.create', { title: 'Raf' });
    const create = await site.command(agent.token, 'catalog.product.create', { title: 'Güğüm', price: 1, barcode });
    const productIds = [create.preview.result.id];
    const id = await proposed('Raf', [['catalog.collection.setProducts', { collectionId, productIds }]]);
    await site.world.done('catalog.product.create', { title: 'Başka', price: 1, barcode });
    // Before it is approved as well.
    await panel.open(`/proposals/${id}`);
    await item(/^2\./).getByText('Öğe 1: Güğüm').waitFor();
    await item(/^2\./).getByText('öğelere dayanıyor (1)').waitFor();
    await applied(id);
    await panel.open(`/proposals/${id}`);
    await item(/^1\./).getByLabel('Bu öğeyi atla').check(APPLIED_WITHIN);
    await page.getByRole('button', { name: 'Devam et' }).click();
    await yes('Devam et');
    await item(/^2\./).getByText('Öğe 1: Güğüm').waitFor(APPLIED_WITHIN);
  });

  test('one whose work goes on is not to be skipped', async () => {
    const { page } = panel;
    const id = await proposed('İşi süren', [['catalog.price.set', { targetId: cezve, price: 17_000 }]]);
    await site.world.done('catalog.price.set', { targetId: cezve, price: 18_000 });
    await applied(id);
    await panel.open(`/proposals/${id}`);
    const stopped = item(/^1\./);
    await stopped.getByLabel('Bu öğeyi atla').waitFor(APPLIED_WITHIN);
    await site.world.sql(
      `UPDATE proposal_item SET state = 'started', awaited = '{"auditId": "aud_1"}', current_preview = NULL WHERE proposal_id = '${id}'`,
    );
    await page.reload();
    await stopped.getByText('Başlattığı iş sürüyor: devam ederseniz sonu beklenir.').waitFor();
    expect(await stopped.getByRole('radio').count()).toBe(1);
    expect(await stopped.getByLabel('Bu öğeyi atla').count()).toBe(0);
    await page.getByRole('button', { name: 'Geri çek' }).click();
    await page.getByText(/Başlatılmış öğenin işi sürer/).waitFor();
    await yes('Geri çek');
    await stopped.getByText('İşi sürerken bırakıldı').waitFor(APPLIED_WITHIN);
    expect(await stopped.getByText('Uygulandı', { exact: true }).count()).toBe(0);
  });
});
