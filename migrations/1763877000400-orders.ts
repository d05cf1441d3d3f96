import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction } from './isolation';

/** Who buys, what was sold, for how much, and how far it is; and what shoppers have put together on the way there. */
export class Orders1763877000400 implements MigrationInterface {
  readonly name = 'Orders1763877000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customer (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        name text,
        email text,
        phone text,
        email_digest bytea,
        identity_id text,
        anonymized_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      CREATE UNIQUE INDEX customer_email ON customer (store_id, email_digest);
      ${isolate('customer', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE checkout_session (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        cart jsonb NOT NULL,
        buyer_name text,
        buyer_email text,
        buyer_phone text,
        shipping_address jsonb,
        billing jsonb,
        note text,
        rate text,
        method text,
        quote jsonb,
        order_id text COLLATE "C",
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      ${isolate('checkout_session')}

      CREATE TABLE order_number (
        store_id text COLLATE "C" PRIMARY KEY,
        last integer NOT NULL
      );
      ${isolate('order_number', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE store_order (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        number text COLLATE "C" NOT NULL,
        channel text COLLATE "C" NOT NULL,
        external_number text COLLATE "C",
        customer_id text COLLATE "C" NOT NULL,
        payment text COLLATE "C" NOT NULL,
        payment_method text COLLATE "C" NOT NULL,
        fulfilment text COLLATE "C" NOT NULL,
        cancel_reason text COLLATE "C",
        items_total bigint NOT NULL,
        discount_total bigint NOT NULL,
        shipping_total bigint NOT NULL,
        cod_fee bigint NOT NULL,
        total bigint NOT NULL,
        vat_total bigint NOT NULL,
        captured bigint NOT NULL,
        refund_reserved bigint NOT NULL,
        refunded bigint NOT NULL,
        buyer_name text NOT NULL,
        buyer_email text,
        buyer_phone text,
        shipping_address jsonb,
        billing jsonb,
        buyer_note text,
        shipping_rate jsonb,
        placed_at timestamptz NOT NULL,
        paid_at timestamptz,
        cancelled_at timestamptz,
        search_text text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, customer_id) REFERENCES customer (store_id, id),
        CHECK (total = items_total - discount_total + shipping_total + cod_fee),
        CHECK (refund_reserved >= 0 AND refunded >= 0 AND refund_reserved + refunded <= captured)
      );
      CREATE UNIQUE INDEX store_order_number ON store_order (store_id, number);
      CREATE INDEX store_order_customer ON store_order (store_id, customer_id);
      CREATE INDEX store_order_placed ON store_order (store_id, placed_at, id);
      CREATE INDEX store_order_total ON store_order (store_id, total, id);
      CREATE INDEX store_order_payment ON store_order (store_id, payment, placed_at, id);
      CREATE INDEX store_order_fulfilment ON store_order (store_id, fulfilment, placed_at, id);
      CREATE INDEX store_order_text ON store_order USING gin (store_id, search_text gin_trgm_ops);
      ${isolate('store_order', 'store_id', 'SELECT, INSERT, UPDATE')}
      ${openToFunctions('store_order')}
      ${systemFunction(
        'search_orders(word1 text, word2 text, word3 text, words text[])',
        'SETOF text',
        `SELECT id FROM store_order
         WHERE store_id = current_setting('app.store_id', true) AND search_text LIKE word1 AND search_text LIKE word2
           AND search_text LIKE word3 AND search_text LIKE ALL (words)`,
      )}
      ALTER FUNCTION search_orders(text, text, text, text[]) STABLE;
      ALTER FUNCTION search_orders(text, text, text, text[]) SET enable_seqscan = off;
      ALTER FUNCTION search_orders(text, text, text, text[]) SET enable_indexscan = off;

      CREATE TABLE order_line (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        order_id text COLLATE "C" NOT NULL,
        position smallint NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        variant_id text COLLATE "C",
        title text NOT NULL,
        variant_title text,
        sku text,
        barcode text,
        quantity integer NOT NULL CHECK (quantity > 0),
        unit_price bigint NOT NULL,
        vat_rate smallint NOT NULL,
        requires_shipping boolean NOT NULL,
        digital_kind text COLLATE "C" NOT NULL,
        withdrawal_exception text COLLATE "C",
        units jsonb NOT NULL,
        stock_taken integer NOT NULL,
        booked integer NOT NULL,
        shipped integer NOT NULL,
        delivered integer NOT NULL,
        bounced integer NOT NULL,
        returned integer NOT NULL,
        restocked integer NOT NULL,
        refunded_units integer[] NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
        CHECK (stock_taken BETWEEN 0 AND quantity),
        CHECK (restocked BETWEEN 0 AND stock_taken),
        CHECK (booked >= 0 AND shipped >= 0 AND delivered >= 0 AND bounced >= 0),
        CHECK (booked + shipped + delivered + bounced <= quantity),
        CHECK (returned BETWEEN 0 AND quantity),
        CHECK (cardinality(refunded_units) <= quantity)
      );
      CREATE INDEX order_line_order ON order_line (store_id, order_id, position);
      CREATE INDEX order_line_product ON order_line (store_id, product_id);
      ${isolate('order_line', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE order_event (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        order_id text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        at timestamptz NOT NULL,
        actor text COLLATE "C" NOT NULL,
        subject_id text COLLATE "C",
        state text COLLATE "C",
        text text,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
      );
      CREATE INDEX order_event_order ON order_event (store_id, order_id, id);
      ${isolate('order_event', 'store_id', 'SELECT, INSERT')}

      CREATE TABLE order_shipment (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        order_id text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        state_at timestamptz NOT NULL,
        carrier text COLLATE "C" NOT NULL,
        tracking_number text,
        tracking_url text,
        pieces jsonb NOT NULL,
        forward jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
      );
      CREATE TABLE order_refund (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        order_id text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        method text COLLATE "C" NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        reason text NOT NULL,
        pieces jsonb NOT NULL,
        reference text,
        failure text,
        settled_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
      );
      CREATE INDEX order_refund_order ON order_refund (store_id, order_id, id);
      ${isolate('order_refund', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE INDEX order_shipment_order ON order_shipment (store_id, order_id, id);
      ${isolate('order_shipment', 'store_id', 'SELECT, INSERT, UPDATE')}

      ALTER TABLE stock_movement ADD COLUMN order_id text COLLATE "C";`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE stock_movement DROP COLUMN order_id;
      DROP TABLE order_refund; DROP TABLE order_shipment; DROP TABLE order_event; DROP TABLE order_line; DROP FUNCTION search_orders(text, text, text, text[]); DROP TABLE store_order; DROP TABLE order_number;
      DROP TABLE checkout_session; DROP TABLE customer`);
  }
}
