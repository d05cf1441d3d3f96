// tier: all
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { connectTrendyol } from '../channel/marketplace';
import { type MintedToken, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

/** Where screenshots of the review go, for people who look at them. */
const pictures = process.env.PANEL_PICTURES;

describe('a review shows what is there', () => {
  let site: Site;
  let panel: Panel;
  let agent: MintedToken;
  let productId: string;
  let variantId: string;

  beforeAll(async () => {
    site = await openSite();
    agent = await site.mint('agent');
    const { id, variants } = await site.world.done('catalog.product.create', {
      title: 'Fındık',
      price: 109_900,
      variants: [{ title: '1 kg', sku: 'F-1000', price: 109_900, stock: 12 }],
    });
    productId = id;
    variantId = variants[0].id;
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  /** Proposes one change, submits it, and opens its review. @returns the card of the change */
  const reviewed = async (command: string, payload: unknown, note = 'Not'): Promise<Locator> => {
    const { proposalId } = await site.command(agent.token, command, payload);
    await site.command(agent.token, 'proposal.submit', { proposalId, note });
    await panel.open(`/proposals/${proposalId}`);
    const card = panel.page.getByRole('listitem', { name: /^1\./ });
    await card.waitFor();
    return card;
  };
  const words = async (place: Locator): Promise<string> =>
    (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();
  const labelled = (place: Locator, label: string) =>
    place
      .locator('dl > div')
      .filter({ has: panel.page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .locator('dd');

  test('a title that imitates the fields beside it does not look like them', async () => {
    const { page } = panel;
    const forged = '1 kg · Stok kodu F-1000 · Fiyat 1.099,00 TL · Stok 12';
    const card = await reviewed('catalog.product.setVariants', { productId, variants: [{ title: forged }] });
    const row = card.getByRole('row', { name: /^Varyantlar/ });
    const before = row.getByRole('cell').nth(1);
    const after = row.getByRole('cell').nth(2);
    expect(await words(before)).toBe(`Kimlik Ad 1 kg Stok kodu F-1000 Fiyat 1.099,00 TL Stok 12 Barkod yok`);
    expect(await words(after)).toMatch(
      /^Kimlik Ad 1 kg · Stok kodu F-1000 · Fiyat 1\.099,00 TL · Stok 12 Stok kodu yok Fiyat yok Stok yok Barkod yok$/,
    );
    expect(await labelled(after, 'Ad').locator('q').textContent()).toBe(forged);
    expect(await after.locator('dl > div').count()).toBe(6);
    // Quotes are drawn around what is quoted, and around nothing else.
    const quotes = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('q.quoted'), '::before').content`,
    );
    expect(quotes).toMatch(/open-quote|["“]/);
    expect(await labelled(after, 'Fiyat').locator('q').count()).toBe(0);
    for (const [name, size] of Object.entries({ desktop, phone }))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        expect([name, await panel.contentWidth()]).toEqual([name, size.width]);
        if (pictures) await page.screenshot({ path: `${pictures}/review-${name}-${colorScheme}.png`, fullPage: true });
      }
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('text that says what the panel says of a missing value is still in quotes', async () => {
    const card = await reviewed('catalog.product.update', { productId, brand: 'yok', title: 'Fındık içi' });
    const brand = card.getByRole('row', { name: /^Marka/ });
    expect(await brand.locator('q').textContent()).toBe('yok');
    expect(await brand.getByRole('cell').nth(1).locator('q').count()).toBe(0);
    expect(await words(brand.getByRole('cell').nth(1))).toBe('yok');
  });

  test('marks that hide text are signs', async () => {
    const title = `Fındık LT 001\u200B\u00A0👩‍👩‍👧 ❤️`;
    const card = await reviewed('catalog.product.update', { productId, title });
    const quoted = card.getByRole('row', { name: /^Ad/ }).locator('q').last();
    expect(await quoted.locator('.sign').allInnerTexts()).toEqual(['U+200B', 'U+00A0']);
    const shown = await quoted.textContent();
    expect(shown).not.toMatch(/[\u200B\u00A0]/);
    expect(shown).toContain('👩‍👩‍👧 ❤️');
  });

  test('a note of many lines stays in its frame', async () => {
    const { page } = panel;
    const note = 'Fiyat güncellemesi\n\n1. Fiyatı belirle\nÖnce 100,00 TL Sonra 101,00 TL\n\nOnaylandı';
    await reviewed('catalog.price.set', { targetId: variantId, price: 1 }, note);
    const frame = page.getByRole('figure', { name: 'Önerenin notu' });
    expect(await frame.locator('q').textContent()).toContain('Önce 100,00 TL');
    expect(await frame.locator('q .sign').allInnerTexts()).toEqual(Array(5).fill('⏎'));
    expect(await page.getByText('Onaylandı').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Öneri · 1 öğe');
    if (pictures) await page.screenshot({ path: `${pictures}/review-note.png`, fullPage: true });
  });

  test.each(['2026-11-21T10:00:00Z', '2026-99-99T99:99:99Z', 'constructor'])(
    '%s is a title like any other',
    async (title) => {
      const card = await reviewed('catalog.product.update', { productId, title });
      expect(await card.getByRole('row', { name: /^Ad/ }).locator('q').last().textContent()).toBe(title);
    },
  );

  test('long text is folded with its length, and shown whole when asked', async () => {
    const description = `${'uzun '.repeat(1_999)}sonu!`;
    const card = await reviewed('catalog.product.update', { productId, description });
    const row = card.getByRole('row', { name: /^Açıklama/ });
    expect(await row.textContent()).not.toContain('sonu!');
    await row.getByRole('button', { name: 'Tümünü göster (10.000 karakter)' }).click();
    expect(await row.locator('q').last().textContent()).toBe(description);
    expect(await panel.contentWidth()).toBe(desktop.width);
  });

  test('what is too heavy for a review says so, and all of it is one press away', async () => {
    const { page } = panel;
    const long = (ending: string): string => 'ş'.repeat(49_990) + ending;
    await site.world.done('catalog.product.update', { productId, description: null });
    const { proposalId } = await site.command(agent.token, 'catalog.product.update', {
      productId,
      description: long('IBAN 2'),
    });
    await site.command(agent.token, 'proposal.submit', { proposalId });
    await site.world.done('catalog.product.update', { productId, description: long('IBAN 1') });
    await panel.open(`/proposals/${proposalId}`);
    const card = page.getByRole('listitem', { name: /^1\./ });
    const now = card.getByRole('region', { name: 'Şimdi' });
    const row = now.getByRole('row', { name: /^Açıklama/ });
    const all = card.getByRole('button', { name: '1. öğenin tamamını göster' });
    await all.waitFor();
    expect(await words(card)).toMatch(/1 uzun metin kısaltıldı\. Tamamı 19\d,\d KiB\./);
    expect(await words(row)).toContain('Kısaltıldı: 49.996 → 49.996 karakter');
    // The difference is shown, whatever is cut before it.
    expect(await row.locator('ins').allInnerTexts()).toEqual(['2']);
    expect(await row.getByRole('cell').nth(2).locator('q').textContent()).toHaveLength(61);
    for (const [name, size] of Object.entries({ phone, desktop })) {
      await page.setViewportSize(size);
      await panel.picture(`review-cut-${name}`);
      expect(await panel.contentWidth()).toBe(size.width);
    }
    await all.click();
    await all.waitFor({ state: 'detached' });
    expect(await words(card)).not.toContain('ısaltıldı');
    await row
      .getByRole('cell')
      .nth(2)
      .getByRole('button', { name: /^Tümünü göster/ })
      .click();
    expect(await row.getByRole('cell').nth(2).locator('q').textContent()).toBe(long('IBAN 2'));
    await site.world.done('catalog.product.update', { productId, description: null });
  });

  test('what differs at the end of a long text is shown and marked, whatever stands before it', async () => {
    const { page } = panel;
    const long = 'Bu ürün yüzde yüz pamuktur.\n'.repeat(60);
    await site.world.done('catalog.product.update', { productId, description: `${long}IBAN: TR11 0000` });
    const card = await reviewed('catalog.product.update', {
      productId,
      description: `${long}IBAN: TR99 6666 <script>`,
    });
    const row = card.getByRole('row', { name: /^Açıklama/ });
    const [before, after] = [row.getByRole('cell').nth(1), row.getByRole('cell').nth(2)];
    expect(await before.locator('q').textContent()).toMatch(/IBAN: TR11 0000$/);
    expect(await after.locator('q').textContent()).toMatch(/IBAN: TR99 6666 <script>$/);
    expect((await before.locator('del').allTextContents()).join('')).toBe('110000');
    expect((await after.locator('ins').allTextContents()).join('')).toBe('996666 <script>');
    await panel.picture('review-long-text-desktop');
    // The words of the panel are not struck through with the value.
    expect(await page.evaluate(`getComputedStyle(document.querySelector('tr .more')).display`)).toBe('inline-block');
    await page.setViewportSize(phone);
    await panel.picture('review-long-text-phone');
    expect(await panel.contentWidth()).toBe(phone.width);
    await page.setViewportSize(desktop);
    await after.getByRole('button', { name: /^Tümünü göster/ }).click();
    expect((await after.locator('q').textContent())?.replaceAll('⏎', '')).toBe(`${long}IBAN: TR99 6666 <script>`);
  });

  test('HTML is compared as it is read, and its tags are one press away', async () => {
    const { page } = panel;
    await site.world.done('catalog.product.update', { productId, description: '<p>Taze <b>Giresun</b> fındığı.</p>' });
    const card = await reviewed('catalog.product.update', {
      productId,
      description:
        '<p class="y">Taze <b>Ordu</b> fındığı. <a href="https://kotu.test">Al</a></p><script>steal()</script>',
    });
    const row = card.getByRole('row', { name: /^Açıklama/ });
    const [before, after] = [row.getByRole('cell').nth(1), row.getByRole('cell').nth(2)];
    expect(await before.locator('q').textContent()).toBe('Taze Giresun fındığı.');
    expect(await after.locator('q').textContent()).toBe(
      'Taze Ordu fındığı. Al [https://kotu.test]⏎\n<script>steal()</script>',
    );
    expect((await before.locator('del').allTextContents()).join('')).toContain('Giresun');
    expect((await after.locator('ins').allTextContents()).join('')).toContain('Ordu');
    await panel.picture('review-html');
    await after.getByRole('button', { name: 'Biçimlendirme de değişiyor: etiketleriyle göster' }).click();
    expect(await after.locator('q').textContent()).toContain('<p class="y">Taze <b>Ordu</b>');
    expect(await page.locator('script', { hasText: 'steal' }).count()).toBe(0);
  });

  test('of a hundred variants those are open that differ, and the others are counted', async () => {
    const { page } = panel;
    const titles = Array.from({ length: 100 }, (_, index) => `Seçenek ${index}`);
    const many = await site.world.done('catalog.product.create', {
      title: 'Çok seçenekli',
      price: 10_000,
      variants: titles.map((title) => ({ title, stock: 3 })),
    });
    const variants = many.variants.map(({ id, title }: { id: string; title: string }, index: number) => ({
      id,
      title: index === 73 ? `${title}.` : title,
      sku: index === 50 ? 'EVIL-50' : null,
    }));
    const card = await reviewed('catalog.product.setVariants', { productId: many.id, variants });
    const row = card.getByRole('row', { name: /^Varyantlar/ });
    const after = row.getByRole('cell').nth(2);
    expect(await after.locator('ol > li').count()).toBe(2);
    expect(await words(after)).toMatch(/^51\. .*Stok kodu EVIL-50.* 74\. .*98 değişmedi$/);
    expect(await after.locator('ins').allTextContents()).toEqual(['.']);
    for (const [name, size] of Object.entries({ desktop, phone })) {
      await page.setViewportSize(size);
      await panel.picture(`review-variants-${name}`);
      expect(await panel.contentWidth()).toBe(size.width);
      // What a new size moves has settled some time later.
      await eventually(async () => (await page.evaluate<number>('document.documentElement.scrollHeight')) < 2_500);
    }
    await page.setViewportSize(desktop);
    await after.getByRole('button', { name: '98 değişmedi' }).click();
    expect(await after.locator('ol > li').count()).toBe(100);
    expect(await after.locator('ol > li.differs').count()).toBe(2);
  });

  test('things are called by their titles: identifiers are copied, and read nowhere, nor in opened rows of the history', async () => {
    const { page } = panel;
    const { world } = site;
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Kuruyemiş' });
    const { id: collectionId } = await world.done('catalog.collection.create', { title: 'Vitrin' });
    const { id: twin } = await world.done('catalog.product.create', { title: 'Leblebi Sade', price: 100 });
    await world.done('catalog.product.update', { productId: twin, categoryId });
    const identifier = /\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}\b/;
    // biome-ignore lint/performance/useDomNodeTextContent: what is folded away is not read
    const read = () => page.locator('main').innerText();
    const card = await reviewed('catalog.collection.setProducts', { collectionId, productIds: [productId, twin] });
    expect(await words(card)).toContain('Leblebi Sade');
    expect(await read()).not.toMatch(identifier);
    await card.getByRole('button', { name: 'Kimliği kopyala: Leblebi Sade' }).first().waitFor();
    await reviewed('catalog.product.create', { title: 'LEBLEBİ, sade', price: 100, categoryId });
    const note = page.getByRole('note').filter({ hasText: 'Adı bununla karışabilir' });
    await note.getByRole('link', { name: 'Leblebi Sade' }).waitFor();
    expect(await read()).toContain('Benzer ad'.toLocaleUpperCase('tr'));
    expect(await read()).not.toMatch(identifier);
    await panel.picture('review-alike');
    await panel.open('/audit');
    const rows = page.getByRole('main').getByRole('button', { expanded: false });
    await rows.first().waitFor();
    for (let place = 0; place < 3; place += 1) {
      await rows.nth(place).click();
      await page.locator('main details:visible').first().waitFor();
      expect(await read()).not.toMatch(identifier);
    }
    await panel.picture('history-titles');
  });

  test('the reason of a movement of stock is shown, though no field keeps it', async () => {
    const reason = 'Sayım \u200Bfarkı';
    const card = await reviewed('catalog.stock.adjust', { targetId: variantId, delta: -1, reason });
    const said = card.getByRole('region', { name: 'Çağrıda ayrıca yazanlar' });
    expect(await said.locator('q').textContent()).toBe('Sayım U+200Bfarkı');
    expect(await words(said)).toContain('Gerekçe');
    await panel.picture('review-reason');
  });

  test('a picture that would be committed is seen before it is decided on', async () => {
    const bytes = await sharp({ create: { width: 240, height: 160, channels: 3, background: '#b5651d' } })
      .png()
      .toBuffer();
    const { body } = await site.call('POST', '/v1/media/upload', { token: agent.token, body: new Uint8Array(bytes) });
    const card = await reviewed('catalog.media.commit', { uploadId: body.id, name: 'Bakır cezve' });
    const figure = card.getByRole('region', { name: 'Görseller' }).getByRole('figure');
    // Which of several things it shows is read beside it.
    expect(await words(figure.locator('figcaption'))).toMatch(/^PNG · \d+ B$/);
    const picture = figure.getByRole('img');
    await picture.scrollIntoViewIfNeeded();
    await eventually(async () => (await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)) > 0);
    expect(await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(240);
    await panel.picture('review-picture');
    // What it looks like stands before what is written of it.
    const [seen, read] = await Promise.all([figure.boundingBox(), card.getByRole('table').first().boundingBox()]);
    expect(seen?.y).toBeLessThan(read?.y ?? 0);
    await panel.open('/uploads');
    await panel.page
      .getByRole('listitem', { name: body.id })
      .getByText('Onu kullanan öneri karara bağlanana dek silinmez')
      .waitFor();
  });

  test('logos of a brand are seen before it is decided on, which nothing takes back', async () => {
    const { world } = site;
    await connectTrendyol(world);
    const form = new FormData();
    form.append('name', 'Bakır & Kalay');
    for (const [width, background] of [
      [240, '#b5651d'],
      [120, '#2b6cb0'],
    ] as const) {
      const logo = sharp({ create: { width, height: 160, channels: 3, background } });
      form.append('logos', new Blob([new Uint8Array(await logo.png().toBuffer())]), 'logo.png');
    }
    const { body } = await site.call('POST', '/v1/channel/trendyol/remote/brands', { token: agent.token, body: form });
    const { proposalId } = body;
    await site.command(agent.token, 'proposal.submit', { proposalId });
    await panel.open(`/proposals/${proposalId}`);
    const files = panel.page.getByRole('region', { name: 'Çağrının getirdiği dosyalar' });
    const logos = files.getByRole('img');
    await logos.first().waitFor();
    expect(await words(files.locator('figcaption'))).toMatch(/^PNG · \d+ B PNG · \d+ B$/);
    for (const [at, width] of [240, 120].entries())
      await eventually(
        async () => (await logos.nth(at).evaluate((image: { naturalWidth: number }) => image.naturalWidth)) === width,
      );
    for (const [name, size] of Object.entries({ phone, desktop })) {
      await panel.page.setViewportSize(size);
      await panel.picture(`review-brand-${name}`);
      expect(await panel.contentWidth()).toBe(size.width);
    }
  });

  test('what is withheld of a person, or was deleted, is told in words', async () => {
    const { page } = panel;
    await page.route('**/v1/proposals/prp_*', async (route) => {
      const response = await route.fetch();
      const proposal = await response.json();
      const [change] = proposal.list[0].preview.changes;
      Object.assign(change, { before: { personal: 'ended' }, after: { personal: 'withheld' } });
      await route.fulfill({ response, json: proposal });
    });
    const card = await reviewed('catalog.product.update', { productId, brand: 'Rize' });
    const row = card.getByRole('row', { name: /^Marka/ });
    expect([await words(row.getByRole('cell').nth(1)), await words(row.getByRole('cell').nth(2))]).toEqual([
      'kişisel veri silindi',
      'kişisel veri gizli',
    ]);
    // The page asks again by itself: an answer that is under way is waited for.
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('uploads that wait are seen, opened and discarded', async () => {
    const { page } = panel;
    const bytes = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#2b6cb0' } })
      .png()
      .toBuffer();
    const { body } = await site.call('POST', '/v1/media/upload', { token: agent.token, body: new Uint8Array(bytes) });
    await panel.open('/uploads');
    const card = page.getByRole('listitem', { name: body.id });
    const picture = card.locator('img');
    await eventually(
      async () => (await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)) === 320,
    );
    expect(await words(card)).toMatch(/^PNG · 1,\d KiB test .*Son geçerlilik: /);
    const opened = await fetch(new URL((await card.getByRole('link').getAttribute('href')) as string, site.url));
    expect([opened.status, opened.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    for (const [name, size] of Object.entries({ phone, desktop })) {
      await page.setViewportSize(size);
      await panel.picture(`uploads-${name}`);
      expect(await panel.contentWidth()).toBe(size.width);
    }
    await card.getByRole('button', { name: 'Sil' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Vazgeç' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Sil' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sil' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await site.rows('SELECT FROM media_upload WHERE id = $1', [body.id])).toEqual([]);
  });

  test('a page that cannot be drawn says so, and the panel goes on', async () => {
    const { page } = panel;
    const broken = { items: [{ id: 'mai_1', createdAt: 'never', subject: '', to: '', text: '', state: 'sent' }] };
    await page.route('**/v1/account/mails*', (route) => route.fulfill({ json: { ...broken, nextCursor: null } }));
    await panel.open('/mails');
    const alert = page.getByRole('alert');
    await alert.getByText('Bu sayfa gösterilemiyor.').first().waitFor();
    await page.unroute('**/v1/account/mails*');
    await page.getByRole('link', { name: 'Erişim anahtarları' }).filter({ visible: true }).click();
    await page.getByRole('heading', { name: 'Erişim anahtarları' }).waitFor();
    // React and the browser told of it, as they should, and again when the page asked once more.
    (panel.complaints as string[]).length = 0;
    await page.getByRole('link', { name: 'E-postalar' }).filter({ visible: true }).click();
    await page.getByRole('heading', { name: 'E-postalar' }).waitFor();
  });
});
