import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, unforced } from './isolation';

/** Pictures of imported products that are still to be fetched, or could not be. Imports that are under way count theirs from here on. */
export class ChannelPicture1763877000260 implements MigrationInterface {
  readonly name = 'ChannelPicture1763877000260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_picture (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        position integer NOT NULL,
        remote_id text NOT NULL,
        url text NOT NULL,
        tried_by text COLLATE "C",
        PRIMARY KEY (store_id, extension, product_id, position),
        FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id) ON DELETE CASCADE
      );
      CREATE INDEX channel_picture_product ON channel_picture (store_id, product_id);
      ${isolate('channel_picture')}
      ${unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress ||
           '{"pictures": 0, "picturesFetched": 0, "picturesFailed": 0, "picturesElsewhere": 0, "listed": false}'
         WHERE kind = 'catalog.pull';`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress
           - 'pictures' - 'picturesFetched' - 'picturesFailed' - 'picturesElsewhere' - 'listed'
         WHERE kind = 'catalog.pull';`,
      )}
      DROP TABLE channel_picture;`);
  }
}
