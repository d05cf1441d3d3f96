import { getCollection } from '../catalog/collection/store';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { type CouponRow, coupon, couponSchema } from './coupon/aggregate';
import { couponCodeIn } from './coupon/code';
import { assertSound } from './coupon/sound';
import { assertRoomForAutomatic, insertNewCoupon } from './coupon/store';

export default command({
  id: 'coupon.create',
  label: { tr: 'Kupon ekle', en: 'Create a coupon' },
  summary:
    'Create a discount: by a code that shoppers type, or without one for every cart that fits. Code and kind stay as they are.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  payload: object(coupon.creates),
  result: couponSchema,
  refuses: ['invalid_request', 'not_found', 'coupon_code_taken', 'limit_exceeded'],
  example: { code: 'YAZ10', title: 'Yaz indirimi', kind: 'percent', percent: 10, minimum: 50_000 },
  route: { http: 'POST /v1/account/coupons' },

  async run({ payload, storeId, tx, now, newId, record, inverse }) {
    const at = now.toISOString();
    const created: CouponRow = {
      ...coupon.initial,
      ...payload,
      code: codeIn(payload.code),
      id: newId(coupon.prefix),
      rev: 1,
      uses: 0,
      given: 0,
      createdAt: at,
      updatedAt: at,
    };
    assertSound(created);
    if (created.collectionId !== null) await getCollection(tx, storeId, created.collectionId);
    if (created.code === null && created.active) await assertRoomForAutomatic(tx, storeId, created.id);
    if (!(await insertNewCoupon(tx, storeId, created, now)))
      refuse('coupon_code_taken', `Another coupon has the code ${created.code}.`);
    record(coupon.word, created.id, null, coupon.snapshot(created));
    // The nearest there is: orders may tell of it, so nothing deletes a coupon.
    inverse('coupon.update', { couponId: created.id, expectedRev: created.rev, active: false });
    return created;
  },
});

/** The stated code in the form in which codes are kept. @throws {Refusal} invalid_request */
function codeIn(stated: string | null | undefined): string | null {
  if (stated === null || stated === undefined) return null;
  const message = 'has to be 3 to 32 letters, digits and hyphens, and begins with no hyphen';
  return (
    couponCodeIn(stated) ?? refuse('invalid_request', `/code ${message}`, { errors: [{ pointer: '/code', message }] })
  );
}
