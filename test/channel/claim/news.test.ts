import fc from 'fast-check';
import { merged } from '../../../src/channel/claim/merge';
import type { KeptClaim } from '../../../src/channel/claim/row';
import { settleOwed } from '../../../src/channel/claim/settle';
import { keepClaims, noteLooked, readAtOf } from '../../../src/channel/claim/store';
import { packagePayloadOf } from '../../../src/channel/package/payload';
import {
  type ClaimState,
  claimStates,
  type RemoteClaim,
  type RemoteClaimItem,
} from '../../../src/provider/channel/claim';
import { ImportShop, later, lineOf, packageOf } from '../../order/import/shop';
import { createWorld, type World } from '../../world/world';

jest.setTimeout(600_000);

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

const STOCK = 1_000;
const ENDS = ['accepted', 'rejected', 'cancelled', 'in_analysis'] as const satisfies readonly ClaimState[];

interface Piece {
  readonly barcode: 'A' | 'B';
  readonly price: number;
  /** What becomes of the claim of it; null: nobody claims it. */
  readonly end: (typeof ENDS)[number] | null;
  /** In which of the children it is, of a package that is split. */
  readonly child: 0 | 1;
  readonly isEarly: boolean;
}

interface Story {
  readonly pieces: readonly Piece[];
  readonly isSplit: boolean;
  /** The price that claims tell is that of the piece, or of another one of its line. */
  readonly tellsPrice: boolean;
}

