import type { MigrationInterface, QueryRunner } from 'typeorm';

const named = `FROM metafield_values v
         WHERE v.store_id = current_setting('app.store_id', true) AND v.media_ids <> '{}' AND v.media_ids @> ARRAY[media]`;

/** Values of a field that was deleted are seen by nobody until they are taken away, and hold on to no file. */
export class ValuesNobodySees1763877000338 implements MigrationInterface {
  readonly name = 'ValuesNobodySees1763877000338';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      replaced(`SELECT v.owner_id ${named}
           AND EXISTS (SELECT FROM jsonb_each(v.content) AS stated(id, value)
             JOIN metafield_definition d ON d.store_id = v.store_id AND d.id = stated.id
             WHERE media_named(stated.value) @> ARRAY[media])`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(replaced(`SELECT v.owner_id ${named}`));
  }
}

/** The function keeps its owner and who may call it. */
const replaced = (body: string): string => `
  CREATE OR REPLACE FUNCTION things_naming(media text) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$ ${body} $$`;
