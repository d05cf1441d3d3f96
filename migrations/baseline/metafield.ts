import { isolate, openToFunctions, showToStorefront, systemFunction } from '../isolation';
import { openRows } from '../open-rows';

/** Custom fields: their definitions, the values of things, and an index by which lists filter and sort. */
export const metafield = `
  CREATE FUNCTION media_named(content jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN RETURN ARRAY(
    SELECT DISTINCT name #>> '{}' FROM jsonb_path_query(content, 'strict $.**?(@.type() == "string" && @ starts with "med_")') AS name
    WHERE length(name #>> '{}') = 30 ORDER BY 1); END
  $$;

  -- The custom fields that a shop gives its products, variants, collections and itself.
  CREATE TABLE metafield_definition (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    target text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    type text NOT NULL,
    list boolean NOT NULL,
    label text NOT NULL,
    description text,
    validations jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX metafield_definition_key ON metafield_definition (store_id, target, key);
  ${isolate('metafield_definition')}
  ${openToFunctions('metafield_definition')}
  ${showToStorefront('metafield_definition', 'store_id, target, key, type, list, label')}

  -- Values in the custom fields of a thing: one row of it, by the identifiers of the definitions, so that a page of things reads a row each.
  CREATE TABLE metafield_values (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    owner_id text COLLATE "C" NOT NULL,
    content jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    shown jsonb NOT NULL DEFAULT '[]',
    media_ids text[] COLLATE "C" NOT NULL GENERATED ALWAYS AS (media_named(content)) STORED,
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX metafield_values_owner ON metafield_values (store_id, owner_id);
  CREATE INDEX metafield_values_media ON metafield_values USING gin (media_ids) WHERE media_ids <> '{}';
  ${isolate('metafield_values')}
  ${openToFunctions('metafield_values')}

  -- Values of custom fields that were deleted, as long as some of them are to be taken away.
  CREATE TABLE metafield_purge (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    total integer NOT NULL,
    done integer NOT NULL DEFAULT 0,
    place text COLLATE "C" NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    given_up boolean NOT NULL DEFAULT false,
    definition jsonb NOT NULL,
    PRIMARY KEY (store_id, id)
  );
  ${isolate('metafield_purge')}
  ${openToFunctions('metafield_purge')}

  -- Values in the custom fields of products, as lists filter and sort by them.
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
  CREATE INDEX metafield_index_keys ON metafield_index USING gin (search_keys(store_id, text)) WHERE text IS NOT NULL;
  ${isolate('metafield_index')}
  ${openToFunctions('metafield_index')}

  ${openRows(
    'metafield_purge',
    `SELECT p.id, p.store_id, jsonb_build_object('definitionId', p.id) FROM metafield_purge p WHERE NOT p.given_up`,
  )}

  ${systemFunction(
    'things_naming(media text)',
    'SETOF text',
    `
      SELECT v.owner_id FROM metafield_values v
      WHERE v.store_id = current_setting('app.store_id', true) AND v.media_ids <> '{}' AND v.media_ids @> ARRAY[media]
        AND EXISTS (SELECT FROM jsonb_each(v.content) AS stated(id, value)
          JOIN metafield_definition d ON d.store_id = v.store_id AND d.id = stated.id
          WHERE media_named(stated.value) @> ARRAY[media])`,
  )}
  ALTER FUNCTION things_naming(text) STABLE;

  ${systemFunction(
    'search_metafields(words text[])',
    'SETOF text',
    `
      SELECT i.owner_id FROM metafield_index i
      WHERE search_keys(i.store_id, i.text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (i.store_id = current_setting('app.store_id', true)) IS TRUE AND i.text LIKE ALL (words)
        AND EXISTS (SELECT FROM metafield_definition d WHERE d.store_id = i.store_id AND d.id = i.definition_id)`,
  )}
  ALTER FUNCTION search_metafields(text[]) STABLE ROWS 20;
  ALTER FUNCTION search_metafields(text[]) SET enable_seqscan = off;
`;
