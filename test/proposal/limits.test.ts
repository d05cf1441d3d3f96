import listingSet from '../../src/channel/channel.listing.set';
import { type Principal, systemPrincipal } from '../../src/kernel/declaration/principal';
import type { Refusal } from '../../src/kernel/errors';
import { newUlid } from '../../src/kernel/ids';
import { createProposalGate } from '../../src/proposal/recording/gate';
import { registry } from '../../src/registry';
import { defaultChannelSettings } from '../../src/store/channel/aggregate';
import { createWorld, type World } from '../world/world';
import { type Agents, mintAgent, worldWithAgents } from './agents';
import { foretold } from './foretold';

const limits = { priceChangePercent: 20 };

async function developerOf(world: World): Promise<Principal> {
  const token = await world.done(
    'token.mint',
    { kind: 'developer', scopes: ['catalog:write', 'proposals:write'], limits },
    { as: world.owner },
  );
  return { ...world.developer, id: token.id, scopes: new Set(token.scopes as never[]), limits: token.limits };
}

const install = (world: World) => world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });

/**
 * A product at 100 TL with a variant that has its price, but another one on a channel, and two with their own; and another product
 * of that price, which is far dearer on the channel.
 */
async function shop(world: World) {
  const barcodes = { small: newUlid(), large: newUlid(), other: newUlid() };
  const marks = { small: newUlid(), other: newUlid() };
  const product = await world.done('catalog.product.create', {
    title: 'Cezve',
    price: 10_000,
    variants: [
      { title: 'Küçük', barcode: barcodes.small },
      { title: 'Büyük', price: 20_000, barcode: barcodes.large },
      { title: 'Süslü', price: 11_500 },
    ],
  });
  const other = await world.done('catalog.product.create', { title: 'Fincan', price: 10_000, barcode: barcodes.other });
  const [small, large, fancy] = product.variants;
  await world.done('channel.listing.set', {
    extension: 'trendyol',
    items: [
      { productId: product.id, variantId: large.id },
      { productId: product.id, variantId: small.id, priceOverride: 11_500, remoteProductId: marks.small },
      { productId: other.id, priceOverride: 30_000, remoteProductId: marks.other },
    ],
  });
  return { id: product.id, small: small.id, large: large.id, fancy: fancy.id, other: other.id, marks, barcodes };
}

type Shop = Awaited<ReturnType<typeof shop>>;

const keep = ({ small, large, fancy }: Shop) => [
  { id: small, title: 'Küçük' },
  { id: large, title: 'Büyük' },
  { id: fancy, title: 'Süslü' },
];
const list = (of: Shop, variantId: string, fields: object) => [
  'channel.listing.set',
  { extension: 'trendyol', items: [{ productId: of.id, variantId, ...fields }] },
];

/** The variants with other barcodes. */
const coded = (of: Shop, barcodes: Partial<Record<'small' | 'large' | 'fancy', string | null>>) => [
  'catalog.product.setVariants',
  {
    productId: of.id,
    variants: keep(of).map((variant, place) => {
      const barcode = [barcodes.small, barcodes.large, barcodes.fancy][place];
      return barcode === undefined ? variant : { ...variant, barcode };
    }),
  },
];

