import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** What the product needs once it logs in as somebody who may do nothing else. */
export class RuntimeLogin1763700660000 implements MigrationInterface {
  readonly name = 'RuntimeLogin1763700660000';

  async up(runner: QueryRunner): Promise<void> {
    // Unless it is named, the schema of temporary tables is searched first: a caller's table would stand before ours.
    await runner.query(`
      DO $$ DECLARE definer regprocedure; BEGIN
        FOR definer IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef LOOP
          EXECUTE format('ALTER FUNCTION %s SET search_path = public, pg_temp', definer);
        END LOOP;
      END $$`);
    await runner.query(
      systemFunction(
        'end_resting_backends(pids integer[], seconds double precision)',
        'SETOF integer',
        // A definer's function, since the role that one has taken decides what is shown; and for sessions of one's own login only.
        `DECLARE resting integer; BEGIN
           FOR resting IN
             SELECT a.pid FROM pg_stat_activity a
             WHERE a.pid = ANY(pids) AND a.datname = current_database() AND a.usename = session_user AND a.state <> 'active'
               AND a.state_change < clock_timestamp() - make_interval(secs => seconds)
           LOOP
             BEGIN
               PERFORM pg_terminate_backend(resting);
             EXCEPTION WHEN insufficient_privilege THEN NULL; END;
             RETURN NEXT resting;
           END LOOP;
         END`,
        'plpgsql',
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION end_resting_backends(integer[], double precision)');
  }
}
