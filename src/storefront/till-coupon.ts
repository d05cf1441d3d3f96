import { fieldsIn } from './sale/form';
import type { CouponPlace } from './sale/shown';
import type { Visit } from './visit';

/** The pages that have a field for a code, by the name that their form says: it leads back there. */
const PLACES: Readonly<Record<CouponPlace, string>> = {
  sepet: '/sepet',
  yontem: '/odeme/yontem',
  onay: '/odeme/onay',
};
const CODE_LENGTH_MAX = 64;

/** Notes the code that a shopper has typed, or takes it away. What is wrong with a code is told where it was typed. */
export async function takeCoupon(visit: Visit): Promise<void> {
  const fields = await fieldsIn(visit.context);
  const from = fields.one('nereden');
  const back = Object.hasOwn(PLACES, from) ? PLACES[from as CouponPlace] : '/sepet';
  const { session } = await visit.cart();
  if (!session) return visit.goTo('/sepet');
  const isTakenAway = fields.one('kaldir') !== '';
  const code = fields.one('kod').slice(0, CODE_LENGTH_MAX);
  if (!isTakenAway && code === '') return visit.goTo(back, ['kupon_bos']);
  if (!isTakenAway && !visit.mayTry()) return visit.goTo(back, ['kupon_cok']);
  const { refused } = await visit.client.fill(visit.storeId, session.id, { coupon: isTakenAway ? null : code });
  if (!refused) return visit.goTo(back);
  visit.goTo(back, [refused.code === 'coupon_unusable' ? `kupon_${refused.reason}` : refused.code]);
}
