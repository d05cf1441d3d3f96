import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction, unforced } from './isolation';

/** Text in a query that is compared as `searchText` of orders compares it, as far as letters of Turkey and Europe go. */
const folded = (text: string): string => `
  replace(lower(regexp_replace(normalize(lower(${text}), NFKD) COLLATE public.turkish, '[\\u0300-\\u036F]+', '', 'g')), 'ı', 'i')`;

const DIGITS = String.raw`regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^90(?=\d{10}$)', '0')`;

/** Customers are listed and searched for, and owners keep notes about them. */
export class Customers1796004000000 implements MigrationInterface {
  readonly name = 'Customers1796004000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE customer ADD COLUMN search_text text;
      ${unforced(['customer'], `UPDATE customer SET search_text = coalesce(${folded(`concat_ws(E'\\n', name, email, ${DIGITS})`)}, '');`)}
      ALTER TABLE customer ALTER COLUMN search_text SET NOT NULL;
      CREATE INDEX customer_search_keys ON customer USING gin (search_keys(store_id, search_text));
      ${openToFunctions('customer')}
      ${systemFunction(
        'search_customers(words text[])',
        'SETOF text',
        `
      SELECT id FROM customer
      WHERE search_keys(store_id, search_text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND search_text LIKE ALL (words)`,
      )}
      ALTER FUNCTION search_customers(text[]) STABLE ROWS 20;
      ALTER FUNCTION search_customers(text[]) SET enable_seqscan = off;
      ALTER FUNCTION search_customers(text[]) SET enable_indexscan = off;

      -- The orders of a customer, the last first, and the amounts that make up the customer's sum.
      DROP INDEX store_order_customer;
      CREATE INDEX store_order_customer ON store_order (store_id, customer_id, placed_at, id) INCLUDE (payment, total, refunded);
      CREATE INDEX order_return_customer ON order_return (store_id, customer_id, id);

      -- Notes of owners about a customer, who sees none of them.
      CREATE TABLE customer_note (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        customer_id text COLLATE "C" NOT NULL,
        text text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, customer_id) REFERENCES customer (store_id, id)
      );
      CREATE INDEX customer_note_customer ON customer_note (store_id, customer_id, id);
      ${isolate('customer_note')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE customer_note;
      DROP INDEX order_return_customer;
      DROP INDEX store_order_customer;
      CREATE INDEX store_order_customer ON store_order (store_id, customer_id);
      DROP FUNCTION search_customers(text[]);
      DROP POLICY functions ON customer;
      DROP INDEX customer_search_keys;
      ALTER TABLE customer DROP COLUMN search_text;
    `);
  }
}
