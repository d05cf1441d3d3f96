import { keepToFunctions, systemFunction } from '../isolation';

/** Keys under which values are sealed, and triggers that refuse a key that was taken away. */
export const keys = `
  -- Keys under which something is sealed, so that no process goes on without one of them.
  CREATE TABLE sealing_key (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{8}$'),
    -- Since when it seals, as far as is known.
    adopted_at timestamptz NOT NULL,
    -- Since when nothing is sealed under it any more.
    unused_at timestamptz,
    -- Since when nothing may be sealed under it any more.
    retired_at timestamptz,
    CHECK (retired_at IS NULL OR unused_at IS NOT NULL)
  );
  ${keepToFunctions('sealing_key')}

  -- The digest keys, sealed, which no rotation changes: one row.
  CREATE TABLE digest_keys (
    single boolean DEFAULT true PRIMARY KEY CHECK (single),
    sealed bytea NOT NULL
  );
  ${keepToFunctions('digest_keys')}

  ${systemFunction('sealed_digest_keys()', 'bytea', `SELECT sealed FROM digest_keys`)}

  ${systemFunction(
    'reseal_digest_keys(was bytea, fresh bytea)',
    'void',
    `UPDATE digest_keys SET sealed = fresh WHERE sealed = was`,
  )}

  -- A key that was taken away seals nothing any more, whichever process still has it. A byte tells the version of a sealed value, the next four
  -- the key.
  CREATE FUNCTION refuse_retired_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  $$;
  REVOKE ALL ON FUNCTION refuse_retired_key() FROM PUBLIC;

  ${systemFunction(
    'sealing_keys()',
    'TABLE (id text, adopted_at timestamptz, unused_at timestamptz, retired_at timestamptz)',
    `SELECT id, adopted_at, unused_at, retired_at FROM sealing_key ORDER BY adopted_at DESC, id`,
  )}

  ${systemFunction(
    'adopt_sealing_key(adopted text)',
    'void',
    `
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(hashtextextended(adopted, 6));
        IF EXISTS (SELECT FROM sealing_key WHERE id = adopted AND retired_at IS NOT NULL) THEN
          RAISE EXCEPTION 'nothing may be sealed under the key %', adopted USING ERRCODE = 'TZ002', DETAIL = adopted;
        END IF;
        INSERT INTO sealing_key (id, adopted_at) VALUES (adopted, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET adopted_at = EXCLUDED.adopted_at, unused_at = NULL;
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'note_sealing_keys(found text[], gone text[])',
    'void',
    `
      INSERT INTO sealing_key (id, adopted_at)
        SELECT known, 'epoch' FROM unnest(found) AS known ON CONFLICT (id) DO UPDATE SET unused_at = NULL;
      UPDATE sealing_key SET unused_at = now() WHERE id = ANY (gone) AND unused_at IS NULL
        AND id <> (SELECT id FROM sealing_key ORDER BY adopted_at DESC, id LIMIT 1)`,
  )}

  -- Looks into all that a trigger guards, so that a key goes only when nothing is sealed under it.
  ${systemFunction(
    'retire_sealing_key(retiring text)',
    'TABLE (seals boolean, held bigint)',
    `
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
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'keep_digest_keys(fresh bytea)',
    'void',
    `
      INSERT INTO sealing_key (id, adopted_at)
        VALUES (encode(substring(fresh FROM 2 FOR 4), 'hex'), clock_timestamp()) ON CONFLICT DO NOTHING;
      INSERT INTO digest_keys (sealed) VALUES (fresh) ON CONFLICT DO NOTHING`,
  )}

  CREATE TRIGGER digest_keys_key AFTER INSERT OR UPDATE OF sealed ON digest_keys
    FOR EACH ROW WHEN (new.sealed IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();
  CREATE TRIGGER digital_code_key AFTER UPDATE OF sealed ON digital_code
    FOR EACH ROW WHEN (new.sealed IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();
  -- Codes come by the thousand: one by one they would take several times as long.
  CREATE TRIGGER digital_code_key_added AFTER INSERT ON digital_code REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_retired_key();
  CREATE TRIGGER extension_secret_key AFTER INSERT OR UPDATE OF sealed ON extension_secret
    FOR EACH ROW WHEN (new.sealed IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();
  CREATE TRIGGER personal_key_key AFTER INSERT OR UPDATE OF sealed ON personal_key
    FOR EACH ROW WHEN (new.sealed IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();
  CREATE TRIGGER proposal_item_key AFTER INSERT OR UPDATE OF sealed_payload ON proposal_item
    FOR EACH ROW WHEN (new.sealed_payload IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();
  CREATE TRIGGER workspace_exec_key_key AFTER INSERT OR UPDATE OF sealed_output ON workspace_exec_key
    FOR EACH ROW WHEN (new.sealed_output IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();
`;
