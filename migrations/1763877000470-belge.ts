import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Legal documents of orders. Nobody may change one or take it away. */
export class Belge1763877000470 implements MigrationInterface {
  readonly name = 'Belge1763877000470';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE order_belge (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        order_id text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        digest text COLLATE "C" NOT NULL,
        html text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
        CHECK (digest = encode(sha256(convert_to(html, 'UTF8')), 'hex'))
      );
      CREATE INDEX order_belge_order ON order_belge (store_id, order_id, id);
      ${isolate('order_belge', 'store_id', 'SELECT, INSERT')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE order_belge');
  }
}
