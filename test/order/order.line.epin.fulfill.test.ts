import { Client } from 'pg';
import { newUlid } from '../../src/kernel/ids';
import { everythingKept } from '../world/everything';
import { lastOf, said } from '../world/story';
import type { RunOptions } from '../world/world';
import { createEpinShop, type EpinShop, takenByLine } from './epins';
import { returnsIn } from './returns';
import { completeSession, orderOf } from './session';

let shop: EpinShop;
beforeEach(async () => {
  shop = await createEpinShop();
});
afterEach(() => shop.world.close());

const mails = async (): Promise<{ to: string | null; subject: string; text: string }[]> =>
  (await shop.world.read('account.mails')).items;
const fulfill = (orderId: string, lineId: string, options: RunOptions = {}) =>
  shop.world.run('order.line.epin.fulfill', { orderId, lineId }, options);

describe('codes of an order', () => {
  test('come with its money, a code for each piece, and are delivered by that', async () => {
    const codes = await shop.add(3);
    const { id, number } = await shop.ordered(2);
    expect((await shop.read(id)).lines).toMatchObject([{ codes: null, codesShort: 0, delivered: 0 }]);
    expect(await shop.counts()).toMatchObject({ available: 3, allocated: 0 });
    await shop.confirm(id);
    const order = await shop.read(id);
    expect(order).toMatchObject({ payment: 'paid', fulfilment: 'delivered', lines: [{ codes: 2, codesShort: 0 }] });
    expect(order.timeline.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
      ['placed', null],
      ['paid', null],
      ['codes_given', '2'],
    ]);
    expect(await shop.counts()).toMatchObject({ available: 1, allocated: 2 });
    const [letter] = await mails();
    expect(letter).toMatchObject({ to: 'ayse@example.com', subject: `Dijital ürünleriniz: ${number}` });
    // Oldest first.
    for (const text of [codes[0], codes[1], 'Oyunda "Kod gir" deyin.']) expect(letter?.text).toContain(text);
    expect(letter?.text).not.toContain(codes[2]);
  });

  test('come with an order that has nothing to pay, and are sold for no cash on delivery', async () => {
    await shop.add(1);
    const { productId, world } = shop;
    const discount = { label: 'Hediye', kurus: 10_000, line: null };
    const gift = await orderOf(world, [{ productId }], {
      terms: { method: 'free', discounts: [discount], rate: null },
    });
    expect(await shop.read(gift.id)).toMatchObject({ fulfilment: 'delivered', lines: [{ codes: 1, delivered: 1 }] });
    expect((await mails()).map(({ subject }) => subject)).toContain(`Dijital ürünleriniz: ${gift.number}`);
    const sessionId = await completeSession(world, [{ productId }]);
    expect(await said(world.run('order.create', { sessionId }, { as: world.owner }))).toBe(
      '422 digital_kapida_disallowed',
    );
  });

  test('of a link it is told where it is, once it is paid', async () => {
    const { world } = shop;
    const { id: productId } = await world.done('catalog.product.create', {
      title: 'E-kitap',
      price: 9_000,
      requiresShipping: false,
    });
    await world.done('catalog.product.setDigital', {
      productId,
      digital: { kind: 'link', url: 'https://kitap.example/indir' },
    });
    const { id } = await orderOf(world, [{ productId }], { terms: { method: 'transfer', rate: null } });
    await shop.confirm(id);
    expect(await shop.read(id)).toMatchObject({ fulfilment: 'delivered', lines: [{ codes: null, codesShort: 0 }] });
    const [letter] = await mails();
    expect(letter?.text).toContain('https://kitap.example/indir');
  });

  test('stand nowhere but sealed in their pool', async () => {
    const codes = await shop.add(4);
    const { id } = await shop.paid(2);
    const { id: waiting } = await shop.ordered();
    await shop.world.run('order.transfer.confirm', { orderId: waiting }, { dryRun: true });
    await shop.paid(3);
    await shop.sweep();
    await lastOf(shop.world, id);
    const kept = JSON.stringify(await everythingOf(shop));
    for (const code of codes) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(Buffer.from(code).toString('hex'));
    }
  });
});

