import { getCollection } from '../catalog/collection/store';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { patchBack } from '../kernel/schema/patch';
import { expectedRev, object } from '../kernel/schema/schema';
import { coupon, couponSchema } from './coupon/aggregate';
import { assertSound } from './coupon/sound';
import { assertRoomForAutomatic, changeCoupon, getCoupon } from './coupon/store';

export default command({
  id: 'coupon.update',
  label: { tr: 'Kuponu düzenle', en: 'Edit a coupon' },
  summary: 'Change a coupon, or turn it on or off; fields left out stay. Orders that have used it stay as they are.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  payload: object({ couponId: coupon.reference, expectedRev, ...coupon.updates }, { minProperties: 2 }),
  result: couponSchema,
  refuses: ['invalid_request', 'not_found', 'rev_conflict', 'limit_exceeded'],
  example: { couponId: exampleId('cpn', 'YAZ'), active: false },
  route: { http: 'POST /v1/account/coupons/{cpn}', names: { cpn: 'couponId' } },
  subject: coupon.by('couponId'),

  async run(context) {
    const { storeId, tx } = context;
    const { couponId, expectedRev: _guarded, ...patch } = context.payload;
    const before = await getCoupon(tx, storeId, couponId);
    context.guardRev(couponId, before.rev);
    const wanted = { ...before, ...patch };
    assertSound(wanted);
    if (wanted.collectionId !== null && wanted.collectionId !== before.collectionId)
      await getCollection(tx, storeId, wanted.collectionId);
    if (wanted.active && !before.active && wanted.code === null) await assertRoomForAutomatic(tx, storeId, couponId);
    const after = changeCoupon(context, before, patch);
    context.inverse('coupon.update', { couponId, expectedRev: after.rev, ...patchBack(before, patch) });
    return after;
  },
});
