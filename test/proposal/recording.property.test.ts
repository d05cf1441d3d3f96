// tier: all
import fc from 'fast-check';
import type { Transaction } from '../../src/kernel/database/queryable';
import type { Command } from '../../src/kernel/declaration/command';
import type { Principal } from '../../src/kernel/declaration/principal';
import { Refusal } from '../../src/kernel/errors';
import { newUlid } from '../../src/kernel/ids';
import type { Preview } from '../../src/kernel/trace/recorder';
import { sightOf } from '../../src/kernel/trace/sight';
import { images } from '../../src/nouns';
import { callOf } from '../../src/proposal/item/call';
import { Chains, type Ground } from '../../src/proposal/recording/chains';
import { createProposalGate } from '../../src/proposal/recording/gate';
import { type Rehearsed, rehearseOnTop } from '../../src/proposal/recording/rehearsal';
import type { OpenProposal } from '../../src/proposal/recording/store';
import type { ItemRow } from '../../src/proposal/view';
import { createWorld, type World } from '../world/world';
import { mintAgent } from './agents';

const RUNS = 60;

/** A change, before it is known which things there are to change: numbers pick from those. */
interface Draft {
  readonly kind: keyof typeof commands;
  readonly target: number;
  readonly other: number;
  readonly word: number;
}

type Known = Readonly<Record<'prd' | 'var' | 'cat' | 'col', readonly string[]>>;

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

// Few of each, so that they meet; the handles are those that the titles lead to.
const titles = ['Kahve', 'Kahve 2', 'Kahve 2 2', 'Çay'];
const handles = ['kahve', 'kahve-2', 'kahve-3', 'cay'];
const barcodes = [null, '111', '222', '333'];

/** Every command that an agent may propose on the catalog, the channels and the store. */
const commands = {
  create: ({ target, other, word }: Draft, known: Known) => [
    'catalog.product.create',
    {
      title: pick(titles, word),
      price: 1_000 + word,
      stock: pick([null, 5], word),
      barcode: pick(barcodes, other),
      ...(target % 3 === 0 ? { categoryId: pick(known.cat, target) } : {}),
      ...(target % 4 === 0 ? { handle: pick(handles, other) } : {}),
      ...(target % 2 === 0 ? { variants: [{ title: 'S', stock: 3, barcode: pick(barcodes, word) }] } : {}),
    },
  ],
  update: ({ target, other, word }: Draft, known: Known) => [
    'catalog.product.update',
    {
      productId: pick(known.prd, target),
      ...pick<object>(
        [
          { title: pick(titles, other) },
          { handle: pick(handles, other) },
          { barcode: pick(barcodes, other) },
          { categoryId: pick(known.cat, other) },
        ],
        word,
      ),
    },
  ],
  price: ({ target, word }: Draft, known: Known) => [
    'catalog.price.set',
    { targetId: pick([...known.prd, ...known.var], target), price: 500 + word },
  ],
  guarded: ({ target, word }: Draft, known: Known) => [
    'catalog.price.set',
    { targetId: pick([...known.prd, ...known.var], target), price: 700 + word, expectedRev: 1 + word },
  ],
  adjust: ({ target, word }: Draft, known: Known) => [
    'catalog.stock.adjust',
    { targetId: pick([...known.prd, ...known.var], target), delta: word - 2 },
  ],
  count: ({ target, word }: Draft, known: Known) => [
    'catalog.stock.set',
    { targetId: pick([...known.prd, ...known.var], target), stock: pick([null, 0, word], word) },
  ],
  variants: ({ target, other, word }: Draft, known: Known) => [
    'catalog.product.setVariants',
    {
      productId: pick(known.prd, target),
      variants: [
        ...(word % 2 === 0 && known.var.length > 0 ? [{ id: pick(known.var, other), title: 'Kalan' }] : []),
        { title: 'Yeni', stock: word, barcode: pick(barcodes, other) },
      ],
    },
  ],
  digital: ({ target, word }: Draft, known: Known) => [
    'catalog.product.setDigital',
    {
      productId: pick(known.prd, target),
      digital: pick([{ kind: 'code_pool' }, { kind: 'none' }], word),
    },
  ],
  codes: ({ target, word }: Draft, known: Known) => [
    'catalog.digital.codes.add',
    { productId: pick(known.prd, target), codes: [`KOD-${word}`, 'KOD-0'] },
  ],
  voided: ({ target, word }: Draft, known: Known) => [
    'catalog.digital.codes.void',
    { productId: pick(known.prd, target), count: 1 + word },
  ],
  archive: ({ target }: Draft, known: Known) => ['catalog.product.archive', { productId: pick(known.prd, target) }],
  shelf: ({ word }: Draft) => ['catalog.category.create', { name: `Raf ${word}` }],
  placedShelf: ({ word, other }: Draft) => [
    'catalog.category.create',
    { name: `Raf ${word}`, position: 5 * word + other },
  ],
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
  members: ({ target, other, word }: Draft, known: Known) => [
    'catalog.collection.setProducts',
    {
      collectionId: pick(known.col, target),
      productIds: [...new Set([pick(known.prd, other), pick(known.prd, word)])],
    },
  ],
  install: () => ['extension.install', { extension: 'trendyol' }],
  configure: ({ word }: Draft) => ['extension.configure', { extension: 'trendyol', config: { sellerId: `${word}` } }],
  listing: ({ target, other, word }: Draft, known: Known) => [
    'channel.listing.set',
    {
      extension: 'trendyol',
      items: [
        {
          productId: pick(known.prd, target),
          ...(word % 2 === 0 && known.var.length > 0 ? { variantId: pick(known.var, other) } : {}),
          priceOverride: 900 + word,
        },
      ],
    },
  ],
  project: () => ['store.syncKv', {}],
  pin: () => ['store.generation.set', { generation: 1 }],
} satisfies Record<string, (draft: Draft, known: Known) => readonly unknown[]>;

