import { command } from '../kernel/declare';
import { type FieldError, refuse } from '../kernel/errors';
import { expectedRev, id, object, t } from '../kernel/schema';
import { collectionMembers, getCollection, knownProducts, replaceMembers, saveCollection } from './collection.store';
import { listedCollectionSchema, MEMBERS_MAX } from './collection.view';
import { assertActive } from './product.state';

export default command({
  id: 'catalog.collection.setProducts',
  summary: 'Replace the products of a collection by the given list; its order is the manual sort.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({
    collectionId: id('col'),
    expectedRev,
    productIds: t.Array(id('prd'), { maxItems: MEMBERS_MAX, uniqueItems: true }),
  }),
  result: listedCollectionSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'product_unknown'],

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { collectionId, productIds } = payload;
    const [before, members, known] = await Promise.all([
      getCollection(tx, storeId, collectionId),
      collectionMembers(tx, storeId, collectionId),
      knownProducts(tx, storeId, productIds),
    ]);
    guardRev(collectionId, before.rev);
    assertActive(before, 'The collection');
    const errors = productIds.flatMap((productId, index): FieldError[] =>
      known.has(productId)
        ? []
        : [{ pointer: `/productIds/${index}`, message: `${productId} is not a product of this store` }],
    );
    if (errors.length > 0) refuse('product_unknown', errors[0]?.message, { errors: errors.slice(0, 20) });
    const after = await saveCollection(tx, storeId, { ...before, productCount: productIds.length }, now);
    replaceMembers(tx, storeId, collectionId, productIds);
    record('collection', collectionId, { productIds: members }, { productIds });
    inverse('catalog.collection.setProducts', { collectionId, expectedRev: after.rev, productIds: members });
    return after;
  },
});
