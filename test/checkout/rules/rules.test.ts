import './installed';

import { type Enclave, openEnclave } from '../../../src/enclave';
import type { DecisionPoint } from '../../../src/provider/manifest-document';
import checkoutSettings from '../../../src/settings/settings.checkout.update';
import { Shopper } from '../../../src/simulator/shopper/shopper';
import { address } from '../../order/session';
import { hookThread } from '../../world/hook-thread';
import { noteOpen } from '../../world/open-things';
import { createWorld, type World } from '../../world/world';

const key = 'k'.repeat(43);
const extension = 'rules';

describe('what hooks decide', () => {
  let world: World;
  let enclave: Enclave;
  let stop: () => Promise<void>;
  let productId: string;
  beforeAll(async () => {
    world = await createWorld({ environment: { TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: key } });
    enclave = (await openEnclave(world.platform, world.config, world.platform.log, hookThread())) as Enclave;
    stop = noteOpen(() => enclave.stop());
    await owner('settings.checkout.update', checkoutSettings.example);
    productId = (await owner('catalog.product.create', { title: 'Cezve', price: 50_000, stock: 100 })).id;
    await owner('extension.install', { extension });
    await says('checkout.cart.validate', []);
    await owner('extension.enable', { extension });
  });
  afterAll(async () => {
    await stop();
    await world.close();
  });

  const owner = (command: string, payload: object) => world.done(command, payload, { as: world.owner });
  const says = (at: DecisionPoint, answer: readonly object[] | 'crash') =>
    owner('extension.configure', {
      extension,
      config: { at, answer: typeof answer === 'string' ? answer : JSON.stringify(answer) },
    });
  const ready = async (quantity = 2) => {
    const one = new Shopper({ url: enclave.url, key, storeId: world.storeId });
    await one.open([{ productId, quantity }]);
    const buyer = { name: address.name, email: 'ayse@example.com', phone: address.phone };
    const { body } = await one.fill({ buyer, shippingAddress: address, method: 'transfer' });
    return { one, shown: body, place: () => one.place(body.total ?? 0) };
  };
  const failures = async (point: DecisionPoint) => {
    const { hooks } = await world.read('extensions.ops.get', { params: { ext: extension } });
    return hooks.find((hook: { point: string }) => hook.point === point).failures;
  };

  test('how many pieces of a line there are: told once, and never more', async () => {
    await says('checkout.cart.validate', [{ op: 'capQty', lineId: 'l1', qty: 3 }]);
    const few = await ready(2);
    expect(few.shown).toMatchObject({ lines: [{ quantity: 2 }], notices: [] });
    const one = new Shopper({ url: enclave.url, key, storeId: world.storeId });
    expect((await one.open([{ productId, quantity: 5 }])).body).toMatchObject({
      lines: [{ quantity: 3 }],
      notices: [{ code: 'qty_capped', message: 'Bu ürün için adet sınırına ulaşıldı.', line: 'l1' }],
    });
    expect((await one.show()).body).toMatchObject({ lines: [{ quantity: 3 }], notices: [] });
  });

  test('what a line is capped at, as the next one sees it', async () => {
    const counting = { extension: 'rules-then' };
    await owner('extension.install', counting);
    await owner('extension.configure', { ...counting, config: {} });
    await owner('extension.enable', counting);
    await says('checkout.cart.validate', [{ op: 'capQty', lineId: 'l1', qty: 3 }]);
    const { shown } = await ready(5);
    expect(shown).toMatchObject({ lines: [{ quantity: 3 }], notices: [] });
    const one = new Shopper({ url: enclave.url, key, storeId: world.storeId });
    expect((await one.open([{ productId, quantity: 5 }])).body).toMatchObject({ notices: [{ code: 'qty_capped' }] });
    await says('checkout.cart.validate', []);
    expect((await one.fill({ lines: [{ productId, quantity: 5 }] })).body).toMatchObject({
      lines: [{ quantity: 5 }],
      notices: [{ code: 'too_many' }],
    });
    await owner('extension.disable', counting);
  });

  test('a configuration that is larger than hooks are given is refused', async () => {
    const large = { extension: 'rules', config: { at: 'x', answer: 'ş'.repeat(70_000) } };
    const { status, body } = await world.run('extension.configure', large, { as: world.owner });
    expect([status, body]).toMatchObject([422, { code: 'config_invalid', errors: [{ pointer: '/payload/config' }] }]);
  });

  test.each(['checkout.cart.validate', 'checkout.order.validate'] as const)(
    'that an order is not made, at %s',
    async (at) => {
      await says(at, [{ op: 'reject', code: 'on_holiday', messageCode: 'closed_today' }]);
      const { place } = await ready();
      expect(await place()).toMatchObject({
        status: 422,
        body: { code: 'order_rejected', reason: 'on_holiday', message: 'Sipariş şu anda oluşturulamıyor.' },
      });
    },
  );

  test('that nothing is shipped there', async () => {
    await says('checkout.shipping.rates', [{ op: 'filterRate', id: 'standart' }]);
    const { place } = await ready();
    expect((await place()).body).toMatchObject({
      code: 'shipping_unavailable',
      message: 'Bu adrese şu anda kargo yapılamıyor.',
    });
  });

  test('how else it is shipped, which the shopper chooses', async () => {
    await says('checkout.shipping.rates', [{ op: 'addRate', id: 'hizli', labelTR: 'Hızlı', kurus: 9_990 }]);
    const { one, shown } = await ready(1);
    expect(shown).toMatchObject({ rate: null, total: null, missing: ['rate'] });
    const { body } = await one.fill({ rate: 'hizli' });
    expect(body).toMatchObject({ rate: 'hizli', total: 59_990 });
    expect((await one.place(body.total)).body).toMatchObject({ total: 59_990 });
  });

  test('that there is no way to pay', async () => {
    await says(
      'checkout.payment.filter',
      ['cod', 'transfer'].map((methodId) => ({ op: 'exclude', methodId })),
    );
    const { shown, place } = await ready();
    expect(shown.methods).toEqual([]);
    expect((await place()).body).toMatchObject({ code: 'payment_unavailable' });
  });

  test('a discount is what the goods cost at most, and what costs nothing is not paid for', async () => {
    await says('checkout.pricing.adjust', [{ op: 'addDiscount', kurus: 10_000_000_000_000, label: 'Hediye' }]);
    const { one, shown } = await ready(1);
    expect(shown).toMatchObject({ discounts: [{ label: 'Hediye', kurus: 50_000, line: null }], total: 4_990 });
    expect((await one.place(4_990)).body).toMatchObject({ total: 4_990, payment: 'awaiting_transfer' });
  });

  test('a discount that ends meanwhile is a price that has changed', async () => {
    await says('checkout.pricing.adjust', [{ op: 'addDiscount', kurus: 1_000, label: 'Bugün' }]);
    const { one, shown } = await ready(1);
    await says('checkout.pricing.adjust', []);
    expect((await one.place(shown.total)).body).toMatchObject({ code: 'price_changed', line: null });
    expect((await one.place(shown.total + 1_000)).status).toBe(200);
  });

  test.each([
    'checkout.cart.validate',
    'checkout.pricing.adjust',
    'checkout.shipping.rates',
    'checkout.payment.filter',
  ] as const)('the checkout goes on without one that crashes at %s', async (at) => {
    await says(at, 'crash');
    const { place } = await ready(1);
    expect((await place()).status).toBe(200);
    expect(await failures(at)).toBeGreaterThan(0);
  });

  test('no order is made as long as the one that validates it crashes, five times; then it is made without', async () => {
    const at = 'checkout.order.validate';
    await says(at, 'crash');
    const { place } = await ready(1);
    for (let turn = 0; turn < 5; turn += 1)
      expect((await place()).body).toMatchObject({ code: 'order_rejected', reason: 'hook_failed' });
    expect(await failures(at)).toBe(5);
    expect((await place()).status).toBe(200);
    await says(at, []);
    await owner('extension.hook.deactivate', { extension, points: [at], active: true });
    expect((await (await ready(1)).place()).status).toBe(200);
    expect(await failures(at)).toBe(0);
  });
});
