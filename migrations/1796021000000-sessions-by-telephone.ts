import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the sessions of a shopper who is known by a telephone number alone. */
export class SessionsByTelephone1796021000000 implements MigrationInterface {
  readonly name = 'SessionsByTelephone1796021000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX checkout_session_phone ON checkout_session (store_id, buyer_phone)
      WHERE buyer_email IS NULL AND buyer_phone IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX checkout_session_phone');
  }
}