/** Steps of which the last goes too far; the ones before it are within the limit. */
const tooFar: Record<string, (of: Shop) => unknown[][]> = {
  'a price': ({ id }) => [['catalog.price.set', { targetId: id, price: 12_001 }]],
  'four steps of 19 %': ({ id }) => [
    ['catalog.price.set', { targetId: id, price: 11_900 }],
    ['catalog.price.set', { targetId: id, price: 14_161 }],
  ],
  'down again further than it came up': ({ id }) => [
    ['catalog.price.set', { targetId: id, price: 12_000 }],
    ['catalog.price.set', { targetId: id, price: 7_999 }],
  ],
  'a variant that had the price of its product': ({ small }) => [['catalog.price.set', { targetId: small, price: 1 }]],
  'a variant that had it, after a step of the product': ({ id, small }) => [
    ['catalog.price.set', { targetId: id, price: 8_100 }],
    ['catalog.price.set', { targetId: small, price: 6_600 }],
  ],
  'a variant that gives up its own price': ({ large }) => [['catalog.price.set', { targetId: large, price: null }]],
  'a product that a variant follows since it gave up its own price': ({ id, fancy }) => [
    ['catalog.price.set', { targetId: id, price: 12_000 }],
    ['catalog.price.set', { targetId: fancy, price: null }],
    ['catalog.price.set', { targetId: id, price: 8_000 }],
  ],
  'a new variant': (of) => [
    [
      'catalog.product.setVariants',
      { productId: of.id, variants: [...keep(of), { title: 'Orta', price: 100, stock: 1 }] },
    ],
  ],
  'a new variant, replaced step by step': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [...keep(of), { title: 'Orta', price: 8_500 }] }],
    ['catalog.product.setVariants', { productId: of.id, variants: [...keep(of), { title: 'Orta', price: 7_000 }] }],
  ],
  'a variant that is replaced by one with the price of the product': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [keep(of)[0], { title: 'Büyük' }] }],
  ],
  'a variant that is replaced by one of another name': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [keep(of)[0], { title: 'XL', price: 11_000 }] }],
  ],
  'a variant that is removed first and put back later': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [keep(of)[0]] }],
    ['catalog.product.setVariants', { productId: of.id, variants: [keep(of)[0], { title: 'Büyük' }] }],
  ],
  'the price of what replaced a variant': (of) => [
    [
      'catalog.product.setVariants',
      { productId: of.id, variants: [...keep(of).slice(0, 2), { title: 'Süslü', price: 11_500 }] },
    ],
    ['catalog.product.setVariants', { productId: of.id, variants: keep(of).slice(0, 2) }],
    [
      'catalog.product.setVariants',
      { productId: of.id, variants: [...keep(of).slice(0, 2), { title: 'Süslü', price: 9_100 }] },
    ],
  ],
  'a cheap variant that gets the name of a removed one': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [{ id: of.small, title: 'Büyük' }] }],
  ],
  'two variants that change their names': (of) => [
    [
      'catalog.product.setVariants',
      { productId: of.id, variants: [{ id: of.small, title: 'Büyük' }, { id: of.large, title: 'Küçük' }, keep(of)[2]] },
    ],
  ],
  'a cheap variant that gets the name of one that was renamed before': (of) => [
    [
      'catalog.product.setVariants',
      { productId: of.id, variants: [keep(of)[0], { id: of.large, title: 'Eski' }, keep(of)[2]] },
    ],
    [
      'catalog.product.setVariants',
      { productId: of.id, variants: [{ id: of.small, title: 'Büyük' }, { id: of.large, title: 'Eski' }, keep(of)[2]] },
    ],
  ],
  'a variant that is added before the one is removed whose place it takes': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [...keep(of), { title: 'Orta', price: 11_000 }] }],
    ['catalog.product.setVariants', { productId: of.id, variants: [keep(of)[0], { title: 'Orta', price: 11_000 }] }],
  ],
  'a variant of the name of one that stays': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [...keep(of), { title: 'Büyük', price: 11_000 }] }],
  ],
  'a product that loses its dear variants': (of) => [
    ['catalog.product.setVariants', { productId: of.id, variants: [] }],
  ],
  'a channel price that was given up, of a variant that has the price of its product': (of) => [
    list(of, of.small, { priceOverride: null }) as unknown[],
    ['catalog.price.set', { targetId: of.id, price: 8_800 }],
  ],
  'a first price before reduction': ({ id }) => [
    ['catalog.price.set', { targetId: id, price: 10_000, compareAt: 50_000 }],
  ],
  'a first price on a channel': (of) => [list(of, of.large, { priceOverride: 1 }) as unknown[]],
  'a first list price on a channel': (of) => [list(of, of.large, { listPriceOverride: 99_000 }) as unknown[]],
  'a channel price after a step of the item': (of) => [
    ['catalog.price.set', { targetId: of.large, price: 16_100 }],
    list(of, of.large, { priceOverride: 15_900 }) as unknown[],
  ],
  'two variants that swap their barcodes': (of) => [coded(of, { small: of.barcodes.large, large: of.barcodes.small })],
  'a barcode that is cleared first and given to a cheaper product': (of) => [
    coded(of, { large: null }),
    ['catalog.product.update', { productId: of.other, barcode: of.barcodes.large }],
  ],
  'a barcode that is cleared first and given to a new product': (of) => [
    coded(of, { large: null }),
    ['catalog.product.create', { title: 'Yeni', price: 12_000, barcode: of.barcodes.large }],
  ],
  'a barcode of what costs the same, but more on a channel': (of) => [
    ['catalog.product.update', { productId: of.other, barcode: null }],
    coded(of, { small: of.barcodes.other }),
  ],
  'a barcode of what is dearer on a channel, by a listing that has the price of its item': (of) => [
    ['catalog.product.update', { productId: of.other, barcode: null }],
    coded(of, { fancy: of.barcodes.other }),
    list(of, of.fancy, {}) as unknown[],
  ],
  'a price after a barcode was taken': (of) => [
    coded(of, { small: null, fancy: of.barcodes.small }),
    ['catalog.price.set', { targetId: of.fancy, price: 12_001 }],
  ],
  'the mapping of a dearer listing, which keeps it': (of) => [
    list(of, of.small, { remoteProductId: of.marks.other }) as unknown[],
  ],
  'two listings that swap their mappings': (of) => [
    [
      'channel.listing.set',
      {
        extension: 'trendyol',
        items: [
          { productId: of.id, variantId: of.small, remoteProductId: of.marks.other },
          { productId: of.other, remoteProductId: of.marks.small },
        ],
      },
    ],
  ],
  'a mapping that is cleared first and given to a cheaper listing': (of) => [
    ['channel.listing.set', { extension: 'trendyol', items: [{ productId: of.other, remoteProductId: null }] }],
    list(of, of.small, { remoteProductId: of.marks.other }) as unknown[],
  ],
  'a mapping that a new listing of a cheaper item takes': (of) => [
    list(of, of.fancy, { remoteProductId: of.marks.other }) as unknown[],
  ],
  'the price of a new listing': (of) => [list(of, of.fancy, { priceOverride: 5_000 }) as unknown[]],
};

