import { command } from '../kernel/declare';
import { Faults } from '../kernel/errors';
import { exampleId } from '../kernel/example';
import { changesNothing } from '../kernel/patch';
import { expectedRev, object } from '../kernel/schema';
import { collection, listedCollectionSchema, members } from './collection/aggregate';
import { collectionMembers, getCollection, knownProducts, replaceMembers } from './collection/store';
import { assertActive } from './product/state';

export default command({
  id: 'catalog.collection.setProducts',
  label: { tr: 'Koleksiyonun ürünlerini belirle', en: 'Set the products of a collection' },
  summary: 'Replace the products of a collection by the given list; its order is the manual sort.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({
    collectionId: collection.reference,
    expectedRev,
    productIds: members,
  }),
  result: listedCollectionSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'product_unknown'],
  example: {
    collectionId: exampleId('col', 'SATAN'),
    productIds: [exampleId('prd', 'CEZVE'), exampleId('prd', 'KAHVE')],
  },
  subject: collection.by('collectionId'),

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { collectionId, productIds } = payload;
    const [before, members, known] = await Promise.all([
      getCollection(tx, storeId, collectionId),
      collectionMembers(tx, storeId, collectionId),
      knownProducts(tx, storeId, productIds),
    ]);
    guardRev(collectionId, before.rev);
    assertActive(before, 'The collection');
    const faults = new Faults();
    for (const [index, productId] of productIds.entries())
      if (!known.has(productId))
        faults.add('product_unknown', `/productIds/${index}`, `${productId} is not a product of this store`);
    faults.refuse();
    if (changesNothing({ productIds: members }, { productIds })) return before;
    const after = replaceMembers(tx, storeId, before, productIds, now);
    record('collection', collectionId, { productIds: members }, { productIds });
    inverse('catalog.collection.setProducts', { collectionId, expectedRev: after.rev, productIds: members });
    return after;
  },
});
