import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** A key for each person of a store, under which is sealed what is kept of them beside the rows themselves. */
export class PersonalKey1763868300000 implements MigrationInterface {
  readonly name = 'PersonalKey1763868300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE personal_key (
        store_id text COLLATE "C" NOT NULL,
        person_id text COLLATE "C" NOT NULL,
        sealed bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        PRIMARY KEY (store_id, person_id),
        CHECK ((sealed IS NULL) = (ended_at IS NOT NULL))
      );
      ${isolate('personal_key', 'store_id', 'SELECT, INSERT, UPDATE')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE personal_key');
  }
}
