import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { Faults } from '../kernel/errors';
import { changesNothing } from '../kernel/schema/patch';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { collection, collectionReceipt, members } from './collection/aggregate';
import { collectionMembers, getCollection, knownProducts, replaceMembers } from './collection/store';

export default command({
  id: 'catalog.collection.setProducts',
  label: { tr: 'Koleksiyonun ürünlerini belirle', en: 'Set the products of a collection' },
  summary: 'Replace the products of a collection by the given list; its order is the manual sort.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  removes: true,
  payload: object({
    collectionId: collection.reference,
    expectedRev,
    productIds: members,
  }),
  result: collectionReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'product_unknown', 'invalid_request'],
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
    refuseFaults(productIds, known, new Set(members));
    if (changesNothing({ productIds: members }, { productIds })) return before;
    const after = replaceMembers(tx, storeId, before, productIds, now);
    record('collection', collectionId, { productIds: members }, { productIds });
    inverse('catalog.collection.setProducts', { collectionId, expectedRev: after.rev, productIds: members });
    return after;
  },
});

/** @throws {Refusal} naming each that is unknown, repeated, or put in although it was archived before; members that were archived may stay */
function refuseFaults(
  productIds: readonly string[],
  known: ReadonlyMap<string, string>,
  members: ReadonlySet<string>,
): void {
  const faults = new Faults();
  const seen = new Set<string>();
  for (const [index, productId] of productIds.entries()) {
    const pointer = `/productIds/${index}`;
    const status = known.get(productId);
    if (!status) faults.add('product_unknown', pointer, `${productId} is not a product of this store`);
    else if (seen.has(productId))
      faults.add('invalid_request', pointer, 'names a product that stands earlier in the list');
    else if (status === 'archived' && !members.has(productId))
      faults.add('invalid_state', pointer, `${productId} is archived`, { state: status });
    seen.add(productId);
  }
  faults.refuse();
}
