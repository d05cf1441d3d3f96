import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** What amounts of money were when a limited token first touched them in its proposal or on its day: its limit counts from there. */
export class AmountDrift1763700650000 implements MigrationInterface {
  readonly name = 'AmountDrift1763700650000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE amount_drift (
        store_id text COLLATE "C" NOT NULL,
        token_id text COLLATE "C" NOT NULL,
        period text COLLATE "C" NOT NULL,
        subject_id text COLLATE "C" NOT NULL,
        field text COLLATE "C" NOT NULL,
        began bigint,
        latest bigint,
        stand_in_id text COLLATE "C",
        stand_in_field text COLLATE "C",
        inherits boolean NOT NULL,
        PRIMARY KEY (store_id, token_id, period, subject_id, field)
      );
      CREATE INDEX amount_drift_stand_in ON amount_drift (store_id, token_id, period, stand_in_id, stand_in_field);
      ${isolate('amount_drift')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE amount_drift');
  }
}
