import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Returns of orders, and pieces that are given back before they have left. */
export class Returns1763877000410 implements MigrationInterface {
  readonly name = 'Returns1763877000410';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE order_line ADD COLUMN unsent integer NOT NULL DEFAULT 0;
      ALTER TABLE order_line ALTER COLUMN unsent DROP DEFAULT,
        ADD CONSTRAINT order_line_places CHECK (unsent >= 0 AND booked + shipped + delivered + bounced + unsent <= quantity),
        ADD CONSTRAINT order_line_back CHECK (returned + unsent <= quantity);

      CREATE TABLE order_return (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        order_id text COLLATE "C" NOT NULL,
        customer_id text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        noticed_at timestamptz NOT NULL,
        delivered_at timestamptz,
        withdrawal_until timestamptz,
        note text,
        pieces jsonb NOT NULL,
        instructions jsonb,
        rejection jsonb,
        receipts jsonb NOT NULL,
        refund_until timestamptz,
        refunds text[] COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
      );
      CREATE INDEX order_return_order ON order_return (store_id, order_id, id);
      CREATE INDEX order_return_state ON order_return (store_id, state, id);
      ${isolate('order_return', 'store_id', 'SELECT, INSERT, UPDATE')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE order_return;
      ALTER TABLE order_line DROP COLUMN unsent, DROP CONSTRAINT order_line_back`);
  }
}