describe('priceChangePercent', () => {
  describe('of an agent counts from the beginning of its proposal', () => {
    let agents: Agents;
    beforeAll(async () => {
      agents = await worldWithAgents();
      await install(agents.world);
    });
    afterAll(() => agents.close());

    test.each(Object.keys(tooFar))('%s', async (name) => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits });
      const steps = (tooFar[name] as (of: Shop) => [string, object][])(await shop(world));
      const replies = [];
      for (const [command, payload] of steps) replies.push(await foretold(world, command, payload, { as: agent }));
      expect(replies.map(({ status }) => status)).toEqual([...steps.slice(1).map(() => 202), 422]);
      expect(replies.at(-1)?.body).toMatchObject({
        code: 'limit_exceeded',
        detail: expect.stringMatching(
          /away from what (it was|those beside it were|that of .*, whose place it may take, was|what has the .* was) at the beginning of the proposal/,
        ),
      });
    });

    test('what the agent created is held against the price that it was created with', async () => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits });
      const created = await agents.propose('catalog.product.create', { title: 'Fincan', price: 9_000 }, agent);
      const { id } = created.preview.changes[0];
      expect(await world.run('catalog.price.set', { targetId: id, price: 9_500 }, { as: agent })).toMatchObject({
        status: 202,
      });
      expect(await world.run('catalog.price.set', { targetId: id, price: 100 }, { as: agent })).toMatchObject({
        status: 422,
      });
    });

    test('the next proposal counts anew, and what holds no money is not counted', async () => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits });
      const { id, small } = await shop(world);
      const { proposalId } = await agents.propose('catalog.price.set', { targetId: id, price: 11_900 }, agent);
      await agents.propose('catalog.stock.set', { targetId: small, stock: 5000 }, agent);
      await agents.submit(proposalId, agent);
      await agents.propose('catalog.price.set', { targetId: id, price: 8_100 }, agent);
    });

    test('a variant may be replaced by one of nearly its price, which counts from there', async () => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits });
      const of = await shop(world);
      const kept = keep(of).slice(0, 2);
      const payload = { productId: of.id, variants: [...kept, { title: 'Ufak', price: 11_900 }] };
      const { preview } = await agents.propose('catalog.product.setVariants', payload, agent);
      const variants = preview.changes.find(({ field }: { field: string }) => field === 'variants').after;
      const targetId = variants.find(({ title }: { title: string }) => title === 'Ufak').id;
      await agents.propose('catalog.price.set', { targetId, price: 9_200 }, agent);
      expect(await world.run('catalog.price.set', { targetId, price: 9_199 }, { as: agent })).toMatchObject({
        status: 422,
      });
    });

    test('a step is told with the digits that make it too large, and one of just the limit is none', async () => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits: { priceChangePercent: 7 } });
      const { id } = await shop(world);
      await agents.propose('catalog.price.set', { targetId: id, price: 10_700 }, agent);
      expect(await world.run('catalog.price.set', { targetId: id, price: 10_701 }, { as: agent })).toMatchObject({
        body: { detail: expect.stringContaining('7.01 % away') },
      });
    });

    test('a step that is too large names the thing by its title, also one that the proposal creates, and the field by its label', async () => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits });
      const created = await agents.propose(
        'catalog.product.create',
        { title: 'Fincan', price: 9_000, compareAt: 10_000 },
        agent,
      );
      const productId = created.preview.result.id;
      const detail = async (command: string, payload: object) =>
        ((await world.run(command, payload, { as: agent })).body as { detail: string }).detail;
      expect(await detail('catalog.price.set', { targetId: productId, price: 9_000, compareAt: 900_000 })).toContain(
        `The price before reduction of Fincan (${productId}) would be`,
      );
      const { id, small } = await shop(world);
      const { title, variants } = await world.read('catalog.products.get', { params: { prd: id } });
      const variant = variants.find((each: { id: string }) => each.id === small);
      expect(await detail('catalog.price.set', { targetId: small, price: 1 })).toContain(
        `The price of ${title} · ${variant.title} (${small}) would be`,
      );
    });

    test('barcodes that nobody had, and a mapping of what costs nearly the same, are free', async () => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits });
      const of = await shop(world);
      const [command, payload] = coded(of, { small: newUlid(), large: newUlid(), fancy: newUlid() }) as [
        string,
        object,
      ];
      await agents.propose(command, payload, agent);
      const [map, mapping] = list(of, of.fancy, { remoteProductId: of.marks.small }) as [string, object];
      await agents.propose(map, mapping, agent);
      // It is 115 TL that the mapping was offered for, and 115 TL that the variant costs.
      await agents.propose('catalog.price.set', { targetId: of.fancy, price: 13_800 }, agent);
      expect(await world.run('catalog.price.set', { targetId: of.fancy, price: 13_801 }, { as: agent })).toMatchObject({
        status: 422,
      });
    });

    test('an undone reduction is no change of a price', async () => {
      const { world } = agents;
      const agent = await mintAgent(world, { limits });
      const { id } = await shop(world);
      await world.done('catalog.price.set', { targetId: id, price: 10_000, compareAt: 30_000 });
      await agents.propose('catalog.price.set', { targetId: id, price: 11_000, compareAt: null }, agent);
    });
  });

  describe('of a developer token counts from the beginning of the day', () => {
    let now = new Date();
    let world: World;
    let developer: Principal;
    beforeAll(async () => {
      world = await createWorld({ now: () => now });
      await install(world);
    });
    beforeEach(async () => {
      developer = await developerOf(world);
    });
    afterAll(() => world.close());

    test.each(Object.keys(tooFar))('%s', async (name) => {
      const steps = (tooFar[name] as (of: Shop) => [string, object][])(await shop(world));
      const replies = [];
      for (const [command, payload] of steps) replies.push(await foretold(world, command, payload, { as: developer }));
      expect(replies.map(({ status }) => status)).toEqual([...steps.slice(1).map(() => 200), 202]);
    });

    test('what goes too far changes nothing and is proposed', async () => {
      const { id } = await shop(world);
      const reply = await world.run('catalog.price.set', { targetId: id, price: 12_500 }, { as: developer });
      expect(reply).toMatchObject({ status: 202, body: { proposed: true, preview: { changes: expect.any(Array) } } });
      expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({ price: 10_000 });
    });

    test('what goes too far is refused when the token cannot propose, previewed or not, and the owner may do it', async () => {
      const { id } = await shop(world);
      const narrow = { ...developer, scopes: new Set(['catalog:write'] as const) };
      const payload = { targetId: id, price: 12_500 };
      const key = newUlid();
      const refused = {
        status: 422,
        body: {
          code: 'limit_exceeded',
          detail: expect.stringMatching(/25.0 % away .* The owner may make this change/),
        },
      };
      for (const replayed of [false, true]) {
        const reply = await world.run('catalog.price.set', payload, { as: narrow, key });
        expect(reply).toMatchObject({ ...refused, replayed });
      }
      await expect(world.run('catalog.price.set', payload, { as: narrow, dryRun: true })).rejects.toMatchObject({
        code: 'limit_exceeded',
      });
      expect(await world.run('catalog.price.set', { targetId: id, price: 11_000 }, { as: narrow })).toMatchObject({
        status: 200,
      });
      await world.done('catalog.price.set', payload, { as: world.owner });
    });

    test('of calls at a time none is held against what another one has just left', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id, small, large } = await shop(world);
        const prices = [
          [id, 8_100],
          [id, 6_600],
          [small, 6_600],
          [large, 16_100],
          [large, 13_000],
        ];
        const replies = await Promise.all(
          prices.map(([targetId, price]) => world.run('catalog.price.set', { targetId, price }, { as: developer })),
        );
        expect(replies.map(({ status }) => status)).toEqual([200, 202, 202, 200, 202]);
      }
    });

    test('a day begins at midnight in Turkey', async () => {
      const { id } = await shop(world);
      const set = (price: number) => world.run('catalog.price.set', { targetId: id, price }, { as: developer });
      const started = now;
      now = new Date(`${started.toISOString().slice(0, 10)}T20:59:00Z`);
      try {
        expect(await set(11_900)).toMatchObject({ status: 200 });
        expect(await set(12_900)).toMatchObject({ status: 202 });
        now = new Date(now.getTime() + 120_000);
        expect(await set(14_000)).toMatchObject({ status: 200 });
      } finally {
        now = started;
      }
      const rows = await world.database
        .reader(world.storeId)
        .query<{ period: string }>('SELECT DISTINCT period FROM amount_drift WHERE token_id = $1', [developer.id]);
      expect(rows).toHaveLength(1);
    });
  });
});

