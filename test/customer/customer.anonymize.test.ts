import { keepIdentity } from '../../src/checkout/buyer/identity/store';
import { newId, newUlid } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { keepFailedPayment } from '../order/card';
import { address, completeSession } from '../order/session';
import { type CallOptions, envelope, openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { everythingTold, tablesWith } from '../world/everything';
import { said as saidBy } from '../world/story';
import { startTestWorker } from '../world/worker';

describe('customer.anonymize', () => {
  let site: Site;
  let worker: RunningWorker;
  let owner: CallOptions;
  let developer: CallOptions;
  let agent: CallOptions;
  let productId: string;
  beforeAll(async () => {
    site = await openSite();
    worker = await startTestWorker(site.world);
    owner = { session: await site.login() };
    const scopes = ['orders:read', 'orders:write', 'catalog:read', 'proposals:write'] as const;
    developer = await site.mint('developer', scopes);
    agent = await site.mint('agent', scopes);
    productId = (await site.world.done('catalog.product.create', { title: 'Cezve', price: 9_000, stock: 99 })).id;
  });
  afterAll(async () => {
    await worker.stop();
    await site.close();
  });

  const send = (caller: CallOptions, command: string, payload: unknown, more: object = {}) =>
    site.call('POST', '/v1/commands', { ...caller, body: envelope(site.world.storeId, command, payload, more) });
  const done = async (caller: CallOptions, command: string, payload: unknown, more: object = {}) => {
    const { status, body } = await send(caller, command, payload, more);
    expect([status, body]).toEqual([expect.any(Number), expect.not.objectContaining({ code: expect.anything() })]);
    return body;
  };
  const get = async (path: string) => (await site.call('GET', path, owner)).body;

  /** A buyer all of whose texts stand nowhere else. */
  function buyer() {
    const mark = () => newUlid().toLowerCase();
    const said = {
      name: `Ayşe ${mark()}`,
      email: `${mark()}@example.com`,
      street: `Sokak ${mark()}`,
      note: `Not ${mark()}`,
      identityId: `kimlik-${mark()}`,
      merchant: `Esnaf ${mark()}`,
      words: `Söz ${mark()}`,
    };
    const session = {
      buyerName: said.name,
      buyerEmail: said.email,
      buyerPhone: `+9053${String(Math.random()).slice(2, 10)}`,
      shippingAddress: { ...address, name: said.name, address: said.street },
      note: said.note,
    };
    return { said, session };
  }
  type Buyer = ReturnType<typeof buyer>;
  const placed = async ({ session }: Buyer, identityNumber?: string) => {
    const { world } = site;
    const sessionId = await completeSession(world, [{ productId }], session);
    if (identityNumber)
      await world.database.transaction(world.storeId, async (tx) => {
        const row = { id: newId('byi'), number: identityNumber };
        await keepIdentity(tx, world.platform.services.secretBox, world.storeId, { sessionId }, row);
        return { keep: true, value: undefined };
      });
    const { result } = await done(owner, 'order.create', { sessionId });
    return { orderId: result.id as string, ...((await get(`/v1/orders/${result.id}`)) as { customerId: string }) };
  };

  /** What a carrier, the buyer and a bank have said of an order since. */
  async function spokenOf(orderId: string, words: string) {
    const { lines } = (await get(`/v1/orders/${orderId}`)) as { lines: { id: string }[] };
    const { result: parcel } = await done(developer, 'order.ship', { orderId, carrier: 'yurtici' });
    const track = (state: string, more: object = {}) =>
      done(developer, 'order.shipment.track', { orderId, shipmentId: parcel.id, state, ...more });
    await track('delivered');
    await track('in_transit', { reason: words });
    await track('delivered');
    await done(developer, 'order.cod.collect', { orderId });
    const claim = { orderId, kind: 'claim', lines: [{ lineId: lines[0]?.id, quantity: 1 }], note: words };
    await done(owner, 'order.return.request', claim);
    const asked = await done(developer, 'order.refund.request', { orderId, amount: 100, reason: words });
    await done(developer, 'order.refund.record', {
      refundId: asked.result.id,
      outcome: 'failed',
      failure: `${words} hesabı kapatmış`,
    });
  }

  test('leaves what the law wants of orders, and nothing of the buyer anywhere else', async () => {
    const who = buyer();
    const { said } = who;
    const { orderId, customerId } = await placed(who, '17291716060');
    // Another order of the same, and a session that came to none.
    const { orderId: second } = await placed({
      ...who,
      session: { ...who.session, buyerEmail: said.email.toUpperCase() },
    });
    const sessionId = await completeSession(site.world, [{ productId }], who.session);
    const failed = (session: string, failure: string) => keepFailedPayment(site.world, session, failure);
    await failed(sessionId, `${said.words} kartı reddedildi`);
    const owed = await failed(sessionId, `amount_mismatch: ${said.words} hesabı kapalı`);
    // Of a session that is swept by now: the first card was refused, the second has paid for the order.
    const swept = newId('chs');
    await failed(swept, `${said.words} limiti yetersiz`);
    await site.rows(
      `UPDATE payment SET state = 'captured', provider_id = '1', captured_at = now(), failure = NULL, order_id = $1 WHERE id = $2`,
      [orderId, await failed(swept, 'expired')],
    );
    await done(owner, 'customer.identity.attach', { orderId, identityId: said.identityId });
    await done(developer, 'order.note.add', { orderId, text: said.merchant });
    await spokenOf(orderId, said.words);
    // Until then whoever works on the order reads what was said.
    const words = { reason: said.words, failure: expect.stringContaining(said.words) };
    expect(await get(`/v1/orders/${orderId}`)).toMatchObject({ refunds: [words] });
    const { proposalId } = await done(agent, 'order.note.add', { orderId, text: `${said.merchant} öneri` });
    await done(agent, 'customer.identity.unlink', { identityId: said.identityId });
    await eventually(async () => {
      const { items } = await get('/v1/account/mails');
      return items.length >= 2 && items.every(({ state }: { state: string }) => state !== 'queued');
    });

    const { result: preview } = await (async () => {
      const { idempotencyKey: _, ...unkeyed } = envelope(site.world.storeId, 'customer.anonymize', { customerId });
      const { status, body } = await site.call('POST', '/v1/commands', {
        ...developer,
        body: { ...unkeyed, dryRun: true },
      });
      expect(status).toBe(200);
      const changed = body.preview.changes.map(({ entity, field, after }: Record<string, unknown>) => [
        entity,
        field,
        after,
      ]);
      for (const field of ['name', 'email', 'phone', 'identityId'])
        expect(changed).toContainEqual(['customer', field, null]);
      expect(changed).toContainEqual(['order', 'buyerNote', null]);
      expect(changed).toContainEqual(['orderEvent', 'text', null]);
      expect(changed).toContainEqual(['orderReturn', 'note', null]);
      for (const field of ['reason', 'failure']) expect(changed).toContainEqual(['refund', field, null]);
      return body.preview;
    })();
    expect(preview).toMatchObject({ ordersKept: 2, ordersOpen: 1 });
    // A dry run ends nothing.
    expect((await get(`/v1/orders?text=${encodeURIComponent(said.name)}`)).items).toHaveLength(2);

    const { result } = await done(developer, 'customer.anonymize', { customerId });
    expect(result).toMatchObject({ id: customerId, anonymizedAt: expect.any(String), ordersKept: 2 });

    const left: Record<string, readonly string[]> = {};
    for (const [what, text] of Object.entries(said)) {
      const mark = text.replace(/^[^a-z0-9]*[A-Za-zşğüöçı]+[ -]/, '').replace('@example.com', '');
      left[what] = await tablesWith(site, mark);
      left[`${what} in capitals`] = await tablesWith(site, mark.toUpperCase());
    }
    // The contract and the invoice: who bought, and where it went.
    expect(Object.entries(left).filter(([, tables]) => tables.length > 0)).toEqual([
      ['name', ['store_order']],
      ['email', ['store_order']],
      ['email in capitals', ['store_order']],
      ['street', ['store_order']],
    ]);
    expect(await tablesWith(site, who.session.buyerPhone)).toEqual(['store_order']);
    const told = await everythingTold(site.world, site);
    expect(told).toContain('mailDelivery');
    for (const text of Object.values(said)) expect(told).not.toContain(text.slice(-20));

    // Why money has to be given back is no matter of the person's.
    const [row] = await site.rows<{ failure: string }>('SELECT failure FROM payment WHERE id = $1', [owed]);
    expect(row?.failure).toBe('amount_mismatch');

    const order = await get(`/v1/orders/${orderId}`);
    expect(order).toMatchObject({
      buyerName: said.name,
      shippingAddress: { address: said.street },
      buyerNote: null,
      identityStated: true,
    });
    expect(order).toMatchObject({ refunds: [{ reason: null, failure: null }] });
    expect(order.timeline.find(({ kind }: { kind: string }) => kind === 'note')).toMatchObject({ text: null });
    // It belongs to the invoice.
    expect((await site.call('POST', `/v1/orders/${orderId}/identity`, { ...owner, body: {} })).body).toEqual({
      identityNumber: '17291716060',
    });
    for (const search of [said.name, said.email, who.session.buyerPhone.slice(-10)])
      expect((await get(`/v1/orders?text=${encodeURIComponent(search)}`)).items).toEqual([]);
    expect((await get(`/v1/orders?text=cezve`)).items.length).toBeGreaterThanOrEqual(2);
    const { items } = await get('/v1/account/mails');
    expect(JSON.stringify(items)).not.toContain(said.name);
    expect(JSON.stringify(await get(`/v1/audit?entity=${customerId}&limit=100`))).not.toContain(said.name);
    expect(JSON.stringify(await get(`/v1/proposals/${proposalId}`))).not.toContain(said.merchant);
    // The shop goes on with its orders.
    await done(developer, 'order.ship', { orderId: second, carrier: 'yurtici' });
  }, 120_000);

  test('is for good, once, and nobody is attached afterwards', async () => {
    const who = buyer();
    const { orderId, customerId } = await placed(who);
    const anonymize = (more: object = {}) => site.world.run('customer.anonymize', { customerId, ...more });
    expect(await saidBy(anonymize({ expectedRev: 99 }))).toBe('409 rev_conflict');
    expect(await saidBy(anonymize())).toBe('200');
    expect(await saidBy(anonymize())).toBe('409 invalid_state');
    const { items } = await get(`/v1/audit?entity=${customerId}&command=customer.anonymize&outcome=done`);
    expect(items).toMatchObject([{ inverse: null, changes: expect.arrayContaining([expect.anything()]) }]);
    expect(JSON.stringify(items)).toContain('ended');
    const attach = { orderId, identityId: 'kimlik-9' };
    expect(await saidBy(site.world.run('customer.identity.attach', attach, { as: site.world.owner }))).toBe(
      '409 invalid_state',
    );
    expect(await saidBy(site.world.run('customer.anonymize', { customerId: newId('cus') }))).toBe('404 not_found');
    const stranger = site.world.run('customer.anonymize', { customerId }, { as: site.world.other.developer });
    expect(await saidBy(stranger)).toBe('404 not_found');
    // Who comes again is somebody new.
    const again = await placed(who);
    expect(again.customerId).not.toBe(customerId);
  });

  test('against an order that is placed at the same time: it is among the forgotten ones, or its session is empty', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const who = buyer();
      const { customerId } = await placed(who);
      const sessionId = await completeSession(site.world, [{ productId }], who.session);
      const [anonymized, created] = await Promise.all([
        site.world.run('customer.anonymize', { customerId }),
        site.world.run('order.create', { sessionId }, { as: site.world.owner }),
      ]);
      const { result } = anonymized.body as { result: { ordersKept: number } };
      expect([anonymized.status, result.ordersKept, created.status]).toEqual(
        created.status === 200 ? [200, 2, 200] : [200, 1, 422],
      );
      expect((await get(`/v1/orders?text=${encodeURIComponent(who.said.name)}`)).items).toEqual([]);
      expect(await tablesWith(site, who.said.name)).toEqual(['store_order']);
    }
  });
});
