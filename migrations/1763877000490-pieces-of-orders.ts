import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Pieces that a return says had never left, by their line. */
const UNSENT = `
  SELECT r.store_id, came ->> 'lineId' AS id, array_agg(DISTINCT unit::int ORDER BY unit::int) AS units
  FROM order_return r CROSS JOIN jsonb_array_elements(r.receipts) came CROSS JOIN jsonb_array_elements_text(came -> 'units') unit
  WHERE came ->> 'condition' = 'unsent' GROUP BY 1, 2`;

/** Pieces of parcels that are lost. */
const LOST = `
  SELECT s.store_id, piece ->> 'lineId' AS id, sum((piece ->> 'quantity')::int)::int AS pieces
  FROM order_shipment s CROSS JOIN jsonb_array_elements(s.pieces) piece WHERE s.state = 'lost' GROUP BY 1, 2`;

/** What was refunded was taken for what had not left, as far as there was some: nobody may send it now. */
const REFUNDED = `
  SELECT l.store_id, l.id, array(
    SELECT unit FROM (
      SELECT unit FROM unnest(l.refunded_units) unit WHERE unit <> ALL (l.kept_units) AND NOT EXISTS (
        SELECT FROM order_return r CROSS JOIN jsonb_array_elements(r.receipts) came
        WHERE r.store_id = l.store_id AND r.order_id = l.order_id AND came ->> 'lineId' = l.id
          AND came ->> 'condition' IN ('saleable', 'damaged') AND came -> 'units' @> to_jsonb(unit))
      ORDER BY unit DESC
      LIMIT greatest(0, least(cardinality(l.refunded_units) - l.returned - l.unsent, l.quantity - l.booked
        - greatest(l.shipped + l.delivered + least(l.bounced, l.returned), l.returned) - cardinality(l.kept_units)))) kept
    UNION SELECT unnest(l.kept_units) ORDER BY 1) AS units
  FROM order_line l WHERE l.refunded_units <> '{}'`;

/** As `fulfilmentOf` tells it. */
const FULFILMENT = `
  SELECT store_id, order_id, CASE
      WHEN going = 0 THEN 'unfulfilled' WHEN bounced = going THEN 'returned_to_sender' WHEN gone = 0 THEN 'unfulfilled'
      WHEN gone < going THEN 'partially_fulfilled' WHEN delivered + bounced = going THEN 'delivered'
      WHEN booked > 0 THEN 'fulfilled' ELSE 'shipped' END AS fulfilment
  FROM (
    SELECT l.store_id, l.order_id, sum(l.booked) AS booked, sum(l.delivered) AS delivered, sum(l.bounced) AS bounced,
      sum(l.booked + l.shipped + l.delivered + l.bounced) AS gone,
      sum(l.quantity - l.unsent - least(l.quantity - l.unsent - l.booked - l.shipped - l.delivered - l.bounced,
        cardinality(l.kept_units) - l.unsent)) AS going
    FROM order_line l GROUP BY 1, 2 HAVING bool_or(l.kept_units <> '{}' OR l.lost > 0)) told`;

/** Which pieces of a line stay, which were lost, and for which nobody has paid at the door. */
export class PiecesOfOrders1763877000490 implements MigrationInterface {
  readonly name = 'PiecesOfOrders1763877000490';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE order_line ADD COLUMN lost integer NOT NULL DEFAULT 0,
        ADD COLUMN kept_units integer[] NOT NULL DEFAULT '{}', ADD COLUMN unpaid_units integer[] NOT NULL DEFAULT '{}';
      ${unforced(
        ['order_line', 'order_return', 'order_shipment', 'store_order'],
        `UPDATE order_line l SET lost = least(l.shipped, told.pieces), shipped = l.shipped - least(l.shipped, told.pieces)
           FROM (${LOST}) told WHERE l.store_id = told.store_id AND l.id = told.id;
         UPDATE order_line l SET kept_units = told.units
           FROM (${UNSENT}) told WHERE l.store_id = told.store_id AND l.id = told.id;
         UPDATE order_line l SET kept_units = told.units
           FROM (${REFUNDED}) told WHERE l.store_id = told.store_id AND l.id = told.id;
         UPDATE store_order o SET fulfilment = told.fulfilment FROM (${FULFILMENT}) told
           WHERE o.store_id = told.store_id AND o.id = told.order_id AND o.fulfilment <> told.fulfilment;`,
      )}
      ALTER TABLE order_line ALTER COLUMN lost DROP DEFAULT, ALTER COLUMN kept_units DROP DEFAULT,
        ALTER COLUMN unpaid_units DROP DEFAULT, DROP CONSTRAINT order_line_places,
        ADD CONSTRAINT order_line_places
          CHECK (unsent >= 0 AND lost >= 0 AND booked + shipped + delivered + bounced + lost + unsent <= quantity),
        ADD CONSTRAINT order_line_kept
          CHECK (cardinality(kept_units) BETWEEN unsent AND quantity AND kept_units @> unpaid_units);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE order_line DROP CONSTRAINT order_line_kept, DROP CONSTRAINT order_line_places;
      ${unforced(['order_line'], 'UPDATE order_line SET shipped = shipped + lost WHERE lost > 0;')}
      ALTER TABLE order_line DROP COLUMN lost, DROP COLUMN kept_units, DROP COLUMN unpaid_units,
        ADD CONSTRAINT order_line_places CHECK (unsent >= 0 AND booked + shipped + delivered + bounced + unsent <= quantity);`);
  }
}
