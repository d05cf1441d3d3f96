import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RUNTIME_ROLE } from '../src/kernel/database/database';

/** By what customers and sessions of a person are found, and that words in timelines may be taken out. */
export class ForgottenCustomers1763877000442 implements MigrationInterface {
  readonly name = 'ForgottenCustomers1763877000442';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX customer_identity ON customer (store_id, identity_id) WHERE identity_id IS NOT NULL;
      CREATE INDEX checkout_session_email ON checkout_session (store_id, lower(buyer_email COLLATE "C")) WHERE buyer_email IS NOT NULL;
      GRANT UPDATE (text) ON order_event TO ${RUNTIME_ROLE};`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      REVOKE UPDATE (text) ON order_event FROM ${RUNTIME_ROLE};
      DROP INDEX checkout_session_email; DROP INDEX customer_identity;`);
  }
}
