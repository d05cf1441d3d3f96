import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/** Rows that a workflow has to drive to their end are found across all stores, with how often a workflow had to be started again. */
export class OpenWork1763820000000 implements MigrationInterface {
  readonly name = 'OpenWork1763820000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX mail_queued ON mail (id) WHERE state = 'queued';
      CREATE INDEX proposal_applying ON proposal (id) WHERE state = 'applying';
      CREATE INDEX outbox_restart ON outbox (workflow_id, created_at) WHERE message -> 'restart' IS NOT NULL;
      ${openToFunctions('channel_job')}
      ${openToFunctions('mail')}
      ${openToFunctions('proposal')}
      ${systemFunction(
        'open_work(after text, batch integer, counted interval)',
        'TABLE (workflow_id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)',
        // What waits in the outbox has a workflow soon. Restarts are counted for those of one page alone.
        `SELECT o.workflow_id, o.store_id, o.facts, r.restarts, r.rested
         FROM (
           SELECT * FROM (
             SELECT 'job/' || j.id, j.store_id, jsonb_build_object('jobId', j.id, 'extension', j.extension, 'kind', j.kind, 'mode', j.mode)
             FROM channel_job j WHERE j.state IN ('queued', 'running', 'cancelling')
             UNION ALL
             SELECT 'mail/' || m.id, m.store_id, jsonb_build_object('mailId', m.id) FROM mail m WHERE m.state = 'queued'
             UNION ALL
             SELECT 'proposal/' || p.id, p.store_id, jsonb_build_object('proposalId', p.id) FROM proposal p WHERE p.state = 'applying'
           ) AS open (workflow_id, store_id, facts)
           WHERE open.workflow_id COLLATE "C" > after
             AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = open.workflow_id AND e.done_at IS NULL)
           ORDER BY open.workflow_id COLLATE "C" LIMIT batch
         ) AS o
         CROSS JOIN LATERAL (
           SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
           WHERE e.workflow_id = o.workflow_id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
         ) AS r (restarts, rested)
         ORDER BY o.workflow_id COLLATE "C"`,
      )}
      ${systemFunction(
        'restarted_again(within interval)',
        'bigint',
        `SELECT count(*) FROM (
           SELECT FROM outbox WHERE message -> 'restart' IS NOT NULL AND created_at > now() - within
           GROUP BY workflow_id HAVING count(*) > 1) AS again`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION restarted_again(interval);
      DROP FUNCTION open_work(text, integer, interval);
      DROP POLICY functions ON proposal;
      DROP POLICY functions ON mail;
      DROP POLICY functions ON channel_job;
      DROP INDEX outbox_restart, proposal_applying, mail_queued;`);
  }
}
