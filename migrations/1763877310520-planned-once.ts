import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Functions that generated columns and indexes call, with their bodies. */
const CALLED: readonly (readonly [signature: string, returns: string, body: string])[] = [
  [
    'title_words(title text)',
    'text',
    `btrim(regexp_replace(
          translate(lower(regexp_replace(normalize(title, NFKD) COLLATE public.turkish, '[\\u0300-\\u036F]+', '', 'g')),
            'ıавекмнорстухіјѕһԁԛԝαβεικνορτυχ', 'iabekmhopctyxijshdqwabeikvoptux'),
          '[^[:alnum:]]+', ' ', 'g'))`,
  ],
  ['title_key(title text)', 'text', `replace(public.title_words(title), ' ', '')`],
  ['title_head(key text, letters integer)', 'text', 'public.title_half(left(key, letters / 2), letters, key)'],
  [
    'title_tail(key text, letters integer)',
    'text',
    'public.title_half(right(key, letters - letters / 2), letters, key)',
  ],
  [
    'search_keys(store_id text, words text)',
    'integer[]',
    'ARRAY(SELECT hashtext(search_keys.store_id || letters) FROM unnest(public.show_trgm(words)) AS letters)',
  ],
  [
    'media_named(content jsonb)',
    'text[]',
    `ARRAY(
          SELECT DISTINCT name #>> '{}' FROM jsonb_path_query(content, 'strict $.**?(@.type() == "string" && @ starts with "med_")') AS name
          WHERE length(name #>> '{}') = 30 ORDER BY 1)`,
  ],
];

const ALWAYS = 'IMMUTABLE STRICT PARALLEL SAFE';

/**
 * Postgres plans the expressions of generated columns and indexes anew with each statement, and reads the bodies of SQL functions in them
 * each time: three quarters of what a new title cost its table of searches. Of PL/pgSQL it keeps the plans for as long as the connection
 * lasts. Names are written in full, since whoever rebuilds an index has no search path.
 */
export class PlannedOnce1763877310520 implements MigrationInterface {
  readonly name = 'PlannedOnce1763877310520';

  async up(runner: QueryRunner): Promise<void> {
    for (const [signature, returns, body] of CALLED)
      await runner.query(
        `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${returns} LANGUAGE plpgsql ${ALWAYS} AS $$ BEGIN RETURN ${body}; END $$`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [signature, returns, body] of CALLED)
      await runner.query(
        `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${returns} LANGUAGE sql ${ALWAYS} RETURN ${body}`,
      );
  }
}
