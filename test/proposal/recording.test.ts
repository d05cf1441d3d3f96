import { Client } from 'pg';
import type { UnkeyedCall } from '../../src/kernel/bus/call';
import { lockOf } from '../../src/kernel/database/locks';
import { command } from '../../src/kernel/declaration/command';
import type { Principal } from '../../src/kernel/declaration/principal';
import type { Refusal } from '../../src/kernel/errors';
import { newUlid } from '../../src/kernel/ids';
import { object, t } from '../../src/kernel/schema/schema';
import { holding as held } from '../world/held';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('recording', () => {
  let agents: Agents;
  beforeEach(async () => {
    agents = await worldWithAgents({ environment: { TEZGAH_DATABASE_POOL: '4' } });
  });
  afterEach(() => agents.close());

  const product = async (title: string, more = {}): Promise<string> =>
    (await agents.world.done('catalog.product.create', { title, price: 12_990, stock: 50, ...more })).id;

  const holding = (sql: string, values: readonly unknown[]) => held(agents.world, sql, values);

  /** Which items each item was recorded on top of. */
  const buildsOn = async (): Promise<number[][]> => {
    const rows = await agents.world.database
      .reader(agents.world.storeId)
      .query<{ buildsOn: number[] }>(
        'SELECT builds_on AS "buildsOn" FROM proposal_item WHERE store_id = $1 ORDER BY recorded_at, seq',
        [agents.world.storeId],
      );
    return rows.map((row) => row.buildsOn);
  };

  const LEDGER = `SELECT pg_advisory_xact_lock(${lockOf('ledger', '$1')})`;
  const PRODUCT = 'SELECT 1 FROM catalog_product WHERE store_id = $1 AND id = $2 FOR UPDATE';
  const TURN = `SELECT pg_advisory_xact_lock(${lockOf('recording', '$1')})`;

  describe('beside live commands', () => {
    test('neither a recording nor a dry run waits for whoever numbers the ledger', async () => {
      const plain = await product('Cezve');
      const varied = await product('Fincan', { variants: [{ title: 'S', stock: 3 }] });
      const [variant] = (await agents.world.read('catalog.products.get', { params: { prd: varied } })).variants;
      const release = await holding(LEDGER, [agents.world.storeId]);
      for (const [command, payload] of [
        ['catalog.stock.adjust', { targetId: plain, delta: 2 }],
        ['catalog.stock.set', { targetId: variant.id, stock: 9 }],
        ['catalog.product.create', { title: 'Tepsi', price: 100, stock: 4 }],
        ['catalog.product.setVariants', { productId: varied, variants: [{ title: 'M', stock: 1 }] }],
      ] as const) {
        expect(await agents.world.run(command, payload, { dryRun: true })).toMatchObject({ status: 200 });
        await agents.propose(command, payload);
      }
      await release();
    });

    test('a stock change shows what it will do, and later items see it', async () => {
      const id = await product('Cezve');
      const live = await agents.world.run('catalog.stock.adjust', { targetId: id, delta: 0 });
      expect(live.status).toBe(200);
      await agents.propose('catalog.stock.adjust', { targetId: id, delta: -8 });
      const second = await agents.propose('catalog.stock.adjust', { targetId: id, delta: -2 });
      expect(second.preview).toMatchObject({
        changes: [expect.objectContaining({ field: 'stock', before: 42, after: 40 })],
        result: { before: 42, stock: 40, movementId: expect.stringMatching(/^stm_/) },
      });
    });

    test('a recording waits out a live command that is in its way', async () => {
      const id = await product('Cezve');
      const release = await holding(PRODUCT, [agents.world.storeId, id]);
      const recording = agents.propose('catalog.stock.set', { targetId: id, stock: 1 });
      // Longer than a rehearsal waits for a row: it has given way by then, and comes again.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      await release();
      expect(await recording).toMatchObject({ seq: 1 });
    });

    test('it gives up with 503 and when to come back, and its key is free', async () => {
      const id = await product('Cezve');
      const release = await holding(PRODUCT, [agents.world.storeId, id]);
      const key = newUlid();
      const call = () => agents.world.run('catalog.stock.set', { targetId: id, stock: 1 }, { as: agents.agent, key });
      await expect(call()).rejects.toMatchObject({ code: 'unavailable', options: { retryAfterSeconds: 2 } });
      await release();
      expect(await call()).toMatchObject({ status: 202, replayed: false });
    }, 30_000);

    test('where the two would deadlock, the live command never is the one that is ended', async () => {
      const [first, second] = [await product('Bir'), await product('İki')];
      const { database, storeId, bus, agent } = agents.world;
      let hasFirst = () => {};
      const firstLocked = new Promise<void>((resolve) => {
        hasFirst = resolve;
      });
      let goOn = () => {};
      const secondLocked = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const both = command({
        id: 'test.both',
        label: { tr: 'Dene', en: 'Try' },
        summary: 'Lock two products, one after the other.',
        policy: 'propose',
        scope: null,
        refuses: [],
        payload: object({}),
        result: t.String(),
        example: {},
        async run({ tx }) {
          await tx.query(PRODUCT, [storeId, first]);
          hasFirst();
          await secondLocked;
          await tx.query(PRODUCT, [storeId, second]);
          return 'had both';
        },
      });
      const rehearsal = bus.dryRun({ principal: agent, mutation: both, payload: {} } as UnkeyedCall);
      await firstLocked;
      await database.transaction(storeId, async (tx) => {
        await tx.query(PRODUCT, [storeId, second]);
        goOn();
        await tx.query(PRODUCT, [storeId, first]);
        return { keep: true, value: undefined };
      });
      expect((await rehearsal).result).toBe('had both');
    });
  });

  describe('in turn', () => {
    test('who has to give way waits for nothing that who has the turn has locked', async () => {
      const id = await product('Cezve');
      const price = (amount: number) => agents.propose('catalog.price.set', { targetId: id, price: amount });
      await price(13_990);
      const release = await holding(`SELECT id, (${TURN}) FROM proposal WHERE store_id = $1 FOR UPDATE`, [
        agents.world.storeId,
      ]);
      const watching = new Client({ connectionString: agents.world.superuserUrl });
      await watching.connect();
      const second = price(14_990);
      const waiting: unknown[] = [];
      for (let look = 0; look < 20; look += 1) {
        const { rows } = await watching.query(
          `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        waiting.push(...rows);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      await watching.end();
      await release();
      expect(waiting).toEqual([]);
      expect(await second).toMatchObject({ seq: 2 });
    });

    const stock = (id: string, as: Principal) =>
      agents.world.run('catalog.stock.adjust', { targetId: id, delta: 1 }, { as });

    test('agents that wait for each other hold no connection, and the shop goes on beside them', async () => {
      const id = await product('Cezve');
      const four = await Promise.all([
        agents.agent,
        mintAgent(agents.world),
        mintAgent(agents.world),
        mintAgent(agents.world),
      ]);
      // Another process is recording: it has the turn of the store, and of our four connections one.
      const release = await holding(TURN, [agents.world.storeId]);
      const recordings = four.flatMap((as) => Array.from({ length: 10 }, () => stock(id, as)));
      for (let sale = 0; sale < 10; sale += 1)
        await agents.world.done('catalog.stock.adjust', { targetId: id, delta: -1 });
      await release();
      const replies = await Promise.all(recordings);
      expect(replies.map(({ status }) => status)).toEqual(recordings.map(() => 202));
      expect((await buildsOn()).length).toBe(40);
    });

    test('a token that sends more than may wait is told to come back; what was taken is recorded once', async () => {
      const id = await product('Cezve');
      const replies = await Promise.allSettled(Array.from({ length: 40 }, () => stock(id, agents.agent)));
      const refused = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason as Refusal] : []));
      expect(refused.length).toBeGreaterThan(0);
      for (const refusal of refused)
        expect(refusal).toMatchObject({ code: 'throttled', options: { retryAfterSeconds: 1 } });
      expect((await buildsOn()).length).toBe(replies.length - refused.length);
    });
  });

  test('agents of one store wait for each other, however many they are', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, (_, index) => product(`Ürün ${index}`)));
    const tokens = await Promise.all(ids.map(() => mintAgent(agents.world)));
    const replies = await Promise.all(
      ids.map((targetId, index) =>
        agents.world.run('catalog.stock.set', { targetId, stock: 1 }, { as: tokens[index] as Principal }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 202));
  });

  describe('on top of what is recorded', () => {
    test('items that have nothing to do with each other are not run for each other', async () => {
      const ids = [await product('Bir'), await product('İki'), await product('Üç')];
      for (const targetId of ids) await agents.propose('catalog.price.set', { targetId, price: 100 });
      for (const targetId of ids) await agents.propose('catalog.stock.set', { targetId, stock: 7 });
      for (const title of ['Ürün 1', 'Ürün 2', 'Ürün 3'])
        await agents.propose('catalog.product.create', { title, price: 1 });
      for (const position of [3, 4])
        await agents.propose('catalog.category.create', { name: `Raf ${position}`, position });
      expect(await buildsOn()).toEqual([[], [], [], [1], [2], [3], [], [], [], [], []]);
    });

    test('nor is a new name of a category run for that of another one, or for a new place behind them', async () => {
      const shelves = [];
      for (const name of ['Bir', 'İki'])
        shelves.push((await agents.world.done('catalog.category.create', { name })).id);
      for (const categoryId of shelves) await agents.propose('catalog.category.update', { categoryId, name: 'Raf' });
      await agents.propose('catalog.category.create', { name: 'Son' });
      await agents.propose('catalog.category.update', { categoryId: shelves[0], position: 9 });
      const last = await agents.propose('catalog.category.create', { name: 'En son' });
      expect(last.preview.result.position).toBe(10);
      expect(await buildsOn()).toEqual([[], [], [], [1], [1, 3, 4]]);
    });

    test('an earlier item that the shop has overtaken is left out alone', async () => {
      const id = await product('Cezve');
      await agents.propose('catalog.price.set', { targetId: id, price: 200 });
      await agents.propose('catalog.product.update', { productId: id, handle: 'bakir' });
      await agents.propose('catalog.product.update', { productId: id, tags: ['el işi'] });
      await agents.world.done('catalog.product.create', { title: 'Başka', price: 1, handle: 'bakir' });
      const { preview } = await agents.propose('catalog.price.set', { targetId: id, price: 300 });
      expect(preview.changes).toMatchObject([{ field: 'price', before: 200, after: 300 }]);
      expect((await buildsOn()).at(-1)).toEqual([1, 2, 3]);
    });

    test('one name, one barcode, one collection, one shelf: whatever meets is run in order', async () => {
      const first = await agents.propose('catalog.product.create', { title: 'Kahve', price: 1, barcode: '111' });
      const second = await agents.propose('catalog.product.create', { title: 'Kahve', price: 2 });
      expect([first, second].map(({ preview }) => preview.result.handle)).toEqual(['kahve', 'kahve-2']);
      await agents.propose('catalog.product.update', {
        productId: first.preview.result.id,
        barcode: '222',
        handle: 'eski',
      });
      const third = await agents.propose('catalog.product.create', { title: 'Kahve', price: 3, barcode: '111' });
      expect(third.preview.result.handle).toBe('kahve');
      const shelf = await agents.propose('catalog.category.create', { name: 'Raf' });
      const next = await agents.propose('catalog.category.create', { name: 'Sonraki' });
      expect(next.preview.result.position).toBe(shelf.preview.result.position + 1);
      await agents.propose('catalog.category.archive', { categoryId: shelf.preview.result.id });
      const refused = await agents.world.run(
        'catalog.product.create',
        { title: 'Çay', price: 1, categoryId: shelf.preview.result.id },
        { as: agents.agent },
      );
      expect(refused).toMatchObject({ status: 422, body: { code: 'category_unknown' } });
      expect(await buildsOn()).toEqual([[], [1], [1], [1, 2, 3], [], [5], [5]]);
    });

    describe('a stated rev', () => {
      const state = (command: string, payload: object, expectedRev: number, dryRun = false) =>
        agents.world.run(command, payload, { as: agents.agent, expectedRev, dryRun });
      const conflict = (currentRev: number) => ({ status: 409, body: { code: 'rev_conflict', currentRev } });

      test('is the one that the shop has, or the one that the proposal has come to', async () => {
        const id = await product('Cezve');
        const price = (amount: number) => ({ targetId: id, price: amount });
        expect(await state('catalog.product.update', { productId: id, brand: 'Bakır' }, 1)).toMatchObject({
          status: 202,
        });
        expect(await state('catalog.price.set', price(1), 1, true)).toMatchObject({ status: 200 });
        const second = await state('catalog.price.set', price(2), 1);
        expect(second).toMatchObject({ status: 202, body: { preview: { result: { rev: 3 } } } });
        expect(await state('catalog.price.set', price(3), 3)).toMatchObject({ status: 202 });
        for (const rev of [2, 3, 5])
          expect(await state('catalog.price.set', price(4), rev)).toMatchObject({
            ...conflict(1),
            body: { detail: expect.stringContaining('at rev 1, and at rev 4 with what the open proposal holds') },
          });
        expect((await agents.world.read('catalog.products.get', { params: { prd: id } })).rev).toBe(1);
      });

      test('of what the proposal creates is the one that the proposal has come to, and is told of by the item', async () => {
        const { preview } = await agents.propose('catalog.product.create', { title: 'Kahve', price: 1 });
        const productId = preview.result.id;
        const told = (rev: number) => ({
          status: 409,
          body: {
            code: 'rev_conflict',
            currentRev: rev,
            created: [{ id: productId, item: 1, title: 'Kahve' }],
            detail: expect.stringMatching(/^item 1 \(Kahve\) is /),
          },
        });
        expect(await state('catalog.price.set', { targetId: productId, price: 2 }, 9)).toMatchObject(told(1));
        // More of them than are run one by one.
        for (let rev = 1; rev <= 6; rev += 1) {
          const next = { targetId: productId, price: rev + 1 };
          expect(await state('catalog.price.set', next, rev)).toMatchObject({ status: 202 });
          const stale = await state('catalog.price.set', { targetId: productId, price: 99 }, rev);
          expect(stale).toMatchObject(told(rev + 1));
          expect(stale.body).toMatchObject({
            detail: `item 1 (Kahve) is not in the store, and at rev ${rev + 1} with what the open proposal holds, not ${rev}.`,
          });
        }
      });

      test('of the shop is no longer good once somebody else has changed the thing', async () => {
        const id = await product('Cezve');
        await state('catalog.price.set', { targetId: id, price: 1 }, 1);
        await agents.world.done('catalog.product.update', { productId: id, brand: 'Bakır' });
        expect(await state('catalog.price.set', { targetId: id, price: 2 }, 1)).toMatchObject(conflict(2));
        expect(await state('catalog.price.set', { targetId: id, price: 2 }, 2)).toMatchObject({ status: 202 });
      });

      test('holds for parts, collections and categories alike', async () => {
        const { world } = agents;
        const id = await product('Fincan', { variants: [{ title: 'S' }] });
        const [variant] = (await world.read('catalog.products.get', { params: { prd: id } })).variants;
        const collectionId = (await world.done('catalog.collection.create', { title: 'Sofra' })).id;
        const categoryId = (await world.done('catalog.category.create', { name: 'Raf' })).id;
        for (const [command, payload] of [
          ['catalog.price.set', { targetId: variant.id, price: 1 }],
          ['catalog.price.set', { targetId: id, price: 2 }],
          ['catalog.collection.setProducts', { collectionId, productIds: [id] }],
          ['catalog.collection.update', { collectionId, title: 'Masa' }],
          ['catalog.category.update', { categoryId, name: 'Dolap' }],
          ['catalog.category.archive', { categoryId }],
        ] as const)
          expect([command, (await state(command, payload, 1)).status]).toEqual([command, 202]);
      });
    });

    test('a later item may name what setVariants creates', async () => {
      const id = await product('Gömlek');
      const varied = await agents.propose('catalog.product.setVariants', {
        productId: id,
        variants: [{ title: 'S', stock: 2 }],
      });
      const [{ id: variant }] = varied.preview.changes.find(
        ({ field }: { field: string }) => field === 'variants',
      ).after;
      const counted = await agents.propose('catalog.stock.adjust', { targetId: variant, delta: 3 });
      expect(counted.preview.result).toMatchObject({ before: 2, stock: 5 });
    });
  });

  describe('within bounds', () => {
    const sized = (bytes: number) => ({ title: 'Kitap', price: 1, description: 'x'.repeat(Math.min(bytes, 20_000)) });

    test('a proposal takes so many bytes and says how many', async () => {
      const { proposalId } = await agents.propose('catalog.product.create', sized(10));
      await agents.world.sql(`UPDATE proposal SET recorded_bytes = 4 * 1024 * 1024 - 20000 WHERE id = '${proposalId}'`);
      expect(await agents.world.run('catalog.product.create', sized(20_000), { as: agents.agent })).toMatchObject({
        status: 422,
        body: { code: 'limit_exceeded', detail: expect.stringContaining('4194304 bytes') },
      });
      await agents.propose('catalog.price.set', { targetId: await product('Küçük'), price: 1 });
    });

    test('so does an item, and the largest command that is ordinary fits', async () => {
      await agents.world.done('extension.install', { extension: 'trendyol' });
      const sizes = Array.from({ length: 100 }, (_, index) => ({ title: `Beden ${index}` }));
      const items: unknown[] = [];
      for (const title of ['A', 'B', 'C', 'D', 'E']) {
        const productId = await product(title, { variants: sizes });
        const { variants } = await agents.world.read('catalog.products.get', { params: { prd: productId } });
        items.push(...variants.map(({ id }: { id: string }) => ({ productId, variantId: id, priceOverride: 19_990 })));
      }
      await agents.propose('channel.listing.set', { extension: 'trendyol', items });
      const remote = (name: string) => name.repeat(64);
      const padded = items.map((item) => ({
        ...(item as object),
        remoteProductId: remote('p'),
        remoteCategoryId: remote('c'),
        remoteBrandId: remote('b'),
      }));
      // Another agent's proposal: there they are new listings, with all that is shown of one.
      const as = await mintAgent(agents.world);
      expect(
        await agents.world.run('channel.listing.set', { extension: 'trendyol', items: padded }, { as }),
      ).toMatchObject({
        status: 422,
        body: { code: 'limit_exceeded', detail: expect.stringContaining('655360 bytes') },
      });
    });
  });

  test('the key of an item is none that an agent can state', async () => {
    const id = await product('Cezve');
    const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 1 });
    // What the next key of a monotonic minter would be.
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const last = alphabet.indexOf(itemId.at(-1));
    const guess = `${itemId.slice(4, -1)}${alphabet[(last + 1) % 32]}`;
    await agents.world.run('catalog.stock.set', { targetId: id, stock: 3 }, { as: agents.agent, key: guess });
    const rows = await agents.world.database
      .reader(agents.world.storeId)
      .query<{ key: string }>('SELECT key FROM proposal_item WHERE store_id = $1 AND id = $2', [
        agents.world.storeId,
        itemId,
      ]);
    expect(rows).toEqual([{ key: `item/${itemId}` }]);
    await agents.startWorker();
    await agents.submit(proposalId);
    await agents.approve(proposalId);
    expect(await agents.until(proposalId, 'applied', 'paused')).toMatchObject({ state: 'applied' });
  });
});
