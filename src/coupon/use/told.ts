import type { NewCouponUse } from './table';

/** A coupon of an order, as letters and documents tell of it. */
export type ToldCoupon = Pick<NewCouponUse, 'title' | 'code' | 'takenOff' | 'kurus'>;

const nameOf = ({ title, code }: ToldCoupon): string => (code === null ? title : `${title}, ${code}`);

const on = (coupons: readonly ToldCoupon[], part: ToldCoupon['takenOff']): ToldCoupon | undefined =>
  coupons.find(({ takenOff }) => takenOff === part);

/** The discounts on the goods of an order by their names: that of a coupon, and what extensions have taken off. In kuruş. */
export function discountsTold(discountTotal: number, coupons: readonly ToldCoupon[]): (readonly [string, number])[] {
  const own = on(coupons, 'goods');
  const rest = discountTotal - (own?.kurus ?? 0);
  return [
    ...(own ? ([[`İndirim (${nameOf(own)})`, own.kurus]] as const) : []),
    ...(rest > 0 ? ([['İndirim', rest]] as const) : []),
  ];
}

/** The name of the delivery, with that of the coupon by which it costs less. */
export function deliveryTold(coupons: readonly ToldCoupon[]): { readonly name: string; readonly isReduced: boolean } {
  const own = on(coupons, 'delivery');
  return { name: own ? `Kargo (${nameOf(own)})` : 'Kargo', isReduced: own !== undefined };
}
