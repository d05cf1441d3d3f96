import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, unforced } from './isolation';

/**
 * Products whose pictures an import has taken up once. Those that an import made before there were pictures are taken up by the next
 * one, unless they have some by now.
 */
export class PicturedProducts1763877000310 implements MigrationInterface {
  readonly name = 'PicturedProducts1763877000310';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_pictured (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (store_id, extension, product_id),
        FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id) ON DELETE CASCADE
      );
      CREATE INDEX channel_pictured_product ON channel_pictured (store_id, product_id);
      ${isolate('channel_pictured')}
      ${unforced(
        ['channel_picture', 'channel_listing', 'catalog_product', 'channel_pictured'],
        `INSERT INTO channel_pictured (store_id, extension, product_id)
           SELECT store_id, extension, product_id FROM channel_picture
           UNION
           SELECT l.store_id, l.extension, l.product_id
           FROM channel_listing l JOIN catalog_product p ON p.store_id = l.store_id AND p.id = l.product_id
           WHERE p.media_ids <> '{}';`,
      )}
      ${unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress || '{"answered": null}' WHERE kind = 'catalog.pull';`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(['channel_job'], `UPDATE channel_job SET progress = progress - 'answered' WHERE kind = 'catalog.pull';`)}
      DROP TABLE channel_pictured;`);
  }
}
