import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Discounts that a shop gives: by a code that a shopper types, or by themselves; and the orders that have used them. */
export class Coupons1796014000000 implements MigrationInterface {
  readonly name = 'Coupons1796014000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE coupon (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        code text COLLATE "C",
        title text NOT NULL,
        kind text NOT NULL,
        percent integer,
        amount bigint,
        minimum bigint NOT NULL,
        collection_id text COLLATE "C",
        uses_max integer,
        customer_uses_max integer,
        starts_at timestamptz,
        ends_at timestamptz,
        active boolean NOT NULL,
        uses integer NOT NULL DEFAULT 0,
        given bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, collection_id) REFERENCES catalog_collection (store_id, id),
        CHECK ((percent IS NOT NULL) = (kind = 'percent')),
        CHECK ((amount IS NOT NULL) = (kind = 'amount')),
        CHECK (uses >= 0)
      );
      CREATE UNIQUE INDEX coupon_code ON coupon (store_id, code) WHERE code IS NOT NULL;
      -- A step of a checkout asks for those that need no code.
      CREATE INDEX coupon_automatic ON coupon (store_id, id) WHERE code IS NULL AND active;
      ${isolate('coupon')}

      -- What an order has used, as its buyer was shown it.
      CREATE TABLE coupon_use (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        coupon_id text COLLATE "C" NOT NULL,
        order_id text COLLATE "C" NOT NULL,
        customer_id text COLLATE "C" NOT NULL,
        title text NOT NULL,
        code text COLLATE "C",
        taken_off text NOT NULL,
        kurus bigint NOT NULL,
        created_at timestamptz NOT NULL,
        given_back_at timestamptz,
        PRIMARY KEY (store_id, id),
        UNIQUE (store_id, order_id, coupon_id),
        FOREIGN KEY (store_id, coupon_id) REFERENCES coupon (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
        FOREIGN KEY (store_id, customer_id) REFERENCES customer (store_id, id)
      );
      CREATE INDEX coupon_use_customer ON coupon_use (store_id, coupon_id, customer_id) WHERE given_back_at IS NULL;
      ${isolate('coupon_use')}

      ALTER TABLE checkout_session ADD COLUMN coupon text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_session DROP COLUMN coupon;
      DROP TABLE coupon_use;
      DROP TABLE coupon;
    `);
  }
}
