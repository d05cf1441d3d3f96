import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

const indexes = (uncollected: string): string => `
  DROP INDEX store_order_customer;
  DROP INDEX store_order_turnover;
  CREATE INDEX store_order_customer ON store_order (store_id, customer_id, placed_at, id) INCLUDE (payment, total, ${uncollected}refunded);
  CREATE INDEX store_order_turnover ON store_order (store_id, placed_at) INCLUDE (payment, total${uncollected === '' ? '' : ', uncollected'});`;

/** SQL of the units of a line `l` of an order `o` for which no cash comes at the door. */
const MISSING = `CASE WHEN o.payment = 'pending_cod' THEN l.kept_units ELSE l.unpaid_units END`;

/** The part of the total of each order for which no cash comes at the door: all of it where no goods come, and their price otherwise. */
export class Uncollected1796019000000 implements MigrationInterface {
  readonly name = 'Uncollected1796019000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE store_order ADD COLUMN uncollected bigint NOT NULL DEFAULT 0 CHECK (uncollected BETWEEN 0 AND total);
      ${unforced(
        ['store_order', 'order_line'],
        `UPDATE store_order o SET uncollected = CASE WHEN missing.is_all THEN o.total ELSE missing.goods END
         FROM (
           SELECT o.store_id, o.id, bool_and(place - 1 = ANY (${MISSING})) AS is_all,
             coalesce(sum((unit ->> 'price')::bigint - (unit ->> 'discount')::bigint) FILTER (WHERE place - 1 = ANY (${MISSING})), 0) AS goods
           FROM store_order o JOIN order_line l ON l.store_id = o.store_id AND l.order_id = o.id
             CROSS JOIN LATERAL jsonb_array_elements(l.units) WITH ORDINALITY AS each (unit, place)
           WHERE o.payment_method = 'cod' GROUP BY o.store_id, o.id) missing
         WHERE o.store_id = missing.store_id AND o.id = missing.id AND missing.goods + missing.is_all::int > 0;`,
      )}
      ${indexes('uncollected, ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${indexes('')} ALTER TABLE store_order DROP COLUMN uncollected;`);
  }
}
