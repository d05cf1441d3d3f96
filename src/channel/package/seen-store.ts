import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { unmappedIn } from '../../order/line/amiss';
import {
  isPackage,
  overStates,
  type PackageRow,
  type PackageState,
  type RemotePackage,
} from '../../provider/channel/package';

/** A package that was kept, as its marketplace last told of it. */
export interface SeenPackage {
  readonly packageId: string;
  readonly orderNumber: string;
  readonly state: PackageState;
  readonly modifiedAt: string;
  /** Pieces of its order that are of no product here. */
  readonly unmapped: number;
}

const SAID = `
  SELECT said.place FROM unnest($3::text[], $4::text[], $5::timestamptz[]) WITH ORDINALITY AS said(package_id, state, modified_at, place)
  JOIN channel_package_seen seen ON seen.store_id = $1 AND seen.extension = $2 AND seen.package_id = said.package_id
    AND seen.state = said.state AND seen.modified_at = said.modified_at`;

/** The rows of which something is new: what was kept as it is told now moves nothing. */
export async function freshRows(
  db: Queryable,
  storeId: string,
  extension: string,
  rows: readonly PackageRow[],
): Promise<PackageRow[]> {
  const packages = rows.filter(isPackage);
  const known = await db.query<{ place: number }>(SAID, [
    storeId,
    extension,
    packages.map(({ packageId }) => packageId),
    packages.map(({ state }) => state),
    packages.map(({ modifiedAt }) => modifiedAt),
  ]);
  const same = new Set<PackageRow>(known.map(({ place }) => packages[Number(place) - 1] as RemotePackage));
  return rows.filter((row) => !same.has(row));
}

const SEE = `
  INSERT INTO channel_package_seen AS held
    (store_id, extension, package_id, order_number, state, modified_at, unmapped, looked_at, tried_at)
  SELECT $1, $2, seen."packageId", seen."orderNumber", seen.state, seen."modifiedAt", seen.unmapped, clock_timestamp(), clock_timestamp()
  FROM json_to_recordset($3::json)
    AS seen("packageId" text, "orderNumber" text, state text, "modifiedAt" timestamptz, unmapped integer)
  ORDER BY 3
  ON CONFLICT (store_id, extension, package_id) DO UPDATE SET state = excluded.state, modified_at = excluded.modified_at,
    order_number = excluded.order_number, unmapped = excluded.unmapped, looked_at = excluded.looked_at, tried_at = excluded.tried_at
  WHERE excluded.modified_at >= held.modified_at`;

/** All packages of an order stand alike in this. */
const MAPPED = `
  UPDATE channel_package_seen SET unmapped = 0
  WHERE store_id = $1 AND extension = $2 AND order_number = ANY ($3) AND unmapped > 0`;

/** Sends that packages were kept. */
export function notePackages(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  packages: readonly SeenPackage[],
): void {
  if (packages.length === 0) return;
  const mapped = packages.filter(({ unmapped }) => unmapped === 0).map(({ orderNumber }) => orderNumber);
  tx.send(SEE, [storeId, extension, JSON.stringify(packages)]);
  tx.send(MAPPED, [storeId, extension, [...new Set(mapped)]]);
}

const LOOKED = `
  UPDATE channel_package_seen SET looked_at = clock_timestamp()
  WHERE store_id = $1 AND extension = $2 AND package_id = ANY ($3)`;

/** Sends that a list, or an answer, has shown packages. */
export function noteLooked(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  packageIds: readonly string[],
): void {
  if (packageIds.length > 0) tx.send(LOOKED, [storeId, extension, packageIds]);
}

const LEFT_OUT = `
  SELECT package_id AS "packageId" FROM channel_package_seen
  WHERE store_id = $1 AND extension = $2 AND package_id > $3 AND looked_at < $4 AND modified_at > $4::timestamptz - interval '30 days'
    AND NOT state = ANY ($5)
  ORDER BY package_id LIMIT $6`;

