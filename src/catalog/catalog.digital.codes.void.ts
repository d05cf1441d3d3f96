import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object, t, unit } from '../kernel/schema/schema';
import { openPool, voidCodes } from './digital/store';
import { product } from './product/aggregate';
import { getProduct } from './product/store';
import { codeCountsSchema } from './product/view';
import { stockReason } from './stock/table';

const COUNT_MAX = 10_000;

export default command({
  id: 'catalog.digital.codes.void',
  label: { tr: 'Dijital kodu geçersiz kıl', en: 'Void digital codes' },
  summary: 'Void unused codes of a pool, oldest first; allocated codes are never touched and nothing is deleted.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({
    productId: product.reference,
    count: label(
      'Adet',
      'Count',
    )(
      t.Integer({
        minimum: 1,
        maximum: COUNT_MAX,
        description: 'At most so many; a pool that holds fewer is emptied.',
        ...unit('count'),
      }),
    ),
    reason: t.Optional(stockReason),
  }),
  result: object({ productId: id('prd'), voided: t.Integer(), codes: codeCountsSchema }),
  refuses: ['not_found', 'not_pooled'],
  example: { productId: exampleId('prd', 'BAR'), count: 1, reason: 'Sızan kod' },

  async run({ payload, storeId, tx, now, record }) {
    const { productId, count } = payload;
    const product = await getProduct(tx, storeId, productId);
    if (!product.digital.codes) refuse('not_pooled');
    const before = await openPool(tx, storeId, productId);
    const after = await voidCodes(tx, storeId, productId, count, now);
    record('product', productId, { codes: before }, { codes: after });
    return { productId, voided: before.available - after.available, codes: after };
  },
});
