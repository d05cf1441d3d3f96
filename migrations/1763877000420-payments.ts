import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

/** Payments at providers, and refunds that a provider is asked for: which payment they are of, and where the asking stands. */
export class Payments1763877000420 implements MigrationInterface {
  readonly name = 'Payments1763877000420';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        session_id text COLLATE "C" NOT NULL,
        order_id text COLLATE "C",
        extension text COLLATE "C" NOT NULL,
        reference text COLLATE "C" NOT NULL,
        provider_id text COLLATE "C",
        state text COLLATE "C" NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        paid_amount bigint,
        instalments smallint,
        review text COLLATE "C",
        test boolean NOT NULL,
        captured_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
        CHECK (order_id IS NULL OR state = 'captured'),
        CHECK (state <> 'captured' OR (provider_id IS NOT NULL AND captured_at IS NOT NULL))
      );
      CREATE UNIQUE INDEX payment_reference ON payment (store_id, extension, reference);
      CREATE UNIQUE INDEX payment_order ON payment (store_id, order_id);
      CREATE INDEX payment_session ON payment (store_id, session_id);
      ${isolate('payment')}

      ALTER TABLE order_refund
        ADD COLUMN payment_id text COLLATE "C",
        ADD COLUMN asked smallint NOT NULL DEFAULT 0,
        ADD COLUMN asked_at timestamptz,
        ADD COLUMN missing smallint NOT NULL DEFAULT 0,
        ADD COLUMN waiting_for text,
        ADD FOREIGN KEY (store_id, payment_id) REFERENCES payment (store_id, id);
      ${openToFunctions('order_refund')}
      ${openRows(
        'refund',
        `SELECT r.id, r.store_id, jsonb_build_object('refundId', r.id) FROM order_refund r
         WHERE r.payment_id IS NOT NULL AND r.state = 'requested'`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('refund')}
      DROP POLICY functions ON order_refund;
      ALTER TABLE order_refund
        DROP COLUMN payment_id, DROP COLUMN asked, DROP COLUMN asked_at, DROP COLUMN missing, DROP COLUMN waiting_for;
      DROP TABLE payment`);
  }
}
