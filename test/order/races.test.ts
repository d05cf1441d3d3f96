import { Client } from 'pg';
import { eventually } from '../world/eventually';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { after, type Call, type Shop } from './model';
import { known, Real } from './modelled';
import { completeSession, orderOf } from './session';

let world: World;
beforeAll(async () => {
  world = await createWorld({ stays: true });
});
afterAll(async () => {
  await world.close();
  expect(await deadlocks()).toBe(0);
});

/**
 * How many deadlocks Postgres has ended, also of calls that were tried again. It counts them for good when connections end, so it is asked
 * once those of the product have.
 */
async function deadlocks(): Promise<number> {
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  try {
    const ofProduct = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    await eventually(async () => (await client.query(ofProduct)).rowCount === 0);
    const { rows } = await client.query(
      'SELECT deadlocks::int AS ended FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0].ended;
  } finally {
    await client.end();
  }
}

const order = 'o';
const one = [{ line: 0, quantity: 1 }];
const two = [{ line: 0, quantity: 2 }];
const refund = { do: 'refund', order, delivery: false } as const;
const receive = { do: 'receive', order, of: 'r' } as const;
const cancel = { do: 'cancel', order, restock: undefined } as const;
const placed = (method: 'cod' | 'transfer', cart: readonly ('cezve' | 'kod')[] = ['cezve']): Call => ({
  do: 'create',
  tag: order,
  method,
  cart,
  quantities: cart.map(() => 3),
});
const track = (state: 'delivered' | 'returned' | 'in_transit'): Call => ({
  do: 'track',
  order,
  shipment: 's',
  state,
  reason: true,
});
const ship: Call = { do: 'ship', order, tag: 's', parts: undefined };
const delivered: readonly Call[] = [placed('transfer'), { do: 'confirm', order }, ship, track('delivered')];
const request: Call = { do: 'request', order, tag: 'r', kind: 'claim', parts: two };
const approved: readonly Call[] = [...delivered, request, { do: 'approve', order, of: 'r' }];
const received: readonly Call[] = [
  ...approved,
  { ...receive, parts: [{ line: 0, quantity: 2, condition: 'saleable' }] },
];

/** What has happened before, and what happens at once then. */
const races: Readonly<Record<string, { readonly before: readonly Call[]; readonly calls: readonly Call[] }>> = {
  'cancel, ship, ship and collect an order of cash on delivery': {
    before: [placed('cod')],
    calls: [cancel, { ...ship, tag: 's1' }, { ...ship, tag: 's2', parts: two }, { do: 'collect', order }],
  },
  'confirm, cancel and ship an order that awaits its transfer': {
    before: [placed('transfer', ['cezve', 'kod'])],
    calls: [{ do: 'confirm', order }, cancel, { ...ship, tag: 's1' }, { do: 'confirm', order }, { do: 'sweep' }],
  },
  'recall, collect, cancel and track what was shipped': {
    before: [placed('cod'), ship],
    calls: [{ do: 'recall', order, shipment: 's' }, { do: 'collect', order }, cancel, track('delivered')],
  },
  'cancel, bring back and give back what came back to the sender': {
    before: [placed('cod'), ship, track('returned'), request, { do: 'approve', order, of: 'r' }],
    calls: [
      cancel,
      { ...receive, parts: [{ line: 0, quantity: 1, condition: 'saleable' }] },
      { ...receive, parts: [{ line: 0, quantity: 1, condition: 'damaged' }] },
      { do: 'withdraw', order, of: 'r' },
    ],
  },
  'ship, refund and give back what is paid': {
    before: [placed('transfer', ['cezve', 'kod']), { do: 'confirm', order }],
    calls: [
      ship,
      { ...refund, tag: 'f1', of: one },
      { ...refund, tag: 'f2', of: undefined },
      { ...request, tag: 'r1' },
      { do: 'sweep' },
    ],
  },
  'receive, withdraw, repay and refund a return': {
    before: approved,
    calls: [
      { ...receive, parts: [{ line: 0, quantity: 2, condition: 'saleable' }] },
      { do: 'withdraw', order, of: 'r' },
      { ...refund, tag: 'f1', of: { back: 'r' } },
      { ...refund, tag: 'f2', of: two },
    ],
  },
  'repay twice, refund, reject and receive what is back': {
    before: received,
    calls: [
      { ...refund, tag: 'f1', of: { back: 'r' } },
      { ...refund, tag: 'f2', of: { back: 'r' } },
      { ...refund, tag: 'f3', of: undefined },
      { do: 'reject', order, of: 'r', ground: 'condition' },
    ],
  },
  'record a refund both ways, settle and ask for more': {
    before: [...received, { ...refund, tag: 'f', of: two }],
    calls: [
      { do: 'record', order, refund: 'f', outcome: 'succeeded' },
      { do: 'record', order, refund: 'f', outcome: 'failed' },
      { do: 'settle', order, of: 'r' },
      { ...refund, tag: 'f2', of: 20_000 },
    ],
  },
};

/** What may come of calls that are made at once: what comes of them one after the other, in some order. */
function endings(shop: Shop, calls: readonly Call[]): { answers: Map<Call, boolean>; shop: Shop }[] {
  if (calls.length === 0) return [{ answers: new Map(), shop }];
  return calls.flatMap((call) => {
    const next = after(shop, call);
    const rest = calls.filter((other) => other !== call);
    return endings(next ?? shop, rest).map((end) => ({
      ...end,
      answers: new Map([...end.answers, [call, next !== undefined]]),
    }));
  });
}

describe('on one order at once', () => {
  const TURNS = 3;

  test.each(Object.keys(races))('%s: what comes of it comes of some order', async (name) => {
    const { before, calls } = races[name] as (typeof races)[string];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { real, shop: begun } = await Real.begin(world);
      let shop = begun;
      for (const call of before) {
        expect(await real.call(call)).toBe(true);
        shop = after(shop, call) as Shop;
        // Lines are called by their places once the order was seen.
        if (call.do === 'create') await real.shown([order]);
      }
      const possible = endings(shop, calls).map((end) => ({
        answers: calls.map((call) => end.answers.get(call)),
        ...known(end.shop, [order]),
      }));
      const answers = await Promise.all(calls.map((call) => real.call(call)));
      expect(possible).toContainEqual({ answers, ...(await real.shown([order])) });
      expect(await real.broken([order])).toEqual([]);
    }
  });
});

