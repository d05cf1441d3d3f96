import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the owner of a store has granted to an extension. Of one that is there already it is what its version asks for, which manifests say. */
export class ExtensionGranted1763877000280 implements MigrationInterface {
  readonly name = 'ExtensionGranted1763877000280';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE extension ADD COLUMN granted jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE extension DROP COLUMN granted');
  }
}
