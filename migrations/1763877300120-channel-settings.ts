import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** How each marketplace is kept in step with the store. */
export class ChannelSettings1763877300120 implements MigrationInterface {
  readonly name = 'ChannelSettings1763877300120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE store_channel_settings (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        push jsonb NOT NULL,
        pull jsonb NOT NULL,
        price_rule jsonb NOT NULL,
        buffer integer,
        resend_minutes integer NOT NULL,
        brake_percent integer NOT NULL,
        disconnect text COLLATE "C",
        buyer_mail text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, extension)
      );
      ${isolate('store_channel_settings', 'store_id', 'SELECT, INSERT, UPDATE')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE store_channel_settings');
  }
}
