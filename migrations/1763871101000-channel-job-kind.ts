import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropOpenRows, openRows } from './open-rows';

/** How open jobs are found. @param asked SQL of what of the row says what was asked for, as a key and a value */
const openJobs = (asked: string): string =>
  openRows(
    'channel_job',
    `SELECT j.id, j.store_id, jsonb_build_object('jobId', j.id, 'extension', j.extension, 'kind', j.kind, ${asked})
     FROM channel_job j WHERE j.state IN ('queued', 'running', 'cancelling')`,
  );

/** What one kind of job is given, and keeps of where it stands, is JSON that the kind declares: the columns were those of the import. */
export class ChannelJobKind1763871101000 implements MigrationInterface {
  readonly name = 'ChannelJobKind1763871101000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_job ADD COLUMN input jsonb, ADD COLUMN progress jsonb;
      UPDATE channel_job SET
        input = jsonb_build_object('mode', mode),
        progress = jsonb_build_object('created', created, 'updated', updated, 'sample', sample, 'cursor', cursor,
          'pageRows', page_rows, 'pageSize', page_size, 'pages', pages, 'markedCursor', marked_cursor);
      ${dropOpenRows('channel_job')}
      ALTER TABLE channel_job ALTER COLUMN input SET NOT NULL, ALTER COLUMN progress SET NOT NULL,
        DROP COLUMN mode, DROP COLUMN created, DROP COLUMN updated, DROP COLUMN sample, DROP COLUMN cursor, DROP COLUMN page_rows,
        DROP COLUMN page_size, DROP COLUMN pages, DROP COLUMN marked_cursor;
      ${openJobs(`'input', j.input`)}`);
  }

  /** Of jobs of another kind than the import there is no place for what they hold. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_job ADD COLUMN mode text NOT NULL DEFAULT 'import', ADD COLUMN created integer NOT NULL DEFAULT 0,
        ADD COLUMN updated integer NOT NULL DEFAULT 0, ADD COLUMN sample jsonb NOT NULL DEFAULT '[]', ADD COLUMN cursor text,
        ADD COLUMN page_rows integer NOT NULL DEFAULT 0, ADD COLUMN page_size integer NOT NULL DEFAULT 100,
        ADD COLUMN pages integer NOT NULL DEFAULT 0, ADD COLUMN marked_cursor text;
      UPDATE channel_job SET mode = input ->> 'mode', created = (progress ->> 'created')::int, updated = (progress ->> 'updated')::int,
        sample = progress -> 'sample', cursor = progress ->> 'cursor', page_rows = (progress ->> 'pageRows')::int,
        page_size = (progress ->> 'pageSize')::int, pages = (progress ->> 'pages')::int, marked_cursor = progress ->> 'markedCursor'
      WHERE kind = 'catalog.pull';
      ${dropOpenRows('channel_job')}
      ALTER TABLE channel_job ALTER COLUMN mode DROP DEFAULT, DROP COLUMN input, DROP COLUMN progress;
      ${openJobs(`'mode', j.mode`)}`);
  }
}