const draft = (kinds: readonly (keyof typeof commands)[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), target: fc.nat(11), other: fc.nat(5), word: fc.nat(5) });

/** What it holds against the store is held against it once: run again later, it is no longer stated. */
const unstated = (Object.keys(commands) as (keyof typeof commands)[]).filter((kind) => kind !== 'guarded');

const drafts = fc.array(draft(unstated), { minLength: 3, maxLength: 14 });

const of = (kind: Draft['kind'], target = 0, word = 0, other = 0): Draft => ({ kind, target, other, word });

/** Sequences that chance rarely finds: what depends on an earlier item in each of the ways that there are. */
const chains: Draft[][] = [
  // A channel that an earlier item installs, and listings of products that one creates.
  [
    of('install'),
    of('configure', 0, 3),
    of('create', 1),
    of('listing', 2, 1),
    of('listing', 2, 3),
    of('pin'),
    of('project'),
  ],
  // A pool that an earlier item declares.
  [of('codes'), of('digital'), of('codes', 0, 1), of('voided'), of('digital', 0, 1), of('voided')],
  // A barcode that one product gives up and another takes.
  [of('create', 1, 0, 2), of('update', 2, 2, 0), of('create', 1, 3, 2), of('update', 3, 2, 3), of('create', 1, 1, 2)],
  // One title thrice, with the handle in the middle given away.
  [of('create', 1), of('create', 1), of('create', 1, 1), of('update', 3, 1, 3), of('create', 1), of('create', 4, 0, 1)],
  // Variants that an earlier item adds, counts and prices, and that a later one replaces.
  [
    of('variants', 1, 2),
    of('count', 4, 4),
    of('price', 4, 2),
    of('variants', 1, 2),
    of('adjust', 4, 5),
    of('archive', 1),
  ],
  // Shelves behind each other, and one that is closed under what stands in it.
  [
    of('shelf'),
    of('shelf', 0, 1),
    of('moveShelf', 1, 5),
    of('shelf'),
    of('create', 3),
    of('closeShelf', 1),
    of('update', 0, 3, 1),
  ],
  [of('collection', 0, 0), of('members', 1, 1), of('rename', 1, 0, 1), of('collection', 0, 1), of('members', 1, 0, 1)],
];

type Told = { readonly preview: Preview } | { readonly code: string };

