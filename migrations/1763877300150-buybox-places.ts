import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Places that listings had in the buybox of a marketplace, of each listing the last ones. */
export class BuyboxPlaces1763877300150 implements MigrationInterface {
  readonly name = 'BuyboxPlaces1763877300150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_buybox (
        store_id text COLLATE "C" NOT NULL,
        listing_id text COLLATE "C" NOT NULL,
        since timestamptz NOT NULL,
        as_of timestamptz NOT NULL,
        rank integer NOT NULL,
        price bigint NOT NULL,
        second_price bigint,
        third_price bigint,
        has_rivals boolean NOT NULL,
        PRIMARY KEY (store_id, listing_id, since)
      );
      ${isolate('channel_buybox')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_buybox');
  }
}
