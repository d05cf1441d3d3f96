import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds and returns of a period are found by their time, for reports. */
export class Reports1796008000000 implements MigrationInterface {
  readonly name = 'Reports1796008000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX order_refund_settled ON order_refund (store_id, settled_at) WHERE state = 'succeeded';
      CREATE INDEX order_return_noticed ON order_return (store_id, noticed_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX order_return_noticed;
      DROP INDEX order_refund_settled;
    `);
  }
}
