import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Why money is given back may name its buyer: it goes when the buyer is anonymized. */
export class ReasonsOfRefunds1763877000570 implements MigrationInterface {
  readonly name = 'ReasonsOfRefunds1763877000570';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_refund ALTER COLUMN reason DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(['order_refund'], `UPDATE order_refund SET reason = '' WHERE reason IS NULL;`)}
      ALTER TABLE order_refund ALTER COLUMN reason SET NOT NULL`);
  }
}
