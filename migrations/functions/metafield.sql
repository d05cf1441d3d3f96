-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.media_named(content jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ BEGIN RETURN ARRAY(
          SELECT DISTINCT name #>> '{}' FROM jsonb_path_query(content, 'strict $.**?(@.type() == "string" && @ starts with "med_")') AS name
          WHERE length(name #>> '{}') = 30 ORDER BY 1); END $function$;

CREATE OR REPLACE FUNCTION public.open_metafield_purge(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT p.id, p.store_id, jsonb_build_object('definitionId', p.id) FROM metafield_purge p WHERE NOT p.given_up) AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.search_metafields(words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
         SELECT i.owner_id FROM metafield_index i
         WHERE search_keys(i.store_id, i.text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (i.store_id = current_setting('app.store_id', true)) IS TRUE AND i.text LIKE ALL (words)
           AND EXISTS (SELECT FROM metafield_definition d WHERE d.store_id = i.store_id AND d.id = i.definition_id) $function$;

CREATE OR REPLACE FUNCTION public.things_naming(media text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT v.owner_id FROM metafield_values v
         WHERE v.store_id = current_setting('app.store_id', true) AND v.media_ids <> '{}' AND v.media_ids @> ARRAY[media]
           AND EXISTS (SELECT FROM jsonb_each(v.content) AS stated(id, value)
             JOIN metafield_definition d ON d.store_id = v.store_id AND d.id = stated.id
             WHERE media_named(stated.value) @> ARRAY[media]) $function$;
