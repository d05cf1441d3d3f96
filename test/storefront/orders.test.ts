import { PreviewTokens } from '../../src/kernel/objects/preview-tokens';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import type { Seen, Visitor } from '../../src/simulator/shopper/visitor';
import { company } from '../store/identity';
import {
  buyerAddress as address,
  legalBody,
  openSellingShops,
  PREVIEW_HOST,
  PREVIEW_KEY,
  publish,
  type SellingShops,
} from './shops';

const PRICE = 14_990;

describe('orders in the pages of a shop', () => {
  let shops: SellingShops;
  let coffee: { id: string; handle: string; rev: number };
  let beans: { id: string; handle: string };
  beforeAll(async () => {
    shops = await openSellingShops();
    await done('settings.identity.update', company);
    await done('settings.checkout.update', checkoutSettings.example);
    coffee = await done('catalog.product.create', { title: 'Türk Kahvesi', price: PRICE, stock: 50 });
    beans = await done('catalog.product.create', {
      title: 'Filtre Kahve',
      price: 32_900,
      variants: [
        { title: '250 g', stock: 40 },
        { title: '1 kg', stock: 2, price: 109_900 },
      ],
    });
    await publish(shops.world, legalBody());
  });
  afterAll(() => shops.close());

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });
  const orders = async () => (await shops.world.read('orders.list')).items as { number: string; total: number }[];

  const put = async (visitor: Visitor, quantity = 1): Promise<Seen> =>
    visitor.send(await visitor.open(`/urun/${coffee.handle}`), '/sepet/ekle', { adet: String(quantity) });

  /** From the cart to the page that is agreed to. */
  const upTo = async (visitor: Visitor, method: string, quantity = 1): Promise<Seen> => {
    const cart = await put(visitor, quantity);
    const form = await visitor.send(cart, '/sepet', { sonra: 'odeme' });
    const ways = await visitor.send(form, '/odeme/adres', address);
    return visitor.send(ways, '/odeme/yontem', { odeme: method });
  };

  test('cash on delivery, from the page of a product to the number of the order', async () => {
    const visitor = shops.visitor();
    const product = await visitor.open(`/urun/${coffee.handle}`);
    expect(product.html).toContain('Sepete ekle');
    const cart = await visitor.send(product, '/sepet/ekle', { adet: '2' });
    expect([cart.status, cart.html]).toEqual([200, expect.stringContaining('299,80 TL')]);
    expect(cart.headers['cache-control']).toBe('private, no-store');
    const form = await visitor.send(cart, '/sepet', { sonra: 'odeme' });
    expect(form.html).toContain('Teslimat bilgileri');
    const ways = await visitor.send(form, '/odeme/adres', address);
    expect(ways.html).toContain('Kapıda ödeme');
    const confirm = await visitor.send(ways, '/odeme/yontem', { odeme: 'cod' });
    for (const shown of ['379,60 TL', 'Kapıda ödeme ücreti', 'salesContract', 'Ön bilgilendirme formu', company.title])
      expect(confirm.html).toContain(shown);
    const information = await visitor.open('/odeme/bilgi');
    expect([information.status, information.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining('sandbox'),
    ]);
    expect(information.html).toContain('Kadıköy');
    const unagreed = await visitor.send(confirm, '/odeme/siparis');
    expect([unagreed.status, unagreed.html]).toEqual([422, expect.stringContaining('onay kutusunu işaretleyin')]);
    const placed = await visitor.send(confirm, '/odeme/siparis', { onay: 'evet' });
    const [order] = await orders();
    expect(order).toMatchObject({ total: 37_960 });
    for (const shown of [order?.number, '379,60 TL', 'teslimatta']) expect(placed.html).toContain(shown);
    expect((await visitor.open('/sepet')).html).toContain('Sepetiniz boş');
  });

  test('a transfer is told its accounts, and until when it is awaited', async () => {
    const visitor = shops.visitor();
    const confirm = await upTo(visitor, 'transfer');
    expect(confirm.html).toContain('3 gün içinde');
    const { html, path } = await visitor.send(confirm, '/odeme/siparis', { onay: 'evet' });
    for (const shown of ['TR33 0006 1005 1978 6457 8413 26', 'Ziraat Bankası', 'günü sonuna kadar'])
      expect(html).toContain(shown);
    // It may be looked at again, and makes no other order.
    expect((await shops.visitor().open(path)).html).toContain('TR33 0006');
  });

  test('an order that is sent twice at once, and again later, is one', async () => {
    const visitor = shops.visitor();
    const confirm = await upTo(visitor, 'cod');
    const before = (await orders()).length;
    const send = () => visitor.send(confirm, '/odeme/siparis', { onay: 'evet' });
    const seen = [...(await Promise.all([send(), send(), send()])), await send()];
    expect((await orders()).length).toBe(before + 1);
    const [order] = await orders();
    for (const { status, html } of seen)
      expect([status, html]).toEqual([200, expect.stringContaining(`${order?.number}`)]);
  });

  test('a form of another site changes nothing, and the cookie is of this host alone', async () => {
    const visitor = shops.visitor();
    const fields = new URLSearchParams({ urun: coffee.id, adet: '1' });
    for (const headers of [
      { Origin: 'https://kotu.example' },
      { Origin: 'http://oteki.localhost:4200' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ])
      for (const path of ['/sepet/ekle', '/sepet', '/odeme/adres', '/odeme/yontem', '/odeme/siparis'])
        expect([headers, path, (await visitor.post(path, fields, headers)).status]).toEqual([headers, path, 403]);
    expect(visitor.cookies.size).toBe(0);
    const { headers } = await visitor.ask('/sepet/ekle', {
      method: 'POST',
      body: fields.toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shops.origin },
    });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^sepet=chs_\w{26}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    // Nobody else has it, and pages that are not one visitor's set none.
    expect((await shops.visitor().open('/sepet')).html).toContain('Sepetiniz boş');
    expect((await visitor.open('/')).headers['set-cookie']).toBeUndefined();
  });

  test('junk in the place of a cookie is an empty cart', async () => {
    for (const junk of [
      'sepet=',
      'sepet=yok',
      `sepet=chs_${'0'.repeat(26)}`,
      'sepet=%00; sepet="><x',
      `sepet=${'a'.repeat(3_000)}`,
    ]) {
      const { status, html } = await shops.visitor().open('/sepet', { headers: { Cookie: junk } });
      expect([junk, status, html.includes('Sepetiniz boş')]).toEqual([junk, 200, true]);
    }
  });

  test('a variant is chosen, changed in number and taken out', async () => {
    const visitor = shops.visitor();
    const product = await visitor.open(`/urun/${beans.handle}`);
    await visitor.send(product, '/sepet/ekle', { adet: '2' });
    const cart = await visitor.send(await visitor.open(`/urun/${beans.handle}`), '/sepet/ekle', { adet: '1' });
    expect(cart.html).toContain('250 g');
    expect(cart.html).toContain('987,00 TL');
    const [name = ''] = /adet:prd_\w+:var_\w+/.exec(cart.html) ?? [];
    const fewer = await visitor.send(cart, '/sepet', { [name]: '1' });
    expect(fewer.html).toContain('329,00 TL');
    expect(fewer.html).not.toContain('987,00 TL');
    const none = await visitor.send(fewer, '/sepet', { cikar: name.replace('adet:', '') });
    expect(none.html).toContain('Sepetiniz boş');
  });

  test('a preview shows a cart that says that nothing is sold there', async () => {
    const target = { storeId: shops.world.storeId, kind: 'workspace', of: 'main' } as const;
    const { token } = new PreviewTokens(PREVIEW_KEY).sign(target, new Date());
    const preview = { host: PREVIEW_HOST };
    const { status, text, headers } = await shops.get(`/o/${token}/sepet`, preview);
    expect([status, text.includes('önizlemedir')]).toEqual([200, true]);
    expect(headers['set-cookie']).toBeUndefined();
    const product = (await shops.get(`/o/${token}/urun/${coffee.handle}`, preview)).text;
    expect(product).toContain(`href="/o/${token}/sepet"`);
    expect(product).not.toContain('action="/sepet/ekle"');
    expect((await shops.get(`/o/${token}/sepet/ekle`, { ...preview, method: 'POST' })).status).toBe(405);
  });
});
