import fc from 'fast-check';
import createProduct from '../../src/catalog/catalog.product.create';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { Refusal } from '../../src/kernel/errors';
import { newId, newUlid } from '../../src/kernel/ids';
import { mintAgent } from '../proposal/agents';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { runsOf } from '../world/runs';
import { startTestWorker } from '../world/worker';
import { createWorld, type RunOptions, type World } from '../world/world';
import { type SeenStorefront, seeStorefront } from './whole-projection';

jest.setTimeout(240_000);

const RUNS = runsOf(24);

/** A change, before it is known which things there are to change: numbers pick from those. */
interface Draft {
  readonly kind: keyof typeof commands;
  /** proposed: as an item of a proposal is applied, which leaves its bump to the end. */
  readonly manner: 'now' | 'deferred' | 'proposed';
  readonly target: number;
  readonly other: number;
  readonly word: number;
}

type Known = Record<'prd' | 'var' | 'cat' | 'col', string[]>;

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

// Few of each, so that they are given up and taken again.
const titles = ['Kahve', 'Kahve 2', 'Çay'];
const handles = ['kahve', 'kahve-2', 'kahve-3', 'cay'];

/** Every command that changes what the projection shows, and some that do not. */
const commands = {
  create: ({ target, other, word }: Draft, known: Known) => [
    'catalog.product.create',
    {
      title: pick(titles, word),
      price: 1_000 + word,
      stock: pick([null, 5], word),
      ...(target % 3 === 0 ? { categoryId: pick(known.cat, target) } : {}),
      ...(target % 4 === 0 ? { handle: pick(handles, other) } : {}),
      ...(target % 2 === 0 ? { variants: [{ title: 'S', stock: 3 }] } : {}),
    },
  ],
  update: ({ target, other, word }: Draft, known: Known) => [
    'catalog.product.update',
    {
      productId: pick(known.prd, target),
      ...pick<object>([{ title: pick(titles, other) }, { handle: pick(handles, other) }, { brand: `${other}` }], word),
    },
  ],
  price: ({ target, word }: Draft, known: Known) => [
    'catalog.price.set',
    { targetId: pick([...known.prd, ...known.var], target), price: 500 + word },
  ],
  adjust: ({ target, word }: Draft, known: Known) => [
    'catalog.stock.adjust',
    { targetId: pick([...known.prd, ...known.var], target), delta: word - 2 },
  ],
  count: ({ target, word }: Draft, known: Known) => [
    'catalog.stock.set',
    { targetId: pick([...known.prd, ...known.var], target), stock: pick([null, 0, word], word) },
  ],
  variants: ({ target, word }: Draft, known: Known) => [
    'catalog.product.setVariants',
    { productId: pick(known.prd, target), variants: [{ title: 'Yeni', stock: word }, { title: 'M' }].slice(word % 3) },
  ],
  delivery: ({ target, word }: Draft, known: Known) => [
    'catalog.product.setDigital',
    { productId: pick(known.prd, target), requiresShipping: word % 2 === 0 },
  ],
  archive: ({ target }: Draft, known: Known) => ['catalog.product.archive', { productId: pick(known.prd, target) }],
  shelf: ({ word }: Draft) => ['catalog.category.create', { name: `Raf ${word}` }],
  moveShelf: ({ target, word }: Draft, known: Known) => [
    'catalog.category.update',
    { categoryId: pick(known.cat, target), position: word },
  ],
  closeShelf: ({ target }: Draft, known: Known) => [
    'catalog.category.archive',
    { categoryId: pick(known.cat, target) },
  ],
  collection: ({ word }: Draft) => ['catalog.collection.create', { title: pick(titles, word) }],
  rename: ({ target, other }: Draft, known: Known) => [
    'catalog.collection.update',
    { collectionId: pick(known.col, target), handle: pick(handles, other) },
  ],
  close: ({ target }: Draft, known: Known) => ['catalog.collection.archive', { collectionId: pick(known.col, target) }],
  members: ({ target, other, word }: Draft, known: Known) => [
    'catalog.collection.setProducts',
    {
      collectionId: pick(known.col, target),
      productIds: [...new Set([pick(known.prd, other), pick(known.prd, word), pick(known.prd, word + 2)])],
    },
  ],
  configure: ({ word }: Draft) => ['extension.configure', { extension: 'trendyol', config: { sellerId: `${word}` } }],
  listing: ({ target, word }: Draft, known: Known) => [
    'channel.listing.set',
    { extension: 'trendyol', items: [{ productId: pick(known.prd, target), priceOverride: 900 + word }] },
  ],
  fill: ({ target, word }: Draft, known: Known) => [
    'metafield.set',
    { ownerId: pick([...known.prd, ...known.var, ...known.col], target), key: 'note', value: word },
  ],
  empty: ({ target }: Draft, known: Known) => [
    'metafield.unset',
    { ownerId: pick([...known.prd, ...known.var, ...known.col], target), key: 'note' },
  ],
  repair: () => ['store.syncKv', {}],
} satisfies Record<string, (draft: Draft, known: Known) => readonly unknown[]>;

