import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/**
 * The files that values of custom fields name, beside them, and an index: who deletes a file read all values of the store. As for
 * products, a login that is kept to one store never asks the index of an array, so a function does.
 */
export class MediaNamed1763877000336 implements MigrationInterface {
  readonly name = 'MediaNamed1763877000336';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION media_named(content jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN ARRAY(
        SELECT DISTINCT name #>> '{}'
        FROM jsonb_path_query(content, 'strict $.** ? (@.type() == "string" && @ starts with "med_")') AS name
        WHERE length(name #>> '{}') = 30
        ORDER BY 1
      );
      ALTER TABLE metafield_values
        ADD COLUMN media_ids text[] COLLATE "C" NOT NULL GENERATED ALWAYS AS (media_named(content)) STORED;
      CREATE INDEX metafield_values_media ON metafield_values USING gin (media_ids) WHERE media_ids <> '{}';
      ${openToFunctions('metafield_values')}
      ${systemFunction(
        'things_naming(media text)',
        'SETOF text',
        `SELECT owner_id FROM metafield_values
         WHERE store_id = current_setting('app.store_id', true) AND media_ids <> '{}' AND media_ids @> ARRAY[media]`,
      )}
      ALTER FUNCTION things_naming(text) STABLE;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION things_naming(text);
      DROP POLICY functions ON metafield_values;
      ALTER TABLE metafield_values DROP COLUMN media_ids;
      DROP FUNCTION media_named(jsonb);`);
  }
}
