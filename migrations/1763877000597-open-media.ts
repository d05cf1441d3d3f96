import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropOpenRows, openRows } from './open-rows';

const open = (rows: string): string => `
      ${dropOpenRows('media')}
      ${openRows('media', `SELECT f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE ${rows}`)}`;

/** A picture that has its avif still to come is open as well. They are asked for every half a minute, so an index has them alone. */
export class OpenMedia1763877000597 implements MigrationInterface {
  readonly name = 'OpenMedia1763877000597';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX media_open ON media (id) WHERE state = 'processing' OR awaits_avif;
      ${open(`f.state = 'processing' OR f.awaits_avif`)}
      DROP INDEX media_processing;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX media_processing ON media (id) WHERE state = 'processing';
      ${open(`f.state = 'processing'`)}
      DROP INDEX media_open;`);
  }
}
