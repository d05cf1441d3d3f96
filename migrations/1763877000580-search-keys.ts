import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

const WANTED = `wanted_search_keys(current_setting('app.store_id', true), words)`;
/** The keys find it already; that it is of the store is held to, and no index of the store is read for it. */
const own = (storeId: string): string => `(${storeId} = current_setting('app.store_id', true)) IS TRUE`;

const SEARCHES = {
  search_catalog: `
         SELECT product_id FROM catalog_search
         WHERE search_keys(store_id, text) @> ${WANTED} AND ${own('store_id')} AND text LIKE ALL (words)`,
  search_metafields: `
         SELECT i.owner_id FROM metafield_index i
         WHERE search_keys(i.store_id, i.text) @> ${WANTED} AND ${own('i.store_id')} AND i.text LIKE ALL (words)
           AND EXISTS (SELECT FROM metafield_definition d WHERE d.store_id = i.store_id AND d.id = i.definition_id)`,
  search_orders: `
         SELECT id FROM store_order
         WHERE search_keys(store_id, search_text) @> ${WANTED} AND ${own('store_id')} AND search_text LIKE ALL (words)`,
};

/** What Postgres is told to expect of a search: with its own thousand it would rather walk a list in its order until enough are found. */
const FOUND = 20;

const FORMERLY = {
  search_catalog: `
         SELECT product_id FROM catalog_search
         WHERE store_id = current_setting('app.store_id', true) AND text LIKE word1 AND text LIKE word2
           AND text LIKE word3 AND text LIKE ALL (words)`,
  search_metafields: `
         SELECT i.owner_id FROM metafield_index i
         WHERE i.store_id = current_setting('app.store_id', true) AND i.text LIKE word1 AND i.text LIKE word2
           AND i.text LIKE word3 AND i.text LIKE ALL (words)
           AND EXISTS (SELECT FROM metafield_definition d WHERE d.store_id = i.store_id AND d.id = i.definition_id)`,
  search_orders: `
         SELECT id FROM store_order
         WHERE store_id = current_setting('app.store_id', true) AND search_text LIKE word1 AND search_text LIKE word2
           AND search_text LIKE word3 AND search_text LIKE ALL (words)`,
};

/** The body of a search leaves it no plan but the index of its keys. */
const searching = (bodies: Readonly<Record<string, string>>, parameters: string, types: string): string =>
  Object.entries(bodies)
    .map(
      ([name, body]) => `
      ${systemFunction(`${name}(${parameters})`, 'SETOF text', body)}
      ALTER FUNCTION ${name}(${types}) STABLE;
      ALTER FUNCTION ${name}(${types}) SET enable_seqscan = off;
      ${name === 'search_metafields' ? '' : `ALTER FUNCTION ${name}(${types}) SET enable_indexscan = off;`}`,
    )
    .join('\n');

const dropped = (types: string): string =>
  Object.keys(SEARCHES)
    .map((name) => `DROP FUNCTION ${name}(${types});`)
    .join('\n');

/**
 * What is searched is found by keys of three letters and the store together. An index of stores and letters apart read all that a store
 * has for each search in it: 11 ms with a million orders, where this reads 2.
 */
export class SearchKeys1763877000580 implements MigrationInterface {
  readonly name = 'SearchKeys1763877000580';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION search_keys(store_id text, words text) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        ARRAY(SELECT hashtext(store_id || letters) FROM unnest(show_trgm(words)) AS letters);
      CREATE FUNCTION wanted_search_keys(store_id text, words text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        ARRAY(SELECT hashtext(store_id || letters) FROM unnest(words) AS word,
            unnest(show_trgm(regexp_replace(word, '[^a-z0-9]+', ' ', 'g'))) AS letters
          WHERE strpos(letters, ' ') = 0);
      DROP INDEX catalog_search_text;
      DROP INDEX metafield_index_words;
      DROP INDEX store_order_text;
      CREATE INDEX catalog_search_keys ON catalog_search USING gin (search_keys(store_id, text));
      CREATE INDEX metafield_index_keys ON metafield_index USING gin (search_keys(store_id, text)) WHERE text IS NOT NULL;
      CREATE INDEX store_order_search_keys ON store_order USING gin (search_keys(store_id, search_text));
      ${dropped('text, text, text, text[]')}
      ${searching(SEARCHES, 'words text[]', 'text[]')}
      ${Object.keys(SEARCHES)
        .map((name) => `ALTER FUNCTION ${name}(text[]) ROWS ${FOUND};`)
        .join('\n')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropped('text[]')}
      ${searching(FORMERLY, 'word1 text, word2 text, word3 text, words text[]', 'text, text, text, text[]')}
      DROP INDEX catalog_search_keys;
      DROP INDEX metafield_index_keys;
      DROP INDEX store_order_search_keys;
      CREATE INDEX catalog_search_text ON catalog_search USING gin (store_id, text gin_trgm_ops);
      CREATE INDEX metafield_index_words ON metafield_index USING gin (store_id, text gin_trgm_ops) WHERE text IS NOT NULL;
      CREATE INDEX store_order_text ON store_order USING gin (store_id, search_text gin_trgm_ops);
      DROP FUNCTION wanted_search_keys(text, text[]);
      DROP FUNCTION search_keys(text, text)`);
  }
}
