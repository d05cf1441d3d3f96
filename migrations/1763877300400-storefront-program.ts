import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STOREFRONT_ROLE } from '../src/kernel/database/database';
import { systemFunction, unforced } from './isolation';

interface StoreRow {
  readonly id: string;
  readonly name: string;
}

/** As stores that are opened later get it. */
const slugOf = (name: string): string =>
  name
    .toLocaleLowerCase('tr-TR')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50)
    .replace(/-$/, '') || 'magaza';

/** Tables that the storefront program sees, and nothing else; of some the columns. */
const SEEN: Readonly<Record<string, string>> = {
  storefront_kv: '',
  media: ' (store_id, id, state, width, height)',
  media_variant: '',
  media_jpeg: '',
  metafield_definition: ' (store_id, target, key, label, type, list)',
};

const seenOf = (table: string, columns: string): string => `
      GRANT SELECT${columns} ON ${table} TO ${STOREFRONT_ROLE};
      CREATE POLICY storefront ON ${table} FOR SELECT TO ${STOREFRONT_ROLE} USING (store_id = current_setting('app.store_id', true));`;

/** Names by which the storefront knows stores, a role that only reads what it shows, and the identifiers of what is shown. */
export class StorefrontProgram1763877300400 implements MigrationInterface {
  readonly name = 'StorefrontProgram1763877300400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE store ADD COLUMN slug text COLLATE "C"');
    await runner.query('ALTER TABLE store NO FORCE ROW LEVEL SECURITY');
    const stores: StoreRow[] = await runner.query('SELECT id, name FROM store ORDER BY created_at, id');
    const taken = new Set<string>();
    for (const { id, name } of stores) {
      const base = slugOf(name);
      let slug = base;
      for (let nth = 2; taken.has(slug); nth += 1) slug = `${base}-${nth}`;
      taken.add(slug);
      await runner.query('UPDATE store SET slug = $2 WHERE id = $1', [id, slug]);
    }
    await runner.query('ALTER TABLE store FORCE ROW LEVEL SECURITY');
    await runner.query(`
      ALTER TABLE store ALTER COLUMN slug SET NOT NULL,
        ADD CONSTRAINT store_slug_form CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$');
      CREATE UNIQUE INDEX store_slug ON store (slug);
      ${systemFunction(
        'free_slug(base text)',
        'text',
        `DECLARE tried text := base; nth integer := 1;
         BEGIN
           -- Whoever opens a store of the same name waits for the one before.
           PERFORM pg_advisory_xact_lock(hashtextextended('slug', 7));
           WHILE EXISTS (SELECT FROM store s WHERE s.slug = tried) LOOP
             nth := nth + 1;
             tried := base || '-' || nth;
           END LOOP;
           RETURN tried;
         END`,
        'plpgsql',
      )}
      ${systemFunction('store_at(named text)', 'TABLE (id text)', 'SELECT s.id FROM store s WHERE s.slug = named')}`);

    await runner.query(
      unforced(
        ['storefront_kv'],
        `ALTER TABLE storefront_kv ADD COLUMN thing_id text COLLATE "C" GENERATED ALWAYS AS (value ->> 'id') STORED;
         CREATE INDEX storefront_kv_thing ON storefront_kv (store_id, thing_id);`,
      ),
    );

    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE ${STOREFRONT_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      GRANT ${STOREFRONT_ROLE} TO CURRENT_USER;
      GRANT USAGE ON SCHEMA public TO ${STOREFRONT_ROLE};
      GRANT SELECT ON schema_migration TO ${STOREFRONT_ROLE};
      GRANT EXECUTE ON FUNCTION store_at(text), search_catalog(text[]), end_resting_backends(integer[], double precision) TO ${STOREFRONT_ROLE};
      ${Object.entries(SEEN)
        .map(([table, columns]) => seenOf(table, columns))
        .join('')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP OWNED BY ${STOREFRONT_ROLE};
      DROP FUNCTION store_at(text);
      DROP FUNCTION free_slug(text);
      ALTER TABLE storefront_kv DROP COLUMN thing_id;
      ALTER TABLE store DROP COLUMN slug;`);
  }
}
