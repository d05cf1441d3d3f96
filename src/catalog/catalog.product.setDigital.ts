import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { patchBack } from '../kernel/schema/patch';
import { expectedRev, guard, label, object, t, unit } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { openPool } from './digital/store';
import { product } from './product/aggregate';
import { getProduct, saveProduct } from './product/store';
import { type CodeCounts, type ProductRow, productReceipt, productSnapshot, receiptOf } from './product/view';

const { requiresShipping, withdrawalException, digitalKind, digitalUrl, digitalInstructions } = product.columns;

export default command({
  id: 'catalog.product.setDigital',
  label: { tr: 'Dijital teslimatı belirle', en: 'Set the digital delivery' },
  summary: 'Set the digital delivery of a product, its shipping, and the reason why a buyer may not withdraw.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object(
    {
      productId: product.reference,
      expectedRev,
      expectedCodes: t.Optional(
        guard(
          label(
            'Görülen kod sayısı',
            'Number of codes seen',
          )(
            t.Integer({
              minimum: 0,
              description:
                'Codes that its pool has ever been given, as the caller saw it; another number is refused with stock_conflict.',
              ...unit('count'),
            }),
          ),
        ),
      ),
      requiresShipping: t.Optional(requiresShipping.schema),
      digital: t.Optional(
        label(
          'Dijital teslimat',
          'Digital delivery',
        )(
          object({
            kind: digitalKind.schema,
            url: t.Optional(digitalUrl.schema),
            instructions: t.Optional(digitalInstructions.schema),
          }),
        ),
      ),
      withdrawalException: t.Optional(withdrawalException.schema),
    },
    { minProperties: 2 },
  ),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'codes_conflict', 'invalid_request'],
  example: {
    productId: exampleId('prd', 'BAR'),
    digital: { kind: 'code_pool', instructions: 'Kodu kurs sayfasında girin.' },
  },
  subject: product.by('productId'),

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { productId, expectedCodes, requiresShipping, digital, withdrawalException } = payload;
    const before = await getProduct(tx, storeId, productId);
    guardRev(productId, before.rev);
    assertActive(before);
    if (expectedCodes !== undefined) assertExpectedCodes(await openPool(tx, storeId, productId), expectedCodes);
    let after: ProductRow = {
      ...before,
      requiresShipping: requiresShipping ?? before.requiresShipping,
      withdrawalException: withdrawalException === undefined ? before.withdrawalException : withdrawalException,
    };
    if (digital) {
      const { kind, url = null, instructions = null } = digital;
      if ((kind === 'link') !== (url !== null)) {
        const message = kind === 'link' ? 'is required for kind link' : 'belongs to kind link only';
        refuse('invalid_request', `/digital/url ${message}`, { errors: [{ pointer: '/digital/url', message }] });
      }
      const codes = kind === 'code_pool' ? await openPool(tx, storeId, productId) : before.digital.codes;
      const kept = kind === 'code_pool' || (codes && givenTo(codes) > 0) ? codes : null;
      after = { ...after, digital: { kind, url, instructions, codes: kept } };
    }
    const back = digitalBack(before, after);
    if (Object.keys(back).length === 0) return receiptOf(before);
    const rev = saveProduct(tx, storeId, before, after, now);
    record('product', productId, productSnapshot(before), productSnapshot(after));
    inverse('catalog.product.setDigital', { productId, expectedRev: rev, ...back });
    return receiptOf({ ...after, rev });
  },
});

const givenTo = ({ available, allocated, voided }: CodeCounts): number => available + allocated + voided;

/** @throws {Refusal} codes_conflict when codes were added that the caller did not see */
function assertExpectedCodes(codes: CodeCounts, expected: number): void {
  const given = givenTo(codes);
  if (given === expected) return;
  refuse('codes_conflict', `The pool has been given ${given} codes, not ${expected}.`, {
    facts: { currentCodes: given },
  });
}

/** A pool keeps its codes while the product delivers something else. Codes that were added since move no rev: they are counted. */
function digitalBack(before: ProductRow, after: ProductRow): Record<string, unknown> {
  const { requiresShipping, withdrawalException } = after;
  const { codes } = after.digital;
  const becamePool = after.digital.kind === 'code_pool' && before.digital.kind !== 'code_pool';
  return {
    ...(becamePool && codes ? { expectedCodes: givenTo(codes) } : {}),
    ...patchBack(before, { requiresShipping, withdrawalException }),
    ...patchBack({ digital: digitalOf(before) }, { digital: digitalOf(after) }),
  };
}

const digitalOf = ({ digital: { kind, url, instructions } }: ProductRow) => ({ kind, url, instructions });
