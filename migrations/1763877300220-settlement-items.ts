import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Items of invoices name their invoice, so an invoice that names an order counts for the orders of its items alone. */
export class SettlementItems1763877300220 implements MigrationInterface {
  readonly name = 'SettlementItems1763877300220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_settlement ADD COLUMN item_of text COLLATE "C";
      UPDATE channel_settlement item SET item_of = substring(row_id FROM '^c/(.+?)/\\d+/') WHERE row_id LIKE 'c/%';
      CREATE INDEX channel_settlement_item ON channel_settlement (store_id, extension, item_of) WHERE item_of IS NOT NULL;
      CREATE INDEX channel_settlement_invoice_id ON channel_settlement (store_id, extension, invoice_id)
        WHERE invoice_id IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX channel_settlement_item;
      DROP INDEX channel_settlement_invoice_id;
      ALTER TABLE channel_settlement DROP COLUMN item_of`);
  }
}
