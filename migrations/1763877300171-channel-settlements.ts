import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Rows of settlements, as marketplaces have shown them, each once. */
export class ChannelSettlements1763877300171 implements MigrationInterface {
  readonly name = 'ChannelSettlements1763877300171';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_settlement (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        row_id text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        type_word text NOT NULL,
        at timestamptz NOT NULL,
        order_number text COLLATE "C",
        package_id text COLLATE "C",
        barcode text,
        description text,
        credit bigint NOT NULL,
        debt bigint NOT NULL,
        revenue bigint NOT NULL,
        commission bigint NOT NULL,
        commission_percent double precision,
        currency text COLLATE "C" NOT NULL,
        payment_order_id text,
        payment_at timestamptz,
        invoice_id text COLLATE "C",
        oddity text,
        digest text COLLATE "C" NOT NULL,
        read_at timestamptz NOT NULL,
        looked_at timestamptz NOT NULL DEFAULT '-infinity',
        PRIMARY KEY (store_id, extension, row_id)
      );
      CREATE INDEX channel_settlement_at ON channel_settlement (store_id, extension, at, row_id);
      CREATE INDEX channel_settlement_order ON channel_settlement (store_id, extension, order_number)
        WHERE order_number IS NOT NULL;
      CREATE INDEX channel_settlement_invoice ON channel_settlement (store_id, extension, looked_at)
        WHERE invoice_id IS NOT NULL;
      ${isolate('channel_settlement')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_settlement');
  }
}
