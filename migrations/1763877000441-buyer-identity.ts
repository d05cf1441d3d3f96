import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Identity numbers that buyers have stated for their invoices, sealed. */
export class BuyerIdentity1763877000441 implements MigrationInterface {
  readonly name = 'BuyerIdentity1763877000441';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE buyer_identity (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        session_id text COLLATE "C",
        order_id text COLLATE "C",
        sealed jsonb NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, session_id) REFERENCES checkout_session (store_id, id) ON DELETE CASCADE,
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
        CHECK (num_nonnulls(session_id, order_id) = 1)
      );
      CREATE UNIQUE INDEX buyer_identity_session ON buyer_identity (store_id, session_id);
      CREATE UNIQUE INDEX buyer_identity_order ON buyer_identity (store_id, order_id);
      ${isolate('buyer_identity')}

      ALTER TABLE store_order ADD COLUMN identity_stated boolean NOT NULL DEFAULT false;
      ALTER TABLE store_order ALTER COLUMN identity_stated DROP DEFAULT;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE store_order DROP COLUMN identity_stated; DROP TABLE buyer_identity');
  }
}
