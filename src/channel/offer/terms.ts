import type { Queryable } from '../../kernel/database/queryable';
import { channelSettingsOf } from '../../store/channel/store';
import { defaultStockPolicy } from '../../store/stock/aggregate';
import { findStockPolicy } from '../../store/stock/store';
import type { Terms } from './wish';

/** Reads the terms by which listings of a channel are shown, and whether its orders are pulled. */
export async function termsOf(
  db: Queryable,
  storeId: string,
  extension: string,
): Promise<Terms & { readonly resendMs: number; readonly pullsOrders: boolean }> {
  const settings = await channelSettingsOf(db, storeId, extension);
  const policy = (await findStockPolicy(db, storeId)) ?? defaultStockPolicy;
  const { push, pull, priceRule, brakePercent, buffer, resendMinutes } = settings;
  return {
    push,
    priceRule,
    brakePercent,
    buffer,
    storeBuffer: policy.marketplaceBuffer,
    untrackedQuantity: policy.untrackedQuantity,
    zeroWhenArchived: policy.zeroWhenArchived,
    resendMs: resendMinutes * 60_000,
    pullsOrders: pull.orders,
  };
}