const drafts = fc.array(
  fc.record<Draft>({
    kind: fc.constantFrom(...(Object.keys(commands) as (keyof typeof commands)[])),
    manner: fc.constantFrom('now', 'now', 'deferred', 'proposed'),
    target: fc.nat(11),
    other: fc.nat(5),
    word: fc.nat(5),
  }),
  { minLength: 8, maxLength: 24 },
);

/** What a generation stands for: the contract lets stock, categories, delivery and custom fields change without moving it. */
const governed = ({ projected }: SeenStorefront): string =>
  JSON.stringify(
    Object.entries(projected).filter(([key]) => !key.startsWith('category:')),
    (field, value) => (['stock', 'requiresShipping', 'metafields'].includes(field) ? undefined : value),
  );

describe('the projection that storefronts read', () => {
  let world: World;
  let known: Known;
  beforeEach(async () => {
    world = await createWorld();
    await world.done('extension.install', { extension: 'trendyol' });
    for (const target of ['product', 'variant', 'collection'])
      await world.done('metafield.definition.create', { target, key: 'note', type: 'integer', label: 'Not' });
    known = { prd: [], var: [], cat: [], col: [] };
    for (const [command, payload] of [
      ['catalog.category.create', { name: 'Raf' }],
      ['catalog.product.create', { title: 'Kahve', price: 100, stock: 9 }],
      ['catalog.product.create', { title: 'Gömlek', price: 100, variants: [{ title: 'S', stock: 1 }, { title: 'M' }] }],
      ['catalog.collection.create', { title: 'Kahve' }],
      ['store.syncKv', {}],
    ] as const)
      await call(command, payload);
  });
  afterEach(() => world.close());

  const seen = () => seeStorefront(world.database.reader(world.storeId), world.storeId);

  function learn(body: unknown): void {
    for (const [id, prefix] of JSON.stringify(body ?? null).matchAll(/\b(prd|var|cat|col)_\w{26}\b/g)) {
      const ids = known[prefix as keyof Known];
      if (!ids.includes(id)) ids.push(id);
    }
  }

  async function call(command: string, payload: unknown, options: RunOptions = {}): Promise<void> {
    learn((await world.run(command, payload, options)).body);
  }

  /** In one transaction with others, as an application does it: each item in a savepoint, the bump left to the end. */
  async function propose(list: readonly (readonly [command: string, payload: unknown])[]): Promise<void> {
    await world.bus.inTransaction(world.storeId, async (tx) => {
      for (const [command, payload] of list) {
        const mutation = world.platform.services.capabilities.command(command);
        if (!mutation) throw new Error(`no ${command}`);
        const item = { principal: world.developer, mutation: mutation as never, payload, deferBump: true };
        await tx
          .savepoint(async () => {
            const rehearsal = await world.bus.rehearse(tx, item, new Date());
            await rehearsal.keep(`job/${newId('cjb')}`, {}, 'proposal');
            return { keep: true, value: rehearsal.preview.result };
          })
          .then(learn)
          .catch((error) => {
            if (!(error instanceof Refusal)) throw error;
          });
      }
      return { keep: true, value: undefined };
    });
  }

  /** As an import does it: all of a page at once. @param meanwhile once the batch is under way */
  async function createMany(titles: readonly string[], meanwhile = async (): Promise<void> => {}): Promise<void> {
    const jobId = newId('cjb');
    const terms = {
      principal: systemPrincipal(world.storeId, jobId),
      askedBy: world.owner.id,
      issuer: { id: 'channel.catalog.pull', issues: [createProduct] },
      lockName: 'channel',
      cause: {},
    } as const;
    const outcomes = await world.bus.batch(terms, async (batch) => {
      await meanwhile();
      const entries = titles.map((title, index) => ({
        key: `${jobId}/${index}`,
        payload: { title, price: 100, variants: [{ title: 'S', stock: 2 }] },
      }));
      return batch.run(createProduct, entries);
    });
    expect(outcomes.map(({ refusal }) => refusal)).toEqual(titles.map(() => null));
  }

  /** Whoever writes a row of the table stops until what is answered is called. */
  async function stoppingBefore(table: string): Promise<() => Promise<unknown>> {
    await world.sql(
      `CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
       CREATE TRIGGER stop_here BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION stop_here()`,
    );
    return holding(world, 'SELECT pg_advisory_xact_lock(1)', []);
  }

  async function run(list: readonly Draft[]): Promise<void> {
    const byGeneration = new Map<number, string>();
    for (const draft of list) {
      const [command, payload] = commands[draft.kind](draft, known) as [string, unknown];
      if (draft.manner === 'proposed') await propose([[command, payload], commands.update(draft, known) as never]);
      else await call(command, payload, { deferBump: draft.manner === 'deferred' && draft.kind !== 'repair' });
      const now = await seen();
      if (!now.due) expect([command, now.projected]).toEqual([command, now.whole]);
      const before = byGeneration.get(now.generation) ?? governed(now);
      expect([command, governed(now)]).toEqual([command, before]);
      byGeneration.set(now.generation, before);
    }
    await call('catalog.product.create', { title: 'Son', price: 1 });
    const { due, projected, whole } = await seen();
    expect(due).toBe(false);
    expect(projected).toEqual(whole);
    expect(await world.done('store.syncKv', {})).toMatchObject({ changed: 0 });
  }

  test('is what a whole projection would be, after any sequence of commands, and one of its own for each generation', async () => {
    await fc.assert(fc.asyncProperty(drafts, run), {
      numRuns: RUNS,
      seed: Number(process.env.SEED ?? 7),
      endOnFailure: true,
    });
  });

  test('holds what a proposal has changed once it is applied, and not before', async () => {
    const [productId] = known.prd;
    const agent = await mintAgent(world);
    const worker = await startTestWorker(world);
    try {
      const { generation } = await seen();
      const propose = (command: string, payload: unknown) => world.run(command, payload, { as: agent });
      await propose('catalog.product.update', { productId, title: 'Türk Kahvesi', handle: 'turk-kahvesi' });
      const { body } = await propose('catalog.collection.setProducts', {
        collectionId: known.col[0],
        productIds: [productId],
      });
      const { proposalId } = body as { proposalId: string };
      expect((await seen()).generation).toBe(generation);
      await world.done('proposal.submit', { proposalId }, { as: agent });
      const read = () => world.read('proposals.get', { params: { prp: proposalId } });
      await world.done('proposal.approve', { proposalId, hash: (await read()).hash }, { as: world.owner });
      await eventually(async () => (await read()).state === 'applied', 120_000, 100);
      const { projected, whole, generation: after } = await seen();
      expect(projected).toEqual(whole);
      expect(after).toBe(generation + 1);
      expect(projected).toMatchObject({
        'product:turk-kahvesi': { title: 'Türk Kahvesi' },
        'collection:kahve': { products: ['turk-kahvesi'] },
      });
    } finally {
      await worker.stop();
    }
  });

  test('loses no bump that is deferred while another one is made', async () => {
    const [productId, otherId] = known.prd as [string, string];
    await call('catalog.product.update', { productId, title: 'Ertelenen' }, { deferBump: true });
    const update = world.platform.services.capabilities.command('catalog.product.update');
    const deferred = { principal: world.developer, mutation: update as never, deferBump: true };
    await world.bus.inTransaction(world.storeId, async (tx) => {
      const payload = { productId: otherId, title: 'Geciken' };
      const rehearsal = await world.bus.rehearse(tx, { ...deferred, payload }, new Date());
      await rehearsal.keep(`job/${newId('cjb')}`, {}, 'proposal');
      // Meanwhile somebody makes the bump that was due before.
      await world.done('catalog.category.create', { name: 'Araya giren' });
      return { keep: true, value: undefined };
    });
    expect(await seen()).toMatchObject({ due: true, projected: { 'product:kahve': { title: 'Ertelenen' } } });
    expect((await world.run('catalog.category.create', { name: 'Sonraki' })).body).toMatchObject({
      generation: expect.any(Number),
    });
    const { projected, whole } = await seen();
    expect(projected).toEqual(whole);
  });

  test('takes along a stock that changes while what waits for a bump is projected', async () => {
    const [productId] = known.prd as [string];
    await call('catalog.product.update', { productId, title: 'Ertelenen' }, { deferBump: true });
    // Both are held behind the store's row; whoever comes first, neither overwrites the other's.
    const release = await holding(world, 'SELECT FROM store WHERE id = $1 FOR UPDATE', [world.storeId]);
    const calls = [world.run('catalog.collection.create', { title: 'Bahar' })];
    try {
      await untilWaiting(world, 1);
      calls.push(world.run('catalog.stock.adjust', { targetId: productId, delta: -1 }, { deferBump: true }));
      await untilWaiting(world, 2);
    } finally {
      await release();
    }
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    const { projected, whole } = await seen();
    expect(projected).toEqual(whole);
  });

  test.each(['storefront_kv', 'audit_row', 'audit_entity'])(
    'keeps nobody of the store waiting while a change of one product writes %s',
    async (table) => {
      const release = await stoppingBefore(table);
      const change = world.done('catalog.product.update', { productId: known.prd[0], title: 'Duran' });
      try {
        await untilWaiting(world);
        await (await holding(world, 'SELECT FROM store WHERE id = $1 FOR UPDATE NOWAIT', [world.storeId]))();
      } finally {
        await release();
      }
      await change;
      const { projected, whole } = await seen();
      expect(projected).toEqual(whole);
    },
  );

  test('holds what a batch has created, which keeps nobody of the store waiting for it', async () => {
    const release = await stoppingBefore('storefront_kv');
    const created = createMany(['Elma', 'Armut', 'Ayva']);
    try {
      await untilWaiting(world);
      await (await holding(world, 'SELECT FROM store WHERE id = $1 FOR UPDATE NOWAIT', [world.storeId]))();
    } finally {
      await release();
    }
    await created;
    const { due, projected, whole } = await seen();
    expect(projected).toEqual(whole);
    expect(projected).toMatchObject({ 'product:elma': {}, 'product:armut': {}, 'product:ayva': {} });
    expect(due).toBe(false);
  });

  test('takes what is marked along with what a batch has created', async () => {
    await call('catalog.product.update', { productId: known.prd[0], title: 'Ertelenen' }, { deferBump: true });
    await createMany(['Elma', 'Armut']);
    const { due, projected, whole } = await seen();
    expect(projected).toEqual(whole);
    expect(due).toBe(false);
  });

  test('keeps a key that a new product of a batch has taken while its giving up waits for a bump', async () => {
    const [productId] = known.prd;
    await createMany(['Kahve', 'Elma'], () =>
      call('catalog.product.update', { productId, handle: 'eski-kahve' }, { deferBump: true }),
    );
    expect(await seen()).toMatchObject({
      projected: { 'product:kahve': { title: 'Kahve', variants: [{ title: 'S' }] } },
    });
    await call('catalog.category.create', { name: 'Sonraki' });
    const { due, projected, whole } = await seen();
    expect(projected).toEqual(whole);
    expect(due).toBe(false);
  });

  test('follows many who change the same things at once', async () => {
    const ids = known.prd as [string, string];
    const collectionId = known.col[0];
    const changes = Array.from({ length: 60 }, (_, index) => index).map((index) => {
      const productId = ids[index % 2] as string;
      const deferBump = index % 5 === 0;
      const options = { key: newUlid(), deferBump };
      if (index % 4 === 0) return world.run('catalog.stock.adjust', { targetId: ids[0], delta: 1 }, options);
      if (index % 4 === 1) return world.run('catalog.product.update', { productId, handle: `h-${index}` }, options);
      if (index % 4 === 2)
        return world.run('catalog.collection.setProducts', { collectionId, productIds: [productId] }, options);
      return world.run('catalog.price.set', { targetId: ids[1], price: index }, options);
    });
    const replies = await Promise.all(changes);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(30);
    await call('catalog.product.create', { title: 'Son', price: 1 });
    const { projected, whole } = await seen();
    expect(projected).toEqual(whole);
  });
});
