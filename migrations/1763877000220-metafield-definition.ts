import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** The custom fields that a shop gives its products, variants, collections and itself: which there are, and what may stand in them. */
export class MetafieldDefinition1763877000220 implements MigrationInterface {
  readonly name = 'MetafieldDefinition1763877000220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metafield_definition (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        target text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        type text NOT NULL,
        list boolean NOT NULL,
        label text NOT NULL,
        description text,
        validations jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      CREATE UNIQUE INDEX metafield_definition_key ON metafield_definition (store_id, target, key);
      ${isolate('metafield_definition')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE metafield_definition');
  }
}
