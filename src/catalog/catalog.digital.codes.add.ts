import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { id, line, object, t } from '../kernel/schema';
import { addCodes, openPool } from './digital.store';
import { assertActive } from './product.state';
import { getProduct } from './product.store';
import { codeCountsSchema } from './product.view';

const CODES_MAX = 1000;

export default command({
  id: 'catalog.digital.codes.add',
  summary: 'Add e-pin codes to the pool of a product; they are sealed at rest and duplicates are skipped.',
  policy: 'propose',
  scope: 'catalog:write',
  // Voiding takes the oldest codes of the pool, not those that were added.
  irreversible: true,
  payload: object({
    productId: id('prd'),
    codes: t.Array(line(500), { minItems: 1, maxItems: CODES_MAX, description: 'Space around a code is cut off.' }),
  }),
  result: object({ productId: id('prd'), added: t.Integer(), skipped: t.Integer(), codes: codeCountsSchema }),
  refuses: ['not_found', 'invalid_state', 'not_pooled'],
  redact: withoutCodes,

  async run({ payload, storeId, tx, now, newId, record, services: { secretBox } }) {
    const { productId } = payload;
    const product = await getProduct(tx, storeId, productId);
    assertActive(product);
    if (product.digitalKind !== 'code_pool') refuse('not_pooled', 'catalog.product.setDigital declares the pool.');
    const before = await openPool(tx, storeId, productId);
    const sealed = [...new Set(payload.codes.map((code) => code.trim()))].map((code) => {
      const codeId = newId('dcd');
      return {
        id: codeId,
        sealed: secretBox.seal(code, codeContext(storeId, productId, codeId)),
        fingerprint: secretBox.fingerprint(code, `digital_code|${storeId}|${productId}`),
      };
    });
    const after = await addCodes(tx, storeId, productId, sealed, now);
    const added = after.available - before.available;
    record('product', productId, { codes: before }, { codes: after });
    return { productId, added, skipped: payload.codes.length - added, codes: after };
  },
});

/** What a code is sealed to: moved to another product or row, it does not open. */
export const codeContext = (storeId: string, productId: string, codeId: string): string =>
  `digital_code|${storeId}|${productId}|${codeId}`;

/** Refused calls are audited before their payload was checked, so anything may be in it. */
function withoutCodes(payload: unknown): unknown {
  const { productId, codes } = (payload ?? {}) as { productId?: unknown; codes?: unknown };
  return {
    productId: typeof productId === 'string' ? productId : null,
    codes: Array.isArray(codes) ? codes.length : null,
  };
}
