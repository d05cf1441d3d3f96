import fc from 'fast-check';
import { newUlid } from '../../src/kernel/ids';
import { PreviewTokens } from '../../src/kernel/objects/preview-tokens';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { startPaytrSimulator } from '../../src/simulator/paytr/server';
import { walkBack } from '../../src/simulator/shopper/browser';
import { comeBack, providerPageIn } from '../../src/simulator/shopper/pages';
import { fieldsOf, type Seen, Visitor } from '../../src/simulator/shopper/visitor';
import { company } from '../store/identity';
import { runsOf } from '../world/runs';
import { lastPayment, takesCards, whileDriven } from './cards';
import {
  buyerAddress as address,
  legalBody,
  openSellingShops,
  openShopsOf,
  PREVIEW_HOST,
  PREVIEW_KEY,
  publish,
  type SellingShops,
} from './shops';

const PRICE = 14_990;

describe('orders in the pages of a shop', () => {
  let shops: SellingShops;
  let iyzico: Awaited<ReturnType<typeof startIyzicoSimulator>>;
  let paytr: Awaited<ReturnType<typeof startPaytrSimulator>>;
  let coffee: { id: string; handle: string; rev: number };
  let beans: { id: string; handle: string };
  beforeAll(async () => {
    iyzico = await startIyzicoSimulator({ limited: false });
    paytr = await startPaytrSimulator();
    shops = await openSellingShops({
      environment: { TEZGAH_IYZICO_URL: iyzico.url, TEZGAH_PAYTR_URL: paytr.url },
    });
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
  afterAll(async () => {
    await shops.close();
    await iyzico.close();
    await paytr.close();
  });

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });
  const orders = async () =>
    (await shops.world.read('orders.list')).items as { number: string; total: number; payment: string }[];

  const put = async (visitor: Visitor, quantity = 1): Promise<Seen> =>
    visitor.submit(await visitor.open(`/urun/${coffee.handle}`), '/sepet/ekle', { adet: String(quantity) });

  /** Ends each session that is no order. */
  const over = (): Promise<void> =>
    shops.world.sql("UPDATE checkout_session SET expires_at = now() - interval '1 hour' WHERE order_id IS NULL");

  /** From the cart to the page that is agreed to. */
  const upTo = async (visitor: Visitor, method: string, quantity = 1): Promise<Seen> => {
    const cart = await put(visitor, quantity);
    const form = await visitor.submit(cart, '/sepet', { sonra: 'odeme' });
    const ways = await visitor.submit(form, '/odeme/adres', address);
    return visitor.submit(ways, '/odeme/yontem', { odeme: method });
  };

  test('each page tells the visitor how many pieces are in the cart, and nobody else', async () => {
    const visitor = shops.visitor();
    const linkOn = ({ html }: Pick<Seen, 'html'>) =>
      /<a[^>]*data-to-cart[^>]*>(.*?)<\/a>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
    expect(linkOn(await visitor.open('/'))).toBe('Sepet');
    expect(linkOn(await put(visitor, 2))).toBe('Sepet (2 ürün)');
    const home = await visitor.open('/');
    expect([linkOn(home), home.headers['cache-control']]).toEqual(['Sepet (2 ürün)', 'private, no-cache']);
    const etag = { 'If-None-Match': home.headers.etag as string };
    expect((await visitor.ask('/', { headers: etag })).status).toBe(304);
    expect(linkOn(await put(visitor, 3))).toBe('Sepet (5 ürün)');
    const changed = await visitor.ask('/', { headers: etag });
    expect([changed.status, linkOn(changed)]).toEqual([200, 'Sepet (5 ürün)']);
    expect(linkOn(await shops.visitor().open('/'))).toBe('Sepet');
    for (const junk of ['-1', '1e9', '0', '999999', '<b>', ''])
      expect(linkOn(await shops.visitor().ask('/', { headers: { Cookie: `sepet-adet=${junk}` } }))).toBe('Sepet');
    const cart = await visitor.open('/sepet');
    const emptied = await visitor.submit(cart, '/sepet', {
      [/name="(adet:[^"]+)"/.exec(cart.html)?.[1] as string]: '0',
    });
    expect([linkOn(emptied), visitor.cookies.get('sepet-adet') ?? '']).toEqual(['Sepet', '']);
  });

  test('a variant is bought by the value of its first axis, whatever stands chosen of the others', async () => {
    const { handle } = await done('catalog.product.create', {
      title: 'Kazak',
      price: 50_000,
      variants: [
        { title: 'Kırmızı / S', stock: 0 },
        { title: 'Kırmızı / M', stock: 2 },
        { title: 'Mavi / S', stock: 3, price: 60_000 },
        { title: 'Mavi / M', stock: 4 },
        { title: 'Yeşil / S', stock: 0 },
      ],
    });
    const visitor = shops.visitor();
    const product = await visitor.open(`/urun/${handle}`);
    // The first that can be bought stands chosen; a colour of which nothing is there cannot be.
    expect(fieldsOf(product.html, '/sepet/ekle')).toMatchObject({ grup: '0' });
    expect(product.html).toMatch(/name="grup" value="2" disabled[^>]*> ?<span>Yeşil<\/span> <span[^>]*>Tükendi/);
    const red = await visitor.submit(product, '/sepet/ekle');
    expect(red.html).toContain('Kırmızı / M');
    const blue = await visitor.submit(product, '/sepet/ekle', { grup: '1' });
    expect([blue.html.includes('Mavi / S'), blue.html.includes('1.100,00 TL')]).toEqual([true, true]);
    for (const grup of ['9', '-1', 'x', '']) {
      const { status, html } = await shops.visitor().submit(product, '/sepet/ekle', { grup });
      expect([grup, status, html.includes('Sepetiniz boş')]).toEqual([grup, 200, true]);
    }
  });

  test('cash on delivery, from the page of a product to the number of the order', async () => {
    const visitor = shops.visitor();
    const product = await visitor.open(`/urun/${coffee.handle}`);
    expect(product.html).toContain('Sepete ekle');
    const cart = await visitor.submit(product, '/sepet/ekle', { adet: '2' });
    expect([cart.status, cart.html]).toEqual([200, expect.stringContaining('299,80 TL')]);
    expect(cart.headers['cache-control']).toBe('private, no-store');
    const form = await visitor.submit(cart, '/sepet', { sonra: 'odeme' });
    expect(form.html).toContain('Teslimat bilgileri');
    const ways = await visitor.submit(form, '/odeme/adres', address);
    expect(ways.html).toContain('Kapıda ödeme');
    const confirm = await visitor.submit(ways, '/odeme/yontem', { odeme: 'cod' });
    for (const shown of ['379,60 TL', 'Kapıda ödeme ücreti', 'salesContract', 'Ön bilgilendirme formu', company.title])
      expect(confirm.html).toContain(shown);
    const information = await visitor.open('/odeme/bilgi');
    expect([information.status, information.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining('sandbox'),
    ]);
    expect(information.html).toContain('Kadıköy');
    const unagreed = await visitor.submit(confirm, '/odeme/siparis');
    expect([unagreed.status, unagreed.html]).toEqual([422, expect.stringContaining('onay kutusunu işaretleyin')]);
    const placed = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
    const [order] = await orders();
    expect(order).toMatchObject({ total: 37_960 });
    for (const shown of [order?.number, '379,60 TL', 'teslimatta']) expect(placed.html).toContain(shown);
    expect((await visitor.open('/sepet')).html).toContain('Sepetiniz boş');
  });

  test('a cart that has become an order elsewhere leads to that order, and one that is over says so', async () => {
    const [here, elsewhere] = [shops.visitor(), shops.visitor()];
    const confirm = await upTo(here, 'cod');
    await elsewhere.submit(confirm, '/odeme/siparis', { onay: 'evet' });
    const [order] = await orders();
    expect((await here.open('/odeme/onay')).html).toContain(`${order?.number}`);
    const late = shops.visitor();
    await put(late);
    late.cookies.delete('sepet-urunler');
    await over();
    expect((await late.open('/odeme')).html).toContain('süresi doldu');
    expect(late.cookies.size).toBe(0);
  });

  describe('a cart whose session is over', () => {
    test.each([
      ['is over', () => over()],
      ['was deleted', () => shops.world.sql('DELETE FROM checkout_session WHERE order_id IS NULL')],
    ])('goes on where it %s, at the prices of now, and nothing is known of its shopper', async (_, end) => {
      const visitor = shops.visitor();
      const { id, handle } = await done('catalog.product.create', { title: 'Cezve', price: 10_000, stock: 9 });
      const filled = await visitor.submit(await visitor.open(`/urun/${handle}`), '/sepet/ekle', { adet: '2' });
      await visitor.submit(await visitor.open(`/urun/${beans.handle}`), '/sepet/ekle');
      await visitor.submit(await visitor.submit(filled, '/sepet', { sonra: 'odeme' }), '/odeme/adres', address);
      await done('catalog.price.set', { targetId: id, price: 11_000 });
      const before = visitor.cookies.get('sepet');
      await end();
      expect((await visitor.open('/')).html).toContain('Sepet (3<');
      const cart = await visitor.open('/sepet');
      for (const shown of ['Cezve', '220,00 TL', '250 g']) expect(cart.html).toContain(shown);
      for (const shown of ['süresi doldu', 'Sepetiniz boş']) expect(cart.html).not.toContain(shown);
      expect(visitor.cookies.get('sepet')).not.toBe(before);
      const form = await visitor.submit(cart, '/sepet', { sonra: 'odeme' });
      expect(form.path).toBe('/odeme');
      expect(form.html).not.toContain(address.eposta);
      const ways = await visitor.submit(form, '/odeme/adres', address);
      const confirm = await visitor.submit(ways, '/odeme/yontem', { odeme: 'cod' });
      expect((await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' })).html).toContain('Sipariş numaranız');
      expect(visitor.cookies.size).toBe(0);
    });

    test('is one in two tabs, and after an answer that got lost, and becomes one order', async () => {
      const visitor = shops.visitor();
      await put(visitor, 2);
      const ended = new Map(visitor.cookies);
      await over();
      const tab = () => {
        const another = shops.visitor();
        for (const [name, value] of ended) another.cookies.set(name, value);
        return another;
      };
      const tabs = [tab(), tab(), tab()];
      const seen = await Promise.all(tabs.map((each) => each.open('/sepet')));
      for (const { html } of seen) expect(html).toContain('299,80 TL');
      const late = tab();
      await late.open('/sepet');
      expect(new Set([...tabs, late].map((each) => each.cookies.get('sepet'))).size).toBe(1);
      // The next one is over as well while one tab still names the first.
      await over();
      const later = tab();
      await Promise.all([later.open('/sepet'), late.open('/sepet')]);
      expect(later.cookies.get('sepet')).toBe(late.cookies.get('sepet'));
      const before = (await orders()).length;
      const confirms: Seen[] = [];
      for (const each of [late, later]) {
        const form = await each.submit(await each.open('/sepet'), '/sepet', { sonra: 'odeme' });
        const ways = await each.submit(form, '/odeme/adres', address);
        confirms.push(await each.submit(ways, '/odeme/yontem', { odeme: 'cod' }));
      }
      await later.submit(confirms[1] as Seen, '/odeme/siparis', { onay: 'evet' });
      await late.submit(confirms[0] as Seen, '/odeme/siparis', { onay: 'evet' });
      expect((await orders()).length).toBe(before + 1);
      // Whoever still names the first one is told of the order.
      const told = await tab().open('/sepet');
      for (const shown of ['Son siparişiniz alındı', 'Sepetiniz boş']) expect(told.html).toContain(shown);
    });

    describe('is of its browser alone', () => {
      /** A browser with these cookies of another one. */
      const withCookies = (cookies: ReadonlyMap<string, string>, ...names: readonly string[]): Visitor => {
        const visitor = shops.visitor();
        for (const name of names) visitor.cookies.set(name, cookies.get(name) as string);
        return visitor;
      };
      const ORDER_PAGES = ['/sepet', '/odeme', '/odeme/yontem', '/odeme/onay', '/odeme/bilgi'];
      const stateAddress = async (visitor: Visitor): Promise<void> => {
        await visitor.open('/sepet');
        const ways = await visitor.submit(await visitor.open('/odeme'), '/odeme/adres', address);
        await visitor.submit(ways, '/odeme/yontem', { odeme: 'cod' });
        expect((await visitor.open('/odeme/onay')).html).toContain(address.eposta);
      };
      const assertKnowsNobody = async (visitor: Visitor): Promise<void> => {
        for (const path of ORDER_PAGES) {
          const { html } = await visitor.open(path);
          for (const stated of [address.ad, address.eposta, address.adres]) expect(html).not.toContain(stated);
        }
      };
      const INVENTED = new Map([['sepet', `chs_${'0'.repeat(26)}`]]);

      test.each([
        ['an ended session', true],
        ['an invented one', false],
      ])('whoever else names %s, before or after, sees nothing that it states', async (_, isEnded) => {
        const first = shops.visitor();
        await put(first);
        await over();
        const known = new Map([...first.cookies, ...(isEnded ? [] : INVENTED)]);
        const [early, victim, late] = [1, 2, 3].map(() => withCookies(known, 'sepet', 'sepet-urunler'));
        const guessing = withCookies(known, 'sepet', 'sepet-urunler');
        guessing.cookies.set('sepet-anahtar', 'A'.repeat(22));
        if (!early || !victim || !late) throw new Error('there is no visitor');
        await early.open('/sepet');
        await stateAddress(victim);
        for (const other of [early, late, guessing]) {
          await assertKnowsNobody(other);
          expect(other.cookies.get('sepet')).not.toBe(victim.cookies.get('sepet'));
        }
        expect((await victim.open('/odeme/onay')).html).toContain(address.eposta);
      });

      test('loses nothing that it has stated where an answer got lost; a copy of its old cookies gets nothing later', async () => {
        const visitor = shops.visitor();
        await put(visitor);
        await over();
        const ended = new Map(visitor.cookies);
        const asEnded = () => withCookies(ended, ...ended.keys());
        await stateAddress(visitor);
        const unheard = asEnded();
        await unheard.open('/sepet');
        expect((await unheard.open('/odeme/onay')).html).toContain(address.eposta);
        expect(unheard.cookies.get('sepet')).toBe(visitor.cookies.get('sepet'));
        await shops.world.sql(
          `UPDATE checkout_session SET created_at = created_at - interval '11 minutes' WHERE id = '${visitor.cookies.get('sepet')}'`,
        );
        const copy = asEnded();
        await assertKnowsNobody(copy);
        expect((await copy.open('/sepet')).html).toContain('149,90 TL');
        expect((await visitor.open('/odeme/onay')).html).toContain(address.eposta);
      });

      test('is one for all that the browser sends at once, and has all that is put into it', async () => {
        const visitor = shops.visitor();
        await put(visitor);
        await over();
        const ended = new Map(visitor.cookies);
        const tabs = Array.from({ length: 4 }, () => withCookies(ended, ...ended.keys()));
        const products = await Promise.all(tabs.map((tab) => tab.open(`/urun/${coffee.handle}`)));
        await Promise.all(tabs.map((tab, nth) => tab.submit(products[nth] as Seen, '/sepet/ekle', { adet: '2' })));
        expect(new Set(tabs.map(({ cookies }) => cookies.get('sepet'))).size).toBe(1);
        expect((await (tabs[0] as Visitor).open('/sepet')).html).toContain('Sepet (9<');
      });
    });

    test('is not ordered by a page of the old one', async () => {
      const visitor = shops.visitor();
      const confirm = await upTo(visitor, 'cod');
      await over();
      const before = (await orders()).length;
      const told = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
      expect([told.path, (await orders()).length]).toEqual(['/sepet', before]);
      expect(told.html).toContain('149,90 TL');
    });

    test('waits for a payment that is under way, and ends with one that has paid for an order', async () => {
      await takesCards(shops.world, 'iyzico');
      const visitor = shops.visitor();
      await visitor.submit(await upTo(visitor, 'card'), '/odeme/siparis', { onay: 'evet' });
      const payment = await lastPayment(shops.world);
      const cookies = new Map(visitor.cookies);
      await shops.world.sql('DELETE FROM checkout_session WHERE order_id IS NULL');
      const waiting = await visitor.open('/sepet');
      for (const shown of ['ödemeniz sürüyor', 'Sepetiniz boş']) expect(waiting.html).toContain(shown);
      await shops.world.sql(`UPDATE payment SET state = 'failed', failure = '10051' WHERE id = '${payment}'`);
      expect((await visitor.open('/sepet')).html).toContain('149,90 TL');
      const other = shops.visitor();
      for (const [name, value] of cookies) other.cookies.set(name, value);
      const [order] = (await shops.world.read('orders.list')).items as { id: string }[];
      await shops.world.sql(
        `UPDATE payment SET state = 'captured', failure = NULL, provider_id = '1', captured_at = now(), order_id = '${order?.id}'
         WHERE id = '${payment}'`,
      );
      await shops.world.sql('DELETE FROM checkout_session WHERE order_id IS NULL');
      const told = await other.open('/sepet');
      for (const shown of ['Son siparişiniz alındı', 'Sepetiniz boş']) expect(told.html).toContain(shown);
      await shops.world.sql(`DELETE FROM payment WHERE id = '${payment}'`);
      await done('extension.disable', { extension: 'iyzico' });
    });
  });

  describe('what cannot be had is told once, and not added', () => {
    const location = async (visitor: Visitor, fields: Record<string, string>): Promise<string> => {
      const { status, headers } = await visitor.ask('/sepet/ekle', {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shops.origin },
      });
      expect(status).toBe(303);
      return String(headers.location);
    };
    const errorsOn = ({ html }: Seen): readonly string[] =>
      [...html.matchAll(/data-el="notice"[^>]*>(.*?)<\/[a-z]+>\s*</gs)].map(([, text = '']) =>
        text.replaceAll(/<[^>]*>/g, '').trim(),
      );

    test('a thing that is sold out, or of which there are fewer', async () => {
      const gone = await done('catalog.product.create', { title: 'Güğüm', price: 5_000, stock: 0 });
      const few = await done('catalog.product.create', { title: 'İbrik', price: 5_000, stock: 3 });
      const visitor = shops.visitor();
      expect(await location(visitor, { urun: gone.id, adet: '1' })).toBe('/sepet?bildirim=out_of_stock');
      expect(visitor.cookies.size).toBe(0);
      expect(errorsOn(await visitor.open('/sepet?bildirim=out_of_stock'))).toEqual(['Bu ürün tükendi.']);
      const words = ['Stokta bu kadar ürün yok. Sepetiniz değişmedi.'];
      expect(errorsOn(await visitor.open('/sepet?bildirim=az'))).toEqual(words);
      expect(await location(visitor, { urun: few.id, adet: '5' })).toBe('/sepet?bildirim=az');
      expect(visitor.cookies.size).toBe(0);
      await put(visitor);
      expect(await location(visitor, { urun: few.id, adet: '2' })).toBe('/sepet?bildirim=eklendi');
      expect(await location(visitor, { urun: few.id, adet: '2' })).toBe('/sepet?bildirim=az');
      expect(await location(visitor, { urun: gone.id, adet: '1' })).toBe('/sepet?bildirim=out_of_stock');
      const cart = await visitor.open('/sepet');
      expect([...cart.html.matchAll(/name="adet:[^"]+"[^>]*value="(\d+)"/g)].map(([, pieces]) => pieces)).toEqual([
        '1',
        '2',
      ]);
      expect(errorsOn(cart)).toEqual([]);
      expect(cart.html).toMatch(new RegExp(`name="adet:${few.id}:"[^>]*max="3"`));
    });

    test('the field of a product takes as many as there are', async () => {
      const few = await done('catalog.product.create', { title: 'Tava', price: 5_000, stock: 3 });
      const uncounted = await done('catalog.product.create', { title: 'Hediye kartı', price: 5_000 });
      const sorts = await done('catalog.product.create', {
        title: 'Tepsi',
        price: 5_000,
        variants: [
          { title: 'Küçük', stock: 4 },
          { title: 'Büyük', stock: 7 },
        ],
      });
      const mostAt = async ({ handle }: { handle: string }) =>
        /id="adet"[^>]*max="(\d+)"/.exec((await shops.visitor().open(`/urun/${handle}`)).html)?.[1];
      expect([await mostAt(few), await mostAt(uncounted), await mostAt(sorts)]).toEqual(['3', '99', '7']);
    });

    test.each(['0', '-1', '1.5', '1,5', 'abc', '', '100', '1e1', '٣'])(
      'a number of pieces that is none: %j',
      async (adet) => {
        const visitor = shops.visitor();
        expect(await location(visitor, { urun: coffee.id, adet })).toBe('/sepet?bildirim=adet');
        expect(visitor.cookies.size).toBe(0);
        const cart = await put(visitor, 2);
        const [name = ''] = /adet:prd_\w+:/.exec(cart.html) ?? [];
        const told = await visitor.submit(cart, '/sepet', { [name]: adet === '0' ? '-0' : adet, sonra: 'odeme' });
        expect([told.path, errorsOn(told)]).toEqual([
          '/sepet?bildirim=adet',
          ['Adet 1 ile 99 arasında bir tam sayı olmalıdır. Sepetiniz değişmedi.'],
        ]);
        expect(told.html).toContain('299,80 TL');
      },
    );
  });

  test('a transfer is told its accounts, and until when it is awaited', async () => {
    const visitor = shops.visitor();
    const confirm = await upTo(visitor, 'transfer');
    expect(confirm.html).toContain('3 gün içinde');
    const { html, path } = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
    for (const shown of ['TR33 0006 1005 1978 6457 8413 26', 'Ziraat Bankası', 'günü sonuna kadar'])
      expect(html).toContain(shown);
    // It may be looked at again, and makes no other order.
    expect((await shops.visitor().open(path)).html).toContain('TR33 0006');
  });

  test('an order that is sent twice at once, and again later, is one', async () => {
    const visitor = shops.visitor();
    const confirm = await upTo(visitor, 'cod');
    const before = (await orders()).length;
    const send = () => visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
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
      expect.stringMatching(/^sepet=chs_\w{26}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      'sepet-adet=1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
      `sepet-urunler=${coffee.id.slice(4)}-1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^sepet-anahtar=[\w-]{22}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    // Nobody else has it, and pages that are not one visitor's set none.
    expect((await shops.visitor().open('/sepet')).html).toContain('Sepetiniz boş');
    expect((await visitor.open('/')).headers['set-cookie']).toBeUndefined();
  });

  test('junk in the place of a cookie is an empty cart, also one that would lead to the cart of somebody', async () => {
    const other = shops.visitor();
    await put(other);
    const [session] = other.cookies.values();
    for (const junk of [
      `sepet=x/../${session}`,
      `sepet=${session}?`,
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
    await visitor.submit(product, '/sepet/ekle', { adet: '2' });
    const cart = await visitor.submit(await visitor.open(`/urun/${beans.handle}`), '/sepet/ekle', { adet: '1' });
    expect(cart.html).toContain('250 g');
    expect(cart.html).toContain('987,00 TL');
    const [name = ''] = /adet:prd_\w+:var_\w+/.exec(cart.html) ?? [];
    const fewer = await visitor.submit(cart, '/sepet', { [name]: '1' });
    expect(fewer.html).toContain('329,00 TL');
    expect(fewer.html).not.toContain('987,00 TL');
    const none = await visitor.submit(fewer, '/sepet', { cikar: name.replace('adet:', '') });
    expect(none.html).toContain('Sepetiniz boş');
  });

  test('what is put into one cart at the same time is all there, and so is what is changed meanwhile', async () => {
    const made = [];
    for (let nth = 0; nth < 4; nth += 1)
      made.push(await done('catalog.product.create', { title: `Bardak ${nth}`, price: 1_000, stock: 50 }));
    const visitor = shops.visitor();
    await put(visitor);
    const cart = await visitor.submit(await visitor.open(`/urun/${beans.handle}`), '/sepet/ekle');
    const [ofBeans = ''] = /adet:prd_\w+:var_\w+/.exec(cart.html) ?? [];
    const send = (path: string, fields: Record<string, string>) =>
      visitor.ask(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shops.origin },
      });
    const adding = [...made, coffee, coffee].map(({ id }) => send('/sepet/ekle', { urun: id, adet: '1' }));
    const changing = send('/sepet', { [ofBeans]: '7' });
    const added = await Promise.all(adding);
    expect(added.map(({ headers }) => headers.location)).toEqual(added.map(() => '/sepet?bildirim=eklendi'));
    expect((await changing).headers.location).toBe('/sepet');
    const [id = ''] = visitor.cookies.values();
    const [row] = await shops.world.database
      .reader(shops.world.storeId)
      .query<{ cart: { productId: string; quantity: number }[] }>(
        'SELECT cart FROM checkout_session WHERE store_id = $1 AND id = $2',
        [shops.world.storeId, id],
      );
    expect(Object.fromEntries((row?.cart ?? []).map(({ productId, quantity }) => [productId, quantity]))).toEqual({
      [coffee.id]: 3,
      [beans.id]: 7,
      ...Object.fromEntries(made.map((each) => [each.id, 1])),
    });
  });

  describe('the code of a coupon', () => {
    let nth = 0;
    const coupon = async (more: object = {}): Promise<{ id: string; code: string }> => {
      nth += 1;
      const stated = { code: `SAYFA-${nth}`, title: 'Sayfa indirimi', kind: 'percent', percent: 10, ...more };
      return shops.world.read('coupon.create', { body: stated, idempotencyKey: newUlid() } as never);
    };
    const type = (visitor: Visitor, page: Seen, kod: string) => visitor.submit(page, '/sepet/kupon', { kod });

    test('is typed on each page with a field for it, is shown with its discount, and taken away', async () => {
      const { code } = await coupon();
      const visitor = shops.visitor();
      const cart = await type(visitor, await put(visitor, 2), code.toLowerCase());
      expect(cart.html).toContain(`${code}: Kupon uygulandı.`);
      expect(cart.html).toContain('−29,98 TL');
      const without = await visitor.submit(cart, '/sepet/kupon', { kaldir: 'evet' });
      expect(without.html).not.toContain('−29,98 TL');
      const confirm = await upTo(visitor, 'transfer', 1);
      expect(confirm.html).toContain('Siparişi onaylayın');
      const after = await type(visitor, confirm, code);
      expect([after.html.includes('Siparişi onaylayın'), after.html.includes('−44,97 TL')]).toEqual([true, true]);
      const placed = await visitor.submit(after, '/odeme/siparis', { onay: 'evet' });
      expect(placed.html).toContain('Siparişiniz alındı');
      const [order] = await orders();
      expect(order?.total).toBe(3 * PRICE - 4_497 + (checkoutSettings.example.shippingFee ?? 0));
    });

    test('that nobody can use is told at its field, once, and the cart stays as it was', async () => {
      const ended = await coupon({ endsAt: '2026-01-01T00:00:00Z' });
      const visitor = shops.visitor();
      let page = await put(visitor, 2);
      for (const [kod, told] of [
        ['YOKBOYLE', 'Bu kupon kodu geçerli değil. Sepetiniz değişmedi.'],
        ['<b>', 'Bu kupon kodu geçerli değil. Sepetiniz değişmedi.'],
        [ended.code, 'Bu kuponun süresi doldu. Sepetiniz değişmedi.'],
        ['', 'Kupon kodunu yazın.'],
      ] as const) {
        page = await type(visitor, page, kod);
        expect([page.status, page.html.split(told).length - 1]).toEqual([200, 1]);
        expect(page.html).toContain('299,80 TL');
      }
      expect((await visitor.open('/sepet')).html).not.toContain('Sepetiniz değişmedi');
    });

    test('is not found by trying: an address has ten tries a minute', async () => {
      const { code } = await coupon();
      const limited = await openShopsOf(shops.world, shops.enclave.url, { trustedProxies: ['127.0.0.1'] });
      try {
        const visitor = new Visitor(shops.origin, limited.storefront.port);
        await put(visitor);
        const tried = (kod: string, address: string) =>
          visitor.post('/sepet/kupon', new URLSearchParams({ kod }), { 'X-Forwarded-For': address });
        let page = await tried('DENEME-0', '203.0.113.7');
        for (let nth = 1; nth < 10; nth += 1) page = await tried(`DENEME-${nth}`, '203.0.113.7');
        expect(page.html).toContain('Bu kupon kodu geçerli değil.');
        expect((await tried(code, '203.0.113.7')).html).toContain('Çok fazla kupon kodu denediniz');
        expect((await tried(code, '203.0.113.8')).html).toContain('Kupon uygulandı.');
      } finally {
        await limited.close();
      }
    });

    test('that somebody else used last is told with the new total, and the order is made at that', async () => {
      const { code } = await coupon({ usesMax: 1 });
      const [one, two] = [shops.visitor(), shops.visitor()];
      const pages = [];
      for (const visitor of [one, two]) pages.push(await type(visitor, await upTo(visitor, 'transfer'), code));
      await one.submit(pages[0] as Seen, '/odeme/siparis', { onay: 'evet' });
      const late = await two.submit(pages[1] as Seen, '/odeme/siparis', { onay: 'evet' });
      expect(late.html).toContain('Bu kuponun kullanım hakkı doldu.');
      expect(late.html).toContain('Siparişi onaylayın');
      const placed = await two.submit(late, '/odeme/siparis', { onay: 'evet' });
      expect(placed.html).toContain('Siparişiniz alındı');
    });
  });

  test('a title that is markup is a text in the cart and on the way to the order', async () => {
    const title = '"><img src=x onerror=alert(1)>';
    const { handle } = await done('catalog.product.create', { title, price: 1_000, variants: [{ title, stock: 9 }] });
    const visitor = shops.visitor();
    const cart = await visitor.submit(await visitor.open(`/urun/${handle}`), '/sepet/ekle');
    const form = await visitor.submit(cart, '/sepet', { sonra: 'odeme' });
    const again = await visitor.submit(form, '/odeme/adres', { ...address, ad: title, ilce: title });
    const ways = await visitor.submit(again, '/odeme/adres', address);
    const confirm = await visitor.submit(ways, '/odeme/yontem', { odeme: 'cod' });
    for (const { html } of [cart, again, confirm])
      expect([html.includes('&lt;img'), html.includes('<img src=x')]).toEqual([true, false]);
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

  test('a price that has changed is told in the cart, and once more before the order, which is made at what was seen', async () => {
    const { id, handle } = await done('catalog.product.create', { title: 'Fincan', price: 10_000, stock: 9 });
    const visitor = shops.visitor();
    const cart = await visitor.submit(await visitor.open(`/urun/${handle}`), '/sepet/ekle');
    await done('catalog.price.set', { targetId: id, price: 12_000 });
    const changed = await visitor.open('/sepet');
    for (const shown of ['Fiyat değişti', '120,00 TL']) expect(changed.html).toContain(shown);
    const form = await visitor.submit(cart, '/sepet', { sonra: 'odeme' });
    const ways = await visitor.submit(form, '/odeme/adres', address);
    const confirm = await visitor.submit(ways, '/odeme/yontem', { odeme: 'transfer' });
    await done('catalog.price.set', { targetId: id, price: 13_000 });
    const before = (await orders()).length;
    const told = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
    expect([told.path.split('?')[0], (await orders()).length]).toEqual(['/odeme/onay', before]);
    for (const shown of ['Tutar değişti', '130,00 TL']) expect(told.html).toContain(shown);
    await visitor.submit(told, '/odeme/siparis', { onay: 'evet' });
    expect((await orders())[0]).toMatchObject({ total: 13_000 + 4_990 });
  });

  test('what another tab has changed is shown anew with the address, and is not ordered unseen', async () => {
    const visitor = shops.visitor();
    const confirm = await upTo(visitor, 'cod');
    for (const shown of ['Ayşe Yılmaz', 'ayse@example.com', '+905321234567', 'Moda Cad.', 'Kadıköy / İstanbul 34710'])
      expect(confirm.html).toContain(shown);
    const elsewhere = { ...address, il: 'Ankara', ilce: 'Çankaya', adres: 'Başka Sok. No: 1', postakodu: '' };
    await visitor.submit(await visitor.open('/odeme'), '/odeme/adres', elsewhere);
    const before = (await orders()).length;
    const told = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
    expect([told.path, (await orders()).length]).toEqual(['/odeme/onay?bildirim=rev_conflict', before]);
    for (const shown of ['bu arada değişti', 'Başka Sok. No: 1', 'Çankaya / Ankara'])
      expect(told.html).toContain(shown);
    // A form that names no rev was shown by nobody.
    const unshown = await visitor.submit(told, '/odeme/siparis', { onay: 'evet', surum: '' });
    expect([unshown.html, (await orders()).length]).toEqual([expect.stringContaining('bu arada değişti'), before]);
    await visitor.submit(told, '/odeme/siparis', { onay: 'evet' });
    const [order] = (await shops.world.read('orders.list')).items as { id: string }[];
    expect(await shops.world.read('orders.get', { params: { ord: String(order?.id) } })).toMatchObject({
      shippingAddress: { province: 'Ankara', address: 'Başka Sok. No: 1' },
    });
  });

  test('a thing that is sold out meanwhile is told, and is not ordered', async () => {
    const { id, handle } = await done('catalog.product.create', { title: 'Havan', price: 20_000, stock: 1 });
    const visitor = shops.visitor();
    const cart = await visitor.submit(await visitor.open(`/urun/${handle}`), '/sepet/ekle');
    const form = await visitor.submit(cart, '/sepet', { sonra: 'odeme' });
    const ways = await visitor.submit(form, '/odeme/adres', address);
    const confirm = await visitor.submit(ways, '/odeme/yontem', { odeme: 'cod' });
    await done('catalog.stock.set', { targetId: id, stock: 0, expectedStock: 1, reason: 'Sayım' });
    const before = (await orders()).length;
    const told = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
    expect([told.html, (await orders()).length]).toEqual([expect.stringContaining('Bu ürün tükendi'), before]);
    expect(told.html).not.toContain('action="/odeme/siparis"');
    expect((await visitor.submit(await visitor.open('/sepet'), '/sepet', { sonra: 'odeme' })).path).toBe('/sepet');
    const product = await shops.visitor().open(`/urun/${handle}`);
    expect(product.html).toMatch(/<button[^>]*disabled[^>]*><span[^>]*>Tükendi/);
  });

  describe.each([
    ['iyzico', 'redirect'],
    ['paytr', 'frame'],
  ] as const)('a card at %s', (ext, kind) => {
    beforeAll(() => takesCards(shops.world, ext));
    afterAll(() => done('extension.disable', { extension: ext }));

    test(`on its page (${kind}) pays for the order, though the browser comes back without its cookie`, async () => {
      const visitor = shops.visitor();
      const confirm = await upTo(visitor, 'card');
      const left = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
      const page = providerPageIn(left.html);
      expect(page?.kind).toBe(kind);
      const { url = '' } = page ?? {};
      expect(
        String(left.headers['content-security-policy']).includes(`frame-src 'self' https: ${new URL(url).origin}`),
      ).toBe(kind === 'frame');
      const payment = await lastPayment(shops.world);
      const [, session = ''] = /name="oturum" value="(chs_\w+)"/.exec(confirm.html) ?? [];
      const waiting = await shops.visitor().open(`/odeme/donus/${session}/${payment}`);
      expect(waiting.html).toContain('Ödemenizin sonucunu bekliyoruz');
      const back = await walkBack({ kind, url }, `${shops.origin}/odeme/donus/${session}`);
      const stranger = shops.visitor();
      const seen = await whileDriven(shops.world, payment, () =>
        comeBack(stranger, back ?? { url: shops.origin, body: '' }),
      );
      const [order] = await orders();
      expect(order).toMatchObject({ payment: 'paid' });
      for (const shown of [`${order?.number}`, 'Ödemeniz alındı']) expect(seen.html).toContain(shown);
      expect(seen.headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
      });
      expect(stranger.cookies.size).toBe(0);
      // The browser of the shopper has an empty cart, and is told of the order.
      const cart = await visitor.open('/sepet');
      for (const shown of ['Son siparişiniz alındı', 'Sepetiniz boş']) expect(cart.html).toContain(shown);
    });
  });

  test('a payment that the bank declines is told, and another way is open', async () => {
    await takesCards(shops.world, 'iyzico');
    const visitor = shops.visitor();
    const confirm = await upTo(visitor, 'card');
    const left = await visitor.submit(confirm, '/odeme/siparis', { onay: 'evet' });
    expect(providerPageIn(left.html)?.kind).toBe('redirect');
    const payment = await lastPayment(shops.world);
    await shops.world.sql(`UPDATE payment SET state = 'failed', failure = '10051' WHERE id = '${payment}'`);
    const [, session = ''] = /name="oturum" value="(chs_\w+)"/.exec(confirm.html) ?? [];
    const junk = await visitor.post(`/odeme/donus/${session}?payment=${payment}`, new URLSearchParams({ token: 'x' }));
    expect([junk.status, junk.html]).toEqual([200, expect.stringContaining('Ödeme alınamadı')]);
    const again = await visitor.submit(await visitor.open('/odeme/yontem'), '/odeme/yontem', { odeme: 'cod' });
    expect((await visitor.submit(again, '/odeme/siparis', { onay: 'evet' })).html).toContain('Sipariş numaranız');
    await done('extension.disable', { extension: 'iyzico' });
  });

  test('whatever is sent is answered below 500', async () => {
    const paths = ['/sepet', '/sepet/ekle', '/odeme/adres', '/odeme/yontem', '/odeme/siparis'];
    const pages = ['/sepet', '/odeme', '/odeme/yontem', '/odeme/onay', '/odeme/bilgi', '/odeme/siparis'];
    const ids = [`/odeme/donus/chs_${'0'.repeat(26)}`, `/odeme/tesekkurler/chs_${'0'.repeat(26)}`];
    const name = fc.constantFrom(
      'urun',
      'secenek',
      'secenek-0',
      'grup',
      'adet',
      'cikar',
      'il',
      'ilce',
      'ad',
      'eposta',
      'telefon',
      'adres',
      'not',
      'oturum',
      'tutar',
      'onay',
      'odeme',
      'kargo',
      'fatura',
      'vergino',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('\0', '-1', '1e9', 'İstanbul', 'evet', 'card', coffee.id, beans.id, '<script>', 'a'.repeat(600)),
    );
    const holder = shops.visitor();
    await put(holder);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths, ...ids), fc.dictionary(name, value), async (path, fields) => {
        const { status } = await holder.ask(path, {
          method: 'POST',
          body: new URLSearchParams(
            Object.entries(fields).map(([key, text]): [string, string] => [key, text.toWellFormed()]),
          ).toString(),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shops.origin },
        });
        expect([path, status, status < 500]).toEqual([path, status, true]);
      }),
      { numRuns: runsOf(60) },
    );
    for (const path of [...pages, ...ids])
      for (const query of ['', '?bildirim=yok', '?bildirim=%00&payment=%ff', `?payment=pay_${'0'.repeat(26)}`])
        expect([path, query, (await holder.ask(`${path}${query}`)).status < 500]).toEqual([path, query, true]);
    const raw = (headers: Record<string, string>, body = 'x') =>
      holder.ask('/sepet/ekle', { method: 'POST', body, headers: { Origin: shops.origin, ...headers } });
    expect((await raw({ 'Content-Type': 'application/json' }, '{}')).status).toBe(415);
    expect((await raw({ 'Content-Type': 'application/x-www-form-urlencoded' }, 'a'.repeat(40_000))).status).toBe(413);
    expect(
      (await raw({ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' })).status,
    ).toBe(415);
  });

  test('whoever asks without end is told to wait, and closes the checkout for nobody else', async () => {
    const settings = { storefrontPerMinute: 5, trustedProxies: ['127.0.0.1'] };
    const limited = await openShopsOf(shops.world, shops.enclave.url, settings);
    try {
      const visitor = new Visitor(shops.origin, limited.storefront.port);
      const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
      const guess = (nth: number) => `/odeme/tesekkurler/chs_${String(nth).padStart(26, '0')}`;
      const statuses: number[] = [];
      for (let nth = 0; nth < 8; nth += 1) statuses.push((await visitor.open(guess(nth), from('203.0.113.7'))).status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
      const shopper = shops.visitor();
      await put(shopper);
      visitor.cookies.set('sepet', String(shopper.cookies.get('sepet')));
      const refused = await visitor.open('/sepet', from('203.0.113.7'));
      expect([refused.status, refused.html.includes('Çok fazla istek geldi')]).toEqual([429, true]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
      // The shop stands, and whoever comes from elsewhere has a cart.
      expect((await visitor.open('/', from('203.0.113.7'))).status).toBe(200);
      for (const other of ['203.0.113.8', '2001:db8::1']) {
        const cart = await visitor.open('/sepet', from(other));
        expect([other, cart.status, cart.html.includes('Türk Kahvesi')]).toEqual([other, 200, true]);
      }
    } finally {
      await limited.close();
    }
  });

  test('while the checkout is away the cart says so, and the pages of the shop stand', async () => {
    const alone = await openShopsOf(shops.world, 'http://127.0.0.1:9');
    try {
      const visitor = new Visitor(shops.origin, alone.storefront.port);
      visitor.cookies.set('sepet', `chs_${'0'.repeat(26)}`);
      const product = await visitor.open(`/urun/${coffee.handle}`);
      expect(product.status).toBe(200);
      for (const seen of [await visitor.open('/sepet'), await visitor.submit(product, '/sepet/ekle')]) {
        expect([seen.status, seen.headers['retry-after']]).toEqual([503, '5']);
        expect(seen.html).toContain('ulaşılamıyor');
      }
    } finally {
      await alone.close();
    }
  });
});
