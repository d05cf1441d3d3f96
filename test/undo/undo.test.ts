import fc from 'fast-check';
import createProduct from '../../src/catalog/catalog.product.create';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import type { FieldChange } from '../../src/kernel/trace/change';
import { registry } from '../../src/registry';
import { committed } from '../media/committed';
import { plain as plainPicture } from '../media/pictures';
import { seeStorefront } from '../store/whole-projection';
import { runsOf } from '../world/runs';
import { createWorld, type World } from '../world/world';
import { type AuditRow, type Inverse, lastRow, plain, preview, rows, takenBack, undoAll } from './undo';

const RUNS = runsOf(25);

interface Prepared {
  readonly payload: Record<string, unknown>;
  /** What the command is about, as callers see it. */
  read(): Promise<unknown>;
  /** What somebody else does to it afterwards, and the code that the undo meets then. */
  readonly drift?: readonly [command: string, payload: Record<string, unknown>, code: string];
}

interface Case {
  readonly name: string;
  readonly command: string;
  prepare(): Promise<Prepared>;
}

/** Commands that are taken back elsewhere, or cannot be here. */
const elsewhere: Readonly<Record<string, string>> = {
  'catalog.media.commit': 'test/contract/success/catalog.test.ts',
  'metafield.definition.create': 'test/metafield/metafield.definition.create.test.ts, by deleting it',
  'theme.switch': 'test/theme/themes.worn.test.ts, by the hash before it',
  'theme.preset.apply': 'test/theme/themes.worn.test.ts, by the hash before it',
  'theme.page.reset': 'test/theme/themes.worn.test.ts, by the hash before it',
  'theme.upgrade': 'test/theme/themes.worn.test.ts, by the hash before it',
  'theme.install': 'test/theme/themes.installed.test.ts, by uninstalling it',
  'theme.uninstall': 'test/theme/themes.installed.test.ts, by installing it',
  'extension.install': 'test/extension/extension.uninstall.test.ts, by uninstalling it',
  'design.publish': 'test/design/publishing.test.ts, by a rollback',
  'design.rollback': 'test/design/publishing.test.ts, by itself',
  'design.migrate': 'test/design/publishing.test.ts, which has nothing to take back',
  'customer.identity.attach': 'test/customer/customer.identity.test.ts, by unlinking it',
  'customer.identity.unlink': 'test/customer/customer.identity.test.ts, by attaching it',
  'extension.hook.deactivate': 'test/extension/extension.hook.deactivate.test.ts, by itself',
  'order.return.request': 'test/order/order.return.test.ts, by cancelling it',
  'order.refund.request': 'test/order/order.refund.test.ts, by recording that it failed',
  'order.ship': 'test/order/order.life.test.ts, by cancelling the shipment',
  'settings.channel.update': 'test/settings/settings.channel.update.test.ts, by stating what held before',
  'settings.identity.update':
    'test/settings/settings.identity.update.test.ts, since of the numbers of before only the ends are told',
  'store.generation.set': 'this build serves one generation, so there is none to go back to',
  'token.mint': 'test/contract/trace.test.ts',
  'workspace.create': 'test/contract/trace.test.ts',
};

/** Commands that another one takes back. */
const opposites: Readonly<Record<string, string>> = {
  'extension.disable': 'extension.enable',
  'extension.enable': 'extension.disable',
  'metafield.unset': 'metafield.set',
};

