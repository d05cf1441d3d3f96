import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

/** Where an attempt to pay stands: what is known of it, until when it may be paid, and where the giving back stands where it pays for nothing. */
export class PaymentAttempts1763877000451 implements MigrationInterface {
  readonly name = 'PaymentAttempts1763877000451';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment
        ADD COLUMN handle text COLLATE "C",
        ADD COLUMN entry text COLLATE "C" NOT NULL DEFAULT 'provider',
        ADD COLUMN ticket text COLLATE "C",
        ADD COLUMN quote_digest text COLLATE "C",
        ADD COLUMN expires_at timestamptz,
        ADD COLUMN completed smallint NOT NULL DEFAULT 0,
        ADD COLUMN completed_at timestamptz,
        ADD COLUMN asked smallint NOT NULL DEFAULT 0,
        ADD COLUMN asked_at timestamptz,
        ADD COLUMN missing smallint NOT NULL DEFAULT 0,
        ADD COLUMN waiting_for text,
        ADD COLUMN failure text;
      CREATE INDEX payment_open ON payment (id) WHERE order_id IS NULL AND state IN ('begun', 'captured', 'returning');
      CREATE INDEX payment_apart ON payment (store_id, id) WHERE order_id IS NULL AND state NOT IN ('begun', 'failed');
      ${openToFunctions('payment')}
      ${openRows(
        'payment_attempt',
        `SELECT p.id, p.store_id, jsonb_build_object('paymentId', p.id) FROM payment p
         WHERE p.order_id IS NULL AND p.state IN ('begun', 'captured', 'returning')`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('payment_attempt')}
      DROP POLICY functions ON payment;
      DROP INDEX payment_open, payment_apart;
      ALTER TABLE payment
        DROP COLUMN handle, DROP COLUMN entry, DROP COLUMN ticket, DROP COLUMN quote_digest, DROP COLUMN expires_at,
        DROP COLUMN completed, DROP COLUMN completed_at, DROP COLUMN asked, DROP COLUMN asked_at, DROP COLUMN missing,
        DROP COLUMN waiting_for, DROP COLUMN failure`);
  }
}
