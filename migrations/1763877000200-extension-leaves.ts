import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

const KEPT = ['extension_secret', 'channel_listing', 'channel_job'];
const nameOf = (table: string): string => `${table}_store_id_extension_fkey`;

/** What a store keeps of an extension outlives it: secrets, listings and jobs are there again when it is installed again, and its rev goes on. */
export class ExtensionLeaves1763877000200 implements MigrationInterface {
  readonly name = 'ExtensionLeaves1763877000200';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of KEPT) await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${nameOf(table)}`);
    await runner.query(`
      CREATE TABLE extension_gone (
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        key text COLLATE "C" NOT NULL,
        rev integer NOT NULL,
        PRIMARY KEY (store_id, key)
      );
      ${isolate('extension_gone')}`);
  }

  /** Not checked for the rows that are there: their extension may be gone by then. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE extension_gone');
    for (const table of KEPT)
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${nameOf(table)}
        FOREIGN KEY (store_id, extension) REFERENCES extension (store_id, key) NOT VALID`);
  }
}
