import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RUNTIME_ROLE } from '../src/kernel/database/database';
import { isolate, openToFunctions, systemFunction, unforced } from './isolation';

/**
 * Movements get their numbers once they are committed, from whoever reads them: a number that is given while its row is written makes
 * all writers of a store wait for each other's COMMIT. `place` is what they are numbered by.
 */
export class LedgerNumber1763869600000 implements MigrationInterface {
  readonly name = 'LedgerNumber1763869600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE stock_movement DROP CONSTRAINT stock_movement_pkey;
      ALTER TABLE stock_movement ALTER COLUMN seq DROP NOT NULL;
      ALTER TABLE stock_movement ADD COLUMN place bigint GENERATED ALWAYS AS IDENTITY;
      ALTER TABLE stock_movement ADD PRIMARY KEY (store_id, id);
      CREATE UNIQUE INDEX stock_movement_seq ON stock_movement (store_id, seq) WHERE seq IS NOT NULL;
      CREATE INDEX stock_movement_waiting ON stock_movement (store_id, place) WHERE seq IS NULL;
      DROP INDEX stock_movement_product;
      DROP INDEX stock_movement_variant;
      CREATE INDEX stock_movement_product ON stock_movement (product_id, store_id, seq) WHERE seq IS NOT NULL;
      CREATE INDEX stock_movement_variant ON stock_movement (variant_id, store_id, seq)
        WHERE variant_id IS NOT NULL AND seq IS NOT NULL;
      GRANT UPDATE (seq) ON stock_movement TO ${RUNTIME_ROLE};
      DROP TABLE stock_counter;

      -- Planned each time: a plan that was made while the ledger was short would read all of it.
      CREATE FUNCTION number_movements(of_store text, most integer, waits boolean)
      RETURNS integer LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_custom_plan AS $$
      DECLARE
        ledger bigint := hashtextextended(of_store, 5);
        numbered integer;
      BEGIN
        -- What somebody else is numbering has no number here yet.
        IF NOT EXISTS (SELECT FROM stock_movement WHERE store_id = of_store AND seq IS NULL) THEN
          RETURN 0;
        END IF;
        IF waits THEN
          PERFORM pg_advisory_xact_lock(ledger);
        ELSIF NOT pg_try_advisory_xact_lock(ledger) THEN
          RETURN 0;
        END IF;
        -- A statement of its own: it sees all that was committed, and numbered, up to now.
        UPDATE stock_movement AS movement SET seq = last.seq + waiting.nth
        FROM (
          SELECT place, row_number() OVER (ORDER BY place) AS nth FROM (
            SELECT place FROM stock_movement WHERE store_id = of_store AND seq IS NULL ORDER BY place LIMIT most
          ) AS first
        ) AS waiting,
        (SELECT coalesce(max(seq), 0) AS seq FROM stock_movement WHERE store_id = of_store AND seq IS NOT NULL) AS last
        WHERE movement.store_id = of_store AND movement.place = waiting.place AND movement.seq IS NULL;
        GET DIAGNOSTICS numbered = ROW_COUNT;
        RETURN numbered;
      END $$;

      -- What nobody reads, so that whoever comes first does not have all of it numbered. It waits for nobody.
      ${openToFunctions('stock_movement')}
      ${systemFunction(
        'number_waiting(most integer)',
        'integer',
        `
        SELECT coalesce(sum(number_movements(store_id, most, false)), 0)::integer FROM (
          SELECT DISTINCT store_id FROM (
            SELECT store_id FROM stock_movement WHERE seq IS NULL ORDER BY store_id LIMIT most
          ) AS movement
        ) AS waiting `,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stock_counter (
        store_id text COLLATE "C" PRIMARY KEY,
        seq bigint NOT NULL
      ) WITH (fillfactor = 50);
      ${isolate('stock_counter', 'store_id', 'SELECT, INSERT, UPDATE')}
      ${unforced(
        ['stock_counter', 'stock_movement'],
        `SELECT number_movements(store_id, count(*)::integer, true) FROM stock_movement WHERE seq IS NULL GROUP BY store_id;
         INSERT INTO stock_counter (store_id, seq) SELECT store_id, max(seq) FROM stock_movement GROUP BY store_id;`,
      )}
      DROP FUNCTION number_waiting(integer);
      DROP POLICY functions ON stock_movement;
      DROP FUNCTION number_movements(text, integer, boolean);
      REVOKE UPDATE (seq) ON stock_movement FROM ${RUNTIME_ROLE};
      DROP INDEX stock_movement_product;
      DROP INDEX stock_movement_variant;
      DROP INDEX stock_movement_waiting;
      DROP INDEX stock_movement_seq;
      ALTER TABLE stock_movement DROP CONSTRAINT stock_movement_pkey;
      ALTER TABLE stock_movement DROP COLUMN place;
      ALTER TABLE stock_movement ADD PRIMARY KEY (store_id, seq);
      CREATE INDEX stock_movement_product ON stock_movement (product_id, store_id, seq);
      CREATE INDEX stock_movement_variant ON stock_movement (variant_id, store_id, seq) WHERE variant_id IS NOT NULL;`);
  }
}