describe('what a limited token has asked for', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await install(agents.world);
  });
  afterAll(() => agents.close());

  const setting = (productId: string, priceOverride: number) => ({
    key: `cjb_test/${newUlid()}`,
    payload: { extension: 'trendyol', items: [{ productId, priceOverride }] },
  });

  /** As a job does it: each entry in a part of its own. @returns what became of each */
  async function work(askedBy: string, entries: readonly ReturnType<typeof setting>[]): Promise<string[]> {
    const { bus, storeId } = agents.world;
    const issuer = { id: 'test', issues: [listingSet] };
    const terms = { principal: systemPrincipal(storeId, 'cjb_test'), askedBy, issuer, lockName: 'test', cause: {} };
    const { results, failed } = await bus.batch(terms, (batch) =>
      batch.parts(entries, (part) => batch.run(listingSet, part)),
    );
    return [
      ...results.flat().map(({ refusal }) => refusal?.code ?? 'done'),
      ...failed.map(({ error }) => (error as Refusal).message),
    ];
  }

  test('is held against it when the product does it: one item that goes too far is left out, and no other', async () => {
    const { world } = agents;
    const developer = await developerOf(world);
    const agent = await mintAgent(world, { limits });
    for (const { id } of [developer, agent]) {
      const [one, other] = [await agents.product(), await agents.product('Fincan')];
      expect(await work(id, [setting(one.id, 15_000), setting(other.id, 99_000), setting(one.id, 15_100)])).toEqual([
        'done',
        'done',
        expect.stringMatching(/^limit_exceeded: The price on the channel of .*Fincan.* What the owner asks for has no/),
      ]);
      expect(await work(id, [setting(one.id, 17_000)])).toEqual([expect.stringContaining('away from what it was')]);
    }
    const { id } = await agents.product();
    for (const askedBy of [world.owner.id, world.developer.id])
      expect(await work(askedBy, [setting(id, 99_000)])).toEqual(['done']);
  });

  test('is counted with what a developer token does by itself, and beside the proposals of an agent', async () => {
    const { world } = agents;
    const developer = await developerOf(world);
    const { id } = await agents.product();
    const set = (priceOverride: number, as: Principal) =>
      world.run('channel.listing.set', setting(id, priceOverride).payload, { as });
    expect(await work(developer.id, [setting(id, 15_000)])).toEqual(['done']);
    expect(await set(16_000, developer)).toMatchObject({ status: 202 });

    const agent = await mintAgent(world, { limits });
    expect(await set(17_900, agent)).toMatchObject({ status: 202 });
    expect(await work(agent.id, [setting(id, 13_000)])).toEqual(['done']);
    expect(await set(18_500, agent)).toMatchObject({ status: 422 });
    expect(await set(17_000, agent)).toMatchObject({ status: 202 });
    // Near what the work has left, and far from where the day began: the proposal has not made that forgotten.
    expect(await work(agent.id, [setting(id, 11_000)])).toEqual([expect.stringContaining('limit_exceeded')]);
  });
});

