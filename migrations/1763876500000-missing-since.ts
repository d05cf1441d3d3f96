import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/**
 * A job that asks a marketplace once says since when that answers that nothing is there. It counted from when it asked, whether or not
 * the marketplace answered since; what of that was silence nobody knows, so it begins anew.
 */
export class MissingSince1763876500000 implements MigrationInterface {
  readonly name = 'MissingSince1763876500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress - 'askedAfterMs' || '{"missingSince": null}' WHERE kind = 'brand.create';`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress - 'missingSince' || jsonb_build_object('askedAfterMs', waited_ms)
           WHERE kind = 'brand.create';`,
      ),
    );
  }
}
