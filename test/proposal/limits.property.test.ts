import fc from 'fast-check';
import type { Reply } from '../../src/kernel/call/dispatch';
import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { runsOf } from '../world/runs';
import type { World } from '../world/world';
import { type Agents, mintAgent, worldWithAgents } from './agents';

/**
 * An adversary with a limited token does whatever it likes with one product, and with the barcodes and mappings of that and another.
 * However it splits, orders and names its steps, nothing that a buyer can order, in the shop or by what a marketplace knows it by,
 * ends further from the beginning of the day, or of the proposal, than the limit allows.
 */
const PERCENT = 20;
const RUNS = { developer: runsOf(30), agent: runsOf(15) };

interface Offer {
  readonly id: string;
  readonly title: string;
  readonly price: number;
}

const amount = fc.oneof(fc.integer({ min: 6_000, max: 26_000 }), fc.constantFrom(7_999, 8_000, 12_000, 16_000, 24_000));
/** A barcode or mapping by its place, or none. */
const mark = fc.option(fc.nat({ max: 3 }));
const title = fc.constantFrom('Küçük', 'Büyük', 'Orta', 'Süslü');
/** A variant by its place among those that are there, or a new one when there is none. */
const place = fc.nat({ max: 3 });

type Step =
  | { readonly kind: 'product'; readonly price: number }
  | { readonly kind: 'variant'; readonly place: number; readonly price: number | null }
  | { readonly kind: 'listing'; readonly place: number; readonly price: number | null }
  | { readonly kind: 'barcode'; readonly mark: number | null }
  | { readonly kind: 'mapping'; readonly place: number; readonly mark: number | null }
  | { readonly kind: 'variants'; readonly list: readonly Wanted[] };

interface Wanted {
  readonly place: number | null;
  readonly title: string;
  readonly price: number | null;
  /** undefined: stays. */
  readonly mark: number | null | undefined;
}

const wanted = fc.record({
  place: fc.option(place),
  title,
  price: fc.option(amount),
  mark: fc.option(mark, { nil: undefined, freq: 2 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('product' as const), price: amount }),
  fc.record({ kind: fc.constant('variant' as const), place, price: fc.option(amount) }),
  fc.record({ kind: fc.constant('listing' as const), place, price: fc.option(amount) }),
  // Of the other product; the last place of a mapping is its listing.
  fc.record({ kind: fc.constant('barcode' as const), mark }),
  fc.record({ kind: fc.constant('mapping' as const), place, mark }),
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('variants' as const), list: fc.array(wanted, { maxLength: 4 }) }),
  },
);
const shop = fc.record({
  price: amount,
  variants: fc.array(fc.record({ title, price: fc.option(amount) }), { maxLength: 3 }),
  listed: fc.option(amount),
  other: amount,
});

interface Shop {
  readonly price: number;
  readonly variants: readonly { readonly title: string; readonly price: number | null }[];
  readonly listed: number | null;
  readonly other: number;
}

const near = (now: number, began: number): boolean => Math.abs(now - began) * 100 <= PERCENT * began;

/** Why the offers of now are not what the limit allows; said without a look at how it is counted. */
function tooFar(began: readonly Offer[], now: readonly Offer[]): string[] {
  const prices = began.map(({ price }) => price);
  const range = { low: Math.min(...prices), high: Math.max(...prices) };
  const stays = (id: string): boolean => now.some((offer) => offer.id === id);
  const existed = (id: string): boolean => began.some((offer) => offer.id === id);
  return now.flatMap((offer) => {
    const { id, price } = offer;
    const same = began.filter((old) => old.id === id);
    const replaced = existed(id) ? [] : began.filter((old) => !stays(old.id));
    const namesake = began.filter((old) => old.title === offer.title && !same.some((own) => own.title === old.title));
    const beyond = [...same, ...replaced, ...namesake].filter((old) => !near(price, old.price));
    const outside = !(near(price, range.low) || near(price, range.high) || (price > range.low && price < range.high));
    return [...beyond.map((old) => `${price} against ${old.price}`), ...(outside ? [`${price} outside`] : [])];
  });
}

type Marked = readonly (readonly [mark: string, price: number])[];

/** What is offered under a mark by now, against everything that was offered under it at the beginning. */
const markedTooFar = (began: Marked, now: Marked): string[] =>
  now.flatMap(([mark, price]) => {
    const prices = began.filter(([old]) => old === mark).map(([, old]) => old);
    const [low, high] = [Math.min(...prices), Math.max(...prices)];
    const fine = prices.length === 0 || (price >= low && price <= high) || near(price, low) || near(price, high);
    return fine ? [] : [`${mark}: ${price} against ${prices}`];
  });

