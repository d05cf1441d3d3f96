import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The least price of each product that is shown, and whether anything of it can be bought: shoppers sort and narrow lists by both. They are
 * columns of the projection that follow its value, so nothing else writes them.
 */
export class ShelfPrices1796027000000 implements MigrationInterface {
  readonly name = 'ShelfPrices1796027000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION shelf_price(shown jsonb) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
        DECLARE
          least bigint := (shown ->> 'price')::bigint;
          one jsonb;
          price bigint;
        BEGIN
          IF jsonb_typeof(shown -> 'variants') <> 'array' OR shown -> 'variants' = '[]' THEN
            RETURN least;
          END IF;
          price := least;
          least := NULL;
          FOR one IN SELECT jsonb_array_elements(shown -> 'variants') LOOP
            least := least(least, coalesce((one ->> 'price')::bigint, price));
          END LOOP;
          RETURN least;
        END
      $$;
      CREATE FUNCTION shelf_stocked(shown jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
        BEGIN
          IF shown -> 'price' IS NULL THEN
            RETURN NULL;
          END IF;
          IF jsonb_typeof(shown -> 'variants') <> 'array' OR shown -> 'variants' = '[]' THEN
            RETURN (shown ->> 'stock')::int IS DISTINCT FROM 0;
          END IF;
          RETURN shown @? '$.variants[*] ? (@.stock != 0)';
        END
      $$;
      ALTER TABLE storefront_kv
        ADD COLUMN shelf_price bigint GENERATED ALWAYS AS (shelf_price(value)) STORED,
        ADD COLUMN is_stocked boolean GENERATED ALWAYS AS (shelf_stocked(value)) STORED;
      CREATE INDEX storefront_kv_price ON storefront_kv (store_id, shelf_price, key) WHERE shelf_price IS NOT NULL;
      CREATE INDEX storefront_kv_category_price ON storefront_kv (store_id, category_id, shelf_price, key)
        WHERE category_id IS NOT NULL;
      CREATE INDEX storefront_kv_category_thing ON storefront_kv (store_id, category_id, thing_id)
        WHERE category_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX storefront_kv_category_thing, storefront_kv_category_price, storefront_kv_price;
      ALTER TABLE storefront_kv DROP COLUMN is_stocked, DROP COLUMN shelf_price;
      DROP FUNCTION shelf_stocked(jsonb);
      DROP FUNCTION shelf_price(jsonb);
    `);
  }
}
