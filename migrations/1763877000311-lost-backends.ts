import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** Of one's own login: a definer's function, since the role that one has taken decides what is shown. */
const ended = (where: string): string => `DECLARE lost integer; BEGIN
           FOR lost IN
             SELECT a.pid FROM pg_stat_activity a
             WHERE a.datname = current_database() AND a.usename = session_user AND ${where}
               AND a.state_change < clock_timestamp() - make_interval(secs => seconds)
           LOOP
             BEGIN
               PERFORM pg_terminate_backend(lost);
             EXCEPTION WHEN insufficient_privilege THEN NULL; END;
             RETURN NEXT lost;
           END LOOP;
         END`;

const RESTING = 'end_resting_backends(pids integer[], seconds double precision)';

/** Of the product's own processes, and not of a person who thinks in the middle of a transaction. */
const LOST = `a.application_name LIKE 'tezgah-%' AND a.application_name <> 'tezgah-backup'
               AND a.xact_start IS NOT NULL AND a.wait_event = 'ClientRead'`;

/**
 * Statements of a transaction travel together. A backend that has got the first of them and not the last is no longer "idle in
 * transaction": it is "active" and reads, neither the limit of statements nor that of rest ends it, and it keeps what it has locked.
 */
export class LostBackends1763877000311 implements MigrationInterface {
  readonly name = 'LostBackends1763877000311';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION end_resting_backends(integer[], double precision);
      ${systemFunction(RESTING, 'SETOF integer', ended("a.pid = ANY(pids) AND (a.state <> 'active' OR a.wait_event = 'ClientRead')"), 'plpgsql')}
      ${systemFunction('end_lost_backends(seconds double precision)', 'SETOF integer', ended(LOST), 'plpgsql')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION end_lost_backends(double precision);
      DROP FUNCTION end_resting_backends(integer[], double precision);
      ${systemFunction(RESTING, 'SETOF integer', ended("a.pid = ANY(pids) AND a.state <> 'active'"), 'plpgsql')}`);
  }
}