describe('a token with a price limit moves no price by what no amount tells of', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await install(agents.world);
  });
  afterAll(() => agents.close());

  const SETTINGS = 'settings.channel.update';
  const stated = { extension: 'trendyol', ...defaultChannelSettings };
  const rule = { priceRule: { percent: -90, add: 0, round: 'none' } };

  test.each([
    ['the price rule of a marketplace', rule],
    ['its price brake', { brakePercent: 100 }],
  ])('%s', async (_, moved) => {
    const { world } = agents;
    const scopes = ['catalog:write', 'store:admin', 'proposals:write'];
    for (const kind of ['agent', 'developer']) {
      const as = await mintAgent(world, { kind, scopes, limits });
      expect((await world.run(SETTINGS, { ...stated, ...moved }, { as })).body).toMatchObject({
        code: 'limit_exceeded',
        detail: expect.stringContaining('20 %'),
      });
      expect((await world.run(SETTINGS, { ...stated, buffer: 3 }, { as })).status).toBeLessThan(300);
      const free = await mintAgent(world, { kind, scopes });
      expect((await world.run(SETTINGS, { ...stated, ...moved }, { as: free, dryRun: true })).status).toBe(200);
    }
    await world.done(SETTINGS, stated, { as: world.owner });
  });

  test('the lock of a listing', async () => {
    const { world } = agents;
    const of = await shop(world);
    const listed = (priceLocked: boolean) => (list(of, of.large, { priceLocked }) as [string, object])[1];
    await world.done('channel.listing.set', listed(true));
    const as = await mintAgent(world, { limits });
    for (const by of [as, await developerOf(world)])
      expect((await world.run('channel.listing.set', listed(false), { as: by })).body).toMatchObject({
        code: 'limit_exceeded',
      });
    expect(await world.run('channel.listing.set', listed(true), { as })).toMatchObject({ status: 202 });
    await world.done('channel.listing.set', listed(false));
  });

  test('a limit of a token that may set the price rule limits something', async () => {
    const { world } = agents;
    const minted = { kind: 'developer', scopes: ['store:admin'], limits };
    expect((await world.run('token.mint', minted, { as: world.owner })).status).toBe(200);
    const none = { kind: 'developer', scopes: ['catalog:read'], limits };
    expect((await world.run('token.mint', none, { as: world.owner })).body).toMatchObject({ code: 'invalid_request' });
  });
});

test('whatever a buyer is shown as a price is judged by the limit', () => {
  const declared = registry.entities.flatMap(({ word, prices = [] }) => prices.map((way) => `${word} ${way}`));
  expect(declared).toEqual([
    'product price',
    'product compareAt',
    'product variants/price',
    'variant price',
    'listing priceOverride',
    'listing listPriceOverride',
  ]);
});

test('a build whose limits on prices would judge nothing does not start', () => {
  const capabilities = { ...registry, entities: registry.entities.filter(({ prices }) => !prices) };
  expect(() => createProposalGate({ capabilities } as never)).toThrow('no entity declares which fields are prices');
});
