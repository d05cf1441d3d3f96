import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STOREFRONT_ROLE } from '../src/kernel/database/database';
import { systemFunction } from './isolation';

const STORE = `current_setting('app.store_id', true)`;
const SIGNS = String.raw`E'\n\t!"#$%&\'()*+,-./:;<=>?@[\\]^_\x60{|}~'`;

/** Words of a text with one blank before each and behind the last: where a word begins and ends can be asked for. */
const SPACED = `' ' || translate(text, ${SIGNS}, repeat(' ', length(${SIGNS}))) || ' '`;

/** Hits are looked at one by one to be ranked: so many at most. */
const HITS_MAX = 1000;

/** @param keys that a text has to have */
const newest = (keys: string): string => `(
  SELECT product_id, text FROM catalog_search
  WHERE search_keys(store_id, text) @> ${keys} AND (store_id = ${STORE}) IS TRUE AND text LIKE ALL (words)
  ORDER BY product_id DESC LIMIT ${HITS_MAX})`;

const SIGNATURE = 'search_shop(words text[], heads text[], ranked text[])';
const TYPES = 'search_shop(text[], text[], text[])';

/**
 * Shoppers find a short word where it begins a word, or is one, by the keys that the index has had all along: of the letters at the ends
 * of words. A hit in whole words is told from one within a word, so that the page can begin with it. However many hits there are, the
 * newest of both kinds are ranked.
 */
export class ShopSearch1763877310500 implements MigrationInterface {
  readonly name = 'ShopSearch1763877310500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION head_search_keys(store_id text, heads text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        ARRAY(SELECT hashtext(store_id || letters) FROM unnest(heads) AS head, unnest(show_trgm(head)) AS letters
          -- A word of two letters may go on. One of a single letter is whole.
          WHERE right(letters, 1) <> ' ' OR left(letters, 1) = ' ');
      ${systemFunction(
        SIGNATURE,
        'TABLE (id text, rank bigint)',
        `SELECT product_id, (
           SELECT coalesce(sum((strpos(spaced, ' ' || word) > 0)::int + (strpos(spaced, ' ' || word || ' ') > 0)::int), 0)
           FROM unnest(ranked) AS word)
         FROM (SELECT product_id, ${SPACED} AS spaced FROM (
           ${newest(`search_keys(${STORE}, array_to_string(ranked, ' '))`)}
           UNION ${newest(`(wanted_search_keys(${STORE}, words) || head_search_keys(${STORE}, heads))`)}) AS hit OFFSET 0) AS found
         WHERE NOT EXISTS (SELECT FROM unnest(heads) AS head
           WHERE strpos(spaced, ' ' || head || CASE WHEN head ~ '(^| ).$' THEN ' ' ELSE '' END) = 0)`,
      )}
      ALTER FUNCTION ${TYPES} STABLE ROWS 20;
      ALTER FUNCTION ${TYPES} SET enable_seqscan = off;
      ALTER FUNCTION ${TYPES} SET enable_indexscan = off;
      GRANT EXECUTE ON FUNCTION ${TYPES} TO ${STOREFRONT_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION ${TYPES}; DROP FUNCTION head_search_keys(text, text[])`);
  }
}
