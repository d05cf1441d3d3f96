// tier: all
import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { attended, type Panel, signedIn } from './browser';

const TITLED_WITHIN_MS = 30_000;

describe('who does not see or point', () => {
  let site: Site;
  let panel: Panel;
  let proposalId: string;

  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 9_000 });
    await world.done('catalog.price.set', { targetId: id, price: 9_900 });
    const agent = await site.mint('agent');
    ({ proposalId } = await site.command(agent.token, 'catalog.product.create', { title: 'Fincan', price: 7_500 }));
    await site.command(agent.token, 'proposal.submit', { proposalId, note: 'Yeni ürün' });
    await site.rows(
      `INSERT INTO mail (store_id, id, owner_id, subject, body, state, created_at)
       SELECT $1, $2, id, 'Konu', $3, 'kept', now() FROM owner_account WHERE store_id = $1`,
      [world.storeId, `mai_${newUlid()}`, 'Önerenin notu:\n| Bir\n| İki'],
    );
    panel = await signedIn(site.url, world);
  });
  attended(() => [panel, site]);

  const titles = [
    ['/', 'Ana sayfa'],
    ['/orders', 'Siparişler'],
    ['/returns', 'İadeler'],
    ['/products', 'Ürünler'],
    ['/marketplace', 'Pazaryeri'],
    ['/marketplace/trendyol', 'Trendyol'],
    ['/marketplace/trendyol/listings', 'Trendyol listelemeleri'],
    ['/settings', 'Ayarlar'],
    ['/proposals', 'Öneriler'],
    ['/jobs', 'Trendyol işleri'],
    ['/tokens', 'Erişim anahtarları'],
    ['/audit', 'İşlem geçmişi'],
    ['/uploads', 'Bekleyen yüklemeler'],
    ['/mails', 'E-postalar'],
    ['/account', 'Hesap ayarları'],
    ['/nowhere', 'Böyle bir sayfa yok.'],
  ] as const;

  test.each(titles)('%s has a title of its own, and a name on each button', async (place, title) => {
    await panel.open(place);
    await titled(`${title} · Tezgâh`);
    expect(await namelessButtons()).toEqual([]);
  });

  test('a proposal names itself in the title', async () => {
    await panel.open(`/proposals/${proposalId}`);
    await titled(`Öneri ${proposalId} · Tezgâh`);
  });

  test('dialogs and messages can be closed by name, in the language of the page', async () => {
    const { page } = panel;
    await panel.open('/tokens');
    await page.getByRole('button', { name: 'Yeni anahtar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Adı').waitFor();
    expect(await namelessButtons()).toEqual([]);
    await dialog.getByRole('button', { name: 'Kapat', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByText('EN', { exact: true }).click();
    await panel.open(`/proposals/${proposalId}`);
    await page.getByRole('button', { name: 'Approve and apply' }).click();
    expect(await namelessButtons()).toEqual([]);
    await site.world.sql(`UPDATE proposal SET hash = 'another' WHERE id = '${proposalId}'`);
    await dialog.getByRole('button', { name: 'Approve and apply' }).click();
    const message = page
      .getByRole('alert')
      .filter({ has: page.getByRole('button') })
      .first();
    await message.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('TR', { exact: true }).click();
  });

  test('what the keyboard has reached is seen', async () => {
    const { page } = panel;
    await panel.open('/proposals');
    const card = page.getByRole('link', { name: /Yeni ürün/ });
    await card.waitFor();
    const unseen: string[] = [];
    for (let steps = 0; steps < 40; steps += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate<{ text: string; seen: boolean; link: string | null } | null>(FOCUSED);
      if (focused && !focused.seen) unseen.push(focused.text);
      if (focused?.link?.endsWith(proposalId)) break;
    }
    expect(await card.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(unseen).toEqual([]);
    await panel.picture('focus');
  });

  /** Dialogs by what opens it, and by what leads to it where it is behind a menu or another dialog. */
  const dialogs = [
    { at: '/tokens', opener: 'Yeni anahtar', through: [] },
    { at: '/tokens', opener: 'test için işlemler', through: ['Yenile'] },
    { at: '/tokens', opener: 'test için işlemler', through: ['Yaptıklarını geri al'] },
    { at: '/tokens', opener: 'test için işlemler', through: ['Yaptıklarını geri al', 'Bul'] },
    { at: '/account', opener: 'Kişi davet et', through: [] },
    { at: '/products', opener: 'Yeni ürün', through: [] },
    { at: '/audit', opener: 'Geri al', through: [], behind: /^Fiyatı belirle/ },
    { at: '/proposals/:id', opener: 'Reddet', through: [] },
    { at: '/tokens', opener: 'test için işlemler', through: ['İptal et'] },
  ];

  test.each(dialogs)(
    'the dialog of $at behind $opener $through is opened, kept within and left by the keyboard, and gives the focus back',
    async ({ at, opener: name, through, behind }) => {
      const { page } = panel;
      await panel.open(at.replace(':id', proposalId));
      if (behind) await page.getByRole('button', { name: behind }).first().press('Enter');
      const opener = page.getByRole('button', { name, exact: true }).first();
      await opener.press('Enter');
      for (const next of through) {
        const target = page.getByRole('menuitem', { name: next }).or(page.getByRole('button', { name: next }));
        // What opens takes the focus a moment later: a key pressed before that goes to whatever has it then.
        await page.locator('[role=menu]:focus-within, [role=dialog]:focus-within').filter({ has: target }).waitFor();
        await target.press('Enter');
      }
      const dialog = page.getByRole('dialog');
      await eventually(() => dialog.evaluate((element) => element.matches(':focus-within')));
      for (let steps = 0; steps < 20; steps += 1) {
        await page.keyboard.press('Tab');
        expect(await dialog.evaluate((element) => element.matches(':focus-within'))).toBe(true);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await eventually(() => opener.evaluate((element) => element.matches(':focus')));
    },
  );

  test('in a line of the history nothing else is pressed than the line', async () => {
    const { page } = panel;
    const { world } = site;
    const as = { as: world.owner };
    const { id, rev } = await world.done('catalog.product.create', { title: 'Tepsi', price: 9_000 }, as);
    await world.done('catalog.product.update', { productId: id, expectedRev: rev, description: '<p>Bakır</p>' }, as);
    await panel.open(`/audit?entity=${id}`);
    await page.getByRole('button', { name: /^Ürünü düzenle · Tepsi.*→ Bakır/s }).waitFor();
    expect(await page.locator('button :is(button, a, [tabindex])').count()).toBe(0);
  });

  test('a quoted note keeps its lines in a mail', async () => {
    const { page } = panel;
    await panel.open('/mails');
    await page.getByRole('button', { name: /^Konu/ }).click();
    const text = page.getByText('Önerenin notu:');
    await text.waitFor();
    expect(await text.allInnerTexts()).toEqual(['Önerenin notu:\n| Bir\n| İki']);
    await panel.picture('mail');
  });

  async function titled(expected: string): Promise<void> {
    const until = Date.now() + TITLED_WITHIN_MS;
    while ((await panel.page.title()) !== expected && Date.now() < until) await panel.page.waitForTimeout(50);
    expect(await panel.page.title()).toBe(expected);
  }

  const namelessButtons = () =>
    panel.page.evaluate<string[]>(`[...document.querySelectorAll('button, [role=button]')]
      .filter((each) => each.getAttribute('aria-hidden') !== 'true')
      .filter((each) => ![each.innerText, each.ariaLabel, each.title, each.getAttribute('aria-labelledby')].some((name) => name?.trim()))
      .map((each) => each.outerHTML.slice(0, 200))`);
});

/** What has the focus, and whether a ring says so; fields say it by their border. */
const FOCUSED = `(() => {
  const focused = document.activeElement;
  if (!focused?.matches('a, button')) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  return {
    text: focused.innerText,
    seen: outlineStyle !== 'none' && outlineWidth !== '0px',
    link: focused.getAttribute('href'),
  };
})()`;
