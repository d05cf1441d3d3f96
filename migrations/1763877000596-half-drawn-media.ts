import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

const open = (rows: string): string => `
      ${dropOpenRows('media')}
      ${openRows('media', `SELECT f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE ${rows}`)}`;

/**
 * A picture that is shown as webp and has its avif still to come is open as well. Its row says so, since what its sizes lack no index
 * tells: all pictures of all shops would be looked at, every half a minute.
 */
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
      )}
      CREATE INDEX media_open ON media (id) WHERE state = 'processing' OR awaits_avif;
      ${open(`f.state = 'processing' OR f.awaits_avif`)}
      DROP INDEX media_processing;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX media_processing ON media (id) WHERE state = 'processing';
      ${open(`f.state = 'processing'`)}
      DROP INDEX media_open;
      ALTER TABLE media DROP COLUMN awaits_avif;`);
  }
}
