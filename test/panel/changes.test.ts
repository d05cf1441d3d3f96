// tier: all
import { openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

describe('a proposal that goes back, and one that is approved in part', () => {
  let site: Site;
  let panel: Panel;
  let token = '';
  let products: readonly string[] = [];

  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('agent'));
    const titles = ['Cezve', 'Fincan', 'Değirmen'];
    const made = titles.map((title) => site.world.done('catalog.product.create', { title, price: 10_000, stock: 5 }));
    products = (await Promise.all(made)).map(({ id }) => id);
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  /** Proposes three prices, of which the last is far from the others, and opens their review. */
  const review = async (): Promise<string> => {
    let proposalId = '';
    for (const [nth, price] of [10_500, 10_600, 99_000].entries())
      ({ proposalId } = await site.command(token, 'catalog.price.set', { targetId: products[nth], price }));
    await site.command(token, 'catalog.product.archive', { productId: products[2] });
    await site.command(token, 'proposal.submit', { proposalId, note: 'Yeni fiyatlar' });
    await panel.open(`/proposals/${proposalId}`);
    await box(4).waitFor();
    return proposalId;
  };
  const box = (seq: number) => panel.page.getByLabel(`${seq}. öğe uygulansın`);
  const press = (name: string | RegExp) => panel.page.getByRole('button', { name, exact: true }).click();
  const checked = async () => Promise.all([1, 2, 3, 4].map((seq) => box(seq).isChecked()));
  const read = async (id: string) => (await site.call('GET', `/v1/proposals/${id}`, { token })).body;
  const seen = async (name: string) => {
    for (const [size, view] of [
      ['1280', desktop],
      ['390', phone],
    ] as const) {
      await panel.page.setViewportSize(view);
      expect(await panel.contentWidth()).toBeLessThanOrEqual(view.width);
      await panel.picture(`${name}-${size}`);
    }
    await panel.page.setViewportSize(desktop);
  };

  test('its agent reads the words of the owner, and the comment on an item', async () => {
    const { page } = panel;
    const id = await review();
    await press('4. öğeye yorum');
    await page.getByLabel('4. öğeye yorum').fill('Değirmen satışta kalsın.');
    await seen('changes-comment');
    await press('Değişiklik iste (1 yorum)');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ne değişsin?').fill('Zam yüzde onu geçmesin.');
    await seen('changes-ask');
    await dialog.getByRole('button', { name: 'Geri gönder' }).click();
    await page.getByText('Sözlerinizle geri gönderildi.').waitFor();
    await page.getByText('Zam yüzde onu geçmesin.').waitFor();
    await page.getByText('Değirmen satışta kalsın.').waitFor();
    expect(await read(id)).toMatchObject({
      state: 'rejected',
      reason: 'Zam yüzde onu geçmesin.',
      list: [{}, {}, {}, { state: 'skipped', skipReason: 'Değirmen satışta kalsın.' }],
    });
  });

  test('a comment reaches its agent with every verdict: in part, as a whole, rejected, or skipped one by one', async () => {
    const { page } = panel;
    const comment = async (seq: number, words: string) => {
      await press(`${seq}. öğeye yorum`);
      await page.getByLabel(`${seq}. öğeye yorum`).fill(words);
    };
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

    const part = await review();
    await comment(4, 'Değirmen satışta kalsın.');
    await comment(1, 'Bundan sonra yuvarlayın.');
    for (const seq of [3, 4]) await box(seq).uncheck();
    await press('2 değişikliği onayla ve uygula, 2 dışarıda');
    await page.getByText('Yazdığınız 2 yorumu ajan okur.').waitFor();
    await seen('changes-part-comments');
    await confirm('Onayla ve uygula');
    await page.getByText('Seçtikleriniz onaylandı, uygulanıyor.').waitFor();
    await page.getByText('Atlanma gerekçesi: ').getByText('Değirmen satışta kalsın.').waitFor();
    await page.getByText('Yorum: ').getByText('Bundan sonra yuvarlayın.').waitFor();
    expect((await read(part)).list).toMatchObject([
      { comment: 'Bundan sonra yuvarlayın.' },
      { comment: null },
      { state: 'skipped', skipReason: null },
      { state: 'skipped', skipReason: 'Değirmen satışta kalsın.' },
    ]);

    const whole = await review();
    await comment(2, 'Sağ olun.');
    await press('4 değişikliği onayla ve uygula');
    await confirm('Onayla ve uygula');
    await page.getByText('Onaylandı, uygulanıyor.').waitFor();
    expect(await read(whole)).toMatchObject({ state: 'applying', list: [{}, { comment: 'Sağ olun.' }, {}, {}] });

    const rejected = await review();
    await comment(3, 'Bu ürün pahalı.');
    await press('Reddet');
    await page.getByRole('dialog').getByLabel('Gerekçe').fill('Bu ay değil.');
    await confirm('Reddet');
    await page.getByText('Öneri reddedildi.').waitFor();
    expect(await read(rejected)).toMatchObject({
      ...{ state: 'rejected', reason: 'Bu ay değil.' },
      list: [{}, {}, { skipReason: 'Bu ürün pahalı.' }, {}],
    });

    const skipped = await review();
    await comment(3, 'Sonra bakarız.');
    for (const seq of [2, 3]) await box(seq).uncheck();
    await press('Seçmediğiniz 2 öğeyi atla');
    await page
      .getByRole('dialog')
      .getByLabel(/Gerekçe/)
      .fill('Ötekiler yeter.');
    await confirm('Atla');
    await page.getByText('Seçmedikleriniz atlandı.').waitFor();
    expect((await read(skipped)).list).toMatchObject([
      {},
      { skipReason: 'Ötekiler yeter.' },
      { skipReason: 'Sonra bakarız.' },
      {},
    ]);
  });

  test('all, none and what needs a look are selected by one press, and the selected are approved by one act', async () => {
    const { page } = panel;
    const id = await review();
    await press('Hiçbirini seçme');
    expect(await checked()).toEqual([false, false, false, false]);
    await page.getByRole('button', { name: /onayla ve uygula/, disabled: true }).waitFor();
    await press('Hepsini seç');
    expect(await checked()).toEqual([true, true, true, true]);
    await press('Dikkat isteyenleri bırak');
    const calm = await checked();
    expect([calm.slice(0, 2), calm.includes(false)]).toEqual([[true, true], true]);
    await press('Yalnızca dikkat isteyenleri seç');
    expect(await checked()).toEqual(calm.map((each) => !each));
    await press('Dikkat isteyenleri bırak');
    const out = calm.filter((each) => !each).length;
    await seen('changes-part');
    await press(`${4 - out} değişikliği onayla ve uygula, ${out} dışarıda`);
    await page.getByRole('dialog').getByRole('button', { name: 'Onayla ve uygula' }).click();
    await page.getByText('Seçtikleriniz onaylandı, uygulanıyor.').waitFor();
    expect(await read(id)).toMatchObject({ state: 'applying', items: { total: 4, pending: 4 - out, skipped: out } });
  });
});
