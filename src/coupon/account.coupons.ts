import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object, t } from '../kernel/schema/schema';
import { CODE_LENGTH_MAX, couponSchema } from './coupon/aggregate';
import { codeLetters } from './coupon/code';
import { listCoupons } from './coupon/store';

export default readRoute({
  id: 'account.coupons',
  http: 'GET /v1/account/coupons',
  summary: 'Discounts that the shop gives, by a code or to every cart that fits, newest first, with their uses.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({
    ...countedPageQuery,
    active: t.Optional(t.Boolean({ description: 'Left out: those that are off as well.' })),
    code: t.Optional(t.String({ minLength: 1, maxLength: CODE_LENGTH_MAX, description: 'How the code begins.' })),
  }),
  result: countedPage(couponSchema),
  refuses: ['invalid_request'],

  run: ({ db, storeId, query: { active = null, code }, cursors }) =>
    cursors.countedPageById(db, {
      rows: (from, before, most) =>
        listCoupons(from, storeId, { active, code: code === undefined ? null : codeLetters(code) }, before, most),
      view: (row) => row,
    }),
});
