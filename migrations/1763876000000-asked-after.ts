import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/**
 * A job that asks a marketplace once says how long it had waited when it asked last. Asking used to begin its waiting anew, so of those
 * that there are it was nothing; the release before counts from there again.
 */
export class AskedAfter1763876000000 implements MigrationInterface {
  readonly name = 'AskedAfter1763876000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress || '{"askedAfterMs": 0}' WHERE kind = 'brand.create';`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress - 'askedAfterMs',
           waited_ms = greatest(0, waited_ms - (progress ->> 'askedAfterMs')::int) WHERE kind = 'brand.create';`,
      ),
    );
  }
}
