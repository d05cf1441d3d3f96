-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE login (
  id text COLLATE "C" NOT NULL,
  password_hash text NOT NULL,
  password_set_at timestamp with time zone NOT NULL,
  CONSTRAINT login_pkey PRIMARY KEY (id)
);
ALTER TABLE login ENABLE ROW LEVEL SECURITY;
ALTER TABLE login FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON login FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE login_factor (
  login_id text COLLATE "C" NOT NULL,
  nonce bytea NOT NULL,
  since timestamp with time zone,
  used_step bigint NOT NULL DEFAULT 0,
  CONSTRAINT login_factor_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id) ON DELETE CASCADE,
  CONSTRAINT login_factor_pkey PRIMARY KEY (login_id)
);
ALTER TABLE login_factor ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_factor FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON login_factor FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE UNLOGGED TABLE login_failure (
  key text COLLATE "C" NOT NULL,
  failures integer NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  CONSTRAINT login_failure_pkey PRIMARY KEY (key)
);
ALTER TABLE login_failure ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_failure FORCE ROW LEVEL SECURITY;
CREATE INDEX login_failure_age ON public.login_failure USING btree (failed_at);
CREATE POLICY functions ON login_failure FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE login_passkey (
  id text COLLATE "C" NOT NULL,
  login_id text COLLATE "C" NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  user_handle bytea NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  verifies_owner boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  awaits_password boolean NOT NULL DEFAULT false,
  CONSTRAINT login_passkey_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id) ON DELETE CASCADE,
  CONSTRAINT login_passkey_pkey PRIMARY KEY (id)
);
ALTER TABLE login_passkey ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_passkey FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX login_passkey_credential ON public.login_passkey USING btree (credential_id);
CREATE INDEX login_passkey_login ON public.login_passkey USING btree (login_id, id);
CREATE POLICY functions ON login_passkey FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE login_recovery_code (
  login_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT login_recovery_code_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id) ON DELETE CASCADE,
  CONSTRAINT login_recovery_code_pkey PRIMARY KEY (login_id, digest)
);
ALTER TABLE login_recovery_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_recovery_code FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON login_recovery_code FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE owner_account (
  id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  password_set_at timestamp with time zone DEFAULT now(),
  joined_at timestamp with time zone DEFAULT now(),
  invite_expires_at timestamp with time zone,
  invite_digest bytea,
  login_id text COLLATE "C",
  second_factor_since timestamp with time zone,
  role text NOT NULL DEFAULT 'owner'::text,
  list_views jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT owner_account_joined CHECK (((joined_at IS NULL) = (login_id IS NULL))),
  CONSTRAINT owner_account_role_check CHECK ((role = ANY (ARRAY['packer'::text, 'manager'::text, 'owner'::text]))),
  CONSTRAINT owner_account_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id),
  CONSTRAINT owner_account_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT owner_account_pkey PRIMARY KEY (id)
);
ALTER TABLE owner_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE owner_account FORCE ROW LEVEL SECURITY;
CREATE INDEX owner_account_address ON public.owner_account USING btree (lower(email));
CREATE UNIQUE INDEX owner_account_email ON public.owner_account USING btree (store_id, lower(email));
CREATE INDEX owner_account_invitation ON public.owner_account USING btree (invite_digest) WHERE (invite_digest IS NOT NULL);
CREATE UNIQUE INDEX owner_account_login ON public.owner_account USING btree (login_id, store_id);
CREATE POLICY functions ON owner_account FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON owner_account FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON owner_account TO tezgah_runtime;

CREATE TABLE owner_session (
  digest bytea NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  csrf_digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  id text COLLATE "C" NOT NULL,
  device text,
  confirmed_at timestamp with time zone,
  follows bytea,
  CONSTRAINT owner_session_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owner_account(id),
  CONSTRAINT owner_session_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT owner_session_pkey PRIMARY KEY (digest)
);
ALTER TABLE owner_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE owner_session FORCE ROW LEVEL SECURITY;
CREATE INDEX owner_session_expiry ON public.owner_session USING btree (expires_at);
CREATE INDEX owner_session_follows ON public.owner_session USING btree (follows) WHERE (follows IS NOT NULL);
CREATE UNIQUE INDEX owner_session_id ON public.owner_session USING btree (store_id, owner_id, id);
CREATE INDEX owner_session_owner ON public.owner_session USING btree (owner_id);
CREATE POLICY functions ON owner_session FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON owner_session FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON owner_session TO tezgah_runtime;

