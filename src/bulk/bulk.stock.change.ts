import { STOCK_MAX } from '../catalog/stock/limits';
import { sellableOf } from '../catalog/stock/sellable-store';
import { stockReason } from '../catalog/stock/table';
import { expectedStock, stockCount, stockTarget } from '../catalog/stock/view';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { label, object, type Static, t, unit } from '../kernel/schema/schema';
import { type BulkCall, bulkAct } from './act';
import { THINGS_MAX } from './limits';

const stock = t.Optional(
  label('Stok', 'Stock')(stockCount({ description: 'Each product or variant has so many then.' })),
);
const delta = t.Optional(
  label(
    'Stok değişimi',
    'Change of stock',
  )(
    t.Integer({
      minimum: -STOCK_MAX,
      maximum: STOCK_MAX,
      ...unit('count'),
      description: 'Adds so many to each, or takes them away.',
    }),
  ),
);

const changeOfOne = object({ targetId: stockTarget, stock, delta, expectedStock });
const changesOfAll = label(
  'Değişimler',
  'Changes',
)(
  t.Array(changeOfOne, {
    minItems: 1,
    maxItems: THINGS_MAX,
    description: 'One for each of `ids`, with a stock or a delta of its own. One whose stock has moved is left out.',
  }),
);

type Change = Pick<Static<typeof changeOfOne>, 'stock' | 'delta' | 'expectedStock'>;

const isOneOf = ({ stock, delta }: Change): boolean => (stock === undefined) !== (delta === undefined);

export default bulkAct({
  id: 'bulk.stock.change',
  label: { tr: 'Stokları değiştir', en: 'Change stock' },
  summary:
    'Set the stock of many products and variants to a count, or add to it or take from it, alike or each on its own, as one proposal.',
  path: 'stock',
  of: stockTarget,
  terms: { stock, delta, changes: t.Optional(changesOfAll), reason: t.Optional(stockReason) },
  example: { ids: [exampleId('prd', 'CEZVE')], delta: 10, reason: 'Sevkiyat' },

  check({ changes, ...alike }, ids) {
    if (changes === undefined ? !isOneOf(alike) : alike.stock !== undefined || alike.delta !== undefined)
      refuse('invalid_request', 'One of stock, delta and changes is stated.', {
        errors: [{ pointer: '/stock', message: 'or delta or changes is stated, and one of them alone' }],
      });
    if (changes) assertOneEach(changes, ids);
  },

  async plan({ db, storeId, ids, terms: { changes, reason, ...alike } }) {
    if (changes) {
      const own = new Map(changes.map(({ targetId, ...change }) => [targetId, change]));
      return ids.flatMap((id) => callOf(id, own.get(id) ?? {}, reason));
    }
    const variants = new Map((await sellableOf(db, storeId, ids)).map((product) => [product.id, product.variantIds]));
    return ids.flatMap((id): BulkCall[] => {
      const variantIds = variants.get(id) ?? [];
      // A product that is not there is refused by the command.
      const targets = variantIds.length > 0 ? variantIds : [id];
      return targets.map((targetId) => callOf(targetId, alike, reason));
    });
  },
});

/** @throws {Refusal} invalid_request where a thing has no change of its own, or has two */
function assertOneEach(changes: Static<typeof changesOfAll>, ids: readonly string[]): void {
  const open = new Set(ids);
  for (const [index, change] of changes.entries()) {
    const isWanted = open.delete(change.targetId);
    const message = faultOf(change, isWanted, ids);
    if (message === null) continue;
    const pointer = `/changes/${index}${isWanted ? '' : '/targetId'}`;
    refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }] });
  }
  const [missing] = open;
  if (missing !== undefined)
    refuse('invalid_request', `/changes has none of ${missing}`, {
      errors: [{ pointer: '/changes', message: `has none of ${missing}` }],
    });
}

/** @returns the fault of a change; null: it has none */
function faultOf(change: Static<typeof changeOfOne>, isWanted: boolean, ids: readonly string[]): string | null {
  if (!isWanted) return ids.includes(change.targetId) ? 'is named twice' : 'is not among the ids';
  return isOneOf(change) ? null : 'states either stock or delta';
}

const callOf = (targetId: string, { stock, delta, expectedStock }: Change, reason: string | undefined): BulkCall => ({
  command: stock === undefined ? 'catalog.stock.adjust' : 'catalog.stock.set',
  payload: {
    targetId,
    ...(stock === undefined ? { delta } : { stock }),
    ...(expectedStock === undefined ? {} : { expectedStock }),
    ...(reason === undefined ? {} : { reason }),
  },
});
