import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { company } from '../store/identity';
import { noteOpen } from '../world/open-things';
import { type Listener, openListener, SERVICE_KEY } from './listener';

const program = path.join(__dirname, '../../docs/examples/storefront.mjs');

describe('the storefront that the guide shows', () => {
  let listener: Listener;
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    listener = await openListener();
    const { world, enclave } = listener;
    await world.done('settings.identity.update', company, { as: world.owner });
    await world.done('settings.checkout.update', checkoutSettings.example, { as: world.owner });
    const product = { title: 'Çay <b>demli</b>', price: 12_345, stock: 3 };
    await world.done('catalog.product.create', { ...product, variants: [{ title: '100 g', stock: 3 }] });
    const env = { ...process.env, CHECKOUT: enclave.url, KEY: SERVICE_KEY, STORE: world.storeId, API: '', PORT: '0' };
    const shop = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    stop = noteOpen(async () => {
      const ended = once(shop, 'exit');
      shop.kill();
      await ended;
    });
    const [line] = await once(shop.stdout, 'data');
    url = String(line).trim();
  });
  afterAll(async () => {
    await stop();
    await listener.close();
  });

  let cookie = '';
  async function browse(place: string, filled?: Record<string, string>): Promise<string> {
    const response = await fetch(`${url}${place}`, {
      redirect: 'manual',
      headers: { Cookie: cookie },
      ...(filled ? { method: 'POST', body: new URLSearchParams(filled) } : {}),
    });
    cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? cookie;
    const to = response.headers.get('Location');
    return to === null ? response.text() : browse(to);
  }
  const filledIn = (page: string, name: string): string =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"|name="${name}"><option value="([^"]*)"`)
      .exec(page)
      ?.slice(1)
      .find(Boolean) ?? '';

  test('leads a shopper from the list to an order that is paid by transfer', async () => {
    const list = await browse('/');
    expect(list).toContain('Çay &#60;b&#62;demli');
    expect(list).toContain(company.title);
    const product = await browse(/href="(\/urun[^"]*)"/.exec(list)?.[1] as string);
    const filled = { productId: filledIn(product, 'productId'), variantId: filledIn(product, 'variantId') };
    expect(await browse('/sepet', filled)).toMatch(/× 1: ₺?123,45.*Kapıda ödeme.*Havale veya EFT/s);
    const buyer = { name: 'Ayşe Yılmaz', email: 'ayse@example.com', phone: '0532 123 45 67' };
    const place = { address: 'Moda Cad. No: 12', district: 'Kadıköy', province: 'İstanbul' };
    expect(await browse('/odeme', { ...buyer, ...place, phone: '12', method: 'transfer' })).toContain('/buyer/phone');
    const summary = await browse('/odeme', { ...buyer, ...place, method: 'transfer' });
    expect(summary).toContain('Ön Bilgilendirme Formu');
    const thanks = await browse('/onay', { total: filledIn(summary, 'total'), rev: filledIn(summary, 'rev') });
    const number = /Siparişiniz alındı: (\S+?)</.exec(thanks)?.[1];
    expect(thanks).toContain(`${checkoutSettings.example.bankAccounts[0]?.iban}, açıklama: ${number}`);
    const { items } = await listener.world.read('orders.list', {});
    expect(items).toMatchObject([{ number, payment: 'awaiting_transfer', buyerPhone: '+905321234567' }]);
    expect(await browse('/urun?ad=yok')).toContain('<p>');
  });
});
