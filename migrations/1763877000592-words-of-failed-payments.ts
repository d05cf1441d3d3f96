import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

const SAID = `order_id IS NULL AND state = 'failed' AND (waiting_for IS NOT NULL OR failure !~ '^[a-z_]+$')`;

/** What providers have said of payments that failed is of use to their shopper alone, and goes when his session is gone. */
export class WordsOfFailedPayments1763877000592 implements MigrationInterface {
  readonly name = 'WordsOfFailedPayments1763877000592';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX payment_said ON payment (updated_at) WHERE ${SAID};
      ${systemFunction(
        'sweep_payment_words(rest interval, batch integer)',
        'bigint',
        `WITH said AS (
           UPDATE payment SET failure = substring(failure FROM '^[a-z_]+(?=:|$)'), waiting_for = NULL WHERE (store_id, id) IN
             (SELECT store_id, id FROM payment WHERE ${SAID} AND updated_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
         SELECT count(*) FROM said`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION sweep_payment_words(interval, integer);
      DROP INDEX payment_said;`);
  }
}