interface LeftOut {
  /** The last one that was asked for. */
  readonly after: string;
  readonly since: string;
  /** True for delivered packages as well, of which little news is to come. */
  readonly isLong: boolean;
  readonly limit: number;
}

/** Packages that go on, and that nothing has shown since. */
export async function leftOut(
  db: Queryable,
  storeId: string,
  extension: string,
  { after, since, isLong, limit }: LeftOut,
): Promise<string[]> {
  const over = isLong ? overStates : [...overStates, 'delivered' satisfies PackageState];
  const rows = await db.query<{ packageId: string }>(LEFT_OUT, [storeId, extension, after, since, over, limit]);
  return rows.map(({ packageId }) => packageId);
}

/** SQL that is true when an item with the barcode of such a line has changed since the order was tried. */
const IS_KNOWN = `EXISTS (
    SELECT FROM store_order o
    JOIN order_line l ON l.store_id = $1 AND l.order_id = o.id AND ${unmappedIn('l')}
    JOIN catalog_barcode b ON b.store_id = $1 AND b.barcode = l.barcode
    JOIN catalog_product p ON p.store_id = $1 AND p.id = b.product_id AND p.updated_at > waiting.tried_at
    WHERE o.store_id = $1 AND o.channel = $2 AND o.external_number = waiting.order_number)`;

const UNMAPPED = `
  WITH waiting AS (
    SELECT o.external_number AS order_number, coalesce((
      SELECT min(seen.tried_at) FROM channel_package_seen seen
      WHERE seen.store_id = $1 AND seen.extension = $2 AND seen.order_number = o.external_number), '-infinity') AS tried_at
    FROM store_order o
    WHERE o.store_id = $1 AND o.channel = $2 AND o.payment = 'paid'
      AND o.id IN (SELECT l.order_id FROM order_line l WHERE l.store_id = $1 AND ${unmappedIn('l')}))
  SELECT order_number AS "orderNumber", known FROM (SELECT waiting.*, ${IS_KNOWN} AS known FROM waiting) tried
  WHERE known OR tried_at < clock_timestamp() - $3::int * interval '1 ms'
  ORDER BY known DESC, tried_at, order_number LIMIT $4`;

export interface UnmappedOrder {
  readonly orderNumber: string;
  /** True if a product has come to carry the barcode of such a line. */
  readonly known: boolean;
}

/** Orders with a line of no product that may have one by now: those whose barcode is known first, then those that rested long enough. */
export async function unmappedOrders(
  db: Queryable,
  storeId: string,
  extension: string,
  { restMs, limit }: { readonly restMs: number; readonly limit: number },
): Promise<UnmappedOrder[]> {
  return db.query<UnmappedOrder>(UNMAPPED, [storeId, extension, restMs, limit]);
}

/** Orders that somebody has brought by hand are noted with their packages, as if a list had shown those. */
const TRIED = `
  INSERT INTO channel_package_seen AS held
    (store_id, extension, package_id, order_number, state, modified_at, unmapped, looked_at, tried_at)
  SELECT $1, $2, package_id, external_number, state, modified_at, 1, '-infinity', clock_timestamp() FROM order_package
  WHERE store_id = $1 AND extension = $2 AND external_number = ANY ($3) ORDER BY 3
  ON CONFLICT (store_id, extension, package_id) DO UPDATE SET tried_at = excluded.tried_at`;

/** Sends that orders were tried again. */
export function noteTried(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  orderNumbers: readonly string[],
): void {
  tx.send(TRIED, [storeId, extension, orderNumbers]);
}

const OLD_PACKAGES = `
  DELETE FROM channel_package_seen WHERE store_id = $1 AND extension = $2 AND unmapped = 0
    AND modified_at < clock_timestamp() - interval '120 days'`;

/** Sends that packages go of which a marketplace tells no more. */
export function forgetPackages(tx: Pick<Transaction, 'send'>, storeId: string, extension: string): void {
  tx.send(OLD_PACKAGES, [storeId, extension]);
}