interface Step {
  readonly command: string;
  readonly payload: unknown;
  readonly told: Told;
}

const CLOCK = /"(createdAt|updatedAt|installedAt)":"[^"]*"/g;
/** All that a reviewer sees, revs included. Whether the generation moves is decided when it is applied. */
const shown = (told: Told): unknown =>
  'code' in told
    ? told
    : JSON.parse(
        JSON.stringify({ ...told.preview, bumpsGeneration: null })
          .replace(CLOCK, '"$1":null')
          .replace(/"field":"(createdAt|updatedAt|installedAt)"[^}]*/g, '"field":"$1"'),
      );

describe('an item is recorded as if all earlier ones had been run', () => {
  let world: World;
  let live: Known;
  beforeAll(async () => {
    world = await createWorld();
    const plain = await world.done('catalog.product.create', { title: 'Kahve', price: 100, stock: 9, barcode: '111' });
    const varied = await world.done('catalog.product.create', {
      title: 'Gömlek',
      price: 100,
      variants: [
        { title: 'S', stock: 1 },
        { title: 'M', barcode: '333' },
      ],
    });
    const read = await world.read('catalog.products.get', { params: { prd: varied.id } });
    const shelf = await world.done('catalog.category.create', { name: 'Raf' });
    const collection = await world.done('catalog.collection.create', { title: 'Kahve' });
    live = {
      prd: [plain.id, varied.id],
      var: read.variants.map(({ id }: { id: string }) => id),
      cat: [shelf.id],
      col: [collection.id],
    };
  });
  afterAll(() => world.close());

  /** Records drafts one after the other; those that come later may name what earlier ones will create. */
  class Recording {
    readonly steps: Step[] = [];
    private readonly known = { prd: [...live.prd], var: [...live.var], cat: [...live.cat], col: [...live.col] };

    constructor(readonly as: Principal) {}

    async add(draft: Draft): Promise<void> {
      const [command, payload] = commands[draft.kind](draft, this.known) as [string, unknown];
      const { status, body } = await world.run(command, payload, { as: this.as });
      const told =
        status === 202
          ? { preview: (body as { preview: Preview }).preview }
          : { code: (body as { code: string }).code };
      this.steps.push({ command, payload, told });
      for (const [id, prefix] of JSON.stringify('preview' in told ? told : {}).matchAll(
        /\b(prd|var|cat|col)_\w{26}\b/g,
      )) {
        const ids = this.known[prefix as keyof Known];
        if (!ids.includes(id)) ids.push(id);
      }
    }
  }

  const itemsOf = (tokenId: string): Promise<ItemRow[]> =>
    world.database.reader(world.storeId).query<ItemRow>(
      `SELECT i.id, i.command, i.payload, i.sealed_payload AS "sealedPayload", i.defer_bump AS "deferBump", i.reserved_ids AS "reservedIds"
       FROM proposal_item i JOIN proposal p ON p.store_id = i.store_id AND p.id = i.proposal_id
       WHERE i.store_id = $1 AND p.token_id = $2 ORDER BY i.seq`,
      [world.storeId, tokenId],
    );

  /** What the same calls do when each stays before the next one runs, as when they are applied. */
  async function replay(as: Principal, steps: readonly Step[]): Promise<Told[]> {
    const items = await itemsOf(as.id);
    const { capabilities, secretBox } = world.platform.services;
    const one = async (tx: Transaction, { command, payload, told }: Step): Promise<Told> => {
      const mutation = capabilities.mutation(command);
      if (!mutation) throw new Error(`no ${command}`);
      const call =
        'preview' in told
          ? await callOf(tx, secretBox, items.shift() as ItemRow, mutation, as)
          : { principal: as, mutation, payload };
      return tx
        .savepoint(async () => {
          const { preview } = await world.bus.rehearse(tx, call, new Date());
          return { keep: true, value: { preview: sightOf(as, capabilities.entities).preview(call, preview) } };
        })
        .catch((error) => {
          if (!(error instanceof Refusal)) throw error;
          return { code: error.code };
        });
    };
    return world.database.transaction(world.storeId, async (tx) => {
      const told: Told[] = [];
      for (const step of steps) told.push(await one(tx, step));
      return { keep: false, value: told };
    });
  }

  /** Records a sequence and compares. @returns how many of them were recorded and not refused */
  async function compare(list: readonly Draft[]): Promise<number> {
    const as = await mintAgent(world, { scopes: ['catalog:write', 'store:admin', 'proposals:write'] });
    const recording = new Recording(as);
    for (const draft of list) await recording.add(draft);
    const { steps } = recording;
    const replayed = await replay(as, steps);
    steps.forEach(({ command, told }, index) => {
      expect([index, command, shown(told)]).toEqual([index, command, shown(replayed[index] as Told)]);
    });
    return steps.filter(({ told }) => 'preview' in told).length;
  }

  test.each(chains.map((chain) => [chain.map(({ kind }) => kind).join(', '), chain] as const))(
    '%s',
    async (_, chain) => {
      // A sequence that is refused throughout proves nothing.
      expect(await compare(chain)).toBeGreaterThan(chain.length / 2);
    },
  );

  /** The shop goes on between two recordings: each is compared with what the earlier ones do in the shop of that moment. */
  async function compareInMovingShop(list: readonly (Draft & { readonly live: boolean })[]): Promise<void> {
    const recording = new Recording(await mintAgent(world, { scopes: ['catalog:write', 'proposals:write'] }));
    for (const { live: straightAway, ...draft } of list) {
      if (straightAway) {
        const [command, payload] = commands[draft.kind](draft, live) as [string, unknown];
        await world.run(command, payload);
        continue;
      }
      await recording.add(draft);
      const told = recording.steps.at(-1) as Step;
      // What was refused in the shop of its moment is no item, whatever it would do in the one of today.
      const items = recording.steps.filter((step) => step === told || 'preview' in step.told);
      const replayed = await replay(recording.as, items);
      expect([told.command, shown(told.told)]).toEqual([told.command, shown(replayed.at(-1) as Told)]);
    }
  }

  test('an item that changes nothing today does when the shop has moved', async () => {
    const still = { ...of('count', 0, 2), live: true };
    await compareInMovingShop([
      still,
      { ...still, live: false },
      { ...of('count', 0, 1), live: true },
      { ...of('count', 0, 3), live: false },
    ]);
  });

  /** Has everything of a rehearsal but the identifiers that it minted, which are others each time. */
  const comparable = (rehearsed: Rehearsed | Refusal): unknown => {
    if (rehearsed instanceof Refusal) return { code: rehearsed.code, detail: rehearsed.detail, ...rehearsed.options };
    const text = JSON.stringify({ ...rehearsed, writes: rehearsed.writes.toSorted() });
    const minted = (whole: string, id: string, place: number) => whole.replaceAll(id, `#${place}`);
    const told = JSON.parse(rehearsed.reservedIds.reduce(minted, text));
    return { ...told, writes: told.writes.toSorted(), touched: told.touched.toSorted() };
  };

  /**
   * Records drafts, each rehearsed on what images hold of the items below it and on those items run, at the same moment.
   * @returns on how many images something was rehearsed
   */
  async function compareWithRuns(
    list: readonly (Draft & { readonly live: boolean })[],
    runMost: number,
  ): Promise<number> {
    const { bus, platform, database, storeId } = world;
    const { capabilities } = platform.services;
    const as = await mintAgent(world, { scopes: ['catalog:write', 'store:admin', 'proposals:write'] });
    const imaged = new Chains(images, runMost);
    const ground = jest.spyOn(imaged, 'ground');
    const gate = createProposalGate({ bus, capabilities, chains: imaged });
    const known = { prd: [...live.prd], var: [...live.var], cat: [...live.cat], col: [...live.col] };
    for (const { live: straightAway, ...draft } of list) {
      const [command, payload] = commands[draft.kind](draft, straightAway ? live : known) as [string, unknown];
      if (straightAway) {
        await world.run(command, payload);
        continue;
      }
      const mutation = capabilities.command(command) as Command;
      const { expectedRev } = payload as { expectedRev?: number };
      const call = { principal: as, mutation, payload, expectedRev };
      const [kept, ran] = await database.transaction(storeId, async (tx) => {
        const context = { tx, storeId, now: new Date(), services: platform.services };
        const [proposal] = await tx.query<OpenProposal>(
          `SELECT id, hash, recorded_items AS items, recorded_bytes AS bytes FROM proposal WHERE store_id = $1 AND token_id = $2`,
          [storeId, as.id],
        );
        const rehearsed = (chains: Chains) =>
          rehearseOnTop({ bus, capabilities, chains }, context, proposal ?? none, call).catch((error) => {
            if (!(error instanceof Refusal)) throw error;
            return error;
          });
        return {
          keep: false,
          value: [await rehearsed(imaged), await rehearsed(new Chains(images, Infinity))] as const,
        };
      });
      expect([command, comparable(kept)]).toEqual([command, comparable(ran)]);
      if (kept instanceof Refusal) continue;
      const { body } = await gate.record({ ...call, key: newUlid() });
      for (const [id, prefix] of JSON.stringify(body).matchAll(/\b(prd|var|cat|col)_\w{26}\b/g)) {
        const ids = known[prefix as keyof Known];
        if (!ids.includes(id)) ids.push(id);
      }
    }
    const grounds = await Promise.all(ground.mock.results.map(({ value }) => value as Promise<Ground>));
    return grounds.filter(({ fromImage }) => fromImage).length;
  }

  const none: OpenProposal = { id: 'prp_none', hash: '', items: 0, bytes: 0 };

  test.each(chains.map((chain) => [chain.map(({ kind }) => kind).join(', '), chain] as const))(
    'on images, too: %s',
    async (_, chain) => {
      await compareWithRuns(
        chain.map((draft) => ({ ...draft, live: false })),
        0,
      );
    },
  );

  type Kinds = readonly (keyof typeof commands)[];

  /** Sequences of such changes, in a shop in which the others happen. */
  async function compareAnyWithRuns(proposed: Kinds, happening: Kinds): Promise<void> {
    const step = fc.oneof(
      { weight: 3, arbitrary: draft(proposed).map((one) => ({ ...one, live: false })) },
      { weight: 1, arbitrary: draft(happening).map((one) => ({ ...one, live: true })) },
    );
    let onImages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 16 }),
        fc.constantFrom(0, 0, 1, 3),
        async (list, runMost) => {
          onImages += await compareWithRuns(list, runMost);
        },
      ),
      { numRuns: RUNS },
    );
    expect(onImages).toBeGreaterThan(RUNS);
  }

  test('any sequence of changes on images, in a shop that moves', async () => {
    const often: Kinds = [
      'price',
      'price',
      'guarded',
      'adjust',
      'count',
      'update',
      'create',
      'variants',
      'shelf',
      'shelf',
      'moveShelf',
    ];
    const rarely: Kinds = ['archive', 'closeShelf', 'members', 'digital', 'codes', 'collection', 'listing', 'install'];
    await compareAnyWithRuns(
      [...often, ...rarely],
      ['price', 'count', 'adjust', 'update', 'create', 'moveShelf', 'shelf', 'members', 'rename'],
    );
  }, 240_000);

  test('any sequence of shelves on images, of which only some are put in place', async () => {
    const often: Kinds = ['shelf', 'shelf', 'shelf', 'placedShelf', 'moveShelf', 'closeShelf'];
    await compareAnyWithRuns([...often, 'create', 'update'], ['moveShelf', 'shelf', 'placedShelf']);
  }, 240_000);

  test('any sequence of changes in a shop that moves', async () => {
    const moves = fc.record({
      kind: fc.constantFrom(...(['price', 'count', 'adjust', 'update', 'members', 'moveShelf', 'rename'] as const)),
      target: fc.nat(3),
      other: fc.nat(5),
      word: fc.nat(5),
      live: fc.boolean(),
    });
    await fc.assert(fc.asyncProperty(fc.array(moves, { minLength: 4, maxLength: 10 }), compareInMovingShop), {
      numRuns: RUNS,
    });
  }, 240_000);

  test('any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, async (list) => {
        await compare(list);
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});
