import type { Queryable } from '../kernel/database/queryable';

/** The facts that a store tells its buyers: the seller, the times of delivery, the way back for goods. */
export interface Seller {
  readonly storeName: string;
  readonly title: string;
  readonly taxOffice: string;
  readonly taxNumber: string | null;
  readonly mersis: string | null;
  readonly address: string;
  readonly district: string;
  readonly province: string;
  readonly email: string;
  readonly phone: string;
  readonly kep: string | null;
  /** Null, as all that follows, where nobody has stated it. */
  readonly deliveryMinDays: number | null;
  readonly deliveryMaxDays: number | null;
  readonly returnCarrier: string | null;
  readonly returnCostBorneBy: 'store' | 'shopper' | null;
  readonly returnCostDisclosure: string | null;
}

/** Reads the seller in one statement: the making of an order waits for it. */
const SELLER = `
  SELECT s.name AS "storeName", i.title, i.tax_office AS "taxOffice", i.tax_number AS "taxNumber", i.mersis, i.address, i.district,
    i.province, i.email, i.phone, i.kep, c.delivery_min_days AS "deliveryMinDays", c.delivery_max_days AS "deliveryMaxDays",
    c.return_carrier AS "returnCarrier", c.return_cost_borne_by AS "returnCostBorneBy",
    c.return_cost_disclosure AS "returnCostDisclosure"
  FROM store s JOIN store_identity i ON i.store_id = s.id LEFT JOIN store_checkout c ON c.store_id = s.id
  WHERE s.id = $1`;

/** @returns undefined where nobody has stated who sells */
export async function findSeller(db: Queryable, storeId: string): Promise<Seller | undefined> {
  db.touch?.('reads', 'identity/sole');
  db.touch?.('reads', 'checkoutSettings/sole');
  const [row] = await db.query<Seller>(SELLER, [storeId]);
  return row;
}

const SENDER = `
  SELECT s.name AS "storeName", i.email FROM store s LEFT JOIN store_identity i ON i.store_id = s.id WHERE s.id = $1`;

/** The name of a store, and the e-mail at which it is answered; null where nobody has stated who sells. */
export async function findSender(
  db: Queryable,
  storeId: string,
): Promise<{ readonly storeName: string; readonly email: string | null }> {
  const [row] = await db.query<{ storeName: string; email: string | null }>(SENDER, [storeId]);
  return row as { storeName: string; email: string | null };
}

/** The address of a store as its parcels name it. */
export interface ShopAddress {
  readonly storeName: string;
  /** Null, as all that follows, where nobody has stated who sells. */
  readonly title: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly district: string | null;
  readonly province: string | null;
}

const ADDRESS = `
  SELECT s.name AS "storeName", i.title, i.phone, i.address, i.district, i.province
  FROM store s LEFT JOIN store_identity i ON i.store_id = s.id WHERE s.id = $1`;

/** Reads the name of a store and the address of its identity. */
export async function findShopAddress(db: Queryable, storeId: string): Promise<ShopAddress> {
  const [row] = await db.query<ShopAddress>(ADDRESS, [storeId]);
  return row as ShopAddress;
}
