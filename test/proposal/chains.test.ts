import { Connection } from '../../src/kernel/database/connection';
import type { Command } from '../../src/kernel/declaration/command';
import { newUlid } from '../../src/kernel/ids';
import { holdsPersonal } from '../../src/kernel/personal/personal';
import { sortedNames } from '../../src/kernel/trial/image';
import { namesInDatabase, Scope } from '../../src/kernel/trial/image-store';
import { images } from '../../src/nouns';
import { Chains } from '../../src/proposal/recording/chains';
import { createProposalGate } from '../../src/proposal/recording/gate';
import { type Recorders, rehearseOnTop } from '../../src/proposal/recording/rehearsal';
import type { OpenProposal } from '../../src/proposal/recording/store';
import { declared } from '../house/aggregates';
import { type Agents, mintAgent, worldWithAgents } from './agents';

const { query } = Connection.prototype;

/** More than are run below a new one without an image. */
const LONG = 24;

describe('a chain of items that build on each other', () => {
  let agents: Agents;
  let statements = 0;
  beforeAll(async () => {
    agents = await worldWithAgents();
    jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...input) {
      statements += 1;
      return query.apply(this, input) as never;
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await agents.close();
  });

  /** @returns what each item asks of Postgres, in statements */
  async function costs(
    items: number,
    callOf: (item: number) => readonly [string, object],
    as = agents.agent,
  ): Promise<number[]> {
    const asked: number[] = [];
    let proposalId = '';
    for (let item = 0; item < items; item += 1) {
      const before = statements;
      ({ proposalId } = await agents.propose(...callOf(item), as));
      asked.push(statements - before);
    }
    await agents.world.done('proposal.withdraw', { proposalId }, { as });
    return asked;
  }

  const most = (asked: readonly number[]): number => Math.max(...asked);

  const chains: readonly (readonly [what: string, callOf: (id: string, item: number) => [string, object]])[] = [
    ['prices of a product', (targetId, item) => ['catalog.price.set', { targetId, price: 7_000 + item }]],
    ['its stock', (targetId, item) => ['catalog.stock.adjust', { targetId, delta: 1 + item }]],
    ['categories', (_, item) => ['catalog.category.create', { name: `Raf ${item}` }]],
  ];

  /** That it holds, what is put in its place, and what it leaves. */
  const MORE = 3;

  test.each(chains)(
    'each item asks as much as the first but for its image, however many it is behind: %s',
    async (_, callOf) => {
      const { id } = await agents.product();
      const asked = await costs(2 * LONG, (item) => callOf(id, item));
      expect(most(asked.slice(LONG))).toBeLessThanOrEqual((asked[0] as number) + MORE);
    },
  );

  test('so it does of an agent whose prices are limited: who judges a call reads for itself', async () => {
    const { id: targetId } = await agents.product();
    const limited = await mintAgent(agents.world, { limits: { priceChangePercent: 10 } });
    const asked = await costs(LONG, (item) => ['catalog.price.set', { targetId, price: 12_991 + item }], limited);
    expect(most(asked.slice(LONG / 2))).toBeLessThanOrEqual((asked[0] as number) + MORE);
  });

  test('no more is asked about, and put in its place, than the new item comes to', async () => {
    const put: unknown[][] = [];
    const made: string[] = [];
    const spied = jest.mocked(Connection.prototype.query).getMockImplementation();
    jest.mocked(Connection.prototype.query).mockImplementation(function (this: Connection, ...input) {
      const [text, values] = input;
      if (/INTO catalog_category .*json_populate_recordset/s.test(text)) put.push(JSON.parse(String(values?.[1])));
      if (/AS version, t.id AS name FROM catalog_category/.test(text)) made.push(text);
      return spied?.apply(this, input) as never;
    });
    await costs(LONG, (item) => ['catalog.category.create', { name: `Raf ${item}` }]);
    expect(put).toHaveLength(LONG - 2);
    expect(Math.max(...put.map(({ length }) => length))).toBe(1);
    expect(made).toEqual([]);
  });

  test('asks no more where many begin behind one that is long', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => agents.product()));
    let shelf = await agents.propose('catalog.category.create', { name: 'Raf' });
    for (let item = 1; item < LONG; item += 1)
      shelf = await agents.propose('catalog.category.create', { name: `Raf ${item}` });
    const categoryId = shelf.preview.result.id;
    const asked: number[] = [];
    for (const { id: productId } of products) {
      const before = statements;
      await agents.propose('catalog.product.update', { productId, categoryId });
      asked.push(statements - before);
    }
    expect(most(asked.slice(1))).toBeLessThanOrEqual((asked[0] as number) + MORE);
    await agents.world.done('proposal.withdraw', { proposalId: shelf.proposalId }, { as: agents.agent });
  });

  test('asks no more where each comes to names of its own', async () => {
    const { id: productId } = await agents.product();
    const asked = await costs(2 * LONG, (item) => [
      'catalog.product.update',
      { productId, handle: `cezve-no-${item}` },
    ]);
    expect(most(asked.slice(-LONG))).toBeLessThanOrEqual(most(asked.slice(0, LONG)));
  });

  test('asks no more where it goes over the variants of a product', async () => {
    const variants = Array.from({ length: 2 * LONG }, (_, item) => ({ title: `Beden ${item}` }));
    const { id } = await agents.product('Gömlek', { variants });
    const ids = (await agents.read(id)).variants.map((variant: { id: string }) => variant.id);
    const asked = await costs(2 * LONG, (item) => ['catalog.price.set', { targetId: ids[item], price: 7_000 + item }]);
    expect(most(asked.slice(-LONG))).toBeLessThanOrEqual(most(asked.slice(0, LONG)));
  });

  describe('whose items come to each other in other ways', () => {
    const shelf = (payload: object) => agents.propose('catalog.category.create', payload);
    const buildsOn = async (proposalId: string): Promise<number[][]> => {
      const rows = await agents.world.database
        .reader(agents.world.storeId)
        .query<{ buildsOn: number[] }>(
          'SELECT builds_on AS "buildsOn" FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 ORDER BY seq',
          [agents.world.storeId, proposalId],
        );
      return rows.map((row) => row.buildsOn);
    };

    test('one that is far from the last is found by its name', async () => {
      const first = await shelf({ name: 'Raf 0' });
      for (let item = 1; item < 6; item += 1) await shelf({ name: `Raf ${item}` });
      const categoryId = first.preview.result.id;
      const { preview } = await agents.propose('catalog.category.update', { categoryId, name: 'Kiler' });
      expect(preview.result).toMatchObject({ name: 'Kiler', position: first.preview.result.position });
      await agents.propose('catalog.product.create', { title: 'Kavanoz', price: 100, categoryId });
      const last = await shelf({ name: 'Son' });
      expect(last.preview.result.position).toBe(first.preview.result.position + 6);
      await withdraw(first.proposalId);
    });

    test('one that is taken off leaves its place to those behind it', async () => {
      const first = await shelf({ name: 'Raf 0', position: 70_000 });
      for (let item = 1; item < 6; item += 1) await shelf({ name: `Raf ${item}`, position: 70_000 - item });
      const { id: categoryId } = first.preview.result;
      await agents.propose('catalog.category.archive', { categoryId });
      expect((await shelf({ name: 'Son' })).preview.result.position).toBe(70_000);
      await withdraw(first.proposalId);
    });

    test('two that exchange what is there once are run, since they cannot be put in place at once', async () => {
      const one = await agents.product('Havan', { handle: 'havan-bir' });
      const other = await agents.product('Havan', { handle: 'havan-iki' });
      const handle = (productId: string, to: string) =>
        agents.propose('catalog.product.update', { productId, handle: to });
      await handle(one.id, 'havan-yer');
      await handle(other.id, 'havan-bir');
      await handle(one.id, 'havan-iki');
      for (let item = 0; item < 6; item += 1) {
        const description = `Pirinç ${item}`;
        const { preview } = await agents.propose('catalog.product.update', { productId: one.id, description });
        expect(preview.result).toMatchObject({ handle: 'havan-iki' });
      }
      const { preview, proposalId } = await agents.propose('catalog.product.update', {
        productId: other.id,
        brand: 'Bakır',
      });
      expect(preview.result).toMatchObject({ handle: 'havan-bir' });
      await withdraw(proposalId);
    });

    test('one that says its own place builds on none, although those before it did', async () => {
      const { proposalId } = await shelf({ name: 'Raf 0' });
      await shelf({ name: 'Raf 1' });
      await shelf({ name: 'Raf 2', position: 3 });
      await shelf({ name: 'Raf 3' });
      expect(await buildsOn(proposalId)).toEqual([[], [1], [], [1, 2, 3]]);
      await withdraw(proposalId);
    });

    /** Leaves no image, since nobody has asked about the handle. */
    const renamed = (productId: string, as = agents.agent) =>
      agents.propose('catalog.product.update', { productId, handle: `yeni-${productId.toLowerCase().slice(4)}` }, as);

    test('what was only looked at is below none', async () => {
      const { id } = await agents.product('Cezve', { stock: 10 });
      for (let item = 0; item < 3; item += 1) await adjust(id);
      const looking = { as: agents.agent, dryRun: true };
      expect(await agents.world.run('catalog.stock.adjust', { targetId: id, delta: 50 }, looking)).toMatchObject({
        status: 200,
      });
      await renamed(id);
      const { preview, proposalId } = await adjust(id);
      expect(preview.result).toMatchObject({ before: 13 });
      await withdraw(proposalId);
    });

    test('nor what was refused in the end', async () => {
      const { id } = await agents.product('Cezve', { price: 1_000 });
      const limited = await mintAgent(agents.world, { limits: { priceChangePercent: 10 } });
      const price = (amount: number) =>
        agents.world.run('catalog.price.set', { targetId: id, price: amount }, { as: limited });
      for (const amount of [1_010, 1_020, 1_030]) expect(await price(amount)).toMatchObject({ status: 202 });
      expect(await price(1_200)).toMatchObject({ status: 422, body: { code: 'limit_exceeded' } });
      await renamed(id, limited);
      expect(await price(1_040)).toMatchObject({
        status: 202,
        body: { preview: { changes: [expect.objectContaining({ before: 1_030, after: 1_040 })] } },
      });
    });

    test('what another process recorded is below what this one records', async () => {
      const { world, agent } = agents;
      const { capabilities } = world.platform.services;
      const gates = [1, 2].map(() => createProposalGate({ bus: world.bus, capabilities, chains: new Chains(images) }));
      const { id } = await agents.product('Cezve', { stock: 10 });
      const mutation = capabilities.command('catalog.stock.adjust') as Command;
      const stocks: number[] = [];
      let proposalId = '';
      for (const turn of [0, 0, 0, 1, 0, 1, 1, 1, 0, 0]) {
        const call = { principal: agent, mutation, payload: { targetId: id, delta: 1 }, key: newUlid() };
        const { body } = await (gates[turn] as ReturnType<typeof createProposalGate>).record(call);
        const recorded = body as { proposalId: string; preview: { result: { stock: number } } };
        ({ proposalId } = recorded);
        stocks.push(recorded.preview.result.stock);
      }
      expect(stocks).toEqual(Array.from({ length: 10 }, (_, item) => 11 + item));
      expect(await buildsOn(proposalId)).toEqual(
        Array.from({ length: 10 }, (_, item) => Array.from({ length: item }, (_, below) => below + 1)),
      );
      await withdraw(proposalId);
    });
  });

  const adjust = (targetId: string) => agents.propose('catalog.stock.adjust', { targetId, delta: 1 });
  const withdraw = (proposalId: string) => agents.world.done('proposal.withdraw', { proposalId }, { as: agents.agent });

  test('runs when the shop has changed what it read', async () => {
    const { id } = await agents.product('Cezve', { stock: 100 });
    for (let item = 0; item < LONG; item += 1) await adjust(id);
    await agents.world.done('catalog.stock.adjust', { targetId: id, delta: -50 });
    const before = statements;
    const { preview } = await adjust(id);
    expect(preview.result).toMatchObject({ before: 50 + LONG, stock: 51 + LONG });
    expect(statements - before).toBeGreaterThan(2 * LONG);
    const after = statements;
    const next = await adjust(id);
    expect(next.preview.result).toMatchObject({ before: 51 + LONG });
    expect(statements - after).toBeLessThan(2 * LONG);
    await withdraw(next.proposalId);
  });

  describe('runs when the shop has, or has no more,', () => {
    const propose = (command: string, payload: object) => agents.propose(command, payload);
    /** Enough that an image is there. */
    const several = async (work: (item: number) => Promise<unknown>): Promise<void> => {
      for (let item = 0; item < 6; item += 1) await work(item);
    };
    const named = (title: string, more = {}) => propose('catalog.product.create', { title, price: 100, ...more });

    test('what stands behind a place', async () => {
      await several((item) => propose('catalog.category.create', { name: `Raf ${item}` }));
      await agents.world.done('catalog.category.create', { name: 'Ön', position: 1_000 });
      const { proposalId, preview } = await propose('catalog.category.create', { name: 'Son' });
      expect(preview.result.position).toBe(1_007);
      await withdraw(proposalId);
    });

    test('what is the last place when the first item has taken the last one off', async () => {
      const { done } = agents.world;
      const { id: last } = await done('catalog.category.create', { name: 'Dip', position: 80_000 });
      const { id: second } = await done('catalog.category.create', { name: 'Arka', position: 79_000 });
      await propose('catalog.category.archive', { categoryId: last });
      const one = await propose('catalog.category.create', { name: 'Bir' });
      expect(one.preview.result.position).toBe(79_001);
      await done('catalog.category.update', { categoryId: second, position: 79_500 });
      const { proposalId, preview } = await propose('catalog.category.create', { name: 'İki' });
      expect(preview.result.position).toBe(79_502);
      await withdraw(proposalId);
      for (const categoryId of [last, second]) await done('catalog.category.archive', { categoryId });
    });

    /** @returns the handle that a new product of the title is shown with, when another one has given its handle up */
    const handleBeside = async (id: string, title: string): Promise<string> => {
      const first = await named(title);
      const productId = first.preview.result.id;
      await several((item) => propose('catalog.product.update', { productId, description: `${item}` }));
      await agents.world.done('catalog.product.update', { productId: id, handle: 'baska' });
      const { preview } = await propose('catalog.product.update', { productId, title: 'Yeni' });
      await agents.world.done('catalog.product.update', { productId: id, handle: `eski-${id.toLowerCase().slice(4)}` });
      await withdraw(first.proposalId);
      return preview.result.handle;
    };

    test('a handle', async () => {
      const { id } = await agents.product('Demlik');
      expect(await handleBeside(id, 'Demlik')).toBe('demlik');
    });

    test('a handle with a number', async () => {
      await agents.product('Sahan');
      const { id } = await agents.product('Sahan');
      expect(await handleBeside(id, 'Sahan')).toBe('sahan-2');
    });

    test('a barcode', async () => {
      const first = await named('Maşrapa', { barcode: '8690000000017' });
      const productId = first.preview.result.id;
      await several((item) => propose('catalog.product.update', { productId, description: `${item}` }));
      await agents.product('İbrik', { barcode: '8690000000017' });
      const gone = await agents.world.run('catalog.price.set', { targetId: productId, price: 1 }, { as: agents.agent });
      expect(gone).toMatchObject({ status: 404 });
      await withdraw(first.proposalId);
    });
  });

  test('leaves no row that one of its items has removed', async () => {
    const { id } = await agents.product('Yelek', { variants: [{ title: 'S' }, { title: 'M' }] });
    const [small, middle] = (await agents.read(id)).variants;
    const variants = [{ id: small.id, title: 'S' }];
    const { proposalId } = await agents.propose('catalog.product.setVariants', { productId: id, variants });
    for (let item = 0; item < 6; item += 1)
      await agents.propose('catalog.product.update', { productId: id, description: `${item}` });
    const gone = { targetId: middle.id, price: 1 };
    expect(await agents.world.run('catalog.price.set', gone, { as: agents.agent })).toMatchObject({ status: 404 });
    const { preview } = await agents.propose('catalog.product.update', { productId: id, title: 'Kaban' });
    expect(preview.result.variants).toEqual(variants);
    await withdraw(proposalId);
  });

  test('is told by a rev that the store has, as if it had run', async () => {
    const { id, rev } = await agents.product('Testi');
    let proposalId = '';
    for (let item = 0; item < 7; item += 1)
      ({ proposalId } = await agents.propose('catalog.price.set', {
        targetId: id,
        price: 100 + item,
        expectedRev: rev,
      }));
    const other = await agents.world.run(
      'catalog.price.set',
      { targetId: id, price: 1, expectedRev: rev + 100 },
      { as: agents.agent },
    );
    expect(other).toMatchObject({ status: 409, body: { code: 'rev_conflict' } });
    await withdraw(proposalId);
  });

  describe('runs for a call that reads', () => {
    /** @returns what a call of the agent answers on top of its open proposal, whose items were recorded by the same */
    const rehearsed = async (recorders: Recorders, mutation: Command) => {
      const { world, agent } = agents;
      return world.database.transaction(world.storeId, async (tx) => {
        const context = { tx, storeId: world.storeId, now: new Date(), services: world.platform.services };
        const [proposal] = await tx.query<OpenProposal>(
          `SELECT id, hash, recorded_items AS items, recorded_bytes AS bytes FROM proposal
           WHERE store_id = $1 AND token_id = $2 AND state = 'open'`,
          [world.storeId, agent.id],
        );
        const call = { principal: agent, mutation, payload: {} };
        const { preview } = await rehearseOnTop(recorders, context, proposal as OpenProposal, call);
        return { keep: false, value: { result: preview.result, proposalId: (proposal as OpenProposal).id } };
      });
    };

    const recording = () => {
      const { world, agent } = agents;
      const { capabilities } = world.platform.services;
      const recorders = { bus: world.bus, capabilities, chains: new Chains(images) };
      const gate = createProposalGate(recorders);
      const propose = async (id: string, payload: object) => {
        const mutation = capabilities.command(id) as Command;
        const { body } = await gate.record({ principal: agent, mutation, payload, key: newUlid() });
        return (body as { preview: { result: { id: string } } }).preview.result;
      };
      const reading = (id: string, run: Command['run']): Command => ({
        ...(capabilities.command(id) as Command),
        run,
      });
      return { recorders, propose, reading };
    };

    test('what images leave out', async () => {
      const { recorders, propose, reading } = recording();
      const { id } = await agents.product();
      for (let item = 0; item < 7; item += 1) await propose('catalog.stock.adjust', { targetId: id, delta: 1 });
      const counting = reading('catalog.stock.adjust', async ({ tx, storeId }) => {
        await tx.query('SELECT id FROM catalog_product WHERE store_id = $1 AND id = $2', [storeId, id]);
        return tx.query('SELECT count(*) FROM stock_movement WHERE store_id = $1 AND product_id = $2', [storeId, id]);
      });
      const { result, proposalId } = await rehearsed(recorders, counting);
      expect(result).toEqual([{ count: 8 }]);
      await withdraw(proposalId);
    });

    test('what was not put in its place, since it does not name it', async () => {
      const { recorders, propose, reading } = recording();
      const ids: string[] = [];
      for (let item = 0; item < 7; item += 1)
        ids.push((await propose('catalog.category.create', { name: `Raf ${item}` })).id);
      const finding = reading('catalog.category.create', async ({ tx, storeId }) => {
        tx.touch?.('reads', 'category positions');
        return tx.query('SELECT name FROM catalog_category WHERE store_id = $1 AND id = $2', [storeId, ids[2]]);
      });
      const { result, proposalId } = await rehearsed(recorders, finding);
      expect(result).toEqual([{ name: 'Raf 2' }]);
      await withdraw(proposalId);
    });
  });

  test('is applied by its commands, whatever was put in place when it was recorded', async () => {
    const { id } = await agents.product('Cezve', { stock: 100 });
    let proposalId = '';
    for (let item = 0; item < LONG; item += 1) ({ proposalId } = await adjust(id));
    expect(await agents.read(id)).toMatchObject({ stock: 100 });
    await agents.submit(proposalId);
    const worker = await agents.startWorker();
    await agents.approve(proposalId);
    await agents.until(proposalId, 'applied');
    await worker.stop();
    expect(await agents.read(id)).toMatchObject({ stock: 100 + LONG });
    const { items } = await agents.world.read('catalog.stockMovements.list', { query: { targetId: id } });
    expect(items).toHaveLength(LONG + 1);
  }, 60_000);

  describe('knows what it is told by', () => {
    const scope = async () => new Scope(images, await namesInDatabase(agents.world.database.system));

    test('statements over its tables alone', async () => {
      const known = await scope();
      const holds = (statements: readonly string[]) => known.holds(statements);
      const readsUnread = (statements: readonly string[]) => known.readsUnread(statements);
      expect(holds(['SELECT 1 FROM catalog_product p JOIN digital_pool d ON true', 'SELECT overtaken($1)'])).toBe(true);
      expect(holds(['INSERT INTO stock_movement (id) VALUES ($1)', 'UPDATE catalog_search SET text = $1'])).toBe(true);
      expect(holds(['UPDATE catalog_product SET price = 1', 'SELECT 1 FROM catalog_product, channel_listing'])).toBe(
        false,
      );
      expect(holds(['SELECT search_catalog($1)'])).toBe(false);
      expect(holds(['DELETE FROM digital_pool'])).toBe(false);
      expect(holds(['UPDATE digital_pool SET available = 1'])).toBe(false);
      expect(holds(['SELECT max(seq) FROM stock_movement'])).toBe(false);
      expect(readsUnread(['INSERT INTO stock_movement (id) SELECT id FROM stock_movement'])).toBe(true);
      expect(readsUnread(['INSERT INTO stock_movement (id) VALUES ($1)', 'SELECT 1 FROM channel_listing'])).toBe(false);
    });

    test('names that stand for rows of its tables alone', () => {
      expect(
        sortedNames(images, ['barcode/869', 'handle/product/a', 'handle/product/a-*', 'category positions']),
      ).toEqual(
        new Map([
          ['cat', []],
          ['prd', []],
          ['var', []],
          ['category positions', ['category positions']],
          ['value handle/product/', ['a']],
          ['numbered handle/product/', ['a']],
          ['value barcode/', ['869']],
        ]),
      );
      for (const name of ['*', 'handle/collection/a', 'extension/trendyol'])
        expect([name, sortedNames(images, [name])]).toEqual([name, undefined]);
    });

    test('nothing that is data of a person', () => {
      const tables = new Set(images.imaged.map(({ table }) => table));
      const found = declared.filter(({ table }) => tables.has(table.table));
      expect(found).toHaveLength(tables.size);
      for (const { table } of found)
        expect([table.table, Object.values(table.fields).some(holdsPersonal)]).toEqual([table.table, false]);
    });
  });
});
