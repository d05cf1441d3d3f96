import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { expectedRev, id, nullable, object, oneOf, t } from '../kernel/schema';
import { openPool } from './digital.store';
import { assertActive } from './product.state';
import { getProduct, saveProduct } from './product.store';
import {
  type CodeCounts,
  digitalKinds,
  fields,
  type ProductRow,
  productReceipt,
  productSnapshot,
  receiptOf,
} from './product.view';
import { patchBack } from './undo';

export default command({
  id: 'catalog.product.setDigital',
  summary: 'Set what a product delivers digitally, whether it is shipped, and why its buyer may not withdraw.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object(
    {
      productId: id('prd'),
      expectedRev,
      expectedCodes: t.Optional(
        t.Integer({
          minimum: 0,
          description:
            'Codes that its pool has ever been given, as the caller saw it; another number is refused with stock_conflict.',
        }),
      ),
      requiresShipping: t.Optional(fields.requiresShipping),
      digital: t.Optional(
        object({
          kind: oneOf(digitalKinds, {
            description: 'none; link: every buyer gets the url; code_pool: each unit gets a code (e-pin) of its own.',
          }),
          url: t.Optional(nullable(t.String({ format: 'uri', pattern: '^https?://', maxLength: 2048 }))),
          instructions: t.Optional(
            nullable(t.String({ maxLength: 2000, description: 'Shown to the buyer with the content.' })),
          ),
        }),
      ),
      withdrawalException: t.Optional(fields.withdrawalException),
    },
    { minProperties: 2 },
  ),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'stock_conflict', 'invalid_request'],

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
      const codes = kind === 'code_pool' ? await openPool(tx, storeId, productId) : null;
      after = { ...after, digitalKind: kind, digitalUrl: url, digitalInstructions: instructions, codes };
    }
    const rev = await saveProduct(tx, storeId, before, after, now);
    record('product', productId, productSnapshot(before), productSnapshot(after));
    inverse('catalog.product.setDigital', { productId, expectedRev: rev, ...digitalBack(before, after) });
    return receiptOf({ ...after, rev });
  },
});

const givenTo = ({ available, allocated, voided }: CodeCounts): number => available + allocated + voided;

/** @throws {Refusal} stock_conflict when codes were added that the caller did not see */
function assertExpectedCodes(codes: CodeCounts, expected: number): void {
  const given = givenTo(codes);
  if (given !== expected) refuse('stock_conflict', `The pool has been given ${given} codes, not ${expected}.`);
}

/** A pool keeps its codes while the product delivers something else. Codes that were added since move no rev: they are counted. */
function digitalBack(before: ProductRow, after: ProductRow): Record<string, unknown> {
  const { requiresShipping, withdrawalException } = after;
  const becamePool = after.codes !== null && before.codes === null;
  return {
    ...(becamePool ? { expectedCodes: givenTo(after.codes) } : {}),
    ...patchBack(before, { requiresShipping, withdrawalException }),
    ...patchBack({ digital: digitalOf(before) }, { digital: digitalOf(after) }),
  };
}

const digitalOf = ({ digitalKind, digitalUrl, digitalInstructions }: ProductRow) => ({
  kind: digitalKind,
  url: digitalUrl,
  instructions: digitalInstructions,
});