describe('priceChangePercent against an adversary', () => {
  let agents: Agents;
  let world: World;
  beforeAll(async () => {
    agents = await worldWithAgents();
    ({ world } = agents);
    await agents.startWorker();
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
  });
  afterAll(() => agents.close());

  async function limited(): Promise<Principal> {
    const token = await world.done(
      'token.mint',
      { kind: 'developer', scopes: ['catalog:write', 'proposals:write'], limits: { priceChangePercent: PERCENT } },
      { as: world.owner },
    );
    return { ...world.developer, id: token.id, scopes: new Set(token.scopes as never[]), limits: token.limits };
  }

  const product = (prd: string) => world.read('catalog.products.get', { params: { prd } });

  async function offers(prd: string): Promise<Offer[]> {
    const { id, price, variants } = await product(prd);
    if (variants.length === 0) return [{ id, title: '', price }];
    return variants.map((variant: { id: string; title: string; price: number | null }) => ({
      id: variant.id,
      title: variant.title,
      price: variant.price ?? price,
    }));
  }

  /** What the item of a listing costs on its channel. */
  async function onChannel(prd: string): Promise<Offer[]> {
    const items = new Map((await offers(prd)).map((offer) => [offer.id, offer.price]));
    const rows = await world.database
      .reader(world.storeId)
      .query<{ id: string; item: string; own: number | null }>(
        'SELECT id, coalesce(variant_id, product_id) AS item, price_override AS own FROM channel_listing WHERE store_id = $1 AND product_id = $2',
        [world.storeId, prd],
      );
    return rows.flatMap(({ id, item, own }) => {
      const price = own ?? items.get(item);
      return price === undefined ? [] : [{ id, title: id, price }];
    });
  }

  /** The prices of barcodes in the shop, and of barcodes and mappings on the channel. */
  const marked = async (ids: readonly string[]): Promise<Marked> => {
    const rows = await world.database.reader(world.storeId).query<{ mark: string; price: number }>(
      `WITH item AS (
         SELECT id AS product_id, NULL AS variant_id, barcode, price FROM catalog_product WHERE store_id = $1 AND id = ANY($2) AND variant_count = 0
         UNION ALL
         SELECT product_id, v.id, v.barcode, coalesce(v.price, p.price) FROM catalog_variant v JOIN catalog_product p ON p.store_id = v.store_id AND p.id = product_id
         WHERE v.store_id = $1 AND product_id = ANY($2)
       ),
       listed AS (
         SELECT item.barcode, remote_product_id, coalesce(price_override, item.price) AS price
         FROM channel_listing l JOIN item USING (product_id) WHERE l.store_id = $1 AND l.variant_id IS NOT DISTINCT FROM item.variant_id
       )
       SELECT mark, price::int FROM (
         SELECT 'barcode ' || barcode AS mark, price FROM item
         UNION ALL SELECT 'listed barcode ' || barcode, price FROM listed
         UNION ALL SELECT 'mapping ' || remote_product_id, price FROM listed
       ) AS found WHERE mark IS NOT NULL`,
      [world.storeId, ids],
    );
    return rows.map(({ mark, price }) => [mark, price]);
  };

  const list = (productId: string, variantId: string | undefined, priceOverride: number | null) => ({
    extension: 'trendyol',
    items: [{ productId, ...(variantId === undefined ? {} : { variantId }), priceOverride }],
  });

  /** The call of a step on a product of which these variants are known; none when the step has nothing to be about. */
  function callOf(
    { id: productId, other, marks }: Pick<Opened, 'id' | 'other' | 'marks'>,
    one: Step,
    variants: readonly { id: string }[],
  ): [string, object] | undefined {
    const markAt = (place: number | null): string | null => (place === null ? null : (marks[place] ?? null));
    if (one.kind === 'barcode') return ['catalog.product.update', { productId: other, barcode: markAt(one.mark) }];
    if (one.kind === 'mapping') {
      const variantId = variants[one.place]?.id;
      const item = one.place === 3 ? { productId: other } : { productId, ...(variantId ? { variantId } : {}) };
      return [
        'channel.listing.set',
        { extension: 'trendyol', items: [{ ...item, remoteProductId: markAt(one.mark) }] },
      ];
    }
    if (one.kind === 'product') return ['catalog.price.set', { targetId: productId, price: one.price }];
    if (one.kind === 'variants') {
      const named = new Set<string>();
      const payload = one.list.map(({ place, title, price, mark }) => {
        const known = place === null ? undefined : variants[place];
        const coded = { title, ...(mark === undefined ? {} : { barcode: markAt(mark) }) };
        if (!known || named.has(known.id)) return { ...coded, ...(price === null ? {} : { price }) };
        named.add(known.id);
        return { id: known.id, ...coded };
      });
      return ['catalog.product.setVariants', { productId, variants: payload }];
    }
    const variant = variants[one.place % Math.max(1, variants.length)];
    if (one.kind === 'listing') return ['channel.listing.set', list(productId, variant?.id, one.price)];
    return variant && ['catalog.price.set', { targetId: variant.id, price: one.price }];
  }

  type Opened = Awaited<ReturnType<typeof opened>>;

  async function opened({ listed, other, price, variants }: Shop) {
    const marks = [newUlid(), newUlid(), newUlid(), newUlid()];
    const payload = variants.map(({ title, price }, place) => ({
      title,
      ...(price === null ? {} : { price }),
      ...(place < 2 ? { barcode: marks[place] } : {}),
    }));
    const created = await world.done('catalog.product.create', { title: 'Cezve', price, variants: payload });
    if (listed !== null) await world.done('channel.listing.set', list(created.id, created.variants[0]?.id, listed));
    const second = await world.done('catalog.product.create', { title: 'Fincan', price: other, barcode: marks[3] });
    await world.done('channel.listing.set', {
      extension: 'trendyol',
      items: [
        ...(listed === null
          ? []
          : [
              {
                productId: created.id,
                ...(created.variants[0] ? { variantId: created.variants[0].id } : {}),
                remoteProductId: marks[0],
              },
            ]),
        { productId: second.id, remoteProductId: marks[3] },
      ],
    });
    const both = [created.id, second.id];
    const began = {
      shop: await offers(created.id),
      channel: await onChannel(created.id),
      marked: await marked(both),
    };
    return {
      id: created.id as string,
      other: second.id as string,
      marks,
      variants: created.variants as { id: string }[],
      async judge(): Promise<void> {
        expect(tooFar(began.shop, await offers(created.id))).toEqual([]);
        const known = (await onChannel(created.id)).filter(({ id }) => began.channel.some((old) => old.id === id));
        if (known.length > 0) expect(tooFar(began.channel, known)).toEqual([]);
        expect(markedTooFar(began.marked, await marked(both))).toEqual([]);
      },
    };
  }

  test('a developer token ends no sequence of steps with an offer that is too far from the beginning', async () => {
    const answers = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(shop, fc.array(step, { minLength: 1, maxLength: 10 }), async (start, steps) => {
        const shop = await opened(start);
        const { id, judge } = shop;
        const as = await limited();
        for (const one of steps) {
          const call = callOf(shop, one, (await product(id)).variants);
          if (!call) continue;
          const { status } = await world.run(...call, { as });
          answers.set(status, (answers.get(status) ?? 0) + 1);
          if (status === 200) await judge();
        }
      }),
      { numRuns: RUNS.developer },
    );
    // An adversary who is never let through, or always, proves nothing.
    expect(answers.get(200)).toBeGreaterThan(RUNS.developer / 2);
    expect(answers.get(202)).toBeGreaterThan(RUNS.developer / 2);
  });

  test('nor does an agent, whose proposal is approved whatever is in it', async () => {
    const answers = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(shop, fc.array(step, { minLength: 1, maxLength: 8 }), async (start, steps) => {
        const { judge, ...known } = await opened(start);
        const as = await mintAgent(world, { limits: { priceChangePercent: PERCENT } });
        let { variants } = known;
        let proposalId: string | undefined;
        for (const one of steps) {
          const call = callOf(known, one, variants);
          if (!call) continue;
          const { status, body } = (await world.run(...call, { as })) as Reply & { body: Proposed };
          answers.set(status, (answers.get(status) ?? 0) + 1);
          if (status !== 202) continue;
          proposalId = body.proposalId;
          variants = body.preview.changes.find(({ field }) => field === 'variants')?.after ?? variants;
        }
        if (proposalId === undefined) return;
        await agents.submit(proposalId, as);
        await agents.approve(proposalId);
        await agents.until(proposalId, 'applied');
        await judge();
      }),
      { numRuns: RUNS.agent },
    );
    expect(answers.get(202)).toBeGreaterThan(RUNS.agent / 2);
    expect(answers.get(422)).toBeGreaterThan(RUNS.agent / 2);
    // A proposal that is not applied in time is told by name, also after the attempts to find the smallest such.
  }, 240_000);
});

interface Proposed {
  readonly proposalId: string;
  readonly preview: { readonly changes: readonly { readonly field: string; readonly after: { id: string }[] }[] };
}
