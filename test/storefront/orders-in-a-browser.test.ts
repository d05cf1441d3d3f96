// tier: all
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../src/build/browser';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { startPaytrSimulator } from '../../src/simulator/paytr/server';
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

    await page.goto(`${shops.origin}/urun/${handles[0]}`);
    await look('product');
    await page.getByLabel('1 kg').check();
    await page.getByRole('button', { name: 'Sepete ekle' }).click();
    await page.getByText('Ürün sepetinize eklendi.').waitFor();
    await page.getByRole('link', { name: /^Sepet( \(\d+\s*ürün\s*\))?$/ }).click();
    await page.goto(`${shops.origin}/urun/${handles[1]}`);
    await page.getByLabel('Adet').fill('5');
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
    await page.getByRole('link', { name: /^Sepet( \(\d+\s*ürün\s*\))?$/ }).click();
    await page.getByText('Sepetiniz boş').waitFor();
    await look('empty');
    expect(complaints).toEqual([]);
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
