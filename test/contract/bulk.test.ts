import { newUlid } from '../../src/kernel/ids';
import type { TSchema } from '../../src/kernel/schema/schema';
import { booked, demoSenderId } from '../../src/provider/geliver/demo';
import { registry } from '../../src/registry';
import { keepPayment } from '../order/card';
import { completeSession, orderOf } from '../order/session';
import { envelope, openSite, type Site } from '../surfaces/site';
import type { World } from '../world/world';

interface Case {
  /** @returns the payload, or `{ params, body }` of a route */
  prepare(): Promise<unknown>;
  readonly code: string;
  readonly pointers: readonly string[];
}

/** Mutations that take a list in which nothing can be refused by itself. */
const free: Readonly<Record<string, string>> = {
  'catalog.digital.codes.add': 'codes that are there already are counted as skipped',
  'catalog.product.update': 'tags are words',
  'extension.hook.deactivate': 'points are words, of which those that the extension has are meant',
  'channel.package.op': 'pieces of one package, of which the first that are not there are named',
  'order.import': 'an order is one thing, of which the first fault is named',
  'channel.claims.act': 'a form is read no further than to the first file that is none of its pictures',
  'channel.brand.create': 'a form is read no further than to the first file that is none of its pictures',
};

/** All or nothing: a call that names many things is refused with every one of them that is bad. */
describe('a refused list names every bad item', () => {
  let site: Site;
  let world: World;
  beforeAll(async () => {
    site = await openSite();
    ({ world } = site);
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
  });
  afterAll(() => site.close());

  const product = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Çay', price: 100, ...payload });
  const unknown = (prefix: string) => `${prefix}_${newUlid()}`;
  const ungrantable = {
    prepare: async () => ({
      kind: 'agent',
      scopes: ['catalog:read', 'secrets:write', 'agents:admin'],
      limits: { neverCommands: ['no.such', 'catalog.price.set', 'nor.this'] },
    }),
    code: 'scope_not_grantable',
    pointers: ['/scopes/1', '/scopes/2', '/limits/neverCommands/0', '/limits/neverCommands/2'],
  };

  /** An order with a line of three pieces. */
  async function ordered(method: 'cod' | 'transfer') {
    const { id: productId } = await product({ stock: 9 });
    const { id: orderId } = await orderOf(world, [{ productId, quantity: 3 }], { terms: { method } });
    return twoWrongLines(orderId);
  }

  /** The same, paid by card. */
  async function paidByCard() {
    const { id: productId } = await product({ stock: 9 });
    const sessionId = await completeSession(world, [{ productId, quantity: 3 }], { terms: { method: 'card' } });
    await keepPayment(world, {
      sessionId,
      extension: 'iyzico',
      reference: newUlid(),
      providerId: '1',
      state: 'captured',
      amount: 300,
      paidAmount: 300,
      instalments: 1,
      review: 'passed',
      test: false,
      capturedAt: new Date().toISOString(),
    });
    const { id: orderId } = await world.done('order.create', { sessionId }, { as: world.owner });
    return twoWrongLines(orderId);
  }

  async function twoWrongLines(orderId: string) {
    const { lines } = await world.read('orders.get', { params: { ord: orderId } });
    const [{ id: lineId }] = lines;
    return {
      orderId,
      lines: [
        { lineId: unknown('oln'), quantity: 1 },
        { lineId, quantity: 4 },
      ],
    };
  }

  /** Nothing of the marketplace is known of any of them, and one has no barcode. */
  async function listedOrNot() {
    const owner = { as: world.owner };
    for (const key of ['apiKey', 'apiSecret'])
      await world.done('secret.set', { extension: 'trendyol', key, value: 'demo' }, owner);
    await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: '424242' } }, owner);
    await world.done('extension.enable', { extension: 'trendyol' }, owner).catch(() => {});
    const { id: productId } = await product();
    const items = [{ productId }];
    const { listings } = await world.done('channel.listing.set', { extension: 'trendyol', items });
    const body = { listings: [unknown('lst'), listings[0].id] };
    return { params: { ext: 'trendyol' }, body };
  }
  const wrongListings = {
    prepare: listedOrNot,
    code: 'listing_unknown',
    pointers: ['/listings/0', '/listings/1'],
  };

  const cases: Readonly<Record<string, Case>> = {
    'channel.listing.archive': wrongListings,
    'channel.listing.delete': wrongListings,
    'channel.unlock': wrongListings,
    'channel.sync.now': {
      async prepare() {
        await listedOrNot();
        return { params: { ext: 'trendyol' }, body: { task: 'stock', listings: [unknown('lst'), unknown('lst')] } };
      },
      code: 'listing_unknown',
      pointers: ['/listings/0', '/listings/1'],
    },
    'order.ship': {
      prepare: async () => ({ ...(await ordered('cod')), carrier: 'yurtici' }),
      code: 'line_unknown',
      pointers: ['/lines/0/lineId', '/lines/1/quantity'],
    },
    'orders.cargo.book': {
      async prepare() {
        const { orderId, lines } = await ordered('transfer');
        const owner = { as: world.owner };
        await world.done('order.transfer.confirm', { orderId });
        const extension = 'geliver';
        await world.done('extension.install', { extension }, owner);
        await world.done('secret.set', { extension, key: 'apiToken', value: 'demo-token' }, owner);
        await world.done('extension.configure', { extension, config: { senderAddressId: demoSenderId } }, owner);
        await world.done('extension.enable', { extension }, owner);
        const { number } = await world.read('orders.get', { params: { ord: orderId } });
        const offer = { ...booked, reference: `${number}-${newUlid()}` };
        return { params: { ord: orderId }, body: { extension, ...offer, lines } };
      },
      code: 'line_unknown',
      pointers: ['/lines/0/lineId', '/lines/1/quantity'],
    },
    'order.refund.request': {
      async prepare() {
        const stated = await ordered('transfer');
        await world.done('order.transfer.confirm', { orderId: stated.orderId });
        return { ...stated, reason: 'İade' };
      },
      code: 'line_unknown',
      pointers: ['/lines/0/lineId', '/lines/1/quantity'],
    },
    'orders.refund': {
      async prepare() {
        const { orderId, lines } = await paidByCard();
        return { params: { ord: orderId }, body: { lines, reason: 'İade' } };
      },
      code: 'line_unknown',
      pointers: ['/lines/0/lineId', '/lines/1/quantity'],
    },
    'order.return.request': {
      prepare: async () => ({ ...(await ordered('cod')), kind: 'claim' }),
      code: 'line_unknown',
      pointers: ['/lines/0/lineId', '/lines/1/quantity'],
    },
    'order.return.receive': {
      async prepare() {
        const { orderId, lines } = await ordered('cod');
        const [other, own] = lines as [object, { lineId: string; quantity: number }];
        const { id: returnId } = await world.done(
          'order.return.request',
          { orderId, kind: 'claim', lines: [{ ...own, quantity: 2 }] },
          { as: world.owner },
        );
        await world.done('order.return.approve', { returnId });
        return { returnId, lines: [other, own].map((line) => ({ ...line, condition: 'unsent' })) };
      },
      code: 'line_unknown',
      pointers: ['/lines/0/lineId', '/lines/1/quantity'],
    },
    'channel.catalog.push': {
      async prepare() {
        const owner = { as: world.owner };
        const extension = 'trendyol';
        for (const key of ['apiKey', 'apiSecret'])
          await world.done('secret.set', { extension, key, value: 'demo' }, owner);
        await world.done('extension.configure', { extension, config: { sellerId: '424242' } }, owner);
        // Another case may have enabled it.
        await world.run('extension.enable', { extension }, owner);
        const [bare, whole] = [await product(), await product()];
        await world.done('channel.listing.set', {
          extension,
          items: [{ productId: bare.id, remoteCategoryId: '1011' }],
        });
        const productIds = [unknown('prd'), bare.id, whole.id];
        return { params: { ext: extension }, body: { productIds } };
      },
      code: 'not_listable',
      pointers: ['/productIds/0', '/productIds/2', ...Array.from({ length: 5 }, () => '/productIds/1')],
    },
    'channel.listing.set': {
      async prepare() {
        const [listed, other] = [await product(), await product()];
        const sold = await product({ variants: [{ title: 'S' }] });
        await world.done('channel.listing.set', {
          extension: 'trendyol',
          items: [{ productId: listed.id, buffer: 3 }],
        });
        return {
          extension: 'trendyol',
          items: [
            { productId: unknown('prd') },
            { productId: other.id },
            { productId: listed.id, expected: { buffer: 4 }, buffer: 5 },
            { productId: sold.id },
            { productId: other.id },
            ...Array.from({ length: 30 }, () => ({ productId: unknown('prd') })),
          ],
        };
      },
      code: 'invalid_request',
      pointers: [
        '/items/4',
        '/items/0',
        '/items/2/expected',
        '/items/3/variantId',
        ...Array.from({ length: 30 }, (_, index) => `/items/${5 + index}`),
      ],
    },
    'catalog.collection.setProducts': {
      async prepare() {
        const { id: collectionId } = await world.done('catalog.collection.create', { title: 'Sofra' });
        const { id } = await product();
        return { collectionId, productIds: [id, ...Array.from({ length: 30 }, () => unknown('prd'))] };
      },
      code: 'product_unknown',
      pointers: Array.from({ length: 30 }, (_, index) => `/productIds/${1 + index}`),
    },
    'catalog.product.setMedia': {
      async prepare() {
        const { id: productId } = await product();
        return { productId, media: Array.from({ length: 30 }, () => ({ mediaId: unknown('med') })) };
      },
      code: 'media_unknown',
      pointers: Array.from({ length: 30 }, (_, index) => `/media/${index}/mediaId`),
    },
    'catalog.product.setVariants': {
      async prepare() {
        const { id: productId, variants } = await product({ variants: [{ title: 'S' }] });
        const { id } = variants[0];
        const variant = { id, title: 'S' };
        return { productId, variants: [variant, { ...variant, price: 5 }, { id: unknown('var'), title: 'M' }] };
      },
      code: 'invalid_request',
      pointers: ['/variants/1/id', '/variants/1/price', '/variants/2/id'],
    },
    'catalog.product.create': {
      async prepare() {
        await product({ variants: ['T-1', 'T-2'].map((barcode) => ({ title: barcode, barcode })) });
        const variants = ['T-2', 'T-3', 'T-1'].map((barcode) => ({ title: barcode, barcode }));
        return { title: 'Çay', price: 100, variants };
      },
      code: 'barcode_taken',
      pointers: ['/variants/0/barcode', '/variants/2/barcode'],
    },
    'settings.checkout.update': {
      prepare: async () => {
        const stated = registry.command('settings.checkout.update')?.example as { bankAccounts: object[] };
        const [account] = stated.bankAccounts;
        const wrong = { ...account, iban: 'TR340006100519786457841326' };
        return { ...stated, bankAccounts: [wrong, account, account] };
      },
      code: 'settings_invalid',
      pointers: ['/bankAccounts/0/iban', '/bankAccounts/2/iban'],
    },
    'token.mint': ungrantable,
    'workspace.create': {
      ...ungrantable,
      prepare: async () => ({ name: 'Ajan', ...(await ungrantable.prepare()) }),
    },
    'proposals.resume': {
      async prepare() {
        const { id: targetId } = await product({ stock: 1 });
        const { token } = await site.mint('agent');
        const { body } = await site.call('POST', '/v1/commands', {
          token,
          body: envelope(world.storeId, 'catalog.stock.set', { targetId, stock: 2 }),
        });
        await site.rows(`UPDATE proposal SET state = 'paused', pause = '{}' WHERE id = $1`, [body.proposalId]);
        const accept = [
          { itemId: unknown('pit'), hash: 'x' },
          { itemId: body.itemId, hash: 'x' },
        ];
        return { params: { prp: body.proposalId }, body: { skip: [unknown('pit'), unknown('pit')], accept } };
      },
      code: 'not_found',
      pointers: ['/skip/0', '/skip/1', '/accept/0', '/accept/1'],
    },
  };

  test.each(Object.entries(cases))('%s', async (id, { prepare, code, pointers }) => {
    const input = await prepare();
    const problem = (
      registry.command(id)
        ? (await world.run(id, input, { as: world.owner })).body
        : await world.read(id, input as { params: Record<string, string>; body: unknown })
    ) as { code: string; errors: { pointer: string; message: string }[] };
    expect(problem.code).toBe(code);
    expect(problem.errors.map(({ pointer }) => pointer.replace(/^\/(payload|body)/, '')).toSorted()).toEqual(
      pointers.toSorted(),
    );
    expect(problem.errors.filter(({ message }) => message === '')).toEqual([]);
  });

  test('a drift among them says what the listing is now', async () => {
    const { id: productId } = await product();
    const set = (item: object) =>
      world.run('channel.listing.set', { extension: 'trendyol', items: [{ productId, ...item }] });
    await set({ buffer: 3 });
    const { status, body } = await set({ expected: { buffer: 4 }, buffer: 5 });
    const now = { currentRev: 1, current: { buffer: 3, enabled: true, priceOverride: null } };
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'rev_conflict', ...now, errors: [{ code: 'rev_conflict', facts: now }] },
    });
  });

  test('every mutation that takes a list is above', () => {
    const mutations = [
      ...registry.commands,
      ...registry.routes.flatMap((route) => ('command' in route ? [route.command] : [])),
    ];
    const lists = mutations.filter(({ payload }) => takesList(payload)).map(({ id }) => id);
    expect([...new Set(lists)].toSorted()).toEqual([...Object.keys(cases), ...Object.keys(free)].toSorted());
  });
});

const takesList = (schema: TSchema): boolean =>
  Object.values((schema as { properties?: Record<string, { type?: string }> }).properties ?? {}).some(
    ({ type }) => type === 'array',
  );
