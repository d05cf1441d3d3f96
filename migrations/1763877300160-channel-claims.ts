import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Claims of marketplaces as they were last heard of, and the returns that come of them. */
export class ChannelClaims1763877300160 implements MigrationInterface {
  readonly name = 'ChannelClaims1763877300160';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE order_return ADD COLUMN external_claim text COLLATE "C";
      CREATE UNIQUE INDEX order_return_claim ON order_return (store_id, order_id, external_claim)
        WHERE external_claim IS NOT NULL;

      CREATE TABLE channel_claim (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        claim_id text COLLATE "C" NOT NULL,
        version integer NOT NULL,
        order_number text COLLATE "C" NOT NULL,
        claimed_at timestamptz NOT NULL,
        modified_at timestamptz NOT NULL,
        carrier text,
        tracking_number text,
        items jsonb NOT NULL,
        states text[] COLLATE "C" NOT NULL,
        deadline timestamptz,
        place bigint NOT NULL,
        is_open boolean NOT NULL,
        is_owed boolean NOT NULL,
        looked_at timestamptz NOT NULL,
        tried_at timestamptz,
        PRIMARY KEY (store_id, extension, claim_id)
      );
      CREATE INDEX channel_claim_place ON channel_claim (store_id, extension, place, claim_id);
      CREATE INDEX channel_claim_open ON channel_claim (store_id, extension, looked_at) WHERE is_open;
      CREATE INDEX channel_claim_owed ON channel_claim (store_id, extension, tried_at) WHERE is_owed;
      ${isolate('channel_claim')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE channel_claim;
      DROP INDEX order_return_claim;
      ALTER TABLE order_return DROP COLUMN external_claim;`);
  }
}
