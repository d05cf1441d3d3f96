-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.search_orders(word1 text, word2 text, word3 text, words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$ SELECT id FROM store_order
         WHERE store_id = current_setting('app.store_id', true) AND search_text LIKE word1 AND search_text LIKE word2
           AND search_text LIKE word3 AND search_text LIKE ALL (words) $function$;

CREATE OR REPLACE FUNCTION public.open_refund(prefix text);
