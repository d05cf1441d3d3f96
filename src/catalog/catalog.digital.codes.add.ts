import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { exampleId } from '../kernel/example';
import { id, label, line, object, oneOf, t } from '../kernel/schema';
import { addCodes, openPool } from './digital/store';
import { codeStatuses } from './digital/table';
import { product } from './product/aggregate';
import { assertActive } from './product/state';
import { getProduct } from './product/store';
import { codeCountsSchema } from './product/view';

const CODES_MAX = 1000;

export default command({
  id: 'catalog.digital.codes.add',
  label: { tr: 'Dijital kod ekle', en: 'Add digital codes' },
  summary: 'Add e-pin codes to the pool of a product; they are sealed at rest and duplicates are skipped.',
  policy: 'propose',
  scope: 'catalog:write',
  // Voiding takes the oldest codes of the pool, not those that were added.
  irreversible: true,
  payload: object({
    productId: product.reference,
    codes: label(
      'Kodlar',
      'Codes',
    )(t.Array(line(500), { minItems: 1, maxItems: CODES_MAX, description: 'Space around a code is cut off.' })),
  }),
  result: object({
    productId: id('prd'),
    added: t.Integer(),
    skipped: t.Integer(),
    duplicates: t.Array(
      object({
        index: t.Integer({ description: 'Its place in the list that was sent, from 0.' }),
        reason: oneOf(['repeated', ...codeStatuses], {
          description:
            'repeated: it stands earlier in the list; else the pool has had the code, and how that stands: a voided one does not come back.',
        }),
      }),
      { description: 'The skipped ones. An answer is kept, so it shows no codes.' },
    ),
    codes: codeCountsSchema,
  }),
  refuses: ['not_found', 'invalid_state', 'not_pooled'],
  example: { productId: exampleId('prd', 'BAR'), codes: ['BAR-7F3K-9Q2M', 'BAR-1X8D-4W6T'] },
  redact: withoutCodes,

  async run({ payload, storeId, tx, now, newId, record, services: { secretBox } }) {
    const { productId } = payload;
    const product = await getProduct(tx, storeId, productId);
    assertActive(product);
    if (product.digital.kind !== 'code_pool') refuse('not_pooled', 'catalog.product.setDigital declares the pool.');
    const before = await openPool(tx, storeId, productId);
    const trimmed = payload.codes.map((code) => code.trim());
    const distinct = [...new Set(trimmed)];
    const sealed = distinct.map((code) => {
      const codeId = newId('dcd');
      return {
        id: codeId,
        sealed: secretBox.seal(code, codeContext(storeId, productId, codeId)),
        fingerprint: secretBox.fingerprint(code, `digital_code|${storeId}|${productId}`),
      };
    });
    const { counts: after, known } = await addCodes(tx, storeId, productId, sealed, now);
    const added = after.available - before.available;
    record('product', productId, { codes: before }, { codes: after });
    const statuses = new Map(known.map(({ place, status }) => [distinct[place], status]));
    const seen = new Set<string>();
    const duplicates = trimmed.flatMap((code, index) => {
      const reason = seen.has(code) ? ('repeated' as const) : statuses.get(code);
      seen.add(code);
      return reason ? [{ index, reason }] : [];
    });
    return { productId, added, skipped: duplicates.length, duplicates, codes: after };
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
