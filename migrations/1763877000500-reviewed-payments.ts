import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropOpenRows, openRows } from './open-rows';

const OPEN = `p.order_id IS NULL AND p.state IN ('begun', 'captured', 'returning')`;

/** Orders say what the provider thinks of their payment, and those that it looks at are looked after until it has said so. */
export class ReviewedPayments1763877000500 implements MigrationInterface {
  readonly name = 'ReviewedPayments1763877000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE store_order ADD COLUMN review text COLLATE "C";
      UPDATE store_order o SET review = p.review FROM payment p WHERE p.store_id = o.store_id AND p.order_id = o.id;
      CREATE INDEX payment_reviewed ON payment (id) WHERE review = 'pending' AND order_id IS NOT NULL;
      ${dropOpenRows('payment_attempt')}
      ${openRows(
        'payment_attempt',
        `SELECT p.id, p.store_id, jsonb_build_object('paymentId', p.id) FROM payment p
         WHERE ${OPEN}
           OR p.order_id IS NOT NULL AND p.review = 'pending' AND p.captured_at > now() - interval '30 days'`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('payment_attempt')}
      ${openRows(
        'payment_attempt',
        `SELECT p.id, p.store_id, jsonb_build_object('paymentId', p.id) FROM payment p
         WHERE ${OPEN}`,
      )}
      DROP INDEX payment_reviewed;
      ALTER TABLE store_order DROP COLUMN review`);
  }
}