CREATE TABLE passkey_challenge (
  digest bytea NOT NULL,
  purpose text NOT NULL,
  bound text[] NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (digest)
);
ALTER TABLE passkey_challenge ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey_challenge FORCE ROW LEVEL SECURITY;
CREATE INDEX passkey_challenge_expires ON public.passkey_challenge USING btree (expires_at);
CREATE POLICY functions ON passkey_challenge FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE password_link (
  digest bytea NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  mail_id text COLLATE "C",
  expires_at timestamp with time zone NOT NULL,
  ends_factor boolean NOT NULL DEFAULT false,
  CONSTRAINT password_link_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owner_account(id) ON DELETE CASCADE,
  CONSTRAINT password_link_pkey PRIMARY KEY (digest),
  CONSTRAINT password_link_mail_id_key UNIQUE (mail_id)
);
ALTER TABLE password_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_link FORCE ROW LEVEL SECURITY;
CREATE INDEX password_link_expiry ON public.password_link USING btree (expires_at);
CREATE INDEX password_link_owner ON public.password_link USING btree (owner_id);
CREATE POLICY functions ON password_link FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE setup_link (
  sole boolean NOT NULL DEFAULT true,
  digest bytea NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  CONSTRAINT setup_link_sole_check CHECK (sole),
  CONSTRAINT setup_link_pkey PRIMARY KEY (sole)
);
ALTER TABLE setup_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE setup_link FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON setup_link FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE OR REPLACE FUNCTION public.add_passkey(fresh text, of_login text, credential bytea, key bytea, seen bigint, handle bytea, ways text[], called text, verified boolean, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO login_passkey (id, login_id, credential_id, public_key, counter, user_handle, transports, name, verifies_owner, created_at)
VALUES (fresh, of_login, credential, key, seen, handle, ways, called, verified, at)
ON CONFLICT (credential_id) DO NOTHING RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION add_passkey(text,text,bytea,bytea,bigint,bytea,text[],text,boolean,timestamp with time zone) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.address_account(for_email text)
 RETURNS TABLE(id text, store_id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT id, store_id FROM owner_account WHERE lower(email) = lower(for_email) AND login_id IS NOT NULL
ORDER BY joined_at, id LIMIT 1
$function$;
GRANT EXECUTE ON FUNCTION address_account(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.ask_passkey(fresh bytea, what text, whom text[], life interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM passkey_challenge WHERE digest IN (
  SELECT digest FROM passkey_challenge WHERE expires_at < now() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED);
INSERT INTO passkey_challenge (digest, purpose, bound, expires_at) VALUES (fresh, what, whom, now() + life)
$function$;
GRANT EXECUTE ON FUNCTION ask_passkey(bytea,text,text[],interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.begin_factor(of_login text, fresh bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO login_factor AS f (login_id, nonce) VALUES (of_login, fresh)
ON CONFLICT (login_id) DO UPDATE SET nonce = excluded.nonce WHERE f.since IS NULL RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION begin_factor(text,bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.begin_login(keys text[], free integer[], most_ms integer[], newcomer text, newcomer_free integer, spared text)
 RETURNS double precision
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz;
  wait double precision;
BEGIN
  INSERT INTO login_failure (key, failures, failed_at)
  SELECT k, 0, clock_timestamp() FROM unnest(keys) AS k ORDER BY k COLLATE "C" ON CONFLICT (key) DO NOTHING;
  PERFORM FROM login_failure f WHERE f.key = ANY (keys) ORDER BY f.key FOR UPDATE;
  at := clock_timestamp();
  UPDATE login_failure f SET failures = 0 WHERE f.key = ANY (keys) AND f.failed_at < at - interval '15 minutes';
  SELECT coalesce(max(least(w.ms, w.ms - 1000 * extract(epoch FROM at - f.failed_at))), 0) INTO wait
  FROM unnest(keys, free, most_ms) AS b (key, free, most_ms)
  JOIN login_failure f ON f.key = b.key
  CROSS JOIN LATERAL (SELECT least(1000 * 2.0 ^ least(f.failures - b.free, 30), b.most_ms) AS ms) AS w
  WHERE f.failures >= b.free AND NOT (b.key = spared AND EXISTS (
    SELECT FROM login_failure n WHERE n.key = newcomer AND n.failures < newcomer_free));
  IF wait > 0 THEN RETURN wait; END IF;
  UPDATE login_failure f SET failures = f.failures + 1, failed_at = at WHERE f.key = ANY (keys);
  DELETE FROM login_failure WHERE key IN (
    SELECT o.key FROM login_failure o WHERE o.failed_at < at - interval '15 minutes'
    ORDER BY o.failed_at LIMIT 100 FOR UPDATE SKIP LOCKED
  );
  RETURN 0;
END
$function$;
GRANT EXECUTE ON FUNCTION begin_login(text[],integer[],integer[],text,integer,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.claim_password_link(presented bytea, hash text, at timestamp with time zone)
 RETURNS TABLE(id text, store_id text, factor_ended boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  address text;
  held text[];
  ends boolean;
BEGIN
  SELECT lower(o.email), l.ends_factor INTO address, ends FROM password_link l JOIN owner_account o ON o.id = l.owner_id
    WHERE l.digest = presented AND l.expires_at > now();
  SELECT array_agg(x.id) INTO held FROM (
    SELECT l.id FROM login l WHERE l.id IN (SELECT a.login_id FROM owner_account a WHERE lower(a.email) = address)
    ORDER BY l.id FOR UPDATE) AS x;
  DELETE FROM password_link l WHERE l.digest = presented AND held IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM password_link l USING owner_account a WHERE a.id = l.owner_id AND lower(a.email) = address;
  UPDATE login l SET password_hash = hash, password_set_at = at WHERE l.id = ANY (held);
  UPDATE login_passkey k SET awaits_password = true WHERE k.login_id = ANY (held);
  IF ends THEN
    DELETE FROM login_recovery_code c WHERE c.login_id = ANY (held);
    DELETE FROM login_factor f WHERE f.login_id = ANY (held);
    DELETE FROM login_passkey k WHERE k.login_id = ANY (held);
  END IF;
  RETURN QUERY SELECT a.id, a.store_id, ends FROM owner_account a WHERE a.login_id = ANY (held) ORDER BY a.id;
END
$function$;
GRANT EXECUTE ON FUNCTION claim_password_link(bytea,text,timestamp with time zone) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.claim_setup_link(presented bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM setup_link WHERE digest = presented AND NOT EXISTS (SELECT FROM owner_account) RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION claim_setup_link(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.end_factor(of_login text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM login_recovery_code WHERE login_id = of_login
  AND NOT EXISTS (SELECT FROM login_passkey k WHERE k.login_id = of_login);
DELETE FROM login_factor WHERE login_id = of_login
$function$;
GRANT EXECUTE ON FUNCTION end_factor(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.end_login()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- Of the last two accounts that go at once the second one sees the first gone.
  PERFORM FROM login WHERE id = OLD.login_id FOR UPDATE;
  DELETE FROM login WHERE id = OLD.login_id AND NOT EXISTS (SELECT FROM owner_account WHERE login_id = OLD.login_id);
  RETURN NULL;
END
$function$;
CREATE TRIGGER owner_account_end AFTER DELETE ON public.owner_account FOR EACH ROW WHEN ((old.login_id IS NOT NULL)) EXECUTE FUNCTION end_login();

CREATE OR REPLACE FUNCTION public.end_login_sessions(of_owner text, only_id text, but bytea)
 RETURNS SETOF owner_session
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM hold_owner_login(of_owner, (SELECT store_id FROM owner_account WHERE id = of_owner));
  RETURN QUERY DELETE FROM owner_session s USING owner_account me, owner_account o
    WHERE me.id = of_owner AND o.login_id = me.login_id AND s.owner_id = o.id
      AND (only_id IS NULL OR s.id = only_id OR s.follows = (SELECT x.digest FROM owner_session x WHERE x.id = only_id))
      AND (but IS NULL OR s.digest <> but) RETURNING s.*;
END
$function$;
GRANT EXECUTE ON FUNCTION end_login_sessions(text,text,bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.end_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.owner_id, OLD.digest));
  RETURN OLD;
END
$function$;
CREATE TRIGGER owner_session_end BEFORE DELETE ON public.owner_session FOR EACH ROW WHEN ((old.expires_at > now())) EXECUTE FUNCTION end_session();

CREATE OR REPLACE FUNCTION public.find_invitation(presented bytea)
 RETURNS TABLE(store_id text, id text, email text, login_id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT store_id, id, email, login_id FROM owner_account
WHERE invite_digest = presented AND (joined_at IS NOT NULL OR invite_expires_at > now())
$function$;
GRANT EXECUTE ON FUNCTION find_invitation(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.find_logins(for_email text, hashes text[])
 RETURNS TABLE(id text, password_hash text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT l.id, l.password_hash FROM login l
WHERE l.id IN (SELECT login_id FROM owner_account WHERE lower(email) = lower(for_email)) AND l.password_hash = ANY (hashes)
ORDER BY l.id
$function$;
GRANT EXECUTE ON FUNCTION find_logins(text,text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.find_passkey(credential bytea)
 RETURNS TABLE(id text, login_id text, password_hash text, public_key bytea, counter bigint, user_handle bytea, verifies_owner boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT k.id, k.login_id, l.password_hash, k.public_key, k.counter, k.user_handle, k.verifies_owner AND NOT k.awaits_password
FROM login_passkey k JOIN login l ON l.id = k.login_id WHERE k.credential_id = credential
$function$;
GRANT EXECUTE ON FUNCTION find_passkey(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.find_password_link(presented bytea)
 RETURNS TABLE(id text, store_id text, email text, mailed boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.email, l.mail_id IS NOT NULL FROM password_link l JOIN owner_account o ON o.id = l.owner_id
WHERE l.digest = presented AND l.expires_at > now()
$function$;
GRANT EXECUTE ON FUNCTION find_password_link(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.find_session(for_digest bytea, idle interval)
 RETURNS TABLE(store_id text, owner_id text, csrf_digest bytea, expires_at timestamp with time zone, email text, lacks_factor boolean, role text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
WITH touched AS (
  UPDATE owner_session n SET used_at = now() WHERE n.digest = for_digest AND n.used_at < now() - interval '1 minute'
    AND n.used_at > now() - idle AND n.expires_at > now()
    AND NOT EXISTS (SELECT FROM owner_session o WHERE o.digest = n.follows)),
followed AS (
  DELETE FROM owner_session o USING owner_session n WHERE n.digest = for_digest AND o.digest = n.follows
    AND n.used_at > now() - idle AND n.expires_at > now())
SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email,
  o.second_factor_since IS NULL AND (SELECT t.second_factor_required FROM store t WHERE t.id = s.store_id), o.role
FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle
$function$;
GRANT EXECUTE ON FUNCTION find_session(bytea,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.has_owner()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT EXISTS (SELECT FROM owner_account)
$function$;
GRANT EXECUTE ON FUNCTION has_owner() TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.hold_login(presented bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM login l WHERE l.id = (
    SELECT o.login_id FROM owner_session s JOIN owner_account o ON o.id = s.owner_id WHERE s.digest = presented) FOR UPDATE;
END
$function$;
GRANT EXECUTE ON FUNCTION hold_login(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.hold_owner_login(of_owner text, in_store text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  held text;
BEGIN
  LOOP
    SELECT login_id INTO held FROM owner_account WHERE id = of_owner AND store_id = in_store;
    IF held IS NULL THEN RETURN NULL; END IF;
    PERFORM FROM login WHERE id = held FOR UPDATE;
    IF FOUND THEN RETURN held; END IF;
  END LOOP;
END
$function$;
GRANT EXECUTE ON FUNCTION hold_owner_login(text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.issue_password_link(fresh bytea, for_owner text, by_mail text, expires timestamp with time zone, ends boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM password_link WHERE digest IN (
  SELECT digest FROM password_link WHERE expires_at < now() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED);
INSERT INTO password_link (digest, owner_id, mail_id, expires_at, ends_factor)
  VALUES (fresh, for_owner, by_mail, expires, ends)
$function$;
GRANT EXECUTE ON FUNCTION issue_password_link(bytea,text,text,timestamp with time zone,boolean) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.issue_setup_link(fresh bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO setup_link (digest, issued_at) SELECT fresh, now() WHERE NOT EXISTS (SELECT FROM owner_account)
ON CONFLICT (sole) DO UPDATE SET digest = excluded.digest, issued_at = excluded.issued_at RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION issue_setup_link(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.log_out(presented bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM owner_session WHERE digest = presented;
  DELETE FROM owner_session WHERE follows = presented;
END
$function$;
GRANT EXECUTE ON FUNCTION log_out(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_accounts(of_login text)
 RETURNS TABLE(id text, store_id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id FROM owner_account o WHERE o.login_id = of_login
ORDER BY (SELECT max(s.used_at) FROM owner_session s WHERE s.owner_id = o.id) DESC NULLS LAST, o.joined_at, o.id
$function$;
GRANT EXECUTE ON FUNCTION login_accounts(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_addresses(most integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT lower(email) FROM owner_account WHERE login_id IS NOT NULL GROUP BY 1 ORDER BY min(joined_at), 1 LIMIT most
$function$;
GRANT EXECUTE ON FUNCTION login_addresses(integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_factors(ids text[])
 RETURNS TABLE(login_id text, nonce bytea)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT login_id, nonce FROM login_factor WHERE login_id = ANY (ids) AND since IS NOT NULL
$function$;
GRANT EXECUTE ON FUNCTION login_factors(text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_manners(for_email text)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT DISTINCT substring(l.password_hash FROM '^([$]argon2id[$].*[$])[^$]+') FROM login l
WHERE l.id IN (SELECT login_id FROM owner_account WHERE lower(email) = lower(for_email))
  AND l.password_hash LIKE '$argon2id$%' LIMIT 20
$function$;
GRANT EXECUTE ON FUNCTION login_manners(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_of(of_owner text, for_email text)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT login_id FROM owner_account WHERE id = of_owner AND lower(email) = lower(for_email)
$function$;
GRANT EXECUTE ON FUNCTION login_of(text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_passkeys(ids text[])
 RETURNS TABLE(id text, login_id text, credential_id bytea, user_handle bytea, transports text[], name text, verifies_owner boolean, created_at timestamp with time zone, used_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT id, login_id, credential_id, user_handle, transports, name, verifies_owner AND NOT awaits_password, created_at, used_at
FROM login_passkey WHERE login_id = ANY (ids) ORDER BY id
$function$;
GRANT EXECUTE ON FUNCTION login_passkeys(text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_proven(of_owner text, of_login text, hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM login l WHERE l.id = of_login AND l.password_hash = hash FOR SHARE;
  RETURN FOUND AND EXISTS (SELECT FROM owner_account WHERE id = of_owner AND login_id = of_login);
END
$function$;
GRANT EXECUTE ON FUNCTION login_proven(text,text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.login_sessions(of_owner text)
 RETURNS SETOF owner_session
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT s.* FROM owner_account me JOIN owner_account o ON o.login_id = me.login_id
JOIN owner_session s ON s.owner_id = o.id WHERE me.id = of_owner
$function$;
GRANT EXECUTE ON FUNCTION login_sessions(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.mailed_password_link(in_mail text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT expires_at FROM password_link WHERE mail_id = in_mail AND expires_at > now()
$function$;
GRANT EXECUTE ON FUNCTION mailed_password_link(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.make_login(fresh text, hash text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO login (id, password_hash, password_set_at) VALUES (fresh, hash, at)
$function$;
GRANT EXECUTE ON FUNCTION make_login(text,text,timestamp with time zone) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.merge_logins(ids text[], hashes text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  proven text[];
BEGIN
  SELECT array_agg(held.id ORDER BY (EXISTS (SELECT FROM login_factor f WHERE f.login_id = held.id AND f.since IS NOT NULL) OR EXISTS (SELECT FROM login_passkey k WHERE k.login_id = held.id)) DESC, held.id) INTO proven FROM (
    SELECT l.id FROM unnest(ids, hashes) AS p (id, hash) JOIN login l ON l.id = p.id AND l.password_hash = p.hash
    ORDER BY l.id FOR UPDATE OF l) AS held;
  IF proven IS NULL THEN RETURN NULL; END IF;
  IF cardinality(proven) > 1 THEN
    UPDATE owner_account SET login_id = proven[1], second_factor_since = (SELECT f.since FROM own_factor(proven[1]) f) WHERE login_id = ANY (proven[2:]);
    DELETE FROM owner_session WHERE owner_id IN (SELECT a.id FROM owner_account a WHERE a.login_id = proven[1]);
    DELETE FROM login WHERE id = ANY (proven[2:]);
  END IF;
  RETURN proven[1];
END
$function$;
GRANT EXECUTE ON FUNCTION merge_logins(text[],text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.name_passkey(of_login text, which text, called text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login_passkey SET name = called WHERE login_id = of_login AND id = which RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION name_passkey(text,text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.own_account(presented bytea, in_store text)
 RETURNS TABLE(id text, login_id text, email text, stores bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, me.login_id, me.email, (SELECT count(*) FROM owner_account a WHERE a.login_id = me.login_id)
FROM owner_session s JOIN owner_account me ON me.id = s.owner_id
LEFT JOIN owner_account o ON o.login_id = me.login_id AND o.store_id = in_store
WHERE s.digest = presented AND s.expires_at > now()
$function$;
GRANT EXECUTE ON FUNCTION own_account(bytea,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.own_factor(of_login text)
 RETURNS TABLE(nonce bytea, since timestamp with time zone, codes bigint, authenticator_since timestamp with time zone, passkeys bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT f.nonce, least(f.since, k.since), (SELECT count(*) FROM login_recovery_code c WHERE c.login_id = of_login),
  f.since, k.number
FROM (SELECT min(p.created_at) AS since, count(*) AS number FROM login_passkey p WHERE p.login_id = of_login) k
LEFT JOIN login_factor f ON f.login_id = of_login WHERE f.login_id IS NOT NULL OR k.number > 0
$function$;
GRANT EXECUTE ON FUNCTION own_factor(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.own_stores(of_owner text)
 RETURNS TABLE(store_id text, joined_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.store_id, o.joined_at FROM owner_account me JOIN owner_account o ON o.login_id = me.login_id
WHERE me.id = of_owner
$function$;
GRANT EXECUTE ON FUNCTION own_stores(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.prove_factor(of_login text, step bigint, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login_factor SET since = at, used_step = step WHERE login_id = of_login AND since IS NULL RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION prove_factor(text,bigint,timestamp with time zone) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.prove_passkey(which text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login_passkey SET awaits_password = false WHERE id = which RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION prove_passkey(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.remove_passkey(of_login text, which text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM login_passkey WHERE login_id = of_login AND id = which RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION remove_passkey(text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.renew_hash(of_login text, proven text, fresh text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login SET password_hash = fresh WHERE id = of_login AND password_hash = proven RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION renew_hash(text,text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.requires_factor(of_login text, in_store text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT EXISTS (SELECT FROM owner_account o JOIN store s ON s.id = o.store_id
WHERE o.login_id = of_login AND (in_store IS NULL OR s.id = in_store) AND s.second_factor_required)
$function$;
GRANT EXECUTE ON FUNCTION requires_factor(text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.set_password(of_owner text, hash text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login l SET password_hash = hash, password_set_at = at FROM owner_account o
WHERE o.id = of_owner AND l.id = o.login_id;
DELETE FROM password_link p USING owner_account a, owner_account o
WHERE o.id = of_owner AND lower(a.email) = lower(o.email) AND p.owner_id = a.id
$function$;
GRANT EXECUTE ON FUNCTION set_password(text,text,timestamp with time zone) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.set_recovery_codes(of_login text, digests bytea[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM login_recovery_code WHERE login_id = of_login;
INSERT INTO login_recovery_code (login_id, digest) SELECT of_login, unnest(digests)
$function$;
GRANT EXECUTE ON FUNCTION set_recovery_codes(text,bytea[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.setup_link_lives(presented bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT EXISTS (SELECT FROM setup_link WHERE digest = presented) AND NOT EXISTS (SELECT FROM owner_account)
$function$;
GRANT EXECUTE ON FUNCTION setup_link_lives(bytea) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.switch_session(presented bytea, to_store text, fresh bytea, fresh_csrf bytea, fresh_id text)
 RETURNS TABLE(owner_id text, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  held owner_session;
  target text;
BEGIN
  PERFORM FROM login l WHERE l.id = (
    SELECT o.login_id FROM owner_session s JOIN owner_account o ON o.id = s.owner_id WHERE s.digest = presented
  ) FOR NO KEY UPDATE;
  SELECT o.id INTO target FROM owner_session s JOIN owner_account me ON me.id = s.owner_id
    JOIN owner_account o ON o.login_id = me.login_id AND o.store_id = to_store
    WHERE s.digest = presented FOR SHARE OF o;
  SELECT * INTO held FROM owner_session s WHERE s.digest = presented AND s.expires_at > now() FOR UPDATE;
  IF target IS NULL OR held.digest IS NULL THEN RETURN; END IF;
  DELETE FROM owner_session s WHERE s.follows = presented;
  INSERT INTO owner_session (digest, store_id, owner_id, csrf_digest, expires_at, id, device, follows)
    VALUES (fresh, to_store, target, fresh_csrf, held.expires_at, fresh_id, held.device, presented);
  RETURN QUERY SELECT target, held.expires_at;
END
$function$;
GRANT EXECUTE ON FUNCTION switch_session(bytea,text,bytea,bytea,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.take_login_back(keys text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login_failure f SET failures = greatest(0, f.failures - 1) FROM (
  SELECT o.key FROM login_failure o WHERE o.key = ANY (keys) ORDER BY o.key FOR UPDATE
) AS held WHERE f.key = held.key
$function$;
GRANT EXECUTE ON FUNCTION take_login_back(text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.take_passkey_answer(presented bytea, what text, by_whom text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM passkey_challenge
WHERE digest = presented AND purpose = what AND by_whom = ANY (bound) RETURNING expires_at > now()
$function$;
GRANT EXECUTE ON FUNCTION take_passkey_answer(bytea,text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.use_factor(of_login text, step bigint, again boolean)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login_factor SET used_step = step
WHERE login_id = of_login AND since IS NOT NULL AND (used_step < step OR (again AND used_step = step)) RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION use_factor(text,bigint,boolean) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.use_passkey(which text, seen bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE login_passkey SET counter = seen, used_at = now()
WHERE id = which AND (counter < seen OR (counter = 0 AND seen = 0)) RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION use_passkey(text,bigint) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.use_recovery_code(of_login text, presented bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DELETE FROM login_recovery_code c WHERE c.login_id = of_login AND c.digest = presented
AND (EXISTS (SELECT FROM login_factor f WHERE f.login_id = of_login AND f.since IS NOT NULL) OR EXISTS (SELECT FROM login_passkey k WHERE k.login_id = of_login)) RETURNING true
$function$;
GRANT EXECUTE ON FUNCTION use_recovery_code(text,bytea) TO tezgah_runtime;
