import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RUNTIME_ROLE } from '../src/kernel/database/database';

/** Keeps who pushed a pack: one of an agent waits for a person, and may make room. Packs of before count as the owner's. */
export class PackPushers1763877300560 implements MigrationInterface {
  readonly name = 'PackPushers1763877300560';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE theme_pack ADD COLUMN by_kind text COLLATE "C" NOT NULL DEFAULT 'owner';
      ALTER TABLE theme_pack ALTER COLUMN by_kind DROP DEFAULT;
      GRANT DELETE ON theme_pack TO ${RUNTIME_ROLE};`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      REVOKE DELETE ON theme_pack FROM ${RUNTIME_ROLE};
      ALTER TABLE theme_pack DROP COLUMN by_kind;`);
  }
}
