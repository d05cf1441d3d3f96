import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/**
 * Sessions of shoppers go once they have ended, and what their shoppers have stated with them. They are found without an index: there are
 * those of two days at most, and one by the end of a session would be written anew with each step of each shopper.
 */
export class EndedSessions1763877000480 implements MigrationInterface {
  readonly name = 'EndedSessions1763877000480';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${openToFunctions('checkout_session')}
      ${systemFunction(
        'sweep_checkout_sessions(rest interval, batch integer)',
        'bigint',
        `WITH swept AS (
           DELETE FROM checkout_session WHERE (store_id, id) IN
             (SELECT store_id, id FROM checkout_session WHERE expires_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
         SELECT count(*) FROM swept`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION sweep_checkout_sessions(interval, integer);
      DROP POLICY functions ON checkout_session`);
  }
}
