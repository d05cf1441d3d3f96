import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Letters that look like those of our alphabet: ı, then Cyrillic, then Greek ones. */
const LOOKS = 'ıавекмнорстухіјѕһԁԛԝαβεικνορτυχ';
const LATIN = 'iabekmhopctyxijshdqwabeikvoptux';

/** Where the things of the catalog have their titles. */
const titled: readonly (readonly [table: string, title: string])[] = [
  ['catalog_search', "split_part(text, E'\\n', 1)"],
  ['catalog_category', 'name'],
  ['catalog_collection', 'title'],
];

/**
 * What titles are held against each other by, so that a reviewer is told of a title that the shop has already, or one that looks like it.
 * One that differs by one letter has the same first or the same second half: two indexes find it, and no title is read that has
 * neither. Numbers tell things of one kind apart (`Bardak 12`), so they are a part of both halves.
 */
export class TitleWords1763877000110 implements MigrationInterface {
  readonly name = 'TitleWords1763877000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION title_words(title text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        btrim(regexp_replace(
          translate(lower(regexp_replace(normalize(title, NFKD) COLLATE turkish, '[\\u0300-\\u036F]+', '', 'g')), '${LOOKS}', '${LATIN}'),
          '[^[:alnum:]]+', ' ', 'g'));
      CREATE FUNCTION title_key(title text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        replace(title_words(title), ' ', '');
      CREATE FUNCTION title_half(half text, letters integer, key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        half || '/' || letters || '/' || regexp_replace(key, '[^0-9]+', '', 'g');
      CREATE FUNCTION title_head(key text, letters integer) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        title_half(left(key, letters / 2), letters, key);
      CREATE FUNCTION title_tail(key text, letters integer) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        title_half(right(key, letters - letters / 2), letters, key);`);
    for (const [table, title] of titled)
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN title_key text COLLATE "C" GENERATED ALWAYS AS (title_key(${title})) STORED,
          ADD COLUMN title_head text COLLATE "C" GENERATED ALWAYS AS (title_head(title_key(${title}), length(title_key(${title})))) STORED,
          ADD COLUMN title_tail text COLLATE "C" GENERATED ALWAYS AS (title_tail(title_key(${title}), length(title_key(${title})))) STORED;
        CREATE INDEX ${table}_title_head ON ${table} (title_head, store_id, title_key);
        CREATE INDEX ${table}_title_tail ON ${table} (title_tail, store_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of titled)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN title_key, DROP COLUMN title_head, DROP COLUMN title_tail`);
    await runner.query(`
      DROP FUNCTION title_tail(text, integer);
      DROP FUNCTION title_head(text, integer);
      DROP FUNCTION title_half(text, integer, text);
      DROP FUNCTION title_key(text);
      DROP FUNCTION title_words(text);`);
  }
}
