-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.number_movements(of_store text, most integer, waits boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
      DECLARE
        ledger bigint := hashtextextended(of_store, 5);
        numbered integer;
      BEGIN
        -- What somebody else is numbering has no number here yet.
        IF NOT EXISTS (SELECT FROM stock_movement WHERE store_id = of_store AND seq IS NULL) THEN
          RETURN 0;
        END IF;
        IF waits THEN
          PERFORM pg_advisory_xact_lock(ledger);
        ELSIF NOT pg_try_advisory_xact_lock(ledger) THEN
          RETURN 0;
        END IF;
        -- A statement of its own: it sees all that was committed, and numbered, up to now.
        UPDATE stock_movement AS movement SET seq = last.seq + waiting.nth
        FROM (
          SELECT place, row_number() OVER (ORDER BY place) AS nth FROM (
            SELECT place FROM stock_movement WHERE store_id = of_store AND seq IS NULL ORDER BY place LIMIT most
          ) AS first
        ) AS waiting,
        (SELECT coalesce(max(seq), 0) AS seq FROM stock_movement WHERE store_id = of_store AND seq IS NOT NULL) AS last
        WHERE movement.store_id = of_store AND movement.place = waiting.place AND movement.seq IS NULL;
        GET DIAGNOSTICS numbered = ROW_COUNT;
        RETURN numbered;
      END $function$;

CREATE OR REPLACE FUNCTION public.number_waiting(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
        SELECT coalesce(sum(number_movements(store_id, most, false)), 0)::integer FROM (
          SELECT DISTINCT store_id FROM (
            SELECT store_id FROM stock_movement WHERE seq IS NULL ORDER BY store_id LIMIT most
          ) AS movement
        ) AS waiting  $function$;

CREATE OR REPLACE FUNCTION public.products_showing(media text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT id FROM catalog_product
         WHERE store_id = current_setting('app.store_id', true) AND media_ids <> '{}' AND media_ids @> ARRAY[media] $function$;

CREATE OR REPLACE FUNCTION public.search_catalog(words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
         SELECT product_id FROM catalog_search
         WHERE search_keys(store_id, text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words) $function$;

CREATE OR REPLACE FUNCTION public.search_shop(words text[], heads text[], ranked text[])
 RETURNS TABLE(id text, rank bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$ SELECT product_id, (
           SELECT coalesce(sum((strpos(spaced, ' ' || word) > 0)::int + (strpos(spaced, ' ' || word || ' ') > 0)::int), 0)
           FROM unnest(ranked) AS word)
         FROM (SELECT product_id, ' ' || translate(text, E'\n\t!"#$%&\'()*+,-./:;<=>?@[\\]^_\x60{|}~', repeat(' ', length(E'\n\t!"#$%&\'()*+,-./:;<=>?@[\\]^_\x60{|}~'))) || ' ' AS spaced FROM (
           (
  SELECT product_id, text FROM catalog_search
  WHERE search_keys(store_id, text) @> search_keys(current_setting('app.store_id', true), array_to_string(ranked, ' ')) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)
  ORDER BY product_id DESC LIMIT 1000)
           UNION (
  SELECT product_id, text FROM catalog_search
  WHERE search_keys(store_id, text) @> (wanted_search_keys(current_setting('app.store_id', true), words) || head_search_keys(current_setting('app.store_id', true), heads)) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)
  ORDER BY product_id DESC LIMIT 1000)) AS hit OFFSET 0) AS found
         WHERE NOT EXISTS (SELECT FROM unnest(heads) AS head
           WHERE strpos(spaced, ' ' || head || CASE WHEN head ~ '(^| ).$' THEN ' ' ELSE '' END) = 0) $function$;

CREATE OR REPLACE FUNCTION public.title_half(half text, letters integer, key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((half || '/'::text) || letters) || '/'::text) || regexp_replace(key, '[^0-9]+'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.title_head(key text, letters integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ BEGIN RETURN public.title_half(left(key, letters / 2), letters, key); END $function$;

CREATE OR REPLACE FUNCTION public.title_key(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ BEGIN RETURN replace(public.title_words(title), ' ', ''); END $function$;

CREATE OR REPLACE FUNCTION public.title_tail(key text, letters integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ BEGIN RETURN public.title_half(right(key, letters - letters / 2), letters, key); END $function$;

CREATE OR REPLACE FUNCTION public.title_words(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ BEGIN RETURN btrim(regexp_replace(
          translate(lower(regexp_replace(normalize(title, NFKD) COLLATE public.turkish, '[\u0300-\u036F]+', '', 'g')),
            'ıавекмнорстухіјѕһԁԛԝαβεικνορτυχ', 'iabekmhopctyxijshdqwabeikvoptux'),
          '[^[:alnum:]]+', ' ', 'g')); END $function$;
