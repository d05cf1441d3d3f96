import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction, unforced } from './isolation';

/** Case, accents and the dots of i make no difference; what only a whole text can be has one character more than is asked for. */
const folded = (text: string): string => `
  left(replace(lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') COLLATE "und-x-icu"), 'ı', 'i'), 257)`;

/** What stands in the custom fields of products, as lists filter and sort by it. */
export class MetafieldIndex1763877000290 implements MigrationInterface {
  readonly name = 'MetafieldIndex1763877000290';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metafield_index (
        store_id text COLLATE "C" NOT NULL,
        owner_id text COLLATE "C" NOT NULL,
        definition_id text COLLATE "C" NOT NULL,
        position integer NOT NULL,
        text text COLLATE "C",
        number double precision,
        PRIMARY KEY (store_id, owner_id, definition_id, position)
      );
      CREATE INDEX metafield_index_text ON metafield_index (store_id, definition_id, text, owner_id) WHERE text IS NOT NULL;
      CREATE INDEX metafield_index_number ON metafield_index (store_id, definition_id, number, owner_id) WHERE number IS NOT NULL;
      CREATE INDEX metafield_index_words ON metafield_index USING gin (store_id, text gin_trgm_ops) WHERE text IS NOT NULL;
      ${isolate('metafield_index')}
      ${openToFunctions('metafield_index')}
      ${openToFunctions('metafield_definition')}
      ${systemFunction(
        'search_metafields(word1 text, word2 text, word3 text, words text[])',
        'SETOF text',
        `SELECT i.owner_id FROM metafield_index i
         WHERE i.store_id = current_setting('app.store_id', true) AND i.text LIKE word1 AND i.text LIKE word2
           AND i.text LIKE word3 AND i.text LIKE ALL (words)
           AND EXISTS (SELECT FROM metafield_definition d WHERE d.store_id = i.store_id AND d.id = i.definition_id)`,
      )}
      ALTER FUNCTION search_metafields(text, text, text, text[]) STABLE;
      ALTER FUNCTION search_metafields(text, text, text, text[]) SET enable_seqscan = off;
      ${unforced(
        ['metafield_values', 'metafield_definition', 'metafield_index'],
        `INSERT INTO metafield_index (store_id, owner_id, definition_id, position, text, number)
         SELECT m.store_id, m.owner_id, d.id, place - 1,
           CASE WHEN d.type NOT IN ('integer', 'decimal', 'money', 'date', 'date_time') THEN ${folded('one')} END,
           CASE d.type
             WHEN 'date' THEN extract(epoch FROM (one || 'T00:00:00Z')::timestamptz) * 1000
             WHEN 'date_time' THEN extract(epoch FROM one::timestamptz) * 1000
             WHEN 'integer' THEN one::double precision
             WHEN 'decimal' THEN one::double precision
             WHEN 'money' THEN one::double precision END
         FROM metafield_values m CROSS JOIN LATERAL jsonb_each(m.content) AS stated(id, value)
         JOIN metafield_definition d ON d.store_id = m.store_id AND d.id = stated.id AND d.target = 'product'
         CROSS JOIN LATERAL jsonb_array_elements_text(
           CASE jsonb_typeof(stated.value) WHEN 'array' THEN stated.value ELSE jsonb_build_array(stated.value) END
         ) WITH ORDINALITY AS each(one, place);`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION search_metafields(text, text, text, text[]);
      DROP TABLE metafield_index;
      DROP POLICY functions ON metafield_definition;`);
  }
}
