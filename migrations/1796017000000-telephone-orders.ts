import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Carts that a shop fills in for buyers on the telephone, and links by which those pay. */
export class TelephoneOrders1796017000000 implements MigrationInterface {
  readonly name = 'TelephoneOrders1796017000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_session
        ADD COLUMN telephone boolean NOT NULL DEFAULT false,
        ADD COLUMN link_until timestamptz,
        ADD COLUMN link_url text,
        ADD COLUMN link_cancelled_at timestamptz,
        ADD CHECK (link_until IS NULL OR telephone),
        ADD CHECK ((link_until IS NULL) = (link_url IS NULL)),
        ADD CHECK (link_cancelled_at IS NULL OR link_until IS NOT NULL);
      CREATE INDEX checkout_session_link ON checkout_session (store_id, created_at, id) WHERE link_until IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX checkout_session_link;
      ALTER TABLE checkout_session DROP COLUMN link_cancelled_at, DROP COLUMN link_url, DROP COLUMN link_until, DROP COLUMN telephone;
    `);
  }
}
