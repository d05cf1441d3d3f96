import { newUlid } from '../../src/kernel/ids';
import { mailDelivery } from '../../src/mail/contract';
import { orderOf } from '../order/session';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { type Inbox, openInbox } from './inbox';

/** A shop that wrote before there was a mail server, and the same shop once there is one. */
describe('mails that were kept', () => {
  let inbox: Inbox;
  let world: World;
  let worker: Awaited<ReturnType<typeof startTestWorker>> | undefined;

  /** @returns the ids of the letters, oldest first */
  async function kept(orders: number): Promise<string[]> {
    const early = await createWorld({ stays: true });
    const running = await startTestWorker(early);
    try {
      const { id: productId } = await early.done('catalog.product.create', { title: 'Cezve', price: 9_900, stock: 99 });
      for (let made = 0; made < orders; made += 1)
        await orderOf(early, [{ productId }], { terms: { method: 'transfer' } });
      await eventually(async () => (await statesIn(early)).every(({ state }) => state === 'kept'));
      expect(await send(early, { body: {} })).toMatchObject({ code: 'invalid_state', state: 'no_mail_server' });
      // A delivery that is still open when its worker goes is one that the next shop would wait for.
      for (const { id } of await statesIn(early))
        await early.platform.temporal.workflow.getHandle(mailDelivery.workflowId(id)).result();
    } finally {
      await running.stop();
    }
    const letters = (await statesIn(early)).map(({ id }) => id);
    await early.close();
    inbox = await openInbox(0);
    world = await createWorld({ from: early, environment: { SMTP_URL: inbox.url } });
    return letters;
  }

  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await world.close();
    await inbox.close();
  });

  const statesIn = (of: World) =>
    of.database
      .reader(of.storeId)
      .query<{ id: string; state: string }>('SELECT id, state FROM mail WHERE store_id = $1 ORDER BY id', [of.storeId]);
  const states = async (): Promise<string[]> => (await statesIn(world)).map(({ state }) => state);
  const send = (of: World, { body, key = newUlid() }: { readonly body: object; readonly key?: string }) =>
    of.read('mail.send', { body, idempotencyKey: key });
  const older = (id: string, days: number): Promise<void> =>
    world.sql(`UPDATE mail SET created_at = created_at - interval '${days} days' WHERE id = '${id}'`);
  const idsTaken = (): string[] => inbox.taken.map(({ id }) => id).toSorted();
  const messageIds = (ids: readonly string[]): string[] => ids.map((id) => `<${id}@localhost>`).toSorted();

  test('stay when a mail server comes, go out once when an owner says so, and not again with the same call', async () => {
    const [old, ...recent] = await kept(3);
    await older(old as string, 4);
    worker = await startTestWorker(world);
    // Whoever would send them by itself has had its time: a letter of now has come.
    const { items } = await world.read('catalog.products.list');
    await orderOf(world, [{ productId: items[0].id }], { terms: { method: 'transfer' } });
    // The mail server has the letter a moment before the shop writes so.
    await eventually(async () => (await states()).join() === 'kept,kept,kept,sent');
    expect(inbox.taken).toHaveLength(1);

    const key = newUlid();
    expect(await send(world, { body: {}, key })).toEqual({ sending: 2, left: 0 });
    expect(await send(world, { body: {}, key })).toEqual({ sending: 2, left: 0 });
    await eventually(async () => (await states()).join() === 'kept,sent,sent,sent');
    expect(await send(world, { body: {} })).toEqual({ sending: 0, left: 0 });
    const [newest] = (await statesIn(world)).slice(-1);
    expect(idsTaken()).toEqual(messageIds([...recent, newest?.id as string]));
  });

  test('are sent by their names when they are older, by whoever is first, and never twice', async () => {
    const [old, other] = (await kept(2)) as [string, string];
    for (const id of [old, other]) await older(id, 30);
    const told = await Promise.all([1, 2, 3, 4].map(() => send(world, { body: { mailIds: [old, other] } })));
    expect(told.filter(({ code }) => code === 'invalid_state')).toHaveLength(3);
    expect(told).toContainEqual({ sending: 2, left: 0 });
    worker = await startTestWorker(world);
    await eventually(async () => (await states()).join() === 'sent,sent');
    expect(idsTaken()).toEqual(messageIds([old, other]));
    expect(await send(world, { body: { mailIds: [old] } })).toMatchObject({ code: 'invalid_state', state: 'sent' });
    expect(await send(world, { body: { mailIds: [`mai_${newUlid()}`] } })).toMatchObject({ code: 'not_found' });
    expect(inbox.taken).toHaveLength(2);
  });

  test('say what stands now, and reach nobody who was forgotten', async () => {
    const [first, second] = (await kept(2)) as [string, string];
    const orders = (await world.read('orders.list')).items as { id: string; number: string }[];
    const about = await world.database
      .reader(world.storeId)
      .query<{ id: string; about: string }>('SELECT id, about FROM mail WHERE store_id = $1', [world.storeId]);
    const orderOfMail = (id: string) =>
      orders.find((order) => order.id === about.find((mail) => mail.id === id)?.about);
    await world.done('order.cancel', { orderId: orderOfMail(first)?.id as string, reason: 'customer' });
    worker = await startTestWorker(world);
    expect(await send(world, { body: { mailIds: [first] } })).toMatchObject({ sending: 1 });
    // And the letter of the cancellation.
    await eventually(async () => !(await states()).includes('queued'));
    // Nobody is asked for money that nobody waits for.
    expect(inbox.taken.find(({ id }) => id === `<${first}@localhost>`)?.text).not.toContain('hesaba');
    const shown = (await world.read('account.mails')).items as { id: string; text: string }[];
    expect(shown.find(({ id }) => id === second)?.text).toContain('hesaba');
    const { customer } = await world.read('orders.get', { params: { ord: orderOfMail(second)?.id as string } });
    await world.done('customer.anonymize', { customerId: customer.id }, { as: world.owner });
    const before = inbox.taken.length;
    await send(world, { body: { mailIds: [second] } });
    await eventually(async () => !(await states()).includes('queued'));
    expect((await statesIn(world)).find(({ id }) => id === second)?.state).toBe('dropped');
    expect(inbox.taken).toHaveLength(before);
  });

  test('leave a trace of who sent them, and are no matter of tokens', async () => {
    const [letter] = (await kept(1)) as [string];
    await send(world, { body: {} });
    const { items } = await world.read('audit.list', { query: { entity: letter } });
    expect(items).toMatchObject([
      {
        command: 'mail.send',
        actor: { kind: 'owner' },
        changes: [{ entity: 'mail', id: letter, before: { state: 'kept' }, after: { state: 'queued' } }],
      },
    ]);
    for (const as of [world.developer, world.agent])
      await expect(world.read('mail.send', { as, body: {}, idempotencyKey: newUlid() })).rejects.toMatchObject({
        code: 'owner_only',
      });
    const listed = (query: Record<string, unknown>) => world.read('account.mails', { query });
    expect((await listed({ state: 'kept' })).items).toEqual([]);
    expect((await listed({ state: 'queued' })).items).toMatchObject([{ id: letter, state: 'queued' }]);
  });
});

describe('without a mail server', () => {
  test.each([
    ['', false],
    ['smtp://127.0.0.1:9', true],
  ])('with SMTP_URL=%s readiness says whether mails are sent', async (url, sends) => {
    const world = await createWorld({ environment: { SMTP_URL: url } });
    try {
      const { points } = await world.read('store.health.get');
      expect(points.find(({ point }: { point: string }) => point === 'mails')).toMatchObject({
        done: sends,
        blocks: sends ? [] : ['checkout_disabled'],
        mend: { page: '/panel/mails' },
      });
    } finally {
      await world.close();
    }
  });
});