const stories: fc.Arbitrary<Story> = fc.record({
  pieces: fc.array(
    fc.record({
      barcode: fc.constantFrom('A' as const, 'B' as const),
      price: fc.integer({ min: 1, max: 4 }).map((price) => price * 1_111),
      end: fc.option(fc.constantFrom(...ENDS), { freq: 4 }),
      child: fc.constantFrom(0 as const, 1 as const),
      isEarly: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  isSplit: fc.boolean(),
  tellsPrice: fc.boolean(),
});

type News = { readonly name: string; readonly minute: number } & (
  | { readonly package: object }
  | { readonly claim: RemoteClaim }
);

/** All that a marketplace tells of a story, in the order in which it happens. @param run makes names of one run its own */
function newsOf({ pieces, isSplit, tellsPrice }: Story, run: string): News[] {
  const named = pieces.map((piece, at) => ({ ...piece, id: `${run}-${at}` }));
  const told = (name: string, some: typeof named, state: string, minute: number, origins: string[] = []): News[] => {
    if (some.length === 0) return [];
    const lines = (['A', 'B'] as const).flatMap((barcode) => {
      const of = some.filter((piece) => piece.barcode === barcode);
      const more = {
        lineId: `${name}-${barcode}`,
        unitPrices: of.map(({ price }) => price),
        pieceIds: of.map(({ id }) => id),
      };
      return of.length === 0 ? [] : [lineOf(`${barcode}-${run}`, of.length, more)];
    });
    const more = { state, stateWord: state, modifiedAt: later(minute), originPackageIds: origins };
    return [{ name: `package ${name}`, minute, package: packageOf(name, lines, more) }];
  };
  const root = `P${run}`;
  const parts = isSplit
    ? ([0, 1] as const).map((child) => [`${root}-${child}`, named.filter((each) => each.child === child)] as const)
    : [];
  const leaves = isSplit ? parts : [[root, named] as const];
  const packages = [
    ...told(root, named, 'created', 0),
    ...(isSplit ? told(root, named, 'unpacked', 2) : []),
    ...leaves.flatMap(([name, some]) => [
      ...told(name, [...some], 'shipped', 5, isSplit ? [root] : []),
      ...told(name, [...some], 'delivered', 10, isSplit ? [root] : []),
    ]),
  ];
  const claimed = named.filter(({ end }) => end !== null);
  const claims = (['A', 'B'] as const).flatMap((barcode): News[] => {
    const of = claimed.filter((piece) => piece.barcode === barcode);
    if (of.length === 0) return [];
    const claimId = `C${run}-${barcode}`;
    return [20, 30, 40].map((minute): News => {
      const items = of.map((piece): RemoteClaimItem => {
        const isOver = minute === 40 || (minute === 30 && piece.isEarly);
        const state = isOver ? (piece.end as ClaimState) : 'waiting_action';
        return {
          itemId: `I-${piece.id}`,
          state,
          stateWord: state,
          fault: 'buyer',
          reasonCode: null,
          reason: null,
          note: null,
          deadline: null,
          acceptedBy: null,
          pieceId: piece.id,
          lineId: null,
          barcode: `${barcode}-${run}`,
          title: null,
          price: tellsPrice ? piece.price : (of[0]?.price ?? null),
        };
      });
      const claim = {
        claimId,
        orderNumber: `N${run}`,
        claimedAt: later(20),
        modifiedAt: later(minute),
        carrier: null,
        trackingNumber: null,
        items,
      };
      return { name: claimId, minute, claim };
    });
  });
  return [...packages, ...claims];
}

/** The same news late, twice and out of order; what is lost is told once more by what comes after it. */
const heard = (news: readonly News[], choices: readonly number[]): News[] => {
  const isLast = ({ name, minute }: News): boolean => !news.some((each) => each.name === name && each.minute > minute);
  const choice = (at: number): number => choices[at % choices.length] ?? 0;
  return news
    .flatMap((each, at) => {
      const copies = isLast(each) ? 1 + (choice(at) % 2) : choice(at) % 3;
      return Array.from({ length: copies }, (_, copy) => ({ each, place: choice(at * 7 + copy * 3 + 1) }));
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each);
};

describe('order.claim.settle', () => {
  let world: World;
  let shop: ImportShop;
  let runs = 0;
  beforeAll(async () => {
    world = await createWorld();
    shop = await ImportShop.in(world);
  });
  afterAll(() => world.close());

  const channel = () => ({ storeId: world.storeId, extension: 'trendyol' });
  async function settle(only?: string[]): Promise<void> {
    const { bus, services } = world.platform;
    const rows = await shop.rows<{ id: string }>(
      'SELECT claim_id AS id FROM channel_claim WHERE store_id = $1 AND is_owed',
    );
    const options = {
      signal: AbortSignal.timeout(60_000),
      onAnswer: () => {},
      onItemFailure: (error: unknown) => {
        throw error;
      },
    };
    const named = only ?? rows.map(({ id }) => id);
    await settleOwed({ bus, services }, { ...channel(), jobId: 'cjb_00000000000000000000000000', named }, options);
  }

  /** Tells a shop all of it. @returns what stands in the end */
  async function told(story: Story, choices: readonly number[] | null) {
    const run = `R${++runs}`;
    const products = [await shop.product(`A-${run}`, STOCK), await shop.product(`B-${run}`, STOCK)];
    const news = newsOf(story, run);
    for (const each of choices === null ? news : heard(news, choices)) {
      if ('package' in each) await shop.upsert(`N${run}`, each.package);
      else await keepClaims(world.platform.services.bookkeeping(world.storeId), channel(), [each.claim], later(0));
      await settle();
    }
    // The next pull.
    await settle();
    const [order] = await shop.rows<{ id: string }>(
      'SELECT id FROM store_order WHERE store_id = $1 AND external_number = $2',
      `N${run}`,
    );
    const shown: Any = await shop.order(order?.id as string);
    const returns = await shop.rows<{ item: string; amount: number }>(
      `SELECT r.external_claim AS item, f.amount FROM order_return r
       JOIN order_refund f ON f.store_id = r.store_id AND f.id = r.refunds[1]
       WHERE r.store_id = $1 AND r.order_id = $2 ORDER BY r.external_claim`,
      order?.id,
    );
    return {
      returns: returns.map(({ item, amount }) => `${item.replace(run, '')} ${amount}`),
      refunds: shown.refunds.map(({ amount }: Any) => amount).toSorted((a: number, b: number) => a - b),
      refunded: shown.refunded,
      total: shown.total,
      fulfilment: shown.fulfilment,
      stock: await Promise.all(products.map((id) => shop.stock(id))),
      ledger: await Promise.all(products.map(async (id) => (await shop.ledger(id)).sum)),
    };
  }

  test('lead to the same returns, refunds and stock, in whatever order they come, lost or doubled', async () => {
    await fc.assert(
      fc.asyncProperty(
        stories,
        fc.array(fc.nat(1_000), { minLength: 8, maxLength: 40 }),
        fc.array(fc.nat(1_000), { minLength: 8, maxLength: 40 }),
        async (story, one, other) => {
          const plain = await told(story, null);
          const accepted = story.pieces.flatMap((piece, at) => (piece.end === 'accepted' ? [{ ...piece, at }] : []));
          const of = (barcode: string) => (piece: { readonly barcode: string }) => piece.barcode === barcode;
          expect(plain.returns).toEqual(accepted.map(({ at, price }) => `I--${at} ${price}`).toSorted());
          expect(plain.refunded).toBe(accepted.reduce((sum, { price }) => sum + price, 0));
          expect(plain.stock).toEqual(
            ['A', 'B'].map((name) => STOCK - story.pieces.filter(of(name)).length + accepted.filter(of(name)).length),
          );
          expect(plain.ledger).toEqual(plain.stock);
          for (const choices of [one, other]) expect(await told(story, choices)).toEqual(plain);
        },
      ),
      { numRuns: Number(process.env.CLAIM_RUNS ?? 15) },
    );
  });

  const accepted = (name: string, more: Partial<RemoteClaim>, item: Partial<RemoteClaimItem> = {}): RemoteClaim => ({
    claimId: `C-${name}`,
    orderNumber: `N-${name}`,
    claimedAt: later(0),
    modifiedAt: later(0),
    carrier: null,
    trackingNumber: null,
    ...more,
    items: [
      {
        itemId: `I-${name}`,
        state: 'accepted',
        stateWord: 'Accepted',
        fault: 'buyer',
        reasonCode: null,
        reason: null,
        note: null,
        deadline: null,
        acceptedBy: null,
        pieceId: null,
        lineId: null,
        barcode: name,
        title: null,
        price: null,
        ...item,
      },
    ],
  });

  test('bring back each piece of a package whose total is corrected between them', async () => {
    const pieceIds = ['PC0', 'PC1', 'PC2'];
    const told = (minute: number, unitPrices: number[]) =>
      shop.upsert(
        'N-moved',
        packageOf('PC', [lineOf('MOVED', 3, { unitPrices, pieceIds })], { modifiedAt: later(minute) }),
      );
    const books = world.platform.services.bookkeeping(world.storeId);
    const claimed = async (pieceId: string) => {
      await keepClaims(
        books,
        channel(),
        [accepted(pieceId, { orderNumber: 'N-moved' }, { pieceId, barcode: 'MOVED' })],
        later(0),
      );
      await settle();
    };
    await told(0, [3_333, 3_333, 3_333]);
    await claimed('PC0');
    // The piece that costs more is another one than before.
    await told(1, [3_334, 3_333, 3_333]);
    for (const pieceId of ['PC1', 'PC2']) await claimed(pieceId);
    const rows = await shop.rows<Any>(
      `SELECT items -> 0 -> 'settled' ->> 'outcome' AS outcome FROM channel_claim WHERE store_id = $1 AND order_number = 'N-moved'`,
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['returned', 'returned', 'returned']);
    const [{ id }] = await shop.rows<Any>(
      "SELECT id FROM store_order WHERE store_id = $1 AND external_number = 'N-moved'",
    );
    const { refunded, total } = await shop.order(id);
    expect([refunded, total]).toEqual([10_000, 10_000]);
  });

  test('of an order that never comes call no command, and rest the longer the older they are', async () => {
    const books = world.platform.services.bookkeeping(world.storeId);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const calls = async () =>
      (await shop.rows("SELECT id FROM audit_row WHERE store_id = $1 AND command = 'order.claim.settle'")).length;
    const before = await calls();
    const claims = [accepted('old', { modifiedAt: ago(60 * 24 * 60) }), accepted('young', { modifiedAt: ago(10) })];
    await keepClaims(books, channel(), claims, later(0));
    await settle();
    expect(await calls()).toBe(before);
    const isTried = async (minutes: number) => {
      const [tried, ids] = [ago(minutes), ['C-old', 'C-young']];
      await books.query('UPDATE channel_claim SET tried_at = $2 WHERE store_id = $1 AND claim_id = ANY ($3)', [
        world.storeId,
        tried,
        ids,
      ]);
      await settle([]);
      const rows = await shop.rows<{ id: string }>(
        'SELECT claim_id AS id FROM channel_claim WHERE store_id = $1 AND claim_id = ANY ($3) AND tried_at > $2 ORDER BY 1',
        tried,
        ids,
      );
      return rows.map(({ id }) => id);
    };
    expect(await isTried(4)).toEqual([]);
    expect(await isTried(6)).toEqual(['C-young']);
    expect(await isTried(23 * 60)).toEqual(['C-young']);
    expect(await isTried(25 * 60)).toEqual(['C-old', 'C-young']);
  });

  test('whose texts are no lines are written down as those of packages are, and without what stays none', async () => {
    const line = { ...lineOf(null, 1), lineId: 'L\t1', barcode: 'TAB\tX', pieceIds: ['P\n1'], sku: null };
    const { pieceIds, lineId, barcode } = packagePayloadOf(packageOf('PT', [line]) as Any).lines[0] as Any;
    expect([pieceIds, barcode]).toEqual([['P 1'], 'TAB X']);
    const kept = { ...line, pieceIds, barcode, lineId: lineId.replace('\t', ' ') };
    await shop.upsert('N-tab', packageOf('PT', [kept]));
    const texts = [
      { pieceId: 'P\n1', lineId: '\t\u202E', barcode: 'TAB\tX', price: -1 },
      { pieceId: ' \n', lineId: '\u2028', barcode: '\tTAB\nX', price: 0.5 },
    ];
    const [first, second] = texts.map((item, at) => accepted(`tab${at}`, { orderNumber: 'N-tab' }, item));
    const books = world.platform.services.bookkeeping(world.storeId);
    await keepClaims(books, channel(), [first, second] as RemoteClaim[], later(0));
    await settle();
    const rows = await shop.rows<Any>(
      "SELECT items -> 0 -> 'settled' ->> 'outcome' AS outcome FROM channel_claim WHERE store_id = $1 AND order_number = $2 ORDER BY claim_id",
      'N-tab',
    );
    // The second one names no piece, and the only one of the line is back.
    expect(rows.map(({ outcome }: Any) => outcome).toSorted()).toEqual(['given_back', 'returned']);
  });

  test('tell when the marketplace was asked, not when they are kept or asked for in vain', async () => {
    const books = world.platform.services.bookkeeping(world.storeId);
    const claim = accepted('asked', {}, { state: 'waiting_action' });
    const read = () => readAtOf(books, channel(), claim.claimId);
    for (const minute of [5, 3]) await keepClaims(books, channel(), [claim], later(minute));
    await noteLooked(books, channel(), [claim.claimId]);
    expect(Date.parse((await read()) ?? '')).toBe(Date.parse(later(5)));
  });

  test('of a piece end alike however its states are heard of', () => {
    const snapshot = fc.record({ minute: fc.nat(5), state: fc.constantFrom(...claimStates), item: fc.nat(2) });
    const base = {
      stateWord: '',
      fault: 'unknown',
      reasonCode: null,
      reason: null,
      note: null,
      deadline: null,
      acceptedBy: null,
    } as const;
    const claimAt = ({ minute, state, item }: { minute: number; state: ClaimState; item: number }): RemoteClaim => ({
      claimId: 'C',
      orderNumber: 'N',
      claimedAt: later(0),
      modifiedAt: later(minute),
      carrier: null,
      trackingNumber: null,
      items: [
        { ...base, itemId: `I${item}`, state, pieceId: null, lineId: null, barcode: null, title: null, price: null },
      ],
    });
    const endOf = (news: readonly RemoteClaim[]) => {
      const end = news.reduce<KeptClaim | undefined>(merged, undefined) as KeptClaim;
      return {
        at: end.modifiedAt,
        items: end.items
          .map(({ itemId, state, modifiedAt, leftAt = null }) => `${itemId} ${state} ${modifiedAt} ${leftAt}`)
          .toSorted(),
      };
    };
    fc.assert(
      fc.property(
        fc.array(snapshot, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(1_000), { minLength: 8 }),
        (all, order) => {
          const news = all.map(claimAt);
          const mixed = [...news, ...news]
            .map((each, at) => ({ each, place: order[at % order.length] as number }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ each }) => each);
          expect(endOf(mixed)).toEqual(endOf(news));
        },
      ),
    );
  });
});
