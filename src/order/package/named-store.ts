import type { Queryable } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { isGone, type PackageState } from '../../provider/channel/package';

/** A package of a marketplace, as far as it is asked about there. */
export interface NamedPackage {
  readonly extension: string;
  readonly packageId: string;
  readonly trackingNumber: string | null;
  readonly state: PackageState;
}

const COLUMNS = `p.extension, p.package_id AS "packageId", p.tracking_number AS "trackingNumber", p.state`;
const OF_ORDER = `
  SELECT ${COLUMNS} FROM order_package p
  WHERE p.store_id = $1 AND p.order_id = $2 ORDER BY p.package_id`;
const ORDER = 'SELECT channel FROM store_order WHERE store_id = $1 AND id = $2';
const NAMED = `
  SELECT ${COLUMNS} FROM order_package p
  WHERE p.store_id = $1 AND p.extension = $2 AND p.package_id = ANY ($3)`;

/**
 * The package of an order that a call means: the one that it names, else the only one that is not gone.
 * @throws {Refusal} not_found, invalid_state
 */
export async function packageOfOrder(
  db: Queryable,
  storeId: string,
  { orderId, packageId }: { readonly orderId: string; readonly packageId?: string | undefined },
): Promise<NamedPackage> {
  const packages = await db.query<NamedPackage>(OF_ORDER, [storeId, orderId]);
  if (packageId !== undefined) {
    const named = packages.find((each) => each.packageId === packageId);
    if (named) return named;
  }
  if (packages.length === 0) {
    const [order] = await db.query(ORDER, [storeId, orderId]);
    if (!order) return refuse('not_found');
    return refuse('invalid_state', 'The order came from no marketplace, so it has no package there.', {
      facts: { packageIds: [] },
      quotesNobody: true,
    });
  }
  if (packageId !== undefined) return refuse('not_found', 'The order has no such package.', { quotesNobody: true });
  const there = packages.filter((each) => !isGone(each));
  const [only, ...others] = there.length > 0 ? there : packages;
  if (only && others.length === 0) return only;
  return refuse('invalid_state', 'The order has several packages at the marketplace: name the one that is meant.', {
    facts: { packageIds: (there.length > 0 ? there : packages).map((each) => each.packageId) },
    quotesNobody: true,
  });
}

/** A package with its order at the marketplace, and its lines. */
export interface PackageAtLength extends NamedPackage {
  readonly externalNumber: string;
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
}

const AT_LENGTH = `
  SELECT external_number AS "externalNumber", lines FROM order_package
  WHERE store_id = $1 AND extension = $2 AND package_id = $3`;

/** Reads a {@link packageOfOrder} with more of its fields. @throws {Refusal} not_found, invalid_state */
export async function packageAtLength(
  db: Queryable,
  storeId: string,
  named: { readonly orderId: string; readonly packageId?: string | undefined },
): Promise<PackageAtLength> {
  const found = await packageOfOrder(db, storeId, named);
  const [more] = await db.query<Omit<PackageAtLength, keyof NamedPackage>>(AT_LENGTH, [
    storeId,
    found.extension,
    found.packageId,
  ]);
  return more ? { ...found, ...more } : refuse('not_found');
}

/** Packages of a marketplace by their ids there; those that the store does not know are missing. */
export const packagesNamed = (
  db: Queryable,
  storeId: string,
  extension: string,
  packageIds: readonly string[],
): Promise<NamedPackage[]> => db.query<NamedPackage>(NAMED, [storeId, extension, packageIds]);

/** Finds the orders of packages of a marketplace, by the ids of the packages there. */
export async function ordersOfPackages(
  db: Queryable,
  storeId: string,
  extension: string,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ readonly packageId: string; readonly orderId: string }>(
    `SELECT package_id AS "packageId", order_id AS "orderId" FROM order_package
     WHERE store_id = $1 AND extension = $2 AND package_id = ANY($3)`,
    [storeId, extension, packageIds],
  );
  return new Map(rows.map(({ packageId, orderId }) => [packageId, orderId]));
}

/** A package with its order. */
export interface PackageOfOrder extends NamedPackage {
  readonly orderId: string;
}

const OF_ORDERS = `
  SELECT p.order_id AS "orderId", ${COLUMNS} FROM order_package p
  WHERE p.store_id = $1 AND p.order_id = ANY($2) ORDER BY p.order_id, p.package_id LIMIT $3`;

/** Reads the packages of orders, those of each in their order. @param most no more are read */
export const packagesOfOrders = (
  db: Queryable,
  storeId: string,
  orderIds: readonly string[],
  most: number,
): Promise<PackageOfOrder[]> => db.query<PackageOfOrder>(OF_ORDERS, [storeId, orderIds, most]);
