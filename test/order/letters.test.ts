import { liraText } from '../../src/kernel/money';
import { createWorld, type World } from '../world/world';
import { orderOf } from './session';

describe('letters to buyers', () => {
  let world: World;
  let productId: string;
  beforeEach(async () => {
    world = await createWorld();
    productId = (await world.done('catalog.product.create', { title: 'Cezve <No 2>', price: 123_450, stock: 9 })).id;
  });
  afterEach(() => world.close());

  const mails = async (): Promise<{ to: string | null; subject: string; text: string }[]> =>
    (await world.read('account.mails')).items;

  test('confirm an order with its lines and how it is paid, and keep neither address nor words', async () => {
    await world.done('settings.checkout.update', {
      deliveryMinDays: 1,
      deliveryMaxDays: 3,
      returnCarrier: null,
      returnCostBorneBy: 'store',
      returnCostDisclosure: null,
      cashOnDelivery: false,
      cashOnDeliveryFee: 0,
      cashOnDeliveryCap: null,
      bankAccounts: [{ bank: 'Ziraat', holder: 'Kahve Ltd.', iban: 'TR330006100519786457841326' }],
    });
    const { number } = await orderOf(world, [{ productId, quantity: 2 }], { terms: { method: 'transfer' } });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'ayse@example.com', subject: `Siparişinizi aldık: ${number}`, state: 'queued' });
    for (const said of ['Merhaba Ayşe Yılmaz', 'Cezve <No 2> × 2: 2.469,00 TL', 'TR330006100519786457841326'])
      expect(mail?.text).toContain(said);
    const rows = await world.database
      .reader(world.storeId)
      .query<{ row: string }>('SELECT mail::text AS row FROM mail');
    expect(rows[0]?.row).not.toMatch(/ayse|Cezve/i);
  });

  test('greet by no name that leads somewhere', async () => {
    const greeted = async (buyerName: string) => {
      await orderOf(world, [{ productId }], { buyerName });
      return (await mails())[0]?.text.split('\n')[0];
    };
    expect(await greeted('Onaylayın: https://evil.example/giris www.evil.example a@evil.example')).toBe(
      'Merhaba Onaylayın: https: / / evil. example/ giris www. evil. example a@ evil. example,',
    );
    expect(await greeted('M. Ali Öztürk')).toBe('Merhaba M. Ali Öztürk,');
  });

  test('are escaped as pages', async () => {
    const { id } = await orderOf(world, [{ productId }]);
    const [letter] = world.platform.services.letters.filter(({ kind }) => kind === 'order.placed');
    const written = await letter?.write(
      world.database.reader(world.storeId),
      world.storeId,
      [id],
      world.platform.services,
    );
    expect(written?.get(id)?.html).toContain('Cezve &lt;No 2&gt;');
  });

  test('tell of payment, shipment, delivery and cancellation, each once', async () => {
    const sent = await orderOf(world, [{ productId }]);
    const { id: shipmentId } = await world.done('order.ship', {
      orderId: sent.id,
      carrier: 'yurtici',
      trackingNumber: '123',
    });
    await world.done('order.shipment.track', { orderId: sent.id, shipmentId, state: 'delivered' });
    await world.done('order.cod.collect', { orderId: sent.id });
    const other = await orderOf(world, [{ productId }]);
    await world.done('order.cancel', { orderId: other.id, reason: 'customer' });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Siparişiniz iptal edildi: ${other.number}`,
      `Siparişinizi aldık: ${other.number}`,
      `Ödemenizi aldık: ${sent.number}`,
      `Siparişiniz teslim edildi: ${sent.number}`,
      `Siparişiniz yola çıktı: ${sent.number}`,
      `Siparişinizi aldık: ${sent.number}`,
    ]);
  });

  test('say what is paid at the door, where something is', async () => {
    const shipped = async (terms: object) => {
      const { id, number, total } = await orderOf(world, [{ productId, quantity: 2 }], { terms });
      if ('method' in terms && terms.method === 'transfer') await world.done('order.transfer.confirm', { orderId: id });
      await world.done('order.ship', { orderId: id, carrier: 'yurtici' });
      const [sent] = await mails();
      expect(sent?.subject).toBe(`Siparişiniz yola çıktı: ${number}`);
      return { total, text: sent?.text };
    };
    const { total, text } = await shipped({});
    expect(text).toContain(`kargoya verildi.\n\nTeslim alırken ${liraText(total)} TL ödeyeceksiniz.`);
    expect((await shipped({ method: 'transfer' })).text).not.toContain('ödeyeceksiniz');
  });

  test('tell what is in a parcel, and of a part that it is one: the days to withdraw begin with the last', async () => {
    const second = await world.done('catalog.product.create', { title: 'Fincan', price: 10_000, stock: 9 });
    const order = await orderOf(world, [{ productId, quantity: 2 }, { productId: second.id }]);
    const [cezve, fincan] = (await world.read('orders.get', { params: { ord: order.id } })).lines;
    const send = (lines: object[], number: string) =>
      world.done('order.ship', { orderId: order.id, carrier: 'yurtici', trackingNumber: number, lines });
    const delivered = (shipmentId: string) =>
      world.done('order.shipment.track', { orderId: order.id, shipmentId, state: 'delivered' });
    const one = await send([{ lineId: cezve.id, quantity: 1 }], '1');
    const two = await send(
      [
        { lineId: cezve.id, quantity: 1 },
        { lineId: fincan.id, quantity: 1 },
      ],
      '2',
    );
    await delivered(one.id);
    expect((await mails())[0]).toMatchObject({
      subject: `Siparişinizin bir kısmı teslim edildi: ${order.number}`,
      text: expect.stringMatching(/son parçasını teslim aldığınız günden[\s\S]*Cezve <No 2>: 1 adet\n\n/),
    });
    await delivered(two.id);
    const [last, , secondSent, firstSent] = await mails();
    expect(last?.text).toMatch(/Cayma hakkınızı teslim aldığınız günden[\s\S]*Cezve <No 2>: 1 adet\nFincan: 1 adet/);
    expect(secondSent?.text).toMatch(
      /bir kısmı kargoya verildi[\s\S]*Fincan: 1 adet\nKargo firması: Yurtiçi Kargo\nTakip numarası: 2/,
    );
    expect(firstSent?.subject).toBe(`Siparişinizin bir kısmı yola çıktı: ${order.number}`);
    // Of several parcels none says what is paid at the door.
    expect(`${secondSent?.text} ${firstSent?.text}`).not.toContain('ödeyeceksiniz');
  });

  test('promise the days to withdraw only of what a buyer may withdraw from', async () => {
    const { id: fresh } = await world.done('catalog.product.create', { title: 'Taze Lokum', price: 10_000, stock: 9 });
    await world.done('catalog.product.setDigital', { productId: fresh, withdrawalException: 'perishable' });
    const delivered = async (items: { productId: string }[], first?: number) => {
      const { id } = await orderOf(world, items);
      const [line] = (await world.read('orders.get', { params: { ord: id } })).lines;
      const lines = first === undefined ? {} : { lines: [{ lineId: line.id, quantity: first }] };
      const { id: shipmentId } = await world.done('order.ship', { orderId: id, carrier: 'yurtici', ...lines });
      await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
      return (await mails())[0]?.text;
    };
    expect(await delivered([{ productId }])).toContain(
      '\n\nCayma hakkınızı teslim aldığınız günden başlayarak 14 gün içinde kullanabilirsiniz.\n\n',
    );
    const none = await delivered([{ productId: fresh }]);
    expect(none).toContain('teslim edildi.\n\nTaze Lokum: 1 adet');
    expect(none).not.toContain('Cayma');
    const some = [{ productId: fresh }, { productId }];
    expect(await delivered(some)).toContain(
      '\n\nCayma hakkı istisnası olmayan ürünler için cayma hakkınızı teslim aldığınız günden başlayarak 14 gün',
    );
    expect(await delivered(some, 1)).toContain(
      '\n\nCayma hakkı istisnası olmayan ürünler için cayma hakkınızı siparişinizin son parçasını teslim aldığınız',
    );
  });
});
