import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** A picture that is shown as webp and has its avif still to come says so: what its sizes lack no index tells. */
export class HalfDrawnMedia1763877000596 implements MigrationInterface {
  readonly name = 'HalfDrawnMedia1763877000596';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE media ADD COLUMN awaits_avif boolean NOT NULL DEFAULT false;
      ${unforced(
        ['media', 'media_variant'],
        `UPDATE media m SET awaits_avif = true
         WHERE m.state = 'ready' AND m.failure IS NULL AND NOT EXISTS (
           SELECT FROM media_variant v WHERE v.store_id = m.store_id AND v.media_id = m.id AND v.format = 'avif');`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media DROP COLUMN awaits_avif');
  }
}
