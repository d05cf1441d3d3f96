import type { Queryable } from '../../kernel/database/queryable';
import type { PackageState } from '../../provider/channel/package';
import type { PackagePayload } from './payload';

/** A package of a marketplace as far as its prices go. */
export interface PricedPackage {
  readonly orderNumber: string;
  readonly orderId: string | null;
  readonly packageId: string;
  readonly originPackageIds: readonly string[];
  readonly state: PackageState;
  /** The total in kuruş, or in the smallest unit of its currency. */
  readonly total: number;
  readonly currency: string;
  readonly lines: PackagePayload['lines'];
}

const OF_NUMBERS = `
  SELECT external_number AS "orderNumber", order_id AS "orderId", package_id AS "packageId",
    origin_package_ids AS "originPackageIds", state, total, currency, lines
  FROM order_package WHERE store_id = $1 AND extension = $2 AND external_number = ANY ($3) ORDER BY package_id`;

/** Packages of orders, by the numbers that these have at their marketplace. */
export const packagesOfNumbers = (
  db: Queryable,
  storeId: string,
  extension: string,
  orderNumbers: readonly string[],
): Promise<PricedPackage[]> => db.query<PricedPackage>(OF_NUMBERS, [storeId, extension, orderNumbers]);
