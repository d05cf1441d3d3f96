import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each change of what a shopper has put together moves it: who writes on, or makes the order, says which one was seen. */
export class SessionRev1763877000510 implements MigrationInterface {
  readonly name = 'SessionRev1763877000510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkout_session ADD COLUMN rev integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkout_session DROP COLUMN rev');
  }
}
