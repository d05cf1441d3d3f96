import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** A claim has a name, under which it answers the same rows again: one whose answer was lost would hold them for its whole lease. */
export class OutboxClaim1763820001000 implements MigrationInterface {
  readonly name = 'OutboxClaim1763820001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox ADD COLUMN claim text COLLATE "C";
      CREATE INDEX outbox_claim ON outbox (claim) WHERE done_at IS NULL AND claim IS NOT NULL;
      DROP FUNCTION claim_outbox(integer, integer);
      ${systemFunction(
        'claim_outbox(batch integer, lease_seconds integer, named text)',
        'SETOF outbox',
        `BEGIN
           -- The first asking may still be at work: it is waited for, since its rows cannot be seen before.
           PERFORM pg_advisory_xact_lock(hashtextextended(named, 0));
           RETURN QUERY UPDATE outbox SET next_at = now() + make_interval(secs => lease_seconds)
             WHERE claim = named AND done_at IS NULL RETURNING *;
           IF FOUND THEN RETURN; END IF;
           RETURN QUERY UPDATE outbox SET attempts = attempts + 1, next_at = now() + make_interval(secs => lease_seconds), claim = named
             WHERE id IN (
               SELECT o.id FROM outbox o
               WHERE o.done_at IS NULL AND o.next_at <= now()
                 AND NOT EXISTS (
                   SELECT 1 FROM outbox older
                   WHERE older.workflow_id = o.workflow_id AND older.done_at IS NULL AND older.id < o.id)
               ORDER BY o.id LIMIT batch FOR UPDATE SKIP LOCKED)
             RETURNING *;
         END`,
        'plpgsql',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION claim_outbox(integer, integer, text);
      DROP INDEX outbox_claim;
      ALTER TABLE outbox DROP COLUMN claim;
      ${systemFunction(
        'claim_outbox(batch integer, lease_seconds integer)',
        'SETOF outbox',
        `UPDATE outbox SET attempts = attempts + 1, next_at = now() + make_interval(secs => lease_seconds)
         WHERE id IN (
           SELECT o.id FROM outbox o
           WHERE o.done_at IS NULL AND o.next_at <= now()
             AND NOT EXISTS (
               SELECT 1 FROM outbox older
               WHERE older.workflow_id = o.workflow_id AND older.done_at IS NULL AND older.id < o.id)
           ORDER BY o.id LIMIT batch FOR UPDATE SKIP LOCKED)
         RETURNING *`,
      )}`);
  }
}
