import { randomBytes } from 'node:crypto';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, looseLine, object, oneOf, t } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { codeContext } from './digital/context';
import { addCodes, openPool } from './digital/store';
import { codeStatuses } from './digital/table';
import { product } from './product/aggregate';
import { getProduct } from './product/store';
import { codeCountsSchema } from './product/view';

const CODES_MAX = 1000;
const FINGERPRINT_BYTES = 32;
/** Codes of a list whose ends are shown, and characters of an end. */
const ENDS_MAX = 20;
const END_MAX = 2;

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
    )(t.Array(looseLine(500), { minItems: 1, maxItems: CODES_MAX, description: 'Space around a code is cut off.' })),
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
            'repeated: it stands earlier in the list; else the pool has had the code, and how that stands: a voided one does not come back. A dry run and a preview name repeated ones alone: whoever may not add codes could try them out.',
        }),
      }),
      { description: 'The skipped ones. An answer is kept, so it shows no codes.' },
    ),
    codes: codeCountsSchema,
  }),
  refuses: ['not_found', 'invalid_state', 'not_pooled'],
  example: { productId: exampleId('prd', 'BAR'), codes: ['BAR-7F3K-9Q2M', 'BAR-1X8D-4W6T'] },
  redact: withoutCodes,

  async run({ payload, storeId, tx, now, newId, record, services: { secretBox, digests } }) {
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
        // A trial leaves no trace and a proposal adds nothing, so neither tells whether the pool has had a code.
        fingerprint: tx.trial
          ? randomBytes(FINGERPRINT_BYTES)
          : digests.fingerprint(code, `digital_code|${storeId}|${productId}`),
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

/**
 * Leaves of a list the ends of its first codes, by which an owner knows it again, and how many follow. Refused calls are audited before
 * their payload was checked, so anything may be in it.
 */
function withoutCodes(payload: unknown): unknown {
  const { productId, codes } = (payload ?? {}) as { productId?: unknown; codes?: unknown };
  return {
    productId: typeof productId === 'string' ? productId : null,
    codes: Array.isArray(codes) ? endsOfAll(codes) : null,
  };
}

const endsOfAll = (codes: readonly unknown[]): string[] => [
  ...codes.slice(0, ENDS_MAX).map(endsOf),
  ...(codes.length > ENDS_MAX ? [`+${codes.length - ENDS_MAX}`] : []),
];

/** Ends that are shown are a third of a code at most: of a short one nothing is. */
function endsOf(code: unknown): string {
  const text = typeof code === 'string' ? code.trim() : '';
  const shown = Math.min(END_MAX, Math.floor(text.length / 6));
  return shown > 0 ? `${text.slice(0, shown)}…${text.slice(-shown)}` : '…';
}
