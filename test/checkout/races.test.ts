import fc from 'fast-check';
import { type Enclave, openEnclave } from '../../src/enclave';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { type Said, Shopper } from '../../src/simulator/shopper/shopper';
import { address } from '../order/session';
import { hookThread } from '../world/hook-thread';
import { noteOpen } from '../world/open-things';
import { runsOf } from '../world/runs';
import { createWorld, type World } from '../world/world';

const key = 'k'.repeat(43);
const PRICE = 10_000;
const settings = { ...checkoutSettings.example, shippingFee: 0, freeShippingFrom: null, cashOnDeliveryFee: 0 };

/** What one step fills in, and what of an order says so. */
const steps = {
  quantity: (productId: string) => ({ lines: [{ productId, quantity: 4 }] }),
  address: () => ({ shippingAddress: { ...address, province: 'Ankara', district: 'Çankaya' } }),
  buyer: () => ({ buyer: { name: 'Mehmet Öztürk', email: 'mehmet@example.com', phone: '+905339876543' } }),
  note: () => ({ note: 'Zile basmayın.' }),
  method: () => ({ method: 'transfer' }),
} as const;
type Word = keyof typeof steps;
const words = Object.keys(steps) as Word[];
const before = { quantity: 1, address: 'İstanbul', buyer: 'Ayşe Yılmaz', note: null, method: 'cod' } as const;
const after = { quantity: 4, address: 'Ankara', buyer: 'Mehmet Öztürk', note: 'Zile basmayın.', method: 'transfer' };

describe('steps of one session that come at once', () => {
  let world: World;
  let enclave: Enclave;
  let stop: () => Promise<void>;
  let productId: string;
  beforeAll(async () => {
    world = await createWorld({ environment: { TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: key } });
    enclave = (await openEnclave(world.platform, world.config, world.platform.log, hookThread())) as Enclave;
    stop = noteOpen(() => enclave.stop());
    await world.done('settings.checkout.update', settings, { as: world.owner });
    productId = (await world.done('catalog.product.create', { title: 'Bakır Cezve', price: PRICE, stock: null })).id;
  });
  afterAll(async () => {
    await stop();
    await world.close();
  });

  const ready = async () => {
    const one = new Shopper({ url: enclave.url, key, storeId: world.storeId });
    const { body } = await one.open([{ productId, quantity: 1 }]);
    const buyer = { name: before.buyer, email: 'ayse@example.com', phone: address.phone };
    await one.fill({ buyer, shippingAddress: address, method: before.method });
    return { one, id: body.id as string };
  };
  /** What a session says. */
  const kept = async (id: string) => {
    const [row] = await world.database.reader(world.storeId).query<Record<Word, unknown>>(
      `SELECT cart->0->'quantity' AS quantity, shipping_address->>'province' AS address, buyer_name AS buyer, note, method
         FROM checkout_session WHERE store_id = $1 AND id = $2`,
      [world.storeId, id],
    );
    return row;
  };
  const expected = (taken: readonly Word[]) =>
    Object.fromEntries(words.map((word) => [word, taken.includes(word) ? after[word] : before[word]]));
  const codes = ({ status, body }: Said): string => (status < 400 ? String(status) : `${status} ${body.code}`);

  test('all count that were answered so', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(words, { minLength: 2 }), async (taken) => {
        const { one, id } = await ready();
        const answers = await Promise.all([...taken.map((word) => one.fill(steps[word](productId))), one.show()]);
        expect(answers.map(codes)).toEqual(answers.map(() => '200'));
        expect(await kept(id)).toEqual(expected(taken));
      }),
      { numRuns: runsOf(15) },
    );
  });

  test('the order is of those that were answered so, at the total that was agreed to, and of none else', async () => {
    const delays = fc.tuple(...words.map(() => fc.integer({ min: 0, max: 30 })));
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(words, { minLength: 1 }), delays, async (taken, waits) => {
        const { one, id } = await ready();
        const later = (word: Word, place: number) =>
          new Promise<Said>((resolve, reject) => {
            setTimeout(() => one.fill(steps[word](productId)).then(resolve, reject), waits[place]);
          });
        const [placed, ...filled] = await Promise.all([one.place(PRICE), ...taken.map(later)]);
        const answers = filled.map(codes);
        expect(answers.filter((code) => code !== '200' && code !== '409 invalid_state')).toEqual([]);
        expect(['200', '422 amount_mismatch']).toContain(codes(placed));
        const counted = taken.filter((_, place) => answers[place] === '200');
        expect(await kept(id)).toEqual(expected(counted));
        if (placed.status !== 200) return;
        made += 1;
        expect(placed.body.total).toBe(PRICE);
        const order = await world.read('orders.get', { params: { ord: placed.body.id } });
        expect({
          quantity: order.lines[0].quantity,
          address: order.shippingAddress.province,
          buyer: order.buyerName,
          note: order.buyerNote,
          method: order.paymentMethod,
        }).toEqual(expected(counted));
      }),
      { numRuns: runsOf(25) },
    );
    expect(made).toBeGreaterThan(0);
  });

  test('an order that is made of a session says what its shopper agreed to, whatever the session says by then', async () => {
    const { one, id } = await ready();
    const rev = async () =>
      (
        await world.database
          .reader(world.storeId)
          .query<{ rev: number }>('SELECT rev FROM checkout_session WHERE store_id = $1 AND id = $2', [
            world.storeId,
            id,
          ])
      )[0]?.rev;
    const sessionRev = await rev();
    await one.fill(steps.address());
    const create = (payload: object) => world.run('order.create', { sessionId: id, ...payload }, { as: world.owner });
    expect((await create({ sessionRev })).body).toMatchObject({ code: 'amount_mismatch' });
    expect(await create({ sessionRev: await rev() })).toMatchObject({ status: 200 });
  });

  test('once it is an order it is shown as it was ordered, and takes no step', async () => {
    const { one } = await ready();
    const placed = await one.place(PRICE);
    await world.done('catalog.price.set', { targetId: productId, price: PRICE * 2 });
    const shown = { orderId: placed.body.id, total: PRICE, lines: [{ unitPrice: PRICE }], missing: [], notices: [] };
    expect(await one.show()).toMatchObject({ status: 200, body: shown });
    const refused = [
      await one.fill({ note: 'x' }),
      await one.validate(),
      await one.pay(PRICE, 'https://magaza.example/'),
    ];
    expect(refused.map(codes)).toEqual(Array(3).fill('409 invalid_state'));
    expect(codes(await one.place(PRICE * 2))).toBe('422 amount_mismatch');
    expect((await one.place(PRICE)).body.id).toBe(placed.body.id);
    await world.done('catalog.price.set', { targetId: productId, price: PRICE });
  });

  test('a buyer who is forgotten meanwhile does not come back', async () => {
    const { one: first } = await ready();
    const placed = await first.place(PRICE);
    const { customer } = await world.read('orders.get', { params: { ord: placed.body.id } });
    const { one, id } = await ready();
    let isOver = false;
    const filling = (async () => {
      for (let turn = 0; !isOver; turn += 1) await one.fill({ note: `Not ${turn}` });
    })();
    await world.done('customer.anonymize', { customerId: customer.id }, { as: world.owner });
    isOver = true;
    await filling;
    expect(await kept(id)).toMatchObject({ buyer: null, address: null });
  });
});
