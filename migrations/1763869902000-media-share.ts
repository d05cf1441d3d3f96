import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, unforced } from './isolation';

/** How many media files each store has, and of how many bytes: known without counting them, and kept by whatever adds or removes one. */
export class MediaShare1763869902000 implements MigrationInterface {
  readonly name = 'MediaShare1763869902000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE media_share (
        store_id text COLLATE "C" PRIMARY KEY,
        files integer NOT NULL,
        bytes bigint NOT NULL
      );
      ${isolate('media_share', 'store_id', 'SELECT')}
      ${openToFunctions('media_share')}
      CREATE FUNCTION count_media() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO media_share AS s (store_id, files, bytes) VALUES (NEW.store_id, 1, NEW.size)
            ON CONFLICT (store_id) DO UPDATE SET files = s.files + 1, bytes = s.bytes + EXCLUDED.bytes;
          ELSE
            UPDATE media_share SET files = files - 1, bytes = bytes - OLD.size WHERE store_id = OLD.store_id;
          END IF;
          RETURN NULL;
        END $$;
      REVOKE ALL ON FUNCTION count_media() FROM PUBLIC;
      CREATE TRIGGER count_media AFTER INSERT OR DELETE ON media FOR EACH ROW EXECUTE FUNCTION count_media();
      ${unforced(
        ['media', 'media_share'],
        'INSERT INTO media_share (store_id, files, bytes) SELECT store_id, count(*), sum(size) FROM media GROUP BY store_id;',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER count_media ON media;
      DROP FUNCTION count_media();
      DROP TABLE media_share;`);
  }
}
