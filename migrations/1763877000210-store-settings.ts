import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** How a store sells, how it counts for marketplaces, and what its owner says is ready: the first two one row a store. */
export class StoreSettings1763877000210 implements MigrationInterface {
  readonly name = 'StoreSettings1763877000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE store_checkout (
        store_id text COLLATE "C" PRIMARY KEY,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        delivery_min_days integer,
        delivery_max_days integer,
        return_carrier text,
        return_cost_borne_by text NOT NULL,
        return_cost_disclosure text,
        cash_on_delivery boolean NOT NULL,
        cash_on_delivery_fee bigint NOT NULL,
        cash_on_delivery_cap bigint,
        bank_accounts jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      ${isolate('store_checkout')}
      CREATE TABLE store_stock_policy (
        store_id text COLLATE "C" PRIMARY KEY,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        marketplace_buffer integer NOT NULL,
        untracked_quantity integer NOT NULL,
        restock_on_cancel boolean NOT NULL,
        restock_on_return boolean NOT NULL,
        zero_when_archived boolean NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      ${isolate('store_stock_policy')}
      CREATE TABLE store_flag (
        store_id text COLLATE "C" NOT NULL,
        flag text COLLATE "C" NOT NULL,
        set_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, flag)
      );
      ${isolate('store_flag')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE store_checkout; DROP TABLE store_stock_policy; DROP TABLE store_flag');
  }
}
