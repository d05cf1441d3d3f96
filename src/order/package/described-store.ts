import type { Queryable } from '../../kernel/database/queryable';
import { isGoneInSql } from './gone-store';

export interface NamedPackage {
  readonly orderId: string;
  readonly packageId?: string | undefined;
}

/** A package with its goods and its buyer, as people speak of it. Money is in kuruş. */
export interface DescribedPackage {
  readonly packageId: string;
  readonly externalNumber: string;
  readonly shipUntil: string | null;
  readonly buyerName: string;
  readonly lines: readonly {
    readonly lineId: string;
    readonly title: string;
    readonly quantity: number;
    readonly unitPrices: readonly number[];
  }[];
}

// The same package as a call means that names none: the only one that is not gone.
const DESCRIBED = `
  SELECT p.package_id AS "packageId", p.external_number AS "externalNumber", p.ship_until AS "shipUntil",
    o.buyer_name AS "buyerName", p.lines
  FROM order_package p JOIN store_order o ON o.store_id = $1 AND o.id = p.order_id
  WHERE p.store_id = $1 AND p.order_id = $2 AND ($3::text IS NULL OR p.package_id = $3)
  ORDER BY ${isGoneInSql('p.state')}, p.package_id LIMIT 1`;

/** @returns undefined: the order has no such package */
export async function describedPackage(
  db: Queryable,
  storeId: string,
  { orderId, packageId }: NamedPackage,
): Promise<DescribedPackage | undefined> {
  const [row] = await db.query<DescribedPackage>(DESCRIBED, [storeId, orderId, packageId ?? null]);
  return row;
}
