import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** An effect that Temporal refuses again and again is given up: it counts as done, and says since when it has failed. */
export class OutboxRefusal1763810001000 implements MigrationInterface {
  readonly name = 'OutboxRefusal1763810001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox ADD COLUMN refusals integer NOT NULL DEFAULT 0, ADD COLUMN failed_at timestamptz;
      CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;
      ${systemFunction(
        'refuse_outbox(row_id text, error text, wait_seconds double precision)',
        'void',
        `UPDATE outbox SET last_error = error, refusals = refusals + 1, next_at = now() + make_interval(secs => wait_seconds)
         WHERE id = row_id AND done_at IS NULL`,
      )}
      ${systemFunction(
        'fail_outbox(row_id text, error text)',
        'void',
        `UPDATE outbox SET last_error = error, refusals = refusals + 1, failed_at = now(), done_at = now()
         WHERE id = row_id AND done_at IS NULL`,
      )}
      ${systemFunction(
        'failed_effects(within interval)',
        'bigint',
        'SELECT count(*) FROM outbox WHERE failed_at > now() - within',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION failed_effects(interval);
      DROP FUNCTION fail_outbox(text, text);
      DROP FUNCTION refuse_outbox(text, text, double precision);
      DROP INDEX outbox_failed;
      ALTER TABLE outbox DROP COLUMN refusals, DROP COLUMN failed_at;`);
  }
}
