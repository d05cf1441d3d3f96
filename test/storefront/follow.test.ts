import { followKey } from '../../src/order/order/follow-key';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { fieldsOf, type Seen } from '../../src/simulator/shopper/visitor';
import { returnsIn } from '../order/returns';
import { orderOf } from '../order/session';
import { company } from '../store/identity';
import { legalBody, openSellingShops, publish, type SellingShops } from './shops';

describe('the page of an order', () => {
  let shops: SellingShops;
  let productId: string;
  let in_: ReturnType<typeof returnsIn>;
  beforeAll(async () => {
    shops = await openSellingShops();
    await done('settings.identity.update', company);
    await done('settings.checkout.update', checkoutSettings.example);
    productId = (await done('catalog.product.create', { title: 'Bakır Cezve', price: 10_000, stock: 500 })).id;
    await publish(shops.world, legalBody());
    in_ = returnsIn(shops.world);
  });
  afterAll(() => shops?.close());

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });
  const keyOf = (orderId: string, of = shops.world.storeId) =>
    followKey(shops.world.platform.services.digests, of, orderId);
  const pathOf = (orderId: string) => `/siparis/${orderId}/${keyOf(orderId)}`;
  const follow = (orderId: string) => shops.visitor().open(pathOf(orderId));
  const stepsOf = ({ html }: Seen) =>
    [...html.matchAll(/data-state="(done|now|next)"[^>]*>([^<]+)</g)].map(([, state, label]) => `${state}: ${label}`);
  const ordered = async (terms: object = { method: 'transfer' }, quantity = 2) =>
    (await orderOf(shops.world, [{ productId, quantity }], { terms })) as { id: string; number: string };

  const letterOf = async (kind: string, about: string): Promise<string> => {
    const { world } = shops;
    const letter = world.platform.services.letters.find((each) => each.kind === kind);
    const found = await letter?.write(
      world.database.reader(world.storeId),
      world.storeId,
      [about],
      world.platform.services,
    );
    return found?.get(about)?.text ?? '';
  };

  test('opens from a letter, with what was bought, what is owed and how far it is', async () => {
    const { id, number } = await ordered();
    const [, address = ''] = /Siparişinizi izleyin: (\S+)/.exec(await letterOf('order.placed', id)) ?? [];
    expect(address).toBe(`${shops.origin}${pathOf(id)}`);
    const seen = await shops.visitor().open(new URL(address).pathname);
    expect(seen.status).toBe(200);
    expect(seen.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' });
    expect(seen.html).toContain('<meta name="robots" content="noindex">');
    for (const text of [number, 'Bakır Cezve × 2', '200,00 TL', 'TR33', 'Moda Cad. No: 12 D: 3'])
      expect(seen.html).toContain(text);
    expect(stepsOf(seen)).toEqual([
      'done: Sipariş alındı',
      'now: Havale bekleniyor',
      'next: Hazırlanıyor',
      'next: Kargoda',
      'next: Teslim edildi',
    ]);
    // Nobody has paid: there is nothing to give back.
    expect(seen.html).not.toContain('/iade"');
    await done('order.cancel', { orderId: id, reason: 'customer' });
    const cancelled = await follow(id);
    expect(stepsOf(cancelled)).toEqual(['done: Sipariş alındı', 'now: İptal edildi']);
    expect(cancelled.html).not.toContain('TR33');
  });

  test('shows parcels with their tracking, and takes a withdrawal once however often it is sent', async () => {
    const { id } = await ordered();
    await done('order.transfer.confirm', { orderId: id });
    expect(stepsOf(await follow(id))[2]).toBe('now: Hazırlanıyor');
    const { id: shipmentId } = await done('order.ship', {
      orderId: id,
      carrier: 'yurtici',
      trackingNumber: '1234567890',
    });
    const sent = await follow(id);
    expect(stepsOf(sent)[3]).toBe('now: Kargoda');
    expect(sent.html).toContain('1234567890');
    expect(sent.html).toMatch(/href="https:\/\/[^"]*1234567890/);
    await done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
    const seen = await follow(id);
    expect(stepsOf(seen).at(-1)).toBe('done: Teslim edildi');
    const [line] = Object.keys(fieldsOf(seen.html, `${pathOf(id)}/iade`)).filter((name) => name.startsWith('adet-'));
    const visitor = shops.visitor();
    const fields = { [line as string]: '1', tur: 'cayma', not: 'Rengini beğenmedim' };
    const told = await visitor.submit(seen, `${pathOf(id)}/iade`, fields);
    expect(told.html).toContain('İade talebinizi aldık');
    expect(told.html).toContain('Talebiniz alındı');
    // The same form once more, as an impatient finger sends it.
    await visitor.submit(seen, `${pathOf(id)}/iade`, fields);
    const { returns } = await in_.order(id);
    expect(returns).toMatchObject([{ kind: 'withdrawal', state: 'requested', note: 'Rengini beğenmedim' }]);
    // One of two pieces is left.
    expect((await follow(id)).html).not.toContain('2 adet</option>');
    await done('order.return.approve', { returnId: returns[0].id, carrier: 'yurtici', code: 'IADE-77' });
    expect((await follow(id)).html).toContain('IADE-77');
  });

  test('offers no withdrawal once its days are over, and still takes faulty goods', async () => {
    const { id, lines } = await in_.arrived(productId, 1);
    await shops.world.sql(`UPDATE order_shipment SET state_at = now() - interval '20 days' WHERE order_id = '${id}'`);
    const seen = await follow(id);
    expect(seen.html).toContain('Cayma süreniz doldu');
    const told = await shops.visitor().submit(seen, `${pathOf(id)}/iade`, { [`adet-${lines[0].id}`]: '1' });
    expect(told.html).toContain('İade talebinizi aldık');
    expect((await in_.order(id)).returns).toMatchObject([{ kind: 'claim' }]);
  });

  test('tells what is wrong with a return, and asks for nothing then', async () => {
    const { id, lines } = await in_.arrived(productId, 1);
    const at = `${pathOf(id)}/iade`;
    const name = `adet-${lines[0].id}`;
    const told = async (filled: Record<string, string>, seen?: Seen) =>
      (await shops.visitor().submit(seen ?? (await follow(id)), at, filled)).html;
    expect(await told({ [name]: '0' })).toContain('seçin');
    expect(await told({ [name]: '1', not: 'ş'.repeat(501) })).toContain('en çok 500 karakter');
    expect(await told({ [name]: '2' })).toContain('artık iade istenemiyor');
    expect(await told({ [name]: '1', surum: '1' })).toContain('bu arada değişti');
    expect(await told({ [name]: '1', istek: 'x' })).toContain('seçin');
    // A form that was refused, then sent otherwise by the way back of a browser.
    const old = await follow(id);
    await told({ [name]: '2' }, old);
    expect(await told({ [name]: '1' }, old)).toContain('daha önce gönderildi');
    expect((await in_.order(id)).returns).toEqual([]);
    // The address of the form is no page.
    expect((await shops.visitor().open(at)).path).toBe(pathOf(id));
  });

  test('shows the documents that the buyer agreed to', async () => {
    const { id } = await ordered();
    const [, path = ''] = /href="([^"]+\/belge\/[^"]+)"/.exec((await follow(id)).html) ?? [];
    const seen = await shops.visitor().open(path);
    expect([seen.status, seen.headers['content-security-policy']]).toEqual([200, expect.stringContaining('sandbox')]);
    expect(seen.html).toContain('Bakır Cezve');
    expect((await shops.visitor().open(path.replace(/blg_.*/, `blg_${'0'.repeat(26)}`))).status).toBe(404);
  });

  test('opens for nobody with another key, of another store, or of a forgotten buyer', async () => {
    const { id } = await ordered();
    const { id: other } = await ordered();
    const wrong = [`/siparis/${id}/${keyOf(other)}`, `/siparis/${id}/${keyOf(id, 'str_other')}`, `/siparis/${id}/x`];
    for (const path of wrong) {
      expect([path, (await shops.visitor().open(path)).status]).toEqual([path, 404]);
      expect([path, (await shops.visitor().open(`${path}/belge/blg_${'0'.repeat(26)}`)).status]).toEqual([path, 404]);
    }
    const { customerId } = await in_.order(id);
    await done('customer.anonymize', { customerId });
    expect((await follow(id)).status).toBe(404);
  });

  test('is found by number and e-mail; what does not fit is told in one way, and tried only so often', async () => {
    const { id, number } = await ordered({ method: 'cod' });
    const visitor = shops.visitor();
    const form = await visitor.open('/siparis');
    const found = await visitor.submit(form, '/siparis', { no: `#${number}`, eposta: 'AYSE@example.com' });
    expect([found.status, found.path]).toEqual([200, pathOf(id)]);
    const told = async (filled: Record<string, string>) => {
      const { html } = await visitor.submit(form, '/siparis', filled);
      return /role="alert">([^<]+)</.exec(html)?.[1];
    };
    const unfound = 'Bu sipariş numarası ve e-posta adresiyle bir sipariş bulunamadı.';
    expect(await told({ no: number, eposta: 'baska@example.com' })).toBe(unfound);
    expect(await told({ no: '999999', eposta: 'ayse@example.com' })).toBe(unfound);
    expect(await told({ no: '', eposta: 'ayse@example.com' })).toContain('yazın');
    // Numbers follow one another: one e-mail is tried a few times a minute, by however many visitors.
    const tries = [];
    for (let nth = 0; nth < 8; nth += 1)
      tries.push(await told({ no: String(2_000 + nth), eposta: 'kurban@example.com' }));
    expect(tries.slice(0, 5)).toEqual(Array(5).fill(unfound));
    expect(tries.at(-1)).toContain('Çok fazla denediniz');
  });
});
