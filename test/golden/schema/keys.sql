-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE digest_keys (
  single boolean NOT NULL DEFAULT true,
  sealed bytea NOT NULL,
  CONSTRAINT digest_keys_single_check CHECK (single),
  CONSTRAINT digest_keys_pkey PRIMARY KEY (single)
);
ALTER TABLE digest_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE digest_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON digest_keys FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE sealing_key (
  id text COLLATE "C" NOT NULL,
  adopted_at timestamp with time zone NOT NULL,
  unused_at timestamp with time zone,
  retired_at timestamp with time zone,
  CONSTRAINT sealing_key_check CHECK (((retired_at IS NULL) OR (unused_at IS NOT NULL))),
  CONSTRAINT sealing_key_id_check CHECK ((id ~ '^[0-9a-f]{8}$'::text)),
  CONSTRAINT sealing_key_pkey PRIMARY KEY (id)
);
ALTER TABLE sealing_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE sealing_key FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON sealing_key FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE OR REPLACE FUNCTION public.adopt_sealing_key(adopted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(adopted, 6));
  IF EXISTS (SELECT FROM sealing_key WHERE id = adopted AND retired_at IS NOT NULL) THEN
    RAISE EXCEPTION 'nothing may be sealed under the key %', adopted USING ERRCODE = 'TZ002', DETAIL = adopted;
  END IF;
  INSERT INTO sealing_key (id, adopted_at) VALUES (adopted, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET adopted_at = EXCLUDED.adopted_at, unused_at = NULL;
END
$function$;
GRANT EXECUTE ON FUNCTION adopt_sealing_key(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.keep_digest_keys(fresh bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO sealing_key (id, adopted_at)
  VALUES (encode(substring(fresh FROM 2 FOR 4), 'hex'), clock_timestamp()) ON CONFLICT DO NOTHING;
INSERT INTO digest_keys (sealed) VALUES (fresh) ON CONFLICT DO NOTHING
$function$;
GRANT EXECUTE ON FUNCTION keep_digest_keys(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.note_sealing_keys(found text[], gone text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO sealing_key (id, adopted_at)
  SELECT known, 'epoch' FROM unnest(found) AS known ON CONFLICT (id) DO UPDATE SET unused_at = NULL;
UPDATE sealing_key SET unused_at = now() WHERE id = ANY (gone) AND unused_at IS NULL
  AND id <> (SELECT id FROM sealing_key ORDER BY adopted_at DESC, id LIMIT 1)
$function$;
GRANT EXECUTE ON FUNCTION note_sealing_keys(text[],text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.refuse_retired_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  used text[];
  under text;
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    SELECT array_agg(DISTINCT encode(substring(sealed FROM 2 FOR 4), 'hex')) INTO used FROM added;
  ELSIF TG_TABLE_NAME = 'proposal_item' THEN
    used := ARRAY[encode(substring(NEW.sealed_payload FROM 2 FOR 4), 'hex')];
  ELSIF TG_TABLE_NAME = 'workspace_exec_key' THEN
    used := ARRAY[encode(substring(NEW.sealed_output FROM 2 FOR 4), 'hex')];
  ELSE
    used := ARRAY[encode(substring(NEW.sealed FROM 2 FOR 4), 'hex')];
  END IF;
  FOREACH under IN ARRAY coalesce(used, '{}') LOOP
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(under, 6));
    -- A statement of its own: it sees what was decided while the lock was waited for.
    IF NOT EXISTS (SELECT FROM sealing_key WHERE id = under AND retired_at IS NULL) THEN
      RAISE EXCEPTION 'nothing may be sealed under the key %', under USING ERRCODE = 'TZ002', DETAIL = under;
    END IF;
  END LOOP;
  RETURN NULL;
END
$function$;
CREATE TRIGGER digest_keys_key AFTER INSERT OR UPDATE OF sealed ON public.digest_keys FOR EACH ROW WHEN ((new.sealed IS NOT NULL)) EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER digital_code_key AFTER UPDATE OF sealed ON public.digital_code FOR EACH ROW WHEN ((new.sealed IS NOT NULL)) EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER digital_code_key_added AFTER INSERT ON public.digital_code REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER extension_secret_key AFTER INSERT OR UPDATE OF sealed ON public.extension_secret FOR EACH ROW WHEN ((new.sealed IS NOT NULL)) EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER personal_key_key AFTER INSERT OR UPDATE OF sealed ON public.personal_key FOR EACH ROW WHEN ((new.sealed IS NOT NULL)) EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER proposal_item_key AFTER INSERT OR UPDATE OF sealed_payload ON public.proposal_item FOR EACH ROW WHEN ((new.sealed_payload IS NOT NULL)) EXECUTE FUNCTION refuse_retired_key();
CREATE TRIGGER workspace_exec_key_key AFTER INSERT OR UPDATE OF sealed_output ON public.workspace_exec_key FOR EACH ROW WHEN ((new.sealed_output IS NOT NULL)) EXECUTE FUNCTION refuse_retired_key();
-- Nobody calls it but the owner and triggers.

CREATE OR REPLACE FUNCTION public.reseal_digest_keys(was bytea, fresh bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE digest_keys SET sealed = fresh WHERE sealed = was
$function$;
GRANT EXECUTE ON FUNCTION reseal_digest_keys(bytea,bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.retire_sealing_key(retiring text)
 RETURNS TABLE(seals boolean, held bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  guarded record;
BEGIN
  -- Whoever has just sealed something under it is waited for, and whoever is about to is refused.
  PERFORM pg_advisory_xact_lock(hashtextextended(retiring, 6));
  seals := coalesce(retiring = (SELECT id FROM sealing_key ORDER BY adopted_at DESC, id LIMIT 1), false);
  held := 0;
  -- What is guarded is what is counted.
  FOR guarded IN
    SELECT t.tgrelid::regclass AS place, a.attname AS sealed
    FROM pg_trigger t JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = ANY (t.tgattr)
    WHERE t.tgfoid = 'refuse_retired_key'::regproc
  LOOP
    EXECUTE format('SELECT $1 + count(*) FROM %s WHERE substring(%I FROM 2 FOR 4) = decode($2, ''hex'')',
      guarded.place, guarded.sealed) INTO held USING held, retiring;
  END LOOP;
  IF held > 0 THEN
    UPDATE sealing_key SET unused_at = NULL WHERE id = retiring AND unused_at IS NOT NULL;
  ELSIF NOT seals THEN
    INSERT INTO sealing_key AS known (id, adopted_at, unused_at, retired_at) VALUES (retiring, 'epoch', now(), now())
    ON CONFLICT (id) DO UPDATE SET
      unused_at = coalesce(known.unused_at, now()), retired_at = coalesce(known.retired_at, now());
  END IF;
  RETURN NEXT;
END
$function$;
GRANT EXECUTE ON FUNCTION retire_sealing_key(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.sealed_digest_keys()
 RETURNS bytea
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT sealed FROM digest_keys
$function$;
GRANT EXECUTE ON FUNCTION sealed_digest_keys() TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.sealing_keys()
 RETURNS TABLE(id text, adopted_at timestamp with time zone, unused_at timestamp with time zone, retired_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT id, adopted_at, unused_at, retired_at FROM sealing_key ORDER BY adopted_at DESC, id
$function$;
GRANT EXECUTE ON FUNCTION sealing_keys() TO tezgah_runtime;
