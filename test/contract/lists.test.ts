import { loginOf } from '../../src/account/login-store';
import { addPasskey } from '../../src/account/passkey/store';
import { confirmSession } from '../../src/account/session/store';
import { keepSettlements } from '../../src/channel/finance/store';
import { startingBundle } from '../../src/design/template/starting';
import type { Route } from '../../src/kernel/declaration/route';
import type { Scope } from '../../src/kernel/declaration/scopes';
import { newId, newUlid } from '../../src/kernel/ids';
import { plainOf } from '../../src/kernel/json-text';
import { DAY_MS } from '../../src/kernel/shop-time';
import type { RemoteSettlement } from '../../src/provider/channel/finance';
import { registry } from '../../src/registry';
import { atolye100 } from '../../src/skin/first-party/atolye/versions';
import { sade100 } from '../../src/skin/first-party/sade/versions';
import { prepareUpdates } from '../../src/update/sweep/sweep';
import { keepWebhook } from '../../src/webhook/store';
import { connectTrendyol } from '../channel/marketplace';
import { keepPayment } from '../order/card';
import { completeSession, orderOf } from '../order/session';
import { mintAgent } from '../proposal/agents';
import { createWorld, openSession, type World } from '../world/world';
import { sample } from './sample';

interface Field {
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

const fieldsOf = ({ query }: Route): Record<string, Field> =>
  (query as { properties?: Record<string, Field> }).properties ?? {};

/** Tested where a marketplace answers. */
const elsewhere = new Set([
  'channel.claims.list',
  'channel.remote.products',
  'channel.remote.categories',
  'channel.remote.attributeValues',
  'channel.questions.list',
]);
const limited = [...registry.routes, ...registry.accountRoutes].filter(
  (route) => 'limit' in fieldsOf(route) && !elsewhere.has(route.id),
);
const lists = [...registry.routes, ...registry.accountRoutes].filter(
  (route) => 'cursor' in fieldsOf(route) && !elsewhere.has(route.id),
);
const UNKNOWN = 'nosuch';
/** What the routes of an extension need of a token. */
const EVERYWHERE: readonly Scope[] = [
  'catalog:read',
  'catalog:write',
  'orders:read',
  'orders:write',
  'store:admin',
  'proposals:write',
];
/** No list of these tests is longer: one that never ends would be walked for ever. */
const PAGES_MAX = 500;

const at = '2026-11-20T09:00:00.000Z';
/** A row of a settlement. */
const settled = (nth: number): RemoteSettlement => ({
  ...{
    rowId: `s/${nth}`,
    kind: 'sale',
    typeWord: 'Satış',
    at,
    orderNumber: `10${nth}`,
    packageId: null,
    barcode: null,
  },
  ...{ description: null, credit: 100, debt: 0, revenue: 90, commission: 10, commissionPercent: 10, currency: 'TRY' },
  ...{ paymentOrderId: null, paymentAt: null, invoiceId: null, itemOf: null, oddity: null },
});

describe('every list', () => {
  let world: World;
  /** What a list must be asked with, so that it has two pages. */
  const asked: Record<string, { params?: Record<string, string>; query?: Record<string, unknown> }> = {};
  beforeAll(async () => {
    world = await createWorld();
    const owner = (command: string, payload: unknown) => world.done(command, payload, { as: world.owner });
    const twice = async (work: (nth: number) => Promise<unknown>): Promise<unknown[]> => [await work(1), await work(2)];
    const extension = 'trendyol';
    await connectTrendyol(world);
    const [product] = (await twice((nth) =>
      owner('catalog.product.create', { title: `Çay ${nth}`, price: 100, stock: 1 }),
    )) as { id: string }[];
    const targetId = product?.id as string;
    await twice((nth) => owner('catalog.category.create', { name: `İçecek ${nth}` }));
    await twice((nth) => owner('catalog.collection.create', { title: `Sofra ${nth}` }));
    await twice(async () => {
      const chs = await completeSession(world, [{ productId: targetId }], {
        terms: { method: 'card' },
        telephone: true,
      });
      await world.read('order.payLink.send', { params: { chs }, body: {} });
    });
    await twice((nth) =>
      world.read('coupon.create', { body: { code: `YAZ-${nth}`, title: 'Yaz', kind: 'percent', percent: nth } }),
    );
    await twice((nth) =>
      owner('metafield.definition.create', { target: 'product', key: `care_${nth}`, type: 'text', label: 'Bakım' }),
    );
    await twice((nth) => owner('catalog.stock.set', { targetId, stock: 5 + nth }));
    await twice(async (nth) => {
      const buyerEmail = `alici${nth}@example.com`;
      const { id: orderId } = await orderOf(world, [{ productId: targetId }], { buyerEmail });
      const { lines } = await world.read('orders.get', { params: { ord: orderId } });
      const part = { lineId: lines[0].id, quantity: 1 };
      await owner('order.return.request', { orderId, kind: 'claim', lines: [part] });
    });
    await twice(async () => {
      const { id: orderId } = await orderOf(world, [{ productId: targetId }], { terms: { method: 'transfer' } });
      await owner('order.transfer.confirm', { orderId });
      const { id: refundId } = await owner('order.refund.request', { orderId, reason: 'iade' });
      await owner('order.refund.record', { refundId, outcome: 'succeeded', reference: '1' });
    });
    const dayAround = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
    asked['account.reports.refunds'] = { query: { since: dayAround(-1), until: dayAround(1) } };
    const upload = (nth: number): Promise<{ id: string }> => {
      const body = { object: `obj_${newUlid()}`, digest: String(nth).repeat(64), size: nth, type: 'image/png' };
      return world.read('media.upload', { body });
    };
    await twice(async (nth) => owner('catalog.media.commit', { uploadId: (await upload(nth)).id }));
    await twice((nth) => upload(nth + 2));
    const other = await owner('catalog.product.create', { title: 'Kahve', price: 100 });
    for (const productId of [targetId, other.id])
      await owner('channel.listing.set', { extension, items: [{ productId }] });
    await twice((nth) =>
      keepSettlements(world.database.writer(world.storeId), { storeId: world.storeId, extension }, [settled(nth)], at),
    );
    await twice(() => world.read('channel.catalog.pull', { params: { ext: extension }, body: { mode: 'preview' } }));
    await twice(async () => {
      const agent = await mintAgent(world);
      const [first] = await twice((nth) =>
        world.run('catalog.stock.set', { targetId, stock: 10 + nth }, { as: agent }),
      );
      const { proposalId } = (first as { body: { proposalId: string } }).body;
      asked['proposals.get'] = { params: { prp: proposalId } };
      // Its owner is mailed.
      await world.done('proposal.submit', { proposalId }, { as: agent });
    });
    const { id, storeId } = world.owner;
    const loginId = (await loginOf(world.database.system, id, world.email)) as string;
    await twice((nth) =>
      addPasskey(
        world.database.systemWriter,
        {
          ...{ id: newId('psk'), loginId, credentialId: Buffer.from([nth]), publicKey: Buffer.from('key'), counter: 0 },
          ...{ userHandle: Buffer.from('owner'), transports: [], name: `Anahtar ${nth}`, verifiesOwner: true },
        },
        new Date(),
      ),
    );
    const [session] = (await twice(() => openSession(world.platform, storeId, id))) as Buffer[];
    await world.database.transaction(storeId, async (tx) => {
      await confirmSession(tx, session as Buffer);
      return { keep: true, value: null };
    });
    const as = { ...world.owner, session: session as Buffer };
    const open = registry.accountRoutes.find(({ http }) => http === 'POST /v1/account/stores') as Route;
    await twice((nth) => world.dispatcher.route(open, as, { params: {}, query: {}, body: { name: `Mağaza ${nth}` } }));
    const invite = registry.accountRoutes.find(({ http }) => http === 'POST /v1/account/owners') as Route;
    await twice((nth) => {
      const body = { email: `ortak${nth}@example.com` };
      return world.dispatcher.route(invite, as, { params: {}, query: {}, body });
    });
    await twice(async (nth) => {
      const sessionId = await completeSession(world, [{ productId: targetId }], { terms: { method: 'card' } });
      // What nobody knows the end of, as the one who takes it leaves it.
      await keepPayment(world, {
        ...{ sessionId, extension: 'iyzico', reference: `pay${nth}`, providerId: null, state: 'unknown', amount: 100 },
        ...{ paidAmount: null, instalments: null, review: null, test: false, capturedAt: null },
      });
    });
    await twice((nth) =>
      world.database.transaction(storeId, async (tx) => {
        const fresh = { id: newId('whk'), extension: 'geliver', digest: String(nth).repeat(64), news: {} };
        return { keep: true, value: await keepWebhook(tx, storeId, fresh, new Date()) };
      }),
    );
    // The update of the one theme ends when shoppers see the other.
    for (const [expectedRev, pack] of [sade100, atolye100].entries()) {
      const body = { body: startingBundle(pack) };
      await world.read('design.draft.put', { query: {}, body, expectedRev, idempotencyKey: newUlid() });
      await owner('design.publish', {});
      await prepareUpdates(world.platform, storeId);
    }
    const { workspace } = await owner('workspace.create', { name: 'Fiyat ajanı' });
    const params = { ws: workspace.id };
    await twice(() => world.read('workspaces.files.list', { params }));
    asked['workspaces.activity.list'] = { params };
    for (const id of ['catalog.stockMovements.list', 'account.stock.movements']) asked[id] = { query: { targetId } };
    for (const id of ['channel.jobs.list', 'channel.listings.list', 'channel.finance.list'])
      asked[id] = { params: { ext: extension } };
  });
  afterAll(() => world.close());

  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the list answers
  async function ask(route: Route, query: Record<string, unknown>): Promise<any> {
    const { params = {}, query: usual } = asked[route.id] ?? {};
    const { body } = await world.dispatcher.route(route, world.owner, {
      params,
      query: { ...usual, ...query },
      body: {},
    });
    return plainOf(body);
  }
  const refusedCursor = { code: 'invalid_request', options: { errors: [{ pointer: '/query/cursor' }] } };

  test.each(lists.map((route) => [route.id, route] as const))(
    '%s goes on where it was, and nowhere else',
    async (_, route) => {
      const { nextCursor: cursor } = await ask(route, { limit: 1 });
      expect(cursor).toEqual(expect.any(String));
      await expect(ask(route, { limit: 2, cursor })).resolves.toBeDefined();
      for (const [name, field] of Object.entries(fieldsOf(route))) {
        if (name === 'limit' || name === 'cursor' || name === 'total') continue;
        const usual = asked[route.id]?.query?.[name] ?? field.default;
        const isOwn = field.enum === undefined || field.enum.includes(known[name] as string);
        const value =
          (isOwn ? known[name] : undefined) ??
          field.enum?.find((option) => option !== usual) ??
          otherThan(usual, sample(field));
        await expect(ask(route, { ...(isOwn ? needed[name] : {}), [name]: value, cursor })).rejects.toMatchObject(
          refusedCursor,
        );
      }
      for (const list of lists.filter(({ id }) => id !== route.id))
        await expect(ask(list, { cursor })).rejects.toMatchObject(refusedCursor);
    },
  );

  interface Page {
    readonly nextCursor?: string | null;
    /** Of a ledger that is read from a point on. */
    readonly more?: boolean;
    readonly seq?: number;
    readonly items: unknown;
    /** Rows of a thing that tells of its items as well. */
    readonly list?: unknown[];
  }
  const rowsOf = ({ items, list }: Page): unknown[] => list ?? (items as unknown[]);
  const nextOf = ({ nextCursor, more, seq }: Page): object | undefined =>
    nextCursor ? { cursor: nextCursor } : more ? { seq } : undefined;
  /** Every page of it, so many rows at a time. */
  async function walk(route: Route, limit: number): Promise<unknown[][]> {
    const pages: unknown[][] = [];
    let next: object | undefined = {};
    while (next && pages.length <= PAGES_MAX) {
      const answer: Page = await ask(route, { limit, ...next });
      pages.push(rowsOf(answer));
      next = nextOf(answer);
    }
    return pages;
  }

  test('what goes on takes a limit', () => {
    expect(lists.filter((route) => !limited.includes(route)).map(({ id }) => id)).toEqual([]);
  });

  test.each(limited.map((route) => [route.id, route] as const))(
    '%s has as many rows on a page as are asked for, and each row on one page',
    async (_, route) => {
      const [whole, ...more] = await walk(route, 100);
      expect([whole?.length, more]).toEqual([expect.any(Number), []]);
      const all = whole as unknown[];
      expect(all.length).toBeGreaterThan(1);
      for (const limit of [1, 2, all.length]) {
        const pages = await walk(route, limit);
        expect([limit, pages.slice(0, -1).filter(({ length }) => length !== limit)]).toEqual([limit, []]);
        expect([limit, pages.flat()]).toEqual([limit, all]);
      }
    },
  );

  const counted = limited.filter((route) => 'total' in fieldsOf(route));

  test('what merchants have hundreds of is counted', () => {
    expect(counted.map(({ id }) => id).sort()).toEqual([
      'account.coupons',
      'account.customers',
      'account.stock',
      'catalog.categories.list',
      'catalog.collections.list',
      'catalog.products.list',
      'channel.finance.list',
      'channel.jobs.list',
      'channel.listings.list',
      'media.list',
      'metafields.definitions.list',
      'orders.list',
      'proposals.list',
      'returns.list',
    ]);
  });

  test.each(counted.map((route) => [route.id, route] as const))(
    '%s tells on each page how many there are on all, when that is asked for',
    async (_, route) => {
      const all = (await walk(route, 100)).flat().length;
      const { nextCursor: cursor, ...first } = await ask(route, { limit: 1, total: true });
      const last = await ask(route, { limit: 100, cursor, total: true });
      expect([first.total, last.total, last.items.length]).toEqual([all, all, all - 1]);
      expect((await ask(route, { limit: 100, total: true })).total).toBe(all);
      expect((await ask(route, { limit: 1 })).total).toBeNull();
    },
  );

  test('what is counted is what the filter leaves', async () => {
    const products = registry.routes.find(({ id }) => id === 'catalog.products.list') as Route;
    for (const query of [
      { text: 'çay' },
      { text: 'çay', status: 'all', stock: 'in' },
      { stock: 'untracked', sort: 'title' },
      { status: 'all', sort: '-price' },
    ]) {
      const { items } = await ask(products, query);
      const { total } = await ask(products, { ...query, limit: 1, total: true });
      expect([query, total]).toEqual([query, items.length]);
      expect(total).toBeGreaterThan(0);
    }
  });

  /** What a field belongs to: without it, it is refused for itself. */
  const needed: Readonly<Record<string, object>> = {
    lowStock: { stock: 'low' },
    sort: { sortField: 'care_1' },
    sortField: { sort: 'metafield' },
  };
  /** What names a thing that has to be there. */
  const known: Readonly<Record<string, unknown>> = { metafields: 'care_1', sort: 'metafield', sortField: 'care_1' };

  const otherThan = (usual: unknown, value: unknown): unknown =>
    value === usual ? (typeof value === 'number' ? value + 1 : `${value}x`) : value;

  test.each(['owner', 'developer', 'agent'] as const)(
    'of a path that names no extension is not found by an %s, like everything else there',
    async (kind) => {
      const as = kind === 'owner' ? world.owner : await mintAgent(world, { kind, scopes: EVERYWHERE });
      const routes = registry.routes.filter(({ http }) => http.includes('{ext}'));
      expect(routes.length).toBeGreaterThan(5);
      for (const route of routes) {
        const params = { ...(sample(route.params) as Record<string, string>), ext: UNKNOWN };
        const answer = world.dispatcher
          .route(route, as, {
            params,
            query: sample(route.query) as object as never,
            body: sample(route.body ?? {}),
          })
          .then(({ status, body }) => [route.id, status, (body as { code?: string }).code])
          .catch((error) => [route.id, error.status, error.code]);
        expect(await answer).toEqual([route.id, 404, 'not_found']);
      }
    },
  );

  test('and so is what a command does to one', async () => {
    const commands = registry.commands.filter(
      ({ payload }) => 'extension' in ((payload as { properties?: object }).properties ?? {}),
    );
    expect(commands.length).toBeGreaterThan(3);
    for (const { id, payload, example, subject } of commands) {
      const rev = subject?.required ? { expectedRev: 0 } : {};
      const named = { ...((example ?? sample(payload)) as object), ...rev, extension: UNKNOWN };
      const { status, body } = await world.run(id, named, { as: world.owner });
      expect([id, status, (body as { code: string }).code]).toEqual([id, 422, 'extension_unknown']);
    }
  });
});
