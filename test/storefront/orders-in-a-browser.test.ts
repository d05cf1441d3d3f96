// tier: all
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../src/build/browser';
import { bodyText } from '../../src/design/bundle/text';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { startPaytrSimulator } from '../../src/simulator/paytr/server';
import { gated } from '../../src/skin/css/gate';
import { designOf } from '../../src/storefront/read/design';
import { company } from '../store/identity';
import { noteOpen } from '../world/open-things';
import { patient } from '../world/patience';
import { lastPayment, takesCards, whileDriven } from './cards';
import { looksWell } from './looks';
import { buyerAddress, legalBody, openSellingShops, publish, type SellingShops } from './shops';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

describe('orders in a browser without scripts', () => {
  let shops: SellingShops;
  let iyzico: Awaited<ReturnType<typeof startIyzicoSimulator>>;
  let paytr: Awaited<ReturnType<typeof startPaytrSimulator>>;
  let browser: Browser;
  let close: () => Promise<void>;
  const handles: string[] = [];
  let potId: string;
  beforeAll(async () => {
    iyzico = await startIyzicoSimulator({ limited: false });
    paytr = await startPaytrSimulator();
    shops = await openSellingShops({ environment: { TEZGAH_IYZICO_URL: iyzico.url, TEZGAH_PAYTR_URL: paytr.url } });
    await done('settings.identity.update', company);
    await done('settings.checkout.update', checkoutSettings.example);
    const sorts = [
      { title: '250 g', stock: 40 },
      { title: '1 kg', stock: 2, price: 109_900 },
    ];
    const coffee = await done('catalog.product.create', { title: 'Filtre Kahve', price: 32_900, variants: sorts });
    const pot = await done('catalog.product.create', { title: 'Bakır Cezve', price: 45_000, stock: 4 });
    handles.push(coffee.handle, pot.handle);
    potId = pot.id;
    await publish(shops.world, legalBody());
    const { executablePath, env } = findBrowser();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
    browser = await chromium.launch({ executablePath, headless: true, args, env: { ...process.env, ...env } });
    close = noteOpen(() => browser.close());
  });
  afterAll(async () => {
    await close?.();
    await shops?.close();
    await iyzico?.close();
    await paytr?.close();
  });

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });

  /** Ways in which a style sheet that the gate lets pass hides what it addresses. */
  const hiding = [
    'display: none',
    'visibility: hidden',
    'opacity: 0',
    'font-size: 0',
    'color: transparent',
    'translate: -9999px 0',
    'transform: scale(0)',
    'scale: 0',
    'clip-path: inset(50%)',
    'position: absolute; left: -9999px',
    'margin-left: -9999px',
    'padding: 9999px',
    'max-width: 0',
    'order: 9; flex-direction: row; display: inline',
    'text-indent: -9999px; letter-spacing: -99px; line-height: 0',
    'height: 0; max-height: 0; width: 0; overflow: hidden',
    'filter: opacity(0)',
    'animation: away 1s infinite',
  ];
  const AWAY = '@keyframes away { from, to { opacity: 0; translate: -9999px 0; color: transparent; font-size: 0 } }';
  /** The page of a product, and each thing in it that a style sheet can name. */
  const SOLD = [
    'main, main *',
    [
      'main, [data-el="section"], [data-part="inner"], [data-el="product-detail"], [data-part="body"], form',
      '[data-el="product-detail"] [data-part="title"], [data-el="product-detail"] [data-part="title"] *',
      '[data-el="buy"], [data-el="buy"] [data-part="button"], [data-el="buy"] *',
    ].join(', '),
  ];
  const PRICE = ['', ' *'].map((below) => `[data-el="product-detail"] [data-el="price"]${below}`).join(', ');

  test('no style sheet hides the seller, nor the title, the price and the button of a product on its page', async () => {
    const context = await browser.newContext({ viewport: sizes[1], locale: 'tr-TR', bypassCSP: true });
    const page = await context.newPage();
    /** Texts of parts that are seen: in the page, of a size and a colour, and for the seller with nothing above them. */
    const seenOn = async (customCss: string, parts: string, isOnTop: boolean): Promise<boolean[]> => {
      await publish(shops.world, { ...legalBody(), customCss });
      await page.goto(`${shops.origin}/urun/${handles[0]}`);
      return page.evaluate<boolean[]>(`[...document.querySelectorAll('${parts}')].map((part) => {
        part.scrollIntoView({ block: 'center', behavior: 'instant' });
        const range = document.createRange();
        range.selectNodeContents(part);
        const { left, top, width, height } = range.getBoundingClientRect();
        const { fontSize, color } = getComputedStyle(part);
        const alpha = Number(/[,/] *([0-9.]+)\\)$/.exec(color.replace(/^rgb\\(.*$/, ''))?.[1] ?? 1);
        const at = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
        return part.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
          width > 20 && height > 8 && left >= 0 && left < innerWidth && parseFloat(fontSize) >= 13 && alpha === 1 &&
          (!${isOnTop} || part.contains(at));
      })`);
    };
    const seller = '[data-seller] a, [data-seller] [data-part="row"]';
    const price = '[data-el="product-detail"] [data-priced] [data-shown]';
    const plain = [await seenOn('', seller, true), await seenOn('', price, false)];
    expect([plain[0]?.length, ...plain.flat()]).toEqual([expect.any(Number), ...plain.flat().map(() => true)]);
    expect(plain[0]?.length).toBeGreaterThan(5);
    expect(plain[1]).toEqual([true]);
    for (const how of hiding) {
      expect([how, await seenOn(`* { ${how} } ${AWAY}`, seller, true)]).toEqual([how, plain[0]]);
      const rules = `${PRICE}, [data-el="product-detail"] [data-part="body"] > p { ${how} } ${AWAY}`;
      expect([how, await seenOn(rules, price, false)]).toEqual([how, plain[1]]);
    }
    for (const css of [
      ':root { font-size: 0; --tz-size-base: 0px; --tz-color-text: #ffffff }',
      '[data-el="page"] { height: 10px; overflow: hidden }',
      '[data-el="page"]::after { content: ""; position: absolute; inset: 0; background: #ffffff; z-index: 9 }',
    ])
      expect([css, await seenOn(css, seller, true)]).toEqual([css, plain[0]]);
    const sold = '[data-sold] [data-shown]';
    const all = await seenOn('', sold, true);
    expect(all).toEqual([true, true, true]);
    for (const how of hiding)
      for (const part of SOLD)
        expect([how, part, await seenOn(`${part} { ${how} } ${AWAY}`, sold, true)]).toEqual([how, part, all]);
    for (const css of [
      '[data-el="page"]::after { content: ""; position: absolute; inset: 0; background: #ffffff; z-index: 999 }',
      '[data-el="announcement"], [data-part="media"] { position: absolute; inset: 0; height: 9999px; z-index: 999 }',
      '[data-el="product-detail"] { grid-template-columns: 9999px 0; gap: 9999px; container-type: size; columns: 9 }',
      '[data-part="body"] { grid-area: 99 / 99; order: -9; aspect-ratio: 1 / 99; min-width: 9999px }',
      'button, [data-el="buy"] { width: 0; max-height: 0; border-width: 9999px; box-sizing: border-box }',
    ])
      expect([css, await seenOn(css, sold, true)]).toEqual([css, all]);
    await publish(shops.world, legalBody());
    await context.close();
  });

  /** Style sheets that lay one needed thing, or another one, over an amount or a button. */
  const covering = [
    '[data-el="cart-summary"] > [data-part="row"], [data-el="cart-summary"] > [data-part="total"] { grid-row: 1; grid-column: 1 } [data-el="cart-summary"] > [data-part="row"]:first-child { z-index: 9; background: #ffffff }',
    '[data-el="cart-summary"] > * { grid-area: 1 / 1; background: #ffffff } [data-el="cart-summary"] > [data-part="actions"] { z-index: 99 }',
    '[data-el="cart-summary"] { grid-auto-rows: 0; gap: 0 } [data-el="cart-summary"] > * { padding: 0; border: 0; background: #ffffff }',
    '[data-el="cart-summary"] { display: flex; flex-direction: column; height: 0 } [data-el="cart-summary"] * { flex: 0 0 0; height: 0; min-height: 0; line-height: 0; gap: 0; padding: 0 }',
    '[data-el="cart-summary"] { grid-template-rows: subgrid; grid-template-columns: 0 0 } [data-el="cart-summary"] > * { grid-row: 1 }',
    '[data-el="cart-summary"]::before { content: ""; grid-area: 1 / 1 / 9; position: relative; z-index: 999; background: #ffffff }',
    '[data-part="row"]::before, [data-part="total"]::before { content: ""; display: block; width: 400px; height: 40px; margin: -16px; translate: 0 16px; position: relative; z-index: 999; background: #ffffff }',
    '[data-part="actions"] > * { grid-area: 1 / 1 } [data-part="actions"] > :last-child { position: relative; z-index: 9 }',
    '[data-part="actions"] { display: flex; flex-direction: column; gap: 0 } [data-part="actions"] > * { margin: -16px 0; min-height: 20px; height: 20px; position: relative; z-index: 9; translate: 0 -16px }',
    '[data-el="cart-line"] > * { grid-area: 1 / 1 / 9 / 9; background: #ffffff } [data-el="cart-line"] > [data-part="media"] { position: relative; z-index: 999 }',
    '[data-el="cart-line"] { grid-template-columns: 0 0 0; grid-auto-rows: 0; gap: 0; padding: 0 } [data-el="cart-line"] > :first-child { width: 600px; height: 300px; background: #ffffff; z-index: 99 }',
    '[data-el="cart-line"] { display: flex; height: 0; align-items: start } [data-el="cart-line"] > * { flex: 0 0 0; width: 0; margin: -16px; translate: -16px 16px }',
    '[data-el="cart-line"] [data-part="title"] { position: relative; z-index: 999; height: 0 } [data-el="cart-line"] [data-part="title"] * { display: block; padding: 100px 400px; background: #ffffff }',
    'ul { display: grid; grid-template-rows: 0 0; gap: 0 } ul > li { grid-area: 1 / 1; background: #ffffff }',
    ':has(> [data-el="cart-summary"]) { grid-template: 0 0 / 0 0; gap: 0 } ul, [data-el="cart-summary"] { grid-area: 1 / 1; position: relative; z-index: 9; background: #ffffff }',
    '[data-el="section"] * { position: relative; z-index: 9; margin: -16px 0; translate: 16px 16px; order: 3; background: #ffffff }',
    '[data-el="section"] * { line-height: 0; height: 0; min-height: 0; gap: 0; padding: 0; grid-row: 1; grid-auto-rows: 0 }',
    '[data-el="section"] *, [data-el="section"] *::before { columns: 9; container-type: size; aspect-ratio: 99; grid-auto-flow: column; display: contents }',
    '[data-el="product-card"] { display: grid } [data-el="product-card"] > * { grid-area: 1 / 1 } [data-el="product-card"] > a { position: relative; z-index: 9; background: #ffffff }',
    '[data-el="product-card"] > a::after { background: #ffffff; z-index: 999 }',
    '[data-el="product-card"] > a { height: 0; min-height: 0; flex: 0 0 0; margin-bottom: -16px; translate: 0 16px; position: relative; z-index: 9; background: #ffffff }',
    '[data-el="product-card"] [data-part="badge"], [data-el="product-card"] [data-part="media"] { z-index: 999; position: relative; padding: 300px; background: #ffffff; grid-area: 1 / 1 }',
    '[data-el="product-grid"] { gap: 0 } [data-el="product-grid"] > *, [data-el="product-card"] { margin: -16px 0; translate: 0 -16px; height: 20px; background: #ffffff }',
    '[data-part="body"] > * { grid-area: 1 / 1; position: relative; background: #ffffff } [data-part="body"] > :last-child { z-index: 99 }',
  ];

  /** Amounts and buttons that are not on top where they stand; how many there are is told as well. */
  const COVERED = `(() => {
    const all = [...document.querySelectorAll('main [data-priced] [data-shown], main [data-el="cart-summary"] button, main [data-part="remove"] button, main [data-part="quantity"] input')];
    for (const each of document.querySelectorAll('main *')) each.style.setProperty('pointer-events', 'auto', 'important');
    const lost = all.filter((each) => {
      each.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = each.getBoundingClientRect();
      const of = each.closest('[data-shown]') ? each.closest('[data-priced]') : each;
      const points = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(left + width * part, top + height / 2));
      return width < 16 || height < 8 || !points.every((hit) => of.contains(hit));
    });
    return [all.length, ...lost.map((each) => {
      each.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = each.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return [each.textContent || each.name, left, top, width, height, hit && hit.outerHTML.slice(0, 80)].join(' ');
    })];
  })()`;

  test('no style sheet lays anything over an amount or a button of the cart, nor over the price of a list', async () => {
    const visitor = shops.visitor();
    for (const handle of handles) await visitor.submit(await visitor.open(`/urun/${handle}`), '/sepet/ekle');
    const pages = [await visitor.open('/sepet'), await visitor.open('/')].map(({ html }) => html);
    const page = await browser.newPage({ viewport: sizes[1] });
    const coveredIn = async (css: string | undefined) => {
      const style = designOf('h', bodyText(legalBody()).text, { customCss: css }).css;
      const found: unknown[] = [];
      for (const viewport of sizes)
        for (const html of pages) {
          await page.setViewportSize(viewport);
          await page.setContent(html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`));
          found.push(await page.evaluate(COVERED));
        }
      return found;
    };
    const plain = await coveredIn(undefined);
    expect(plain).toEqual([[expect.any(Number)], [expect.any(Number)], [expect.any(Number)], [expect.any(Number)]]);
    for (const [count] of plain as number[][]) expect(count).toBeGreaterThanOrEqual(2);
    const wrong: unknown[] = [];
    for (const css of covering) {
      const { css: passed, faults } = gated(css, 20_000);
      if (passed === undefined) wrong.push([css, faults]);
      const covered = await coveredIn(passed);
      if (!isDeepStrictEqual(covered, plain)) wrong.push([css, covered]);
    }
    expect(wrong).toEqual([]);
    await page.close();
  });

  test.each(sizes)('cash on delivery at $width px', async (viewport) => {
    const context = await browser.newContext({ viewport, locale: 'tr-TR', javaScriptEnabled: false });
    context.setDefaultTimeout(patient(20_000));
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      const text = message.text();
      if (!text.startsWith('Failed to load resource')) complaints.push(text);
    });
    const copies = await browser.newContext({ viewport, locale: 'tr-TR', bypassCSP: true });
    const copy = await copies.newPage();
    const look = (name: string) => looksWell(page, copy, name);

    // A walk before this one has bought some of them.
    await done('catalog.stock.set', { targetId: potId, stock: 4 });
    await page.goto(`${shops.origin}/urun/${handles[0]}`);
    await look('product');
    await page.getByLabel('1 kg').check();
    await page.getByRole('button', { name: 'Sepete ekle' }).click();
    await page.getByText('Ürün sepetinize eklendi.').waitFor();
    await page.getByRole('link', { name: /^Sepet( \(\d+\s*ürün\s*\))?$/ }).click();
    await page.goto(`${shops.origin}/urun/${handles[1]}`);
    await page.getByLabel('Adet').fill('3');
    await page.getByRole('button', { name: 'Sepete ekle' }).click();
    await page.getByText('Ürün sepetinize eklendi.').waitFor();
    // The field of a product takes as many as there are: the fifth piece comes with a second form.
    await page.goto(`${shops.origin}/urun/${handles[1]}`);
    await page.getByLabel('Adet').fill('2');
    await page.getByRole('button', { name: 'Sepete ekle' }).click();
    await page.getByText('Stokta bu kadar ürün yok').waitFor();
    await look('cart short of stock');
    await page.getByLabel('Adet: Bakır Cezve').fill('2');
    // Enter changes the cart, and takes nothing out.
    await page.getByLabel('Adet: Bakır Cezve').press('Enter');
    await page.getByText('1.999,00 TL').first().waitFor();
    await look('cart');
    await page.getByRole('button', { name: 'Ödemeye geç' }).click();
    await page.getByRole('heading', { name: 'Teslimat bilgileri' }).waitFor();
    for (const [name, value] of Object.entries(buyerAddress)) {
      const field = page.locator(`[name="${name}"]`);
      if (name === 'il') await field.selectOption(value);
      else await field.fill(name === 'ilce' ? 'Kadıkoyu' : value);
    }
    await look('address');
    await page.getByRole('button', { name: 'Kargo ve ödemeye geç' }).click();
    await page.getByText('İstanbul ilinde bu adda bir ilçe yok').waitFor();
    await look('address wrong');
    await page.getByLabel('İlçe').selectOption('Kadıköy');
    await page.getByLabel('Kurumsal').check();
    await page.getByLabel('Şirket unvanı').fill('Kahve Dükkânı Ltd. Şti.');
    await page.getByLabel('Vergi dairesi').fill('Kadıköy');
    await page.getByLabel('Vergi kimlik numarası').fill('4540536920');
    await look('address of a company');
    await page.getByRole('button', { name: 'Kargo ve ödemeye geç' }).click();
    await look('ways');
    await page.getByLabel('Kapıda ödeme').check();
    await page.getByRole('button', { name: 'Siparişi gözden geçir' }).click();
    await look('confirm');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Siparişi ödeme yükümlülüğüyle onayla' }).click();
    await page.getByText('Sipariş numaranız').waitFor();
    await look('placed');
    await page.getByRole('link', { name: 'Siparişi izleyin' }).click();
    await page.getByRole('heading', { name: 'Siparişiniz', exact: true }).waitFor();
    await look('followed');
    await page.getByRole('link', { name: 'Siparişinizi izleyin' }).click();
    await page.getByLabel('Sipariş numarası').waitFor();
    await look('find');
    await page.getByRole('link', { name: /^Sepet( \(\d+\s*ürün\s*\))?$/ }).click();
    await page.getByText('Sepetiniz boş').waitFor();
    await look('empty');
    expect(complaints).toEqual([]);
    await context.close();
    await copies.close();
  });

  test.each(sizes)('a size of a colour, and a table of sizes, at $width px', async (viewport) => {
    const context = await browser.newContext({ viewport, locale: 'tr-TR', javaScriptEnabled: false });
    const page = await context.newPage();
    const copies = await browser.newContext({ viewport, locale: 'tr-TR', bypassCSP: true });
    const copy = await copies.newPage();
    const rows = ['S', 'M', 'L'].map((size, nth) => `<tr><td>${size}${'<td>9'.repeat(12)}${nth}</tr>`);
    const { handle } = await done('catalog.product.create', {
      title: `Kazak ${viewport.width}`,
      price: 50_000,
      description: `<h2>Beden tablosu</h2><table><tr><th>Beden${'<th>Ölçü'.repeat(12)}</tr>${rows.join('')}</table><ul><li>%100 <b>yün</b>`,
      variants: ['Kırmızı', 'Mavi'].flatMap((colour, nth) =>
        ['S', 'M', 'L'].map((size, at) => ({ title: `${colour} / ${size}`, stock: (nth + at) % 3 })),
      ),
    });
    await page.goto(`${shops.origin}/urun/${handle}`);
    expect(
      await page.getByRole('radio').evaluateAll((all) => all.filter((each) => each.checkVisibility()).length),
    ).toBe(5);
    await looksWell(page, copy, 'options');
    await page.getByLabel('Mavi', { exact: true }).check();
    await looksWell(page, copy, 'options of another colour');
    expect(await page.getByRole('radio', { name: /^S\s/ }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: /^M\s/ }).check();
    await page.getByRole('button', { name: 'Sepete ekle' }).click();
    await page.getByText('Ürün sepetinize eklendi.').waitFor();
    await page.getByText('Mavi / M').first().waitFor();
    await context.close();
    await copies.close();
  });

  test.each(sizes)('a list that a shopper sorts and narrows at $width px', async (viewport) => {
    const context = await browser.newContext({ viewport, locale: 'tr-TR', javaScriptEnabled: false });
    const page = await context.newPage();
    const copies = await browser.newContext({ viewport, locale: 'tr-TR', bypassCSP: true });
    const copy = await copies.newPage();
    await page.goto(`${shops.origin}/ara`);
    await looksWell(page, copy, 'list');
    await page.getByLabel('Sıralama').selectOption({ label: 'Fiyat: önce yüksek' });
    await page.getByText('Filtrele').click();
    await page.getByLabel('En az (TL)').fill('300');
    await page.getByLabel('Yalnızca stoktakiler').check();
    await looksWell(page, copy, 'list narrowing');
    await page.getByRole('button', { name: 'Uygula' }).click();
    await page.waitForURL(/sirala=pahali/);
    expect(await page.locator('[data-el="product-card"] [data-part="title"]').allInnerTexts()).toContain('Bakır Cezve');
    expect(await page.getByLabel('Yalnızca stoktakiler').isChecked()).toBe(true);
    await looksWell(page, copy, 'list narrowed');
    await page.getByRole('link', { name: 'Temizle' }).click();
    await page.waitForURL(`${shops.origin}/ara`);
    await context.close();
    await copies.close();
  });

  test.each([
    ['iyzico', sizes[0]],
    ['paytr', sizes[1]],
  ] as const)('a card at %s', async (ext, viewport) => {
    await takesCards(shops.world, ext);
    const context = await browser.newContext({ viewport, locale: 'tr-TR', javaScriptEnabled: false });
    context.setDefaultTimeout(patient(20_000));
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${shops.origin}/urun/${handles[0]}`);
    await page.getByRole('button', { name: 'Sepete ekle' }).click();
    await page.getByRole('button', { name: 'Ödemeye geç' }).click();
    for (const [name, value] of Object.entries(buyerAddress)) {
      const field = page.locator(`[name="${name}"]`);
      await (name === 'il' ? field.selectOption(value) : field.fill(value));
    }
    await page.getByRole('button', { name: 'Kargo ve ödemeye geç' }).click();
    await page.getByLabel('Banka veya kredi kartı').check();
    await page.getByRole('button', { name: 'Siparişi gözden geçir' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Siparişi ödeme yükümlülüğüyle onayla' }).click();
    const provider = ext === 'paytr' ? page.frameLocator('iframe') : page;
    await provider.getByLabel('Kart numarası').waitFor();
    const folder = process.env.SHOP_PICTURES;
    if (folder) await page.screenshot({ path: path.join(folder, `card at ${ext}.png`), fullPage: true });
    // A shopper who comes back from another site has no cookie of this one.
    const payment = await lastPayment(shops.world);
    await whileDriven(shops.world, payment, async () => {
      await provider.getByRole('button', { name: 'Devam' }).click();
      if (ext === 'paytr') await provider.getByRole('link', { name: 'Mağazaya dön' }).click();
      else await page.getByRole('button', { name: 'Devam' }).click();
      await provider.getByText('Sipariş numaranız').waitFor();
    });
    if (folder) await page.screenshot({ path: path.join(folder, `paid at ${ext}.png`), fullPage: true });
    await provider.getByRole('link', { name: 'Alışverişe devam et' }).click();
    await page.waitForURL(`${shops.origin}/`);
    expect(complaints).toEqual([]);
    await context.close();
    await done('extension.disable', { extension: ext });
  });
});