describe('32 carts with the same hot items', () => {
  const ITEMS = 6;
  const STOCK = 20;

  test('neither deadlock nor sell what is not there, while others are cancelled', async () => {
    const items: { productId: string; variantId: string | null }[] = [];
    for (let made = 0; made < ITEMS; made += 1) {
      const isByVariant = made % 3 === 2;
      const { id, variants } = await world.done('catalog.product.create', {
        ...{ title: `Gözde ${made}`, price: 1_000 + made },
        ...(isByVariant ? { variants: [{ title: 'Küçük', stock: STOCK }] } : { stock: STOCK }),
      });
      items.push({ productId: id, variantId: isByVariant ? variants[0].id : null });
    }
    const cartOf = (shopper: number) => {
      const from = shopper % ITEMS;
      const some = [...items.slice(from), ...items.slice(0, from)].slice(0, 5);
      const inTurn = shopper % 2 ? some : some.toReversed();
      return inTurn.map((item) => ({ ...item, quantity: 1 }));
    };
    const cancelled = await Promise.all([0, 1, 2, 3].map((shopper) => orderOf(world, cartOf(shopper))));
    const sessions = await Promise.all(Array.from({ length: 32 }, (_, each) => completeSession(world, cartOf(each))));
    const replies = await Promise.all([
      ...sessions.map((sessionId) => said(world.run('order.create', { sessionId }, { as: world.owner }))),
      ...cancelled.map(({ id }) => said(world.run('order.cancel', { orderId: id, reason: 'customer' }))),
    ]);
    const placing = replies.slice(0, sessions.length);
    expect(replies.slice(sessions.length)).toEqual(cancelled.map(() => '200'));
    expect(placing.filter((reply) => !['200', '422 out_of_stock'].includes(reply))).toEqual([]);
    const sold = new Map(items.map(({ productId }) => [productId, 0]));
    for (const [shopper, reply] of placing.entries())
      for (const { productId } of reply === '200' ? cartOf(shopper) : [])
        sold.set(productId, (sold.get(productId) ?? 0) + 1);
    for (const { productId, variantId } of items) {
      const product = await world.read('catalog.products.get', { params: { prd: productId } });
      expect((variantId ? product.variants[0] : product).stock).toBe(STOCK - (sold.get(productId) ?? 0));
    }
    // As many as can be: some item that each of the others wants is gone.
    expect(placing.filter((reply) => reply === '200').length).toBeGreaterThanOrEqual(STOCK - cancelled.length);
  });
});
