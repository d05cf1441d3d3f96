import { ulid } from 'ulid';
import { createRetentionActivities } from '../../activities/retention.sweep';
import { getProduct, saveProduct } from '../../src/catalog/product/store';
import { canonicalJson } from '../../src/kernel/canonical';
import type { Transaction } from '../../src/kernel/database/queryable';
import { command } from '../../src/kernel/declaration/command';
import { digestOf } from '../../src/kernel/digest';

import { Contention } from '../../src/kernel/errors';
import { newUlid } from '../../src/kernel/ids';
import { object } from '../../src/kernel/schema/schema';
import { onTrial } from '../../src/kernel/trial/trial';
import { createWorld, type World } from '../world/world';

const DAY_MS = 86_400_000;

describe('callers who meet', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  test('400 at once set the price of one product without stating a rev: all of them do', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 1 });
    const replies = await Promise.all(
      Array.from({ length: 400 }, (_, index) => world.run('catalog.price.set', { targetId: id, price: index + 2 })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => (body as { result: { rev: number } }).result.rev)).size).toBe(400);
    expect((await world.read('catalog.products.get', { params: { prd: id } })).rev).toBe(401);
  });

  test('without a rev two patches come out as if one had come after the other: fields merge, and a list is one field', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 1, brand: 'Eski' });
    const patches = [
      { title: 'Tava', tags: ['yaz'] },
      { brand: 'Ada', tags: ['kış'] },
    ];
    const replies = await Promise.all(
      patches.map((patch) => world.run('catalog.product.update', { productId: id, ...patch })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const later = replies.findIndex(({ body }) => (body as { result: { rev: number } }).result.rev === 3);
    expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({
      ...{ title: 'Tava', brand: 'Ada', rev: 3 },
      tags: patches[later]?.tags,
    });
  });

  test('stating a rev decides: one of them has it, the others are told the new one', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 1 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, price) =>
        world.run('catalog.price.set', { targetId: id, price: price + 2, expectedRev: 1 }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of replies.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({ code: 'rev_conflict', currentRev: 2 });
  });

  test.each([
    ['with the transaction', async (_: Transaction, save: () => void) => save()],
    [
      'with the next statement',
      (tx: Transaction, save: () => void) => {
        save();
        return tx.query('SELECT 1');
      },
    ],
    [
      'where it is kept',
      (tx: Transaction, save: () => void) => tx.savepoint(async () => ({ keep: true, value: save() })),
    ],
    ['where it is only tried', (tx: Transaction, save: () => void) => onTrial(tx, async () => save())],
  ])('a write that another one overtook fails %s, and nothing of it stays', async (where, saving) => {
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 1 });
    const { storeId, database } = world;
    let reached = false;
    const late = database.transaction(storeId, async (tx) => {
      const before = await getProduct(tx, storeId, id);
      await world.done('catalog.price.set', { targetId: id, price: 2 });
      await saving(tx, () => void saveProduct(tx, storeId, before, { ...before, title: 'Tava', price: 3 }, new Date()));
      reached = true;
      return { keep: true, value: undefined };
    });
    await expect(late).rejects.toMatchObject({ constructor: Contention, subject: id });
    expect(reached).toBe(where === 'with the transaction');
    expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({
      title: 'Cezve',
      price: 2,
      rev: 2,
    });
    expect((await world.read('catalog.products.list', { query: { text: 'tava' } })).items).toEqual([]);
  });

  test('a call that is overtaken every time is asked to come back, and its key is still free', async () => {
    let overtaken = true;
    const unlucky = command({
      id: 'test.unlucky',
      label: { tr: 'Dene', en: 'Try' },
      summary: 'Is overtaken as long as the test wants.',
      policy: 'propose',
      scope: 'store:admin',
      payload: object({}),
      result: object({}),
      refuses: [],
      example: {},
      async run() {
        if (overtaken) throw new Contention('prd_1', 'prd_1 changed meanwhile.');
        return {};
      },
    });
    const call = { principal: world.developer, mutation: unlucky as never, payload: {}, key: newUlid() };
    await expect(world.bus.execute(call)).rejects.toMatchObject({
      code: 'unavailable',
      options: { retryAfterSeconds: expect.any(Number) },
    });
    expect((await world.read('audit.list', { query: { command: 'test.unlucky' } })).items).toEqual([]);
    overtaken = false;
    expect(await world.bus.execute(call)).toMatchObject({ status: 200, replayed: false });
  });
});

test('an outcome is kept as long as its key may be sent, also when the key was stamped ahead', async () => {
  let now = new Date();
  const world = await createWorld({ now: () => now });
  const aged = async (days: number): Promise<void> => {
    await world.sql(`UPDATE command_outcome SET created_at = created_at - interval '${days} days'`);
    await createRetentionActivities(world.database).sweepExpired();
  };
  const kept = async (): Promise<number> =>
    (await world.database.reader(world.storeId).query('SELECT 1 FROM command_outcome')).length;
  const ahead = ulid(now.getTime() + DAY_MS - 60_000);
  const create = () => world.run('catalog.product.create', { title: 'Cezve', price: 1 }, { key: ahead });
  const first = await create();
  now = new Date(now.getTime() + 30.5 * DAY_MS);
  await aged(30.5);
  expect(await create()).toMatchObject({ body: first.body, replayed: true });
  now = new Date(now.getTime() + 2 * DAY_MS);
  await expect(create()).rejects.toMatchObject({ code: 'idempotency_key_expired' });
  await aged(2);
  expect(await kept()).toBe(0);
  await world.close();
});

test('what is hashed is hashed whole, however deep it goes', () => {
  const nested = (depth: number, core: unknown): unknown => (depth === 0 ? core : { in: nested(depth - 1, core) });
  expect(digestOf(nested(500, 1))).not.toBe(digestOf(nested(500, 2)));
  expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }));
});
