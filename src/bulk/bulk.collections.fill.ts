import { collection, members } from '../catalog/collection/aggregate';
import { collectionMembers, collectionRevs, knownProducts } from '../catalog/collection/store';
import { exampleId } from '../kernel/declaration/example';
import { label, oneOf, words } from '../kernel/schema/schema';
import { type BulkCall, bulkAct } from './act';

const change = label(
  'Değişiklik',
  'Change',
)(oneOf(['add', 'remove'], words({ add: ['ekle', 'put in'], remove: ['çıkar', 'take out'] })));

export default bulkAct({
  id: 'bulk.collections.fill',
  label: { tr: 'Koleksiyonlara ürün ekle veya çıkar', en: 'Put products into collections or take them out' },
  summary:
    'Put products behind the present ones of collections, or take them out, as one proposal with a call for each collection.',
  path: 'collections',
  of: collection.reference,
  terms: { productIds: members, change },
  example: { ids: [exampleId('col', 'SATAN')], productIds: [exampleId('prd', 'CEZVE')], change: 'add' },

  async plan({ db, storeId, ids, terms: { productIds, change } }) {
    const revs = await collectionRevs(db, storeId, ids);
    const known = await knownProducts(db, storeId, productIds);
    const calls: BulkCall[] = [];
    for (const collectionId of ids) {
      const before = await collectionMembers(db, storeId, collectionId);
      const after = change === 'add' ? filled(before, productIds, known) : without(before, productIds);
      const expectedRev = revs.get(collectionId);
      // The command says that there is no such collection.
      if (expectedRev === undefined || after.length !== before.length)
        calls.push({
          command: 'catalog.collection.setProducts',
          payload: { collectionId, productIds: after, ...(expectedRev === undefined ? {} : { expectedRev }) },
        });
    }
    return calls;
  },
});

/** The members with those products behind them that are sold: an archived one is put into no collection. */
function filled(
  before: readonly string[],
  productIds: readonly string[],
  known: ReadonlyMap<string, string>,
): readonly string[] {
  const present = new Set(before);
  const added = productIds.filter((id) => known.get(id) !== 'archived' && !present.has(id));
  return [...before, ...added];
}

/** The members without those products. */
function without(before: readonly string[], productIds: readonly string[]): readonly string[] {
  const gone = new Set(productIds);
  return before.filter((id) => !gone.has(id));
}
