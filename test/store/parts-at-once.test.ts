import { newId } from '../../src/kernel/ids';
import { noteProcessed } from '../../src/media/image/moves';
import { holding, untilWaiting } from '../world/held';
import { createWorld, type World } from '../world/world';
import { seeStorefront } from './whole-projection';

/** Changes of one thing by the key under which it is shown, each of another row. */
const CHANGES = {
  'product:gomlek': ['title', 'stock of a variant', 'picture', 'field', 'field of a variant'],
  'collection:bahar': ['title of the collection', 'member', 'field of the collection'],
  store: ['name of the store', 'field of the store'],
} as const;
type Key = keyof typeof CHANGES;
type Change = (typeof CHANGES)[Key][number];

const pairs = (Object.keys(CHANGES) as Key[]).flatMap((key) =>
  CHANGES[key].flatMap((first) =>
    CHANGES[key].flatMap((second) => (first === second ? [] : [[key, first, second] as const])),
  ),
);

/** One goes in each case that takes one out. */
const MEMBERS = pairs.filter((pair) => pair.includes('member')).length;

describe('two changes of one thing at once', () => {
  let world: World;
  let productId: string;
  let variantId: string;
  let collectionId: string;
  let mediaId: string;
  const members: string[] = [];
  let turn = 0;
  beforeAll(async () => {
    world = await createWorld();
    for (const target of ['product', 'variant', 'collection', 'store'])
      await world.done('metafield.definition.create', { target, key: 'note', type: 'integer', label: 'Not' });
    const uploadId = newId('upl');
    await world.sql(
      `INSERT INTO media_upload (store_id, id, type, size, digest, object, brought_kind, brought_by, created_at, expires_at)
       VALUES ('${world.storeId}', '${uploadId}', 'image/png', 9214, 'd', '${newId('obj')}', 'agent', 'tok_x', now(), now() + interval '1 hour')`,
    );
    mediaId = (await world.done('catalog.media.commit', { uploadId, name: 'Gömlek' })).id;
    const variants = [{ title: 'S', stock: 5 }, { title: 'M' }];
    productId = (await world.done('catalog.product.create', { title: 'Gömlek', price: 100, variants })).id;
    variantId = (await world.read('catalog.products.get', { params: { prd: productId } })).variants[0].id;
    await world.done('catalog.product.setMedia', { productId, media: [{ mediaId }] });
    for (let nth = 0; nth < MEMBERS; nth += 1)
      members.push((await world.done('catalog.product.create', { title: `Kazak ${nth}`, price: 100 })).id);
    collectionId = (await world.done('catalog.collection.create', { title: 'Bahar' })).id;
    await world.done('catalog.collection.setProducts', { collectionId, productIds: members });
    await world.done('store.syncKv', {});
  });
  afterAll(() => world.close());

  const fill = (ownerId: string) => world.done('metafield.set', { ownerId, key: 'note', value: turn });
  const change: Readonly<Record<Change, () => Promise<unknown>>> = {
    title: () => world.done('catalog.product.update', { productId, description: `<p>${turn}</p>` }),
    'stock of a variant': () => world.done('catalog.stock.set', { targetId: variantId, stock: turn }),
    picture: () =>
      noteProcessed(world.bus, world.storeId, mediaId, () => ({
        state: 'ready',
        failure: null,
        width: 640,
        height: 480,
        variants: [{ format: 'webp', width: 10 * turn, height: 5, size: 512, object: newId('obj') }],
      })),
    field: () => fill(productId),
    'field of a variant': () => fill(variantId),
    'title of the collection': () => world.done('catalog.collection.update', { collectionId, title: `Bahar ${turn}` }),
    member: () => world.done('catalog.product.archive', { productId: members.pop() }),
    'field of the collection': () => fill(collectionId),
    'name of the store': () => world.done('settings.store.update', { name: `Dükkan ${turn}` }, { as: world.owner }),
    'field of the store': () => fill(world.storeId),
  };

  // Both statements of the projection stand before the key at once: each would write what it has read before that.
  test.each(pairs)('of %s: %s, and %s meanwhile', async (key, first, second) => {
    turn += 1;
    const release = await holding(world, 'SELECT FROM storefront_kv WHERE store_id = $1 AND key = $2 FOR UPDATE', [
      world.storeId,
      key,
    ]);
    const changes: Promise<unknown>[] = [];
    try {
      changes.push(change[first]());
      await untilWaiting(world, 1);
      changes.push(change[second]());
      await untilWaiting(world, 2);
    } finally {
      await release();
    }
    await Promise.all(changes);
    const { projected, whole } = await seeStorefront(world.database.reader(world.storeId), world.storeId);
    expect(projected).toEqual(whole);
  });
});
