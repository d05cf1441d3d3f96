// tier: all
import type { FrameLocator, Locator } from 'playwright-core';
import { newUlid } from '../../src/kernel/ids';
import { prepareUpdates } from '../../src/update/sweep/sweep';
import type { OwnerSession, Site } from '../surfaces/site';
import { attended, desktop, expectFocus, type Panel, phone, signedIn } from './browser';
import { Looks } from './looks';
import { openShopWindow, type ShopWindow } from './shop-window';

describe('the design of a shop', () => {
  let shop: ShopWindow;
  let site: Site;
  let panel: Panel;
  let session: OwnerSession;

  beforeAll(async () => {
    shop = await openShopWindow();
    ({ site } = shop);
    session = await site.session();
    const owner = { as: site.world.owner };
    await site.world.done('catalog.product.create', { title: 'Fincan', price: 14_990, stock: 8 }, owner);
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, shop]);

  const part = (name: string): Locator => panel.page.getByRole('region', { name, exact: true });
  const dialog = (): Locator => panel.page.getByRole('dialog');
  const preview = (): FrameLocator => panel.page.frameLocator('iframe[title="Önizleme"]');
  const section = (name: RegExp | string): Locator => panel.page.getByRole('listitem', { name });
  const save = () => panel.page.getByRole('button', { name: 'Taslağı kaydet' });
  const saved = () => part('Taslağın durumu').getByText('Bütün değişiklikler kayıtlı.').waitFor();
  const draft = async () => (await site.call('GET', '/v1/design/draft?workspace=main', { session })).body;
  const put = async (body: object, rev: number) => {
    const headers = { 'If-Match': `"${rev}"`, 'Idempotency-Key': newUlid() };
    const answer = await site.call('PUT', '/v1/design/draft?workspace=main', { session, headers, body: { body } });
    expect(answer.status).toBe(200);
  };
  /** The types of the sections of the home page, in their order. */
  const home = async (): Promise<string[]> => {
    const { body } = await draft();
    const page = Object.values<{ kind: string; root: string[] }>(body.pages).find(({ kind }) => kind === 'home');
    return page?.root.map((id) => body.nodes[id].type) ?? [];
  };

  test('begins with a template, and is seen beside its sections', async () => {
    const { page } = panel;
    await panel.open('/design');
    await page.getByRole('button', { name: 'Katalog: Bununla başla' }).click();
    await section(/^1\. Karşılama/).waitFor();
    await preview().getByRole('link', { name: 'Fincan' }).first().waitFor();
    expect((await home())[0]).toBe('hero');
    await panel.picture('design begun');
  });

  test('a text is typed, saved under the rev that was read, and seen in the preview', async () => {
    const { page } = panel;
    const { rev } = await draft();
    await section(/^1\. Karşılama/)
      .getByRole('button', { expanded: false })
      .first()
      .click();
    await section(/^1\. Karşılama/)
      .getByLabel('Başlık', { exact: true })
      .fill('Sabah kahvesi');
    await part('Önizleme').getByText('Son değişiklikler kaydedince görünür').waitFor();
    await save().click();
    await saved();
    await preview().getByRole('heading', { name: 'Sabah kahvesi' }).waitFor();
    expect((await draft()).rev).toBe(rev + 1);
    await part('Önizleme').getByText('Masaüstü (1280)').click();
    const width = () => page.evaluate<number>("document.querySelector('iframe').clientWidth");
    await preview().getByRole('heading', { name: 'Sabah kahvesi' }).waitFor();
    expect(await width()).toBe(1280);
    await panel.picture('design 1280');
    await part('Önizleme').getByText('Telefon (390)').click();
    await preview().getByRole('heading', { name: 'Sabah kahvesi' }).waitFor();
    expect(await width()).toBe(390);
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      expect(await panel.contentWidth()).toBe(size.width);
      await panel.picture(`design edited ${size.width}`);
    }
  });

  test('by keyboard sections are moved, hidden, taken out and added', async () => {
    const { page } = panel;
    const before = await home();
    const down = page.getByRole('button', { name: /^1\. Karşılama.*: Sona al/ });
    await down.focus();
    await page.keyboard.press('Enter');
    const moved = page.getByRole('button', { name: /^2\. Karşılama.*: Sona al/ });
    await expectFocus(moved);
    const open = section(/^1\./).getByRole('button', { expanded: false }).first();
    await open.focus();
    await page.keyboard.press('Enter');
    const shown = section(/^1\./).getByRole('switch', { name: 'Vitrinde göster' });
    await shown.focus();
    await page.keyboard.press('Space');
    await section(/^1\./).getByText('(gizli)').waitFor();
    const last = before.length;
    await page.getByRole('button', { name: new RegExp(`^${last}\\..*: Çıkar$`) }).focus();
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('button', { name: 'Bölüm ekle' }));
    await page.keyboard.press('Enter');
    await dialog()
      .getByRole('button', { name: /^Metin/ })
      .focus();
    await panel.picture('design offers');
    await page.keyboard.press('Enter');
    await expectFocus(
      section(new RegExp(`^${last}\\. Metin`))
        .getByRole('button', { expanded: true })
        .first(),
    );
    await section(new RegExp(`^${last}\\. Metin`))
      .getByRole('textbox', { name: 'İçerik 1' })
      .fill('Ateşte ağır ağır.');
    await save().focus();
    await page.keyboard.press('Enter');
    await saved();
    await preview().getByText('Ateşte ağır ağır.').waitFor();
    const [first, second, ...others] = before;
    expect(await home()).toEqual([second, first, ...others.slice(0, -1), 'richText']);
    const { body } = await draft();
    expect(Object.values<{ hidden?: boolean }>(body.nodes).filter(({ hidden }) => hidden).length).toBe(1);
  });

  test('what is refused is told by section and field, and leads there; nothing is lost', async () => {
    const { page } = panel;
    const { rev } = await draft();
    await page.getByRole('button', { name: 'Bölüm ekle' }).click();
    await dialog()
      .getByRole('button', { name: /^Görsel şerit/ })
      .click();
    await save().click();
    const refused = page.getByRole('alert').filter({ hasText: 'Taslak kaydedilmedi' });
    await refused
      .getByRole('button', { name: /Görsel/ })
      .first()
      .click();
    await panel.picture('design refused');
    expect((await draft()).rev).toBe(rev);
    await page.getByRole('button', { name: /Görsel şerit: Çıkar$/ }).click();
    await page.getByRole('button', { name: 'Değişikliklerden vazgeç' }).click();
    await dialog().getByRole('button', { name: 'Vazgeç ve kayıtlı taslağa dön' }).click();
    await saved();
  });

  test('variables of the theme are chosen, given back, and come with presets', async () => {
    const { page } = panel;
    await page.getByRole('tab', { name: 'Tema' }).click();
    await page.getByLabel('Vurgu', { exact: true }).fill('#123456');
    await page.getByRole('textbox', { name: 'Kart köşesi' }).fill('12');
    await page.getByRole('combobox', { name: 'Hazır görünüm' }).click();
    await page.getByRole('option', { name: 'Deniz' }).click();
    await save().click();
    await saved();
    const chosen = (await draft()).body;
    expect(chosen.variables).toEqual({ 'color-accent': '#123456', 'radius-card': '12px' });
    expect(chosen.theme.preset).toBe('deniz');
    await panel.picture('design theme');
    await page.getByRole('button', { name: 'Vurgu: temanınkine dön' }).click();
    await save().click();
    await saved();
    expect((await draft()).body.variables).toEqual({ 'radius-card': '12px' });
    await page.getByRole('tab', { name: 'Sayfalar' }).click();
  });

  test('a page that the law wants is added, a menu leads to it, and both go again', async () => {
    const { page } = panel;
    const before = (await draft()).body;
    const choose = async (within: Locator, name: string, option: string) => {
      await within.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await page.getByRole('button', { name: 'Sayfa ekle' }).click();
    await choose(dialog(), 'Yasal görevi', 'Mesafeli satış sözleşmesi');
    await dialog().getByRole('button', { name: 'Sayfa ekle' }).click();
    await page.getByLabel('Arama sonuçlarındaki açıklama').fill('Satışın koşulları.');
    await save().click();
    await saved();
    await preview().getByRole('heading', { name: 'Mesafeli satış sözleşmesi' }).first().waitFor();
    await preview().getByRole('contentinfo').getByRole('link', { name: 'Mesafeli satış sözleşmesi' }).waitFor();
    await panel.picture('design own page');

    await page.getByRole('tab', { name: 'Menüler' }).click();
    const menu = page.getByRole('group', { name: 'Ana menü', exact: true });
    await menu.getByRole('button', { name: 'Menünün satırları: Satır ekle' }).click();
    await menu.getByLabel('Yazısı').last().fill('Sözleşme');
    const target = menu.getByRole('group', { name: 'Sözleşme: bağlantısı' });
    await choose(target, 'Nereye', 'Kendi sayfanız');
    await choose(target, 'Kendi sayfanız', 'Mesafeli satış sözleşmesi');
    await save().click();
    await saved();
    await preview().getByRole('banner').getByRole('link', { name: 'Sözleşme', exact: true }).waitFor();
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      expect(await panel.contentWidth()).toBe(size.width);
      await panel.picture(`design menus ${size.width}`);
    }

    await page.getByRole('tab', { name: 'Sayfalar' }).click();
    await page.getByRole('button', { name: 'Sayfayı sil' }).click();
    await dialog().getByRole('button', { name: 'Sayfayı sil' }).click();
    await save().click();
    await saved();
    expect((await draft()).body).toEqual(before);
  });

  test('the draft puts on another theme, and the first one again as it was', async () => {
    const { page } = panel;
    const { body: before } = await draft();
    const wear = async (name: string) => {
      await page.getByRole('button', { name: `${name}: Bu temaya geç` }).click();
      await dialog().getByRole('button', { name: 'Bu temaya geç' }).click();
      await part(name)
        .getByText(/Taslak bunu giyiyor/)
        .waitFor();
    };
    await page.getByRole('tab', { name: 'Tema' }).click();
    await wear('Pazar');
    expect((await draft()).body.theme.key).toBe('pazar');
    await panel.picture('design another theme');
    await wear('Sade');
    const { parked: _, ...after } = (await draft()).body;
    const { parked: __, ...was } = before;
    expect(after).toEqual(was);
    await page.getByRole('tab', { name: 'Sayfalar' }).click();
  });

  test('who saved meanwhile is not written over, and what was typed stays until it is decided', async () => {
    const { page } = panel;
    const hero = () => section(/Karşılama/);
    const title = () => hero().getByLabel('Başlık', { exact: true });
    const typed = async (text: string) => {
      if ((await title().count()) === 0) await hero().getByRole('button', { expanded: false }).first().click();
      await title().fill(text);
    };
    await typed('Benim başlığım');
    const { body, rev } = await draft();
    const of = (text: string) => {
      const changed = structuredClone(body);
      const node = Object.values<{ type: string; props: { title?: string } }>(changed.nodes).find(
        ({ type }) => type === 'hero',
      );
      (node as { props: { title?: string } }).props.title = text;
      return changed;
    };
    await put(of('Onun başlığı'), rev);
    await save().click();
    const told = page.getByRole('alert').filter({ hasText: 'sizden sonra başkası kaydetti' });
    await told.waitFor();
    await panel.picture('design conflict');
    expect(await title().inputValue()).toBe('Benim başlığım');
    await told.getByRole('button', { name: 'Benimkini kaydet' }).click();
    await dialog().getByRole('button', { name: 'Benimkini kaydet' }).click();
    await saved();
    expect((await draft()).rev).toBe(rev + 2);
    await preview().getByRole('heading', { name: 'Benim başlığım' }).waitFor();

    await typed('Yine benim');
    await put(of('Yine onun'), rev + 2);
    await save().click();
    await told.getByRole('button', { name: 'Onun taslağını yükle' }).click();
    await dialog().getByRole('button', { name: 'Onun taslağını yükle' }).click();
    await saved();
    expect(await title().inputValue()).toBe('Yine onun');
  });

  test('by keyboard a block of an extension is placed and taken out, and a page is added at an address of its own', async () => {
    const { page } = panel;
    for (const extension of ['whatsapp', 'delivery'])
      for (const what of ['install', 'enable'] as const)
        await site.world.done(`extension.${what}`, { extension }, { as: site.world.owner });
    await page.reload();
    await page.getByRole('tab', { name: 'Eklentiler' }).click();
    await page.getByRole('button', { name: 'Blok ekle' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByRole('combobox', { name: 'Alan' }).click();
    await page.getByRole('option', { name: 'Sepet düğmesinin altı' }).click();
    await dialog().getByRole('button', { name: 'Ürünü WhatsApp’tan sor' }).focus();
    await panel.picture('design extension offers');
    await page.keyboard.press('Enter');
    const block = section('Ürünü WhatsApp’tan sor');
    await block.getByLabel('WhatsApp numarası').fill('905321234567');
    await block.getByLabel('Düğmenin yazısı').fill('Bize yazın');
    await save().click();
    await saved();
    await preview().getByRole('link', { name: 'Bize yazın' }).waitFor();
    expect((await draft()).body.zones['product.afterBuy']).toMatchObject([
      { id: 'blk-ask-1', extension: 'whatsapp', block: 'ask', config: { phone: '905321234567', button: 'Bize yazın' } },
    ]);

    await page.getByRole('button', { name: 'Sayfa ekle' }).click();
    await dialog().getByRole('button', { name: 'Teslimat ve iade' }).click();
    await page.getByLabel('Adres', { exact: true }).fill('kargo');
    await page.keyboard.press('Tab');
    await section(/\/ek\/kargo/).waitFor();
    await save().click();
    await saved();
    await preview().getByRole('heading', { name: 'Teslimat ve iade' }).waitFor();
    expect((await draft()).body.extPages).toMatchObject({ kargo: { extension: 'delivery', page: 'delivery' } });
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      expect(await panel.contentWidth()).toBe(size.width);
      await panel.picture(`design extensions ${size.width}`);
    }
    await page.getByRole('button', { name: 'Ürünü WhatsApp’tan sor: Çıkar' }).focus();
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('button', { name: 'Blok ekle' }));
    await page.getByRole('button', { name: /\/ek\/kargo\): Çıkar$/ }).click();
    await save().click();
    await saved();
    expect((await draft()).body).toMatchObject({ zones: {}, extPages: {} });
    await page.getByRole('tab', { name: 'Sayfalar' }).click();
  });

  test('the draft is published after it was asked once more, and who published meanwhile is named', async () => {
    const { page } = panel;
    const run = (command: string, payload: object) =>
      site.world.done(command as 'design.publish', payload as never, { as: site.world.owner });
    await page.getByRole('tab', { name: 'Sürümler' }).click();
    await page.getByText('Henüz yayımlanmış bir sürüm yok').waitFor();
    await page.getByRole('button', { name: 'Taslağı yayımla…' }).click();
    await dialog().getByLabel('Sürümün adı').fill('İlk');
    await dialog().getByRole('button', { name: 'Yayımla' }).click();
    await section('Sürüm 1').getByText('Yayında').waitFor();
    await part('Taslağın durumu').getByText('Yayındaki tasarım').waitFor();

    const { body, rev } = await draft();
    await put({ ...body, variables: { 'color-accent': '#0a0a0a' } }, rev);
    await page.reload();
    await panel.picture('design to be published');
    // Where the draft is edited, whichever tab is open.
    await part('Taslağın durumu').getByRole('button', { name: 'Taslağı yayımla…' }).click();
    await dialog().getByText(/Vurgu/).waitFor();
    await run('design.publish', { label: 'Aradan' });
    await dialog().getByRole('button', { name: 'Yayımla' }).click();
    const told = dialog().getByRole('alert');
    await told.getByText(/^2\. sürümü/).waitFor();
    await panel.picture('design publish overtaken');
    expect(await dialog().getByRole('button', { name: 'Yayımla' }).isDisabled()).toBe(true);
    await told.getByRole('button', { name: 'Yeni farkları göster' }).click();
    await dialog().getByText('Hiçbir şey değişmez.').waitFor();
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await page.getByRole('tab', { name: 'Sürümler' }).click();
    await section('Sürüm 2').getByText('Aradan').waitFor();
  });

  test('a version tells what it has changed, and one of before is shown again', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Sürüm 2: Değişenler' }).click();
    await section('Sürüm 2')
      .getByText(/^Tema değişkenleri, Vurgu: — → #0a0a0a/)
      .waitFor();
    await page.getByRole('button', { name: 'Sürüm 1: Bu sürüme dön…' }).click();
    await dialog()
      .getByText(/Vurgu: #0a0a0a → —/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Bu sürüme dön' }).click();
    await section('Sürüm 3').getByText('1. sürümden geri getirildi').waitFor();
    await section('Sürüm 3').getByText('Yayında').waitFor();
    const { body } = await site.call('GET', '/v1/design/versions', { session });
    expect(body.items.map(({ seq, live }: { seq: number; live: boolean }) => [seq, live])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    // The draft stays, and says that another version is live than the one that it was made from.
    await part('Taslağın durumu').getByText('Yayımlanmamış taslak').waitFor();
    await part('Taslağın durumu').getByText('Bu taslaktan sonra başka bir sürüm yayımlandı').waitFor();
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      expect(await panel.contentWidth()).toBe(size.width);
      await panel.picture(`design versions ${size.width}`);
    }
  });

  test('what an agent proposes is decided on by two renders, beside each other', async () => {
    const { page } = panel;
    const { token } = await site.mint('agent');
    const { body } = await draft();
    body.nodes[Object.keys(body.nodes).find((id) => body.nodes[id].type === 'hero') as string].props.title =
      'Ajanın başlığı';
    const cart = Object.values<{ kind: string; root: string[] }>(body.pages).find(({ kind }) => kind === 'cart');
    cart?.root.push('agent-line');
    const primary = { label: 'Bak', link: 'https://example.com' };
    body.nodes['agent-line'] = { type: 'hero', props: { title: 'Sepete bakın', primary } };
    const headers = { 'If-Match': '"0"', 'Idempotency-Key': newUlid() };
    const { body: put } = await site.call('PUT', '/v1/design/draft', { token, headers, body: { body } });
    const { body: versions } = await site.call('GET', '/v1/design/versions', { session });
    const payload = { hash: put.hash, expectedRev: versions.items[0].seq };
    const { proposalId } = await site.command(token, 'design.publish', payload);
    await site.command(token, 'proposal.submit', { proposalId });
    await panel.open(`/proposals/${proposalId}`);
    const beside = part('Tasarım, önce ve sonra');
    await beside.getByText(/Başlık: .* → Ajanın başlığı/).waitFor();
    await beside.getByText(/^Sepet: “.*: Sepete bakın” eklendi/).waitFor();
    await beside.getByText(/Birinci düğme › Bağlantı: — → https:\/\/example.com/).waitFor();
    const [live, proposed] = [`Yayındaki (sürüm ${payload.expectedRev})`, 'Önerilen'].map((title) =>
      page.frameLocator(`iframe[title="${title}"]`),
    ) as [FrameLocator, FrameLocator];
    await proposed.getByRole('heading', { name: 'Ajanın başlığı' }).waitFor();
    await live.getByRole('heading').first().waitFor();
    expect(await live.getByRole('heading', { name: 'Ajanın başlığı' }).count()).toBe(0);
    await panel.picture('design proposed');
    await beside.getByRole('combobox', { name: 'Değişen sayfa' }).click();
    await page.getByRole('option', { name: 'Sepet' }).click();
    await page.locator('iframe[title="Önerilen"][src$="/sepet"]').waitFor();
  });

  test('an update says what it changes, is dismissed, wanted after all and applied', async () => {
    const { page } = panel;
    const { body, rev } = await draft();
    await put({ ...body, theme: { ...body.theme, version: '1.0.0' }, variables: { 'radius-card': '3px' } }, rev);
    const { body: versions } = await site.call('GET', '/v1/design/versions', { session });
    const expectedRev = versions.items[0].seq;
    await site.world.done('design.publish', { expectedRev, allowOlderTheme: true }, { as: site.world.owner });
    await prepareUpdates(site.world.platform, site.world.storeId);
    await panel.open('/design');
    await page.getByRole('tab', { name: 'Güncellemeler' }).click();
    const name = 'Tema sade: 1.0.0 → 1.1.0';
    const entry = section(name).first();
    await entry.getByText('Bekliyor').waitFor();
    await entry.getByText('“Kart köşesi” sizin değeriniz; değişmedi.').waitFor();
    const link = await entry.getByRole('link', { name: `${name}: Güncellemeden sonra` }).getAttribute('href');
    expect(link).toContain('.onizleme.localhost');
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      expect(await panel.contentWidth()).toBe(size.width);
      await panel.picture(`design updates ${size.width}`);
    }
    const press = async (button: string, yes: string) => {
      await page.getByRole('button', { name: `${name}: ${button}` }).click();
      await dialog().getByRole('button', { name: yes, exact: true }).click();
    };
    await press('Ertele…', 'Ertele');
    await entry.getByText('Ertelendi').waitFor();
    await press('Yeniden beklet…', 'Geri al');
    await entry.getByText('Bekliyor').waitFor();
    await press('Uygula…', 'Uygula');
    await entry.getByText(`${expectedRev + 2}. sürüm olarak yayımlandı`).waitFor();
    const { body: after } = await draft();
    expect([after.theme.version, after.variables]).toEqual(['1.1.0', { 'radius-card': '3px' }]);
  });

  test('a draft of before an update is brought forward with its theme, or back to the live design', async () => {
    const { page } = panel;
    const { body, rev, baseSeq } = await draft();
    await put({ ...body, theme: { ...body.theme, version: '1.0.0' }, variables: { 'color-accent': '#0a0a0a' } }, rev);
    await page.reload();
    const state = part('Taslağın durumu');
    const publish = () => page.getByRole('button', { name: 'Taslağı yayımla…' }).click();
    await publish();
    await dialog().getByRole('button', { name: 'Yayımla', exact: true }).click();
    await dialog()
      .getByText(/^Taslağın temasını 1\.1\.0 sürümüne yükseltin/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await state.getByRole('button', { name: 'Temayı yükselt…' }).click();
    await dialog().getByRole('button', { name: 'Temayı yükselt', exact: true }).click();
    await state.getByRole('button', { name: 'Temayı yükselt…' }).waitFor({ state: 'detached' });
    const { body: upgraded } = await draft();
    expect([upgraded.theme.version, upgraded.variables]).toEqual(['1.1.0', { 'color-accent': '#0a0a0a' }]);
    // Another version is published meanwhile: the draft is behind it.
    await site.world.done('design.rollback', { seq: 1, expectedRev: baseSeq }, { as: site.world.owner });
    await page.reload();
    await state.getByText('Bu taslaktan sonra başka bir sürüm yayımlandı').waitFor();
    await publish();
    await dialog()
      .getByText(new RegExp(`^Taslak ${baseSeq}\\. sürümden yapıldı, şimdi yayında olan ${baseSeq + 1}\\.`))
      .waitFor();
    await panel.picture('design publish behind');
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    await state.getByRole('button', { name: 'Taslağı yayındakine döndür…' }).click();
    await dialog().getByRole('button', { name: 'Yayındakine döndür', exact: true }).click();
    await state.getByText('Yayındaki tasarım').waitFor();
    expect(await draft()).toMatchObject({ drafted: false, behind: false, baseSeq: baseSeq + 1 });
  });

  test('each of its parts can be used by everybody', async () => {
    const { page } = panel;
    await panel.open('/design');
    const looks = new Looks(panel, site.url);
    for (const tab of ['Sayfalar', 'Tema', 'Eklentiler', 'Sürümler', 'Güncellemeler']) {
      await page.getByRole('tab', { name: tab }).click();
      await looks.loaded();
      expect([tab, await looks.violations()]).toEqual([tab, []]);
    }
  });
});