async function everythingOf({ world }: EpinShop): Promise<Record<string, string>> {
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  try {
    return await everythingKept({ rows: async (sql: string) => (await client.query(sql)).rows } as never);
  } finally {
    await client.end();
  }
}

describe('order.line.epin.fulfill', () => {
  test('completes a line that was left short, once there are codes', async () => {
    await shop.add(1);
    const { id } = await shop.paid(3);
    expect(await shop.read(id)).toMatchObject({
      fulfilment: 'partially_fulfilled',
      lines: [{ codes: 1, codesShort: 2 }],
    });
    expect((await mails())[0]?.text).toContain('2 adet kodunuzu hazır olur olmaz ayrıca göndereceğiz.');
    expect(await shop.sweep()).toBe(0);
    const codes = await shop.add(4);
    expect(await shop.sweep()).toBe(1);
    const order = await shop.read(id);
    expect(order).toMatchObject({ fulfilment: 'delivered', lines: [{ codes: 3, codesShort: 0, delivered: 3 }] });
    expect(await shop.counts()).toMatchObject({ available: 2, allocated: 3 });
    for (const code of codes.slice(0, 2)) expect((await mails())[0]?.text).toContain(code);
    expect(await lastOf(shop.world, order.lines[0].id)).toMatchObject({
      command: 'order.line.epin.fulfill',
      actor: { kind: 'system', id: 'epin-fulfilment' },
      cause: { orderId: id },
    });
    expect(await shop.sweep()).toBe(0);
  });

  test('gives in parts, and who bought first first', async () => {
    const [first, second] = [await shop.paid(2), await shop.paid(2)];
    const short = async () =>
      Promise.all([first, second].map(async ({ id }) => (await shop.read(id)).lines[0].codesShort));
    expect(await short()).toEqual([2, 2]);
    await shop.add(3);
    expect(await shop.sweep()).toBe(2);
    expect(await short()).toEqual([0, 1]);
    await shop.add(1);
    await shop.sweep();
    expect(await short()).toEqual([0, 0]);
    await takenByLine(shop);
  });

  test('is answered once, and refused of what is owed nothing or cannot be given', async () => {
    const { id } = await shop.paid(1);
    const [line] = (await shop.read(id)).lines;
    expect(await said(fulfill(id, line.id))).toBe('422 out_of_stock');
    await shop.add(2);
    const key = newUlid();
    const answer = { result: { orderId: id, lineId: line.id, given: 1, codesShort: 0 } };
    expect((await fulfill(id, line.id, { key })).body).toMatchObject(answer);
    expect(await fulfill(id, line.id, { key })).toMatchObject({ body: answer, replayed: true });
    expect(await shop.counts()).toMatchObject({ available: 1, allocated: 1 });
    expect(await said(fulfill(id, line.id))).toBe('409 invalid_state');
    const { id: waiting } = await shop.ordered(1);
    const [other] = (await shop.read(waiting)).lines;
    expect(await said(fulfill(waiting, other.id))).toBe('409 invalid_state');
    expect(await said(fulfill(id, other.id))).toBe('404 not_found');
  });

  test('is for whoever may write orders, and guards the rev that its caller saw', async () => {
    const { world } = shop;
    const { id } = await shop.paid(2);
    const [line] = (await shop.read(id)).lines;
    await shop.add(1);
    const few = { ...world.developer, scopes: new Set(['catalog:write'] as const) };
    await expect(fulfill(id, line.id, { as: few })).rejects.toMatchObject({ code: 'forbidden_scope' });
    expect(await said(fulfill(id, line.id, { expectedRev: 99 }))).toBe('409 rev_conflict');
    const { rev } = await shop.read(id);
    expect(await said(fulfill(id, line.id, { expectedRev: rev }))).toBe('200');
    expect((await shop.read(id)).lines[0]).toMatchObject({ codes: 1, codesShort: 1 });
  });

  test('gives nothing to a buyer who was forgotten, since nobody would be sent it', async () => {
    const { world } = shop;
    const { id } = await shop.paid(1);
    const { customer, lines } = await shop.read(id);
    await world.done('customer.anonymize', { customerId: customer.id }, { as: world.owner });
    await shop.add(1);
    expect(await shop.sweep()).toBe(0);
    expect(await said(fulfill(id, lines[0].id))).toBe('409 invalid_state');
    expect(await shop.counts()).toMatchObject({ available: 1, allocated: 0 });
  });

  test('gives nothing of what is cancelled or given back, and takes back no code that somebody has seen', async () => {
    const { id: cancelled } = await shop.ordered(2);
    await shop.world.done('order.cancel', { orderId: cancelled, reason: 'customer' });
    await shop.add(1);
    const { id } = await shop.paid(3);
    const refund = (quantity: number) =>
      shop
        .read(id)
        .then(({ lines: [{ id: lineId }] }) =>
          shop.world.done('order.refund.request', { orderId: id, lines: [{ lineId, quantity }], reason: 'Vazgeçti' }),
        );
    const failing = await refund(2);
    expect((await shop.read(id)).lines[0]).toMatchObject({ codes: 1, codesShort: 0 });
    await shop.add(5);
    expect(await shop.sweep()).toBe(0);
    await shop.world.done('order.refund.record', { refundId: failing.id, outcome: 'failed' });
    expect((await shop.read(id)).lines[0]).toMatchObject({ codes: 1, codesShort: 2 });
    await refund(1);
    expect(await shop.sweep()).toBe(1);
    expect((await shop.read(id)).lines[0]).toMatchObject({ codes: 2, codesShort: 0 });
    expect(await shop.counts()).toEqual({ available: 4, allocated: 2, voided: 0 });
    await refund(2);
    expect(await shop.counts()).toEqual({ available: 4, allocated: 2, voided: 0 });
    expect((await shop.read(cancelled)).lines[0]).toMatchObject({ codes: null, codesShort: 0 });
  });

  test('gives nothing of an order all of whose money is given back, however its amount was stated', async () => {
    await shop.add(2);
    const { id } = await shop.paid(4);
    const { total, lines } = await shop.read(id);
    const refund = (amount: number) =>
      shop.world.done('order.refund.request', { orderId: id, amount, reason: 'Vazgeçti' });
    const { id: first } = await refund(total - 1);
    expect((await shop.read(id)).lines[0]).toMatchObject({ codesShort: 2, keptUnits: [] });
    const { id: rest } = await refund(1);
    await shop.add(2);
    expect(await shop.sweep()).toBe(0);
    expect(await said(fulfill(id, lines[0].id))).toBe('409 invalid_state');
    for (const refundId of [first, rest])
      await shop.world.done('order.refund.record', { refundId, outcome: 'succeeded' });
    expect(await shop.sweep()).toBe(0);
    const after = await shop.read(id);
    expect(after).toMatchObject({ refund: 'full', fulfilment: 'delivered' });
    expect(after.lines[0]).toMatchObject({ codes: 2, codesShort: 0, keptUnits: [2, 3], unsent: 2 });
  });

  test('gives nothing for a piece that its buyer has given back before it had a code', async () => {
    const { world } = shop;
    const { id } = await shop.paid(2);
    const [{ id: lineId }] = (await shop.read(id)).lines;
    const back = await returnsIn(world).approved(id, [{ lineId, quantity: 1 }]);
    await world.done('order.return.receive', {
      returnId: back,
      lines: [{ lineId, quantity: 1, condition: 'unsent' }],
    });
    expect((await shop.read(id)).lines[0]).toMatchObject({ codes: 0, codesShort: 1 });
    await shop.add(2);
    expect([await shop.sweep(), await shop.sweep()]).toEqual([1, 0]);
    expect((await shop.read(id)).lines[0]).toMatchObject({ codes: 1, codesShort: 0, delivered: 1, unsent: 1 });
    expect(await shop.read(id)).toMatchObject({ fulfilment: 'delivered' });
    expect(await said(fulfill(id, lineId))).toBe('409 invalid_state');
  });
});
