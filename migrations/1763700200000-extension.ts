import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Installed extensions and their sealed secrets. */
export class Extension1763700200000 implements MigrationInterface {
  readonly name = 'Extension1763700200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE extension (
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        key text COLLATE "C" NOT NULL,
        version text NOT NULL,
        enabled boolean NOT NULL DEFAULT false,
        config jsonb NOT NULL DEFAULT '{}',
        rev integer NOT NULL DEFAULT 1,
        installed_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, key)
      );
      ${isolate('extension')}

      CREATE TABLE extension_secret (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        sealed bytea NOT NULL,
        set_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, extension, key),
        FOREIGN KEY (store_id, extension) REFERENCES extension (store_id, key)
      );
      ${isolate('extension_secret')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE extension_secret; DROP TABLE extension;');
  }
}
