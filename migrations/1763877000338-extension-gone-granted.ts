import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an extension that was removed had been granted: installing it again gains no right unasked. Of those that are gone already nobody knows it. */
export class ExtensionGoneGranted1763877000338 implements MigrationInterface {
  readonly name = 'ExtensionGoneGranted1763877000338';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE extension_gone ADD COLUMN granted jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE extension_gone DROP COLUMN granted');
  }
}
