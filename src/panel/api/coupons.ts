import { useQuery } from '@tanstack/react-query';
import { client } from './client';
import { usePages } from './queries';
import type { Coupon, CouponUse } from './types';

/** Lists the coupons of the shop, by the query of `account.coupons`. */
export const useCoupons = (query: { readonly active?: string; readonly code?: string }) =>
  usePages<Coupon>(['coupons'], '/v1/account/coupons', { ...query, total: 'true' });

/** The coupons that an order of the shop was placed with. */
export const useCouponsOfOrder = (orderId: string, isOfShop: boolean) =>
  useQuery({
    queryKey: ['coupons', 'of', orderId],
    enabled: isOfShop,
    queryFn: ({ signal }) =>
      client.get<{ items: CouponUse[] }>(`/v1/account/orders/${encodeURIComponent(orderId)}/coupons`, {}, signal),
  });