describe('undo', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.done('extension.install', { extension: 'trendyol' });
  });
  afterAll(() => world.close());

  const product = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Çay', price: 10_000, ...payload });
  const productOf = (prd: string) => world.read('catalog.products.get', { params: { prd } });
  const collectionOf = (col: string) => world.read('catalog.collections.get', { params: { col } });
  const categoryOf = async (id: string) => {
    for (let cursor: string | undefined; ; ) {
      const query = { status: 'all', limit: 100, ...(cursor ? { cursor } : {}) };
      const { items, nextCursor } = await world.read('catalog.categories.list', { query });
      const found = items.find((category: { id: string }) => category.id === id);
      if (found || nextCursor === null) return found;
      cursor = nextCursor;
    }
  };
  const customField = () => ({ target: 'product', key: `k${newUlid().toLowerCase()}`, type: 'text', label: 'Bakım' });
  const definitionOf = async (id: string) => {
    const { items } = await world.read('metafields.definitions.list', { query: { limit: 100 } });
    return items.find((definition: { id: string }) => definition.id === id);
  };
  const fieldsOf = async (prd: string) => (await world.read('catalog.products.get', { params: { prd } })).metafields;
  const listingsOf = async (productId: string) =>
    (await world.read('channel.listings.list', { params: { ext: 'trendyol' }, query: { productId } })).items;
  const configOf = async () =>
    (await world.read('extensions.list')).items.find(({ key }: { key: string }) => key === 'trendyol').config;
  const enabledNow = async () =>
    (await world.read('extensions.list')).items.find(({ key }: { key: string }) => key === 'trendyol').installed
      .enabled;
  const connect = async () => {
    for (const key of ['apiKey', 'apiSecret'])
      await world.done('secret.set', { extension: 'trendyol', key, value: 'x' }, { as: world.owner });
    await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: '1' } });
  };
  const barcode = () => newUlid();
  const handle = (base: string) => `${base}-${newUlid().toLowerCase()}`;

  const reversible: Case[] = [
    ...(['settings.checkout.update', 'settings.stock.update'] as const).map(
      (command): Case => ({
        name: command,
        command,
        async prepare() {
          const stated = registry.command(command)?.example as Record<string, unknown>;
          const other = command === 'settings.stock.update' ? { untrackedQuantity: 7 } : { returnCarrier: 'Aras' };
          const third = command === 'settings.stock.update' ? { marketplaceBuffer: 5 } : { returnCarrier: null };
          await world.done(command, { ...stated, ...other });
          return {
            payload: stated,
            read: () =>
              world.read(
                command === 'settings.stock.update' ? 'store.stockSettings.get' : 'store.checkoutSettings.get',
              ),
            drift: [command, { ...stated, ...third }, 'rev_conflict'],
          };
        },
      }),
    ),
    {
      name: 'settings.flag.set',
      command: 'settings.flag.set',
      async prepare() {
        const doneOf = async () =>
          (await world.read('store.health.get')).points.map(({ point, done }: Record<string, unknown>) => [
            point,
            done,
          ]);
        await world.done('settings.flag.set', { flag: 'etbis', set: false });
        const drift = ['settings.flag.set', { flag: 'etbis', set: false }, 'rev_conflict'] as const;
        return { payload: { flag: 'etbis', set: true }, read: doneOf, drift };
      },
    },
    {
      name: 'settings.store.update',
      command: 'settings.store.update',
      async prepare() {
        const named = async () => {
          const { projected } = await seeStorefront(world.database.reader(world.storeId), world.storeId);
          return projected.store;
        };
        const drift = ['settings.store.update', { name: `Öteki ${newUlid()}` }, 'rev_conflict'] as const;
        return { payload: { name: `Yeni ${newUlid()}` }, read: named, drift };
      },
    },
    {
      name: 'catalog.product.update of every field',
      command: 'catalog.product.update',
      async prepare() {
        const category = await world.done('catalog.category.create', { name: 'İçecek' });
        const { id } = await product({ handle: handle('cay'), barcode: barcode(), tags: ['a', 'b'], brand: 'Rize' });
        const payload = {
          productId: id,
          title: 'Yeşil Çay',
          handle: handle('yesil-cay'),
          description: '<p>…</p>',
          categoryId: category.id,
          brand: null,
          sku: 'YC-1',
          barcode: barcode(),
          tags: ['b', 'a'],
          vatRate: 1,
        };
        return {
          payload,
          read: () => productOf(id),
          drift: ['catalog.product.update', { productId: id, title: 'Siyah Çay' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.product.update of one field beside others that stay',
      command: 'catalog.product.update',
      async prepare() {
        const { id } = await product({ brand: 'Rize', tags: ['a'] });
        return {
          payload: { productId: id, title: 'Kış Çayı', brand: 'Rize', tags: ['a'] },
          read: () => productOf(id),
          drift: ['catalog.price.set', { targetId: id, price: 1 }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.price.set of a product',
      command: 'catalog.price.set',
      async prepare() {
        const { id } = await product({ compareAt: 12_000 });
        return {
          payload: { targetId: id, price: 9_000, compareAt: null },
          read: () => productOf(id),
          drift: ['catalog.price.set', { targetId: id, price: 8_000 }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.price.set of a variant',
      command: 'catalog.price.set',
      async prepare() {
        const { id, variants } = await product({ variants: [{ title: 'S' }] });
        const targetId = variants[0].id;
        return {
          payload: { targetId, price: 9_000 },
          read: () => productOf(id),
          drift: ['catalog.product.update', { productId: id, title: 'Öteki' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.stock.adjust',
      command: 'catalog.stock.adjust',
      async prepare() {
        const { id } = await product({ stock: 5 });
        return { payload: { targetId: id, delta: -3, reason: 'sayım' }, read: () => productOf(id) };
      },
    },
    ...(
      [
        [5, 9],
        [5, null],
        [null, 5],
        [0, 5],
      ] as const
    ).map(
      ([before, after]): Case => ({
        name: `catalog.stock.set from ${before} to ${after}`,
        command: 'catalog.stock.set',
        async prepare() {
          const { id, variants } = await product({ variants: [{ title: 'S', stock: before }] });
          const targetId = variants[0].id;
          return {
            payload: { targetId, stock: after },
            read: () => productOf(id),
            drift: ['catalog.stock.set', { targetId, stock: 77 }, 'stock_conflict'],
          };
        },
      }),
    ),
    {
      name: 'catalog.product.setVariants that renames, reorders and swaps barcodes',
      command: 'catalog.product.setVariants',
      async prepare() {
        const [one, two] = [barcode(), barcode()];
        const { id, variants } = await product({
          variants: [
            { title: 'S', barcode: one, sku: 's', stock: 3, price: 5 },
            { title: 'M', barcode: two },
          ],
        });
        const [s, m] = variants.map((variant: { id: string }) => variant.id);
        return {
          payload: {
            productId: id,
            variants: [
              { id: m, title: 'Orta', barcode: one, sku: 'm' },
              { id: s, title: 'Küçük', barcode: two },
            ],
          },
          read: () => productOf(id),
          drift: [
            'catalog.product.setVariants',
            { productId: id, variants: [{ id: s, title: 'Tek' }] },
            'rev_conflict',
          ],
        };
      },
    },
    {
      name: 'catalog.product.setDigital from a link to nothing, and shipped',
      command: 'catalog.product.setDigital',
      async prepare() {
        const { id } = await product({ requiresShipping: false });
        const digital = { kind: 'link', url: 'https://example.com/a', instructions: 'Tıklayın.' };
        await world.done('catalog.product.setDigital', { productId: id, digital, withdrawalException: 'hygiene' });
        return {
          payload: {
            productId: id,
            digital: { kind: 'none' },
            requiresShipping: true,
            withdrawalException: 'instant_digital',
          },
          read: () => productOf(id),
          drift: ['catalog.product.setDigital', { productId: id, requiresShipping: false }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.product.setDigital to a new pool of codes',
      command: 'catalog.product.setDigital',
      async prepare() {
        const { id } = await product();
        return {
          payload: { productId: id, digital: { kind: 'code_pool' } },
          read: () => productOf(id),
          drift: ['catalog.digital.codes.add', { productId: id, codes: ['AAAA'] }, 'codes_conflict'],
        };
      },
    },
    {
      name: 'catalog.product.setDigital away from a pool that holds codes',
      command: 'catalog.product.setDigital',
      async prepare() {
        const { id } = await product();
        await world.done('catalog.product.setDigital', { productId: id, digital: { kind: 'code_pool' } });
        await world.done('catalog.digital.codes.add', { productId: id, codes: ['AAAA', 'BBBB'] });
        await world.done('catalog.digital.codes.void', { productId: id, count: 1 });
        return {
          payload: { productId: id, digital: { kind: 'none' } },
          read: () => productOf(id),
          drift: ['catalog.product.update', { productId: id, title: 'Öteki' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.category.update',
      command: 'catalog.category.update',
      async prepare() {
        const { id } = await world.done('catalog.category.create', { name: 'Elbise', taksitCap: 6 });
        return {
          payload: { categoryId: id, name: 'Giyim', taksitCap: null, position: 500 },
          read: () => categoryOf(id),
          drift: ['catalog.category.update', { categoryId: id, name: 'Öteki' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'metafield.definition.update',
      command: 'metafield.definition.update',
      async prepare() {
        const { id } = await world.done('metafield.definition.create', {
          ...customField(),
          validations: { maxLength: 9 },
        });
        return {
          payload: { definitionId: id, label: 'Yıkama', description: 'Etikette', validations: { minLength: 2 } },
          read: () => definitionOf(id),
          drift: ['metafield.definition.update', { definitionId: id, label: 'Öteki' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'metafield.set of a field that has a value',
      command: 'metafield.set',
      async prepare() {
        const { id: definitionId, key } = await world.done('metafield.definition.create', customField());
        const { id: ownerId } = await product();
        await world.done('metafield.set', { ownerId, definitionId, value: 'Elde' });
        return {
          payload: { ownerId, key, value: 'Makinede' },
          read: () => fieldsOf(ownerId),
          drift: ['metafield.set', { ownerId, key, value: 'Kuru' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'metafield.unset',
      command: 'metafield.unset',
      async prepare() {
        const { id: definitionId, key } = await world.done('metafield.definition.create', customField());
        const { id: ownerId } = await product();
        await world.done('metafield.set', { ownerId, definitionId, value: 'Elde' });
        return {
          payload: { ownerId, key },
          read: () => fieldsOf(ownerId),
          drift: ['metafield.set', { ownerId, key, value: 'Kuru' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.collection.update',
      command: 'catalog.collection.update',
      async prepare() {
        const { id } = await world.done('catalog.collection.create', { title: 'Yaz', handle: handle('yaz') });
        return {
          payload: { collectionId: id, title: 'Kış', handle: handle('kis'), description: 'Soğuk' },
          read: () => collectionOf(id),
          drift: ['catalog.collection.update', { collectionId: id, title: 'Öteki' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.product.setMedia',
      command: 'catalog.product.setMedia',
      async prepare() {
        const { id } = await product();
        const [front, side] = [
          await committed(world, await plainPicture(20, 9)),
          await committed(world, await plainPicture(21, 9)),
        ];
        await world.done('catalog.product.setMedia', { productId: id, media: [{ mediaId: front, alt: 'Önden' }] });
        return {
          payload: { productId: id, media: [{ mediaId: side }, { mediaId: front }] },
          read: () => productOf(id),
          drift: ['catalog.product.update', { productId: id, title: 'Başka' }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'catalog.collection.setProducts',
      command: 'catalog.collection.setProducts',
      async prepare() {
        const { id } = await world.done('catalog.collection.create', { title: 'Yaz' });
        const [a, b, c] = (await Promise.all([product(), product(), product()])).map((made) => made.id);
        await world.done('catalog.collection.setProducts', { collectionId: id, productIds: [c, a, b] });
        return {
          payload: { collectionId: id, productIds: [b, c] },
          read: () => collectionOf(id),
          drift: ['catalog.collection.setProducts', { collectionId: id, productIds: [a] }, 'rev_conflict'],
        };
      },
    },
    {
      name: 'channel.listing.set of two listings',
      command: 'channel.listing.set',
      async prepare() {
        const { id, variants } = await product({ variants: [{ title: 'S' }, { title: 'M' }, { title: 'L' }] });
        const item = (index: number, fields: object) => ({ productId: id, variantId: variants[index].id, ...fields });
        const set = (items: object[]) => ({ extension: 'trendyol', items });
        await world.done(
          'channel.listing.set',
          set([item(0, { priceOverride: 5, remoteBrandId: '7' }), item(1, { buffer: 2 }), item(2, {})]),
        );
        return {
          payload: set([
            item(0, { priceOverride: null, listPriceOverride: 9, enabled: false, remoteProductId: '3' }),
            item(1, { buffer: null, priceLocked: true, remoteCategoryId: '4' }),
            item(2, { enabled: true }),
          ]),
          read: () => listingsOf(id),
          drift: ['channel.listing.set', set([item(0, { remoteBrandId: '8' })]), 'rev_conflict'],
        };
      },
    },
    {
      name: 'extension.configure',
      command: 'extension.configure',
      async prepare() {
        const set = (sellerId: string, more: object = {}) => ({ extension: 'trendyol', config: { sellerId, ...more } });
        await world.done('extension.configure', set('1', { integrator: 'Ben' }));
        return {
          payload: set('2', { requestsPer10Seconds: 9 }),
          read: configOf,
          drift: ['extension.configure', set('3'), 'rev_conflict'],
        };
      },
    },
    {
      name: 'extension.enable',
      command: 'extension.enable',
      async prepare() {
        await connect();
        if (await enabledNow()) await world.done('extension.disable', { extension: 'trendyol', disconnect: 'freeze' });
        const drift = ['extension.configure', { extension: 'trendyol', config: { sellerId: '8' } }, 'rev_conflict'];
        return { payload: { extension: 'trendyol' }, read: enabledNow, drift: drift as never };
      },
    },
    {
      name: 'extension.disable',
      command: 'extension.disable',
      async prepare() {
        await connect();
        if (!(await enabledNow())) await world.done('extension.enable', { extension: 'trendyol' });
        const drift = ['extension.configure', { extension: 'trendyol', config: { sellerId: '8' } }, 'rev_conflict'];
        return {
          payload: { extension: 'trendyol', disconnect: 'freeze' },
          read: enabledNow,
          drift: drift as never,
        };
      },
    },
  ];

  describe.each(reversible)('$name', ({ command, prepare }) => {
    let prepared: Prepared;
    let before: unknown;
    let row: AuditRow;
    beforeEach(async () => {
      prepared = await prepare();
      before = plain(await prepared.read());
      await world.done(command, prepared.payload);
      row = await lastRow(world);
      expect(row).toMatchObject({ command, inverse: { command: opposites[command] ?? command } });
    });

    test('is taken back by its inverse, after a preview of just that; its inverse does it again', async () => {
      const after = plain(await prepared.read());
      expect(after).not.toEqual(before);
      const back = row.inverse as Inverse;
      expect(sorted((await preview(world, back)).changes.map(withoutUnit))).toEqual(sorted(takenBack(row)));
      expect(plain(await prepared.read())).toEqual(after);
      await world.done(back.command, back.payload);
      expect(plain(await prepared.read())).toEqual(before);

      const undone = await lastRow(world);
      expect(sorted(takenBack(undone))).toEqual(sorted(takenBack({ ...row, changes: row.changes.map(reversed) })));
      const again = undone.inverse as Inverse;
      await world.done(again.command, again.payload);
      expect(plain(await prepared.read())).toEqual(after);
      expect(withoutGuards((await lastRow(world)).inverse)).toEqual(withoutGuards(back));
    });

    test('overwrites nothing newer', async () => {
      const { drift, read } = prepared;
      const back = row.inverse as Inverse;
      if (!drift) {
        // Additions commute: what others added stays.
        await world.done('catalog.stock.adjust', { targetId: prepared.payload.targetId, delta: 100 });
        await world.done(back.command, back.payload);
        expect(await read()).toEqual({ ...(before as object), ...(await stamps(read)), stock: 105 });
        return;
      }
      const [newer, payload, code] = drift;
      await world.done(newer, payload);
      const newest = await read();
      expect(await world.run(back.command, back.payload)).toMatchObject({ status: 409, body: { code } });
      await expect(world.run(back.command, back.payload, { dryRun: true })).rejects.toMatchObject({ code });
      expect(await read()).toEqual(newest);
    });
  });

  const nearest: (Omit<Case, 'prepare'> & {
    payload(): Promise<Record<string, unknown>>;
    left(row: AuditRow): Promise<unknown>;
  })[] = [
    {
      name: 'a product is archived',
      command: 'catalog.product.create',
      payload: async () => ({ title: 'Kahve', price: 1, stock: 3, barcode: barcode() }),
      left: ({ changes }) => productOf(changes[0]?.id as string),
    },
    {
      name: 'a category is archived',
      command: 'catalog.category.create',
      payload: async () => ({ name: 'Kahve' }),
      left: ({ changes }) => categoryOf(changes[0]?.id as string),
    },
    {
      name: 'a collection is archived',
      command: 'catalog.collection.create',
      payload: async () => ({ title: 'Kahve' }),
      left: ({ changes }) => collectionOf(changes[0]?.id as string),
    },
    {
      name: 'a listing is offered no more',
      command: 'channel.listing.set',
      payload: async () => ({
        extension: 'trendyol',
        items: [{ productId: (await product()).id, priceOverride: 5 }],
      }),
      left: async ({ changes }) => (await listingsOf(changes[0]?.after?.productId as string))[0],
    },
  ];

  test.each(nearest)('of a creation is the nearest there is: $name', async ({ command, payload, left }) => {
    await world.done(command, await payload());
    const row = await lastRow(world);
    const made = plain(await left(row)) as { driftReason?: object };
    const back = row.inverse as Inverse;
    const gone = command === 'channel.listing.set' ? { enabled: false } : { status: 'archived' };
    const { changes } = await preview(world, back);
    expect(changes.map(({ field, after }) => ({ [field]: after }))).toEqual([gone]);
    await world.done(back.command, back.payload);
    // A listing that is not offered is to show no stock, and no price of its own.
    const shown = made.driftReason && { driftReason: { ...made.driftReason, here: { stock: 0, price: null } } };
    expect(plain(await left(row))).toEqual({ ...made, ...gone, ...shown });
  });

  test('of a created product that somebody has changed since is refused', async () => {
    const { id } = await product();
    const back = (await lastRow(world)).inverse as Inverse;
    await world.done('catalog.price.set', { targetId: id, price: 1 });
    expect(await world.run(back.command, back.payload)).toMatchObject({ status: 409, body: { code: 'rev_conflict' } });
    expect(await productOf(id)).toMatchObject({ status: 'active', price: 1 });
  });

  test('of a handle is refused once another product has taken it, archived or not', async () => {
    const old = handle('cay');
    const { id } = await product({ handle: old });
    await world.done('catalog.product.update', { productId: id, handle: handle('kahve') });
    const back = (await lastRow(world)).inverse as Inverse;
    const other = await product({ handle: old });
    await world.done('catalog.product.archive', { productId: other.id });
    const { status, body } = await world.run(back.command, back.payload);
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'handle_taken' } });
  });

  test('does not exist for variants that came or went, a first configuration, or a stock that stayed', async () => {
    const { id, variants } = await product({ stock: 3, variants: [{ title: 'S', stock: 1 }] });
    const kept = { id: variants[0].id, title: 'S' };
    for (const wanted of [[kept, { title: 'M' }], [kept]]) {
      await world.done('catalog.product.setVariants', { productId: id, variants: wanted });
      expect(await lastRow(world)).toMatchObject({ command: 'catalog.product.setVariants', inverse: null });
    }
    await world.done('catalog.stock.set', { targetId: kept.id, stock: 1 });
    expect(await lastRow(world)).toMatchObject({ command: 'catalog.stock.set', inverse: null });
    const other = { as: world.other.developer };
    await world.done('extension.install', { extension: 'trendyol' }, other);
    await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: '1' } }, other);
    const { items } = await world.read('audit.list', { as: world.other.owner });
    expect(items[0]).toMatchObject({ command: 'extension.configure', inverse: null });
  });

  test('is kept for each command of a batch, and for none that was refused', async () => {
    const taken = handle('parti');
    const entries = [
      { title: 'Bir', price: 1, handle: taken },
      { title: 'İki', price: 1, handle: taken },
    ].map((payload) => ({ key: `cjb_undo/${newUlid()}`, payload }));
    const principal = systemPrincipal(world.storeId, 'cjb_undo');
    const issuer = { id: 'test', issues: [createProduct as never] };
    await world.bus.batch({ principal, askedBy: world.owner.id, issuer, lockName: 'undo', cause: {} }, ({ run }) =>
      run(createProduct as never, entries),
    );
    const [first, second] = await rows(world, { actor: 'cjb_undo', outcome: undefined });
    const inverses = [first, second].map((row) => row?.inverse?.command ?? null).toSorted();
    expect(inverses).toEqual(['catalog.product.archive', null]);
  });

  test('every command is irreversible, or is taken back above, or is on the list', () => {
    const tested = new Set([...reversible, ...nearest].map(({ command }) => command));
    const answers = registry.commands.map(({ id, irreversible }) => [
      id,
      [irreversible === true, tested.has(id), id in elsewhere].filter(Boolean).length,
    ]);
    expect(answers.filter(([, count]) => count !== 1)).toEqual([]);
    expect(Object.keys(elsewhere).filter((id) => !registry.command(id))).toEqual([]);
  });

  test('the registry says what is irreversible', async () => {
    const { items } = await world.read('commands.list');
    const irreversible = items.filter((command: { irreversible: boolean }) => command.irreversible);
    expect(irreversible.map(({ id }: { id: string }) => id)).toEqual([
      'catalog.category.archive',
      'catalog.collection.archive',
      'catalog.digital.codes.add',
      'catalog.digital.codes.void',
      'catalog.media.delete',
      'catalog.product.archive',
      'customer.anonymize',
      'extension.uninstall',
      'extension.upgrade',
      'metafield.definition.delete',
      'order.cancel',
      'order.cod.collect',
      'order.create',
      'order.import',
      'order.line.epin.fulfill',
      'order.note.add',
      'order.refund.record',
      'order.return.approve',
      'order.return.cancel',
      'order.return.receive',
      'order.return.reject',
      'order.return.settle',
      'order.shipment.cancel',
      'order.shipment.track',
      'order.transfer.confirm',
      'proposal.approve',
      'proposal.item.skip',
      'proposal.reject',
      'proposal.submit',
      'proposal.withdraw',
      'secret.delete',
      'secret.set',
      'store.syncKv',
      'theme.push',
      'token.revoke',
      'workspace.archive',
    ]);
    const routes = (await world.read('routes.list')).items as { irreversible: unknown }[];
    expect(routes.every((route) => typeof route.irreversible === 'boolean')).toBe(true);
  });

  test('of two changes of a listing waits for the newer one, though its refusal tells a rev', async () => {
    const { id } = await product();
    const listing = (more: object) =>
      world.done('channel.listing.set', { extension: 'trendyol', items: [{ productId: id, ...more }] });
    await listing({});
    const start = await lastRow(world);
    await listing({ enabled: false });
    await listing({ priceOverride: 100 });
    const done = (await rows(world)).filter((row) => row.id > start.id);
    expect(await undoAll(world, done)).toEqual(['undone', 'undone']);
    expect(await listingsOf(id)).toMatchObject([{ enabled: true, priceOverride: null }]);
  });

  test('of everything, newest first, brings the shop back to where it was', async () => {
    const word = fc.constantFrom('Kahve', 'Çay', 'Şeker', 'Lokum');
    const amount = fc.integer({ min: 1, max: 500 });
    const which = fc.nat(20);
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('update' as const),
        which,
        title: word,
        brand: fc.option(word),
        tags: fc.uniqueArray(word),
      }),
      fc.record({ kind: fc.constant('handle' as const), which }),
      fc.record({ kind: fc.constant('category of' as const), which, to: which }),
      fc.record({
        kind: fc.constant('price' as const),
        which,
        amount,
        compareAt: fc.option(amount, { nil: undefined }),
      }),
      fc.record({ kind: fc.constant('variant price' as const), which, amount: fc.option(amount) }),
      fc.record({ kind: fc.constant('stock' as const), which, stock: fc.option(fc.nat(9)) }),
      fc.record({ kind: fc.constant('adjust' as const), which, delta: fc.integer({ min: -5, max: 5 }) }),
      fc.record({ kind: fc.constant('variants' as const), titles: fc.tuple(word, word), turned: fc.boolean() }),
      fc.record({ kind: fc.constant('digital' as const), which, to: fc.constantFrom('none', 'link', 'code_pool') }),
      fc.record({
        kind: fc.constant('category' as const),
        name: word,
        taksitCap: fc.option(fc.integer({ min: 1, max: 12 })),
      }),
      fc.record({ kind: fc.constant('collection' as const), title: word }),
      fc.record({ kind: fc.constant('members' as const), members: fc.uniqueArray(fc.nat(5)) }),
      fc.record({
        kind: fc.constant('listing' as const),
        which: fc.nat(2),
        priceOverride: fc.option(amount),
        enabled: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('configure' as const), sellerId: fc.constantFrom('1', '2', '3') }),
      fc.record({
        kind: fc.constantFrom('create product' as const, 'create category' as const, 'create collection' as const),
      }),
    );
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 16 }), async (steps) => {
        await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: '9' } });
        const category = (await world.done('catalog.category.create', { name: 'Elbise' })).id;
        const collection = (await world.done('catalog.collection.create', { title: 'Yaz' })).id;
        const plainProduct = (await product({ stock: 4, categoryId: category })).id;
        const { id: varied, variants } = await product({ variants: [{ title: 'S', stock: 2 }, { title: 'M' }] });
        const variantIds: string[] = variants.map(({ id }: { id: string }) => id);
        const items = [
          { productId: plainProduct },
          ...variantIds.map((variantId) => ({ productId: varied, variantId })),
        ];
        await world.done('channel.listing.set', { extension: 'trendyol', items: items.slice(0, 2) });
        await world.done('catalog.collection.setProducts', { collectionId: collection, productIds: [varied] });
        const start = await lastRow(world);

        const products = [plainProduct, varied];
        const categories = [category];
        const state = async () =>
          plain({
            products: await Promise.all([plainProduct, varied].map(productOf)),
            category: await categoryOf(category),
            collection: await collectionOf(collection),
            listings: (await Promise.all([plainProduct, varied].map(listingsOf))).flat(),
            config: await configOf(),
          });
        const before = await state();
        const one = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
        for (const action of steps) {
          const productId = 'which' in action ? one(products, action.which) : varied;
          switch (action.kind) {
            case 'update': {
              const { title, brand, tags } = action;
              await world.done('catalog.product.update', { productId, title, brand, tags });
              break;
            }
            case 'handle':
              await world.done('catalog.product.update', { productId, handle: handle('yeni') });
              break;
            case 'category of':
              await world.done('catalog.product.update', {
                productId,
                categoryId: one([null, ...categories], action.to),
              });
              break;
            case 'price': {
              const { amount: price, compareAt } = action;
              await world.done('catalog.price.set', {
                targetId: productId,
                price,
                ...(compareAt ? { compareAt } : {}),
              });
              break;
            }
            case 'variant price':
              await world.done('catalog.price.set', { targetId: one(variantIds, action.which), price: action.amount });
              break;
            case 'stock':
              await world.done('catalog.stock.set', {
                targetId: one([plainProduct, ...variantIds], action.which),
                stock: action.stock,
              });
              break;
            case 'adjust':
              // May be refused: untracked, or below nothing.
              await world.run('catalog.stock.adjust', {
                targetId: one([plainProduct, ...variantIds], action.which),
                delta: action.delta,
              });
              break;
            case 'variants': {
              const wanted = variantIds.map((id, index) => ({
                id,
                title: action.titles[index],
                sku: action.titles[1],
              }));
              await world.done('catalog.product.setVariants', {
                productId: varied,
                variants: action.turned ? wanted.reverse() : wanted,
              });
              break;
            }
            case 'digital': {
              const url = action.to === 'link' ? { url: 'https://example.com' } : {};
              await world.done('catalog.product.setDigital', { productId, digital: { kind: action.to, ...url } });
              break;
            }
            case 'category': {
              const { name, taksitCap } = action;
              await world.done('catalog.category.update', { categoryId: category, name, taksitCap });
              break;
            }
            case 'collection':
              await world.done('catalog.collection.update', { collectionId: collection, title: action.title });
              break;
            case 'members': {
              const productIds = [...new Set(action.members.map((index) => one(products, index)))];
              await world.done('catalog.collection.setProducts', { collectionId: collection, productIds });
              break;
            }
            case 'listing': {
              const { priceOverride, enabled } = action;
              await world.done('channel.listing.set', {
                extension: 'trendyol',
                items: [{ ...one(items, action.which), priceOverride, enabled }],
              });
              break;
            }
            case 'configure':
              await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: action.sellerId } });
              break;
            case 'create product':
              // A name of its own: one that takes a handle which an update has given up keeps it.
              products.push((await product({ title: 'Yeni' })).id);
              break;
            case 'create category':
              categories.push((await world.done('catalog.category.create', { name: 'Yeni' })).id);
              break;
            case 'create collection':
              await world.done('catalog.collection.create', { title: 'Yeni' });
              break;
          }
        }
        const done = (await rows(world)).filter(({ id }) => id > start.id);
        undone += done.length;
        const ended = await undoAll(world, done);
        expect(ended.filter((state) => state !== 'undone' && state !== 'irreversible')).toEqual([]);

        // The third listing was none before; its creation leaves one that is not offered.
        const known = new Set(before.listings.map(({ id }: { id: string }) => id));
        const after = await state();
        const extra = after.listings.filter(({ id }: { id: string }) => !known.has(id));
        expect(extra.every(({ enabled }: { enabled: boolean }) => !enabled)).toBe(true);
        expect({ ...after, listings: after.listings.filter(({ id }: { id: string }) => known.has(id)) }).toEqual(
          before,
        );
        const created = await Promise.all([
          ...products.slice(2).map(productOf),
          ...categories.slice(1).map(categoryOf),
        ]);
        expect(created.every(({ status }) => status === 'archived')).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(undone).toBeGreaterThan(RUNS * 2);
  }, 120_000);
});

const guards = new Set([
  'expectedSetAt',
  'idempotencyKey',
  'until',
  'firstRun',
  'expectedRev',
  'expectedStock',
  'expectedCodes',
  'expected',
]);

const withoutGuards = (inverse: Inverse | null): unknown =>
  JSON.parse(JSON.stringify(inverse, (key, value) => (guards.has(key) ? undefined : value)));

const reversed = ({ before, after, ...change }: AuditRow['changes'][number]) => ({
  ...change,
  before: after,
  after: before,
});

/** A preview says in which unit a value is; an audit row keeps the values alone. */
const withoutUnit = ({ entity, id, field, before, after }: FieldChange): FieldChange => ({
  entity,
  id,
  field,
  before,
  after,
});

const sorted = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.toSorted((left, right) => (`${left.id} ${left.field}` < `${right.id} ${right.field}` ? -1 : 1));

async function stamps(read: () => Promise<unknown>) {
  const { rev, createdAt, updatedAt } = (await read()) as Record<string, unknown>;
  return { rev, createdAt, updatedAt };
}
