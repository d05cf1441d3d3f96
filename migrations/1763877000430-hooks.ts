import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

/** Which hooks of an extension are deactivated, and how those behave that decide. */
export class Hooks1763877000430 implements MigrationInterface {
  readonly name = 'Hooks1763877000430';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE extension ADD COLUMN hooks_off jsonb NOT NULL DEFAULT '[]';

      CREATE TABLE hook_breaker (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        point text COLLATE "C" NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        history jsonb NOT NULL DEFAULT '[]',
        tripped_at timestamptz,
        trip text COLLATE "C",
        given_up boolean NOT NULL DEFAULT false,
        PRIMARY KEY (store_id, extension, point),
        CHECK ((tripped_at IS NULL) = (trip IS NULL))
      );
      CREATE INDEX hook_breaker_trip ON hook_breaker (trip) WHERE trip IS NOT NULL;
      ${isolate('hook_breaker')}
      ${openToFunctions('hook_breaker')}
      ${openRows(
        'hook_breaker',
        `SELECT b.trip, b.store_id, jsonb_build_object('tripId', b.trip, 'extension', b.extension, 'point', b.point)
         FROM hook_breaker b WHERE b.trip IS NOT NULL AND NOT b.given_up`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('hook_breaker')}
      DROP TABLE hook_breaker;
      ALTER TABLE extension DROP COLUMN hooks_off`);
  }
}
