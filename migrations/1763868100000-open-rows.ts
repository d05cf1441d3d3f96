import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openWork } from './1763867000000-media';
import { dropOpenRows, openRows } from './open-rows';

/** Each kind of work finds its open rows by a function of its own, so that a further kind changes none that is there. */
export class OpenRows1763868100000 implements MigrationInterface {
  readonly name = 'OpenRows1763868100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION open_work(text, integer, interval);
      ${openRows(
        'channel_job',
        `SELECT j.id, j.store_id, jsonb_build_object('jobId', j.id, 'extension', j.extension, 'kind', j.kind, 'mode', j.mode)
         FROM channel_job j WHERE j.state IN ('queued', 'running', 'cancelling')`,
      )}
      ${openRows(
        'mail',
        `SELECT m.id, m.store_id, jsonb_build_object('mailId', m.id) FROM mail m WHERE m.state = 'queued'`,
      )}
      ${openRows(
        'media',
        `SELECT f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE f.state = 'processing'`,
      )}
      ${openRows(
        'proposal',
        `SELECT p.id, p.store_id, jsonb_build_object('proposalId', p.id) FROM proposal p WHERE p.state = 'applying'`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${['proposal', 'media', 'mail', 'channel_job'].map(dropOpenRows).join('\n')}
      ${openWork(`UNION ALL
         SELECT 'media/' || f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE f.state = 'processing'`)}`);
  }
}
