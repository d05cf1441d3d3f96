import { isolate, keepToFunctions, openToFunctions, systemFunction } from '../isolation';

/** Owners, the logins by which they come in, their sessions, and the links that open or restore an account. */
export const account = `
  -- One login for several stores: the password is in a row that belongs to no store and that functions alone see. An address may have several
  -- logins, since whoever invites it could have chosen the password of one: they know nothing of one another until somebody proves both.
  CREATE TABLE login (
    id text COLLATE "C" PRIMARY KEY,
    password_hash text NOT NULL,
    password_set_at timestamptz NOT NULL
  );
  ${keepToFunctions('login')}

  -- The account of an owner in one store, or an invitation to one.
  CREATE TABLE owner_account (
    id text COLLATE "C" PRIMARY KEY,
    store_id text COLLATE "C" NOT NULL REFERENCES store (id),
    email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    password_set_at timestamptz DEFAULT now(),
    joined_at timestamptz DEFAULT now(),
    invite_expires_at timestamptz,
    invite_digest bytea,
    login_id text COLLATE "C" REFERENCES login (id),
    CONSTRAINT owner_account_joined CHECK ((joined_at IS NULL) = (login_id IS NULL))
  );
  CREATE INDEX owner_account_invitation ON owner_account (invite_digest) WHERE invite_digest IS NOT NULL;
  CREATE UNIQUE INDEX owner_account_email ON owner_account (store_id, lower(email));
  CREATE INDEX owner_account_address ON owner_account (lower(email));
  CREATE UNIQUE INDEX owner_account_login ON owner_account (login_id, store_id);
  ${isolate('owner_account')}
  ${openToFunctions('owner_account')}

  -- Sessions of owners, by the digest of their cookie.
  CREATE TABLE owner_session (
    digest bytea PRIMARY KEY,
    store_id text COLLATE "C" NOT NULL REFERENCES store (id),
    owner_id text COLLATE "C" NOT NULL REFERENCES owner_account (id),
    csrf_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    id text COLLATE "C" NOT NULL,
    device text,
    confirmed_at timestamptz,
    follows bytea
  );
  CREATE INDEX owner_session_expiry ON owner_session (expires_at);
  CREATE UNIQUE INDEX owner_session_id ON owner_session (store_id, owner_id, id);
  CREATE INDEX owner_session_owner ON owner_session (owner_id);
  CREATE INDEX owner_session_follows ON owner_session (follows) WHERE follows IS NOT NULL;
  ${isolate('owner_session')}
  ${openToFunctions('owner_session')}

  -- Log-ins that failed, by address and origin: the wait before the next one grows with them.
  CREATE UNLOGGED TABLE login_failure (
    key text COLLATE "C" PRIMARY KEY,
    failures integer NOT NULL,
    failed_at timestamptz NOT NULL
  );
  CREATE INDEX login_failure_age ON login_failure (failed_at);
  ${keepToFunctions('login_failure')}

  -- The link with which the first owner of an installation opens the first store: one at a time, of which a digest alone is kept. It is dead
  -- as soon as there is an owner, whichever way that one came.
  CREATE TABLE setup_link (
    sole boolean DEFAULT true PRIMARY KEY CHECK (sole),
    digest bytea NOT NULL,
    issued_at timestamptz NOT NULL
  );
  ${keepToFunctions('setup_link')}

  -- Links by which an owner who has lost the password sets another one. A digest alone is kept of each, with the account whose address it
  -- is for; the link is worth every login of that address.
  CREATE TABLE password_link (
    digest bytea PRIMARY KEY,
    owner_id text COLLATE "C" NOT NULL REFERENCES owner_account (id) ON DELETE CASCADE,
    mail_id text COLLATE "C" UNIQUE,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX password_link_owner ON password_link (owner_id);
  CREATE INDEX password_link_expiry ON password_link (expires_at);
  ${keepToFunctions('password_link')}

  -- One that has expired ended by itself: sweeping it away ends nothing.
  CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.owner_id, OLD.digest));
      RETURN OLD;
    END
  $$;

  -- Rows are locked in one order, and those that are swept without waiting and last: two log-ins cannot block each other.
  ${systemFunction(
    'begin_login(keys text[], free integer[], most_ms integer[], newcomer text, newcomer_free integer, spared text)',
    'double precision',
    `
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
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'take_login_back(keys text[])',
    'void',
    `
      UPDATE login_failure f SET failures = greatest(0, f.failures - 1) FROM (
        SELECT o.key FROM login_failure o WHERE o.key = ANY (keys) ORDER BY o.key FOR UPDATE
      ) AS held WHERE f.key = held.key`,
  )}

  ${systemFunction(
    'issue_setup_link(fresh bytea)',
    'boolean',
    `
      INSERT INTO setup_link (digest, issued_at) SELECT fresh, now() WHERE NOT EXISTS (SELECT FROM owner_account)
      ON CONFLICT (sole) DO UPDATE SET digest = excluded.digest, issued_at = excluded.issued_at RETURNING true`,
  )}

  ${systemFunction(
    'setup_link_lives(presented bytea)',
    'boolean',
    `SELECT EXISTS (SELECT FROM setup_link WHERE digest = presented) AND NOT EXISTS (SELECT FROM owner_account)`,
  )}

  -- Two claims at once wait for one another at the row: the second finds it gone, or takes it when the first is rolled back.
  ${systemFunction(
    'claim_setup_link(presented bytea)',
    'boolean',
    `DELETE FROM setup_link WHERE digest = presented AND NOT EXISTS (SELECT FROM owner_account) RETURNING true`,
  )}

  ${systemFunction('has_owner()', 'boolean', `SELECT EXISTS (SELECT FROM owner_account)`)}

  ${systemFunction(
    'login_accounts(of_login text)',
    'TABLE (id text, store_id text)',
    `
      SELECT o.id, o.store_id FROM owner_account o WHERE o.login_id = of_login
      ORDER BY (SELECT max(s.used_at) FROM owner_session s WHERE s.owner_id = o.id) DESC NULLS LAST, o.joined_at, o.id`,
  )}

  ${systemFunction(
    'own_stores(of_owner text)',
    'TABLE (store_id text, joined_at timestamptz)',
    `
      SELECT o.store_id, o.joined_at FROM owner_account me JOIN owner_account o ON o.login_id = me.login_id
      WHERE me.id = of_owner`,
  )}

  ${systemFunction(
    'own_account(presented bytea, in_store text)',
    'TABLE (id text, login_id text, email text, stores bigint)',
    `
      SELECT o.id, me.login_id, me.email, (SELECT count(*) FROM owner_account a WHERE a.login_id = me.login_id)
      FROM owner_session s JOIN owner_account me ON me.id = s.owner_id
      LEFT JOIN owner_account o ON o.login_id = me.login_id AND o.store_id = in_store
      WHERE s.digest = presented AND s.expires_at > now()`,
  )}

  -- Of two stores that one login opens at once the second sees the first.
  ${systemFunction(
    'hold_login(presented bytea)',
    'void',
    `
      BEGIN
        PERFORM FROM login l WHERE l.id = (
          SELECT o.login_id FROM owner_session s JOIN owner_account o ON o.id = s.owner_id WHERE s.digest = presented) FOR UPDATE;
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'login_sessions(of_owner text)',
    'SETOF owner_session',
    `
      SELECT s.* FROM owner_account me JOIN owner_account o ON o.login_id = me.login_id
      JOIN owner_session s ON s.owner_id = o.id WHERE me.id = of_owner`,
  )}

  CREATE FUNCTION end_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      -- Of the last two accounts that go at once the second one sees the first gone.
      PERFORM FROM login WHERE id = OLD.login_id FOR UPDATE;
      DELETE FROM login WHERE id = OLD.login_id AND NOT EXISTS (SELECT FROM owner_account WHERE login_id = OLD.login_id);
      RETURN NULL;
    END
  $$;

  ${systemFunction(
    'make_login(fresh text, hash text, at timestamptz)',
    'void',
    `INSERT INTO login (id, password_hash, password_set_at) VALUES (fresh, hash, at)`,
  )}

  -- Returns what stands before the digest: the parameters and the salt.
  ${systemFunction(
    'login_manners(for_email text)',
    'SETOF text',
    `
      SELECT DISTINCT substring(l.password_hash FROM '^([$]argon2id[$].*[$])[^$]+') FROM login l
      WHERE l.id IN (SELECT login_id FROM owner_account WHERE lower(email) = lower(for_email))
        AND l.password_hash LIKE '$argon2id$%' LIMIT 20`,
  )}

  ${systemFunction(
    'find_logins(for_email text, hashes text[])',
    'TABLE (id text, password_hash text)',
    `
      SELECT l.id, l.password_hash FROM login l
      WHERE l.id IN (SELECT login_id FROM owner_account WHERE lower(email) = lower(for_email)) AND l.password_hash = ANY (hashes)
      ORDER BY l.id`,
  )}

  ${systemFunction(
    'login_of(of_owner text, for_email text)',
    'text',
    `SELECT login_id FROM owner_account WHERE id = of_owner AND lower(email) = lower(for_email)`,
  )}

  -- Whoever changes the password, or ends the account, waits until the session is there that this is asked for, and ends it.
  ${systemFunction(
    'login_proven(of_owner text, of_login text, hash text)',
    'boolean',
    `
      BEGIN
        PERFORM FROM login l WHERE l.id = of_login AND l.password_hash = hash FOR SHARE;
        RETURN FOUND AND EXISTS (SELECT FROM owner_account WHERE id = of_owner AND login_id = of_login);
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'renew_hash(of_login text, proven text, fresh text)',
    'boolean',
    `UPDATE login SET password_hash = fresh WHERE id = of_login AND password_hash = proven RETURNING true`,
  )}

  -- Another login may have taken its place while it was waited for.
  ${systemFunction(
    'hold_owner_login(of_owner text, in_store text)',
    'text',
    `
      DECLARE
        held text;
      BEGIN
        LOOP
          SELECT login_id INTO held FROM owner_account WHERE id = of_owner AND store_id = in_store;
          IF held IS NULL THEN RETURN NULL; END IF;
          PERFORM FROM login WHERE id = held FOR UPDATE;
          IF FOUND THEN RETURN held; END IF;
        END LOOP;
      END`,
    'plpgsql',
  )}

  -- Only what still has the password that was proven. Any of them may be the planted one, the oldest as well: all sessions end.
  ${systemFunction(
    'merge_logins(ids text[], hashes text[])',
    'text',
    `
      DECLARE
        proven text[];
      BEGIN
        SELECT array_agg(held.id ORDER BY held.id) INTO proven FROM (
          SELECT l.id FROM unnest(ids, hashes) AS p (id, hash) JOIN login l ON l.id = p.id AND l.password_hash = p.hash
          ORDER BY l.id FOR UPDATE OF l) AS held;
        IF proven IS NULL THEN RETURN NULL; END IF;
        IF cardinality(proven) > 1 THEN
          UPDATE owner_account SET login_id = proven[1] WHERE login_id = ANY (proven[2:]);
          DELETE FROM owner_session WHERE owner_id IN (SELECT a.id FROM owner_account a WHERE a.login_id = proven[1]);
          DELETE FROM login WHERE id = ANY (proven[2:]);
        END IF;
        RETURN proven[1];
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'find_invitation(presented bytea)',
    'TABLE (store_id text, id text, email text, login_id text)',
    `
      SELECT store_id, id, email, login_id FROM owner_account
      WHERE invite_digest = presented AND (joined_at IS NOT NULL OR invite_expires_at > now())`,
  )}

  -- The last use is written at most once a minute: it only feeds the idle limit. The first use ends the one before and notes nothing: two
  -- sessions are not locked at once but under their login.
  ${systemFunction(
    'find_session(for_digest bytea, idle interval)',
    'TABLE (store_id text, owner_id text, csrf_digest bytea, expires_at timestamptz, email text)',
    `
      WITH touched AS (
        UPDATE owner_session n SET used_at = now() WHERE n.digest = for_digest AND n.used_at < now() - interval '1 minute'
          AND n.used_at > now() - idle AND n.expires_at > now()
          AND NOT EXISTS (SELECT FROM owner_session o WHERE o.digest = n.follows)),
      followed AS (
        DELETE FROM owner_session o USING owner_session n WHERE n.digest = for_digest AND o.digest = n.follows
          AND n.used_at > now() - idle AND n.expires_at > now())
      SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email
      FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
      WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle`,
  )}

  -- The password may change meanwhile, which ends all sessions: it waits for this one, or this one for it. Of several switches of one session
  -- the last one counts.
  ${systemFunction(
    'switch_session(presented bytea, to_store text, fresh bytea, fresh_csrf bytea, fresh_id text)',
    'TABLE (owner_id text, expires_at timestamptz)',
    `
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
      END`,
    'plpgsql',
  )}

  -- One that was to follow it and was never used goes as well. The second statement sees a switch that the first one waited for.
  ${systemFunction(
    'log_out(presented bytea)',
    'void',
    `
      BEGIN
        DELETE FROM owner_session WHERE digest = presented;
        DELETE FROM owner_session WHERE follows = presented;
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'end_login_sessions(of_owner text, only_id text, but bytea)',
    'SETOF owner_session',
    `
      BEGIN
        PERFORM hold_owner_login(of_owner, (SELECT store_id FROM owner_account WHERE id = of_owner));
        RETURN QUERY DELETE FROM owner_session s USING owner_account me, owner_account o
          WHERE me.id = of_owner AND o.login_id = me.login_id AND s.owner_id = o.id
            AND (only_id IS NULL OR s.id = only_id OR s.follows = (SELECT x.digest FROM owner_session x WHERE x.id = only_id))
            AND (but IS NULL OR s.digest <> but) RETURNING s.*;
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'address_account(for_email text)',
    'TABLE (id text, store_id text)',
    `
      SELECT id, store_id FROM owner_account WHERE lower(email) = lower(for_email) AND login_id IS NOT NULL
      ORDER BY joined_at, id LIMIT 1`,
  )}

  ${systemFunction(
    'login_addresses(most integer)',
    'SETOF text',
    `SELECT lower(email) FROM owner_account WHERE login_id IS NOT NULL GROUP BY 1 ORDER BY min(joined_at), 1 LIMIT most`,
  )}

  ${systemFunction(
    'issue_password_link(fresh bytea, for_owner text, by_mail text, expires timestamptz)',
    'void',
    `
      DELETE FROM password_link WHERE digest IN (
        SELECT digest FROM password_link WHERE expires_at < now() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED);
      INSERT INTO password_link (digest, owner_id, mail_id, expires_at) VALUES (fresh, for_owner, by_mail, expires)`,
  )}

  ${systemFunction(
    'mailed_password_link(in_mail text)',
    'timestamptz',
    `SELECT expires_at FROM password_link WHERE mail_id = in_mail AND expires_at > now()`,
  )}

  ${systemFunction(
    'find_password_link(presented bytea)',
    'TABLE (id text, store_id text, email text, mailed boolean)',
    `
      SELECT o.id, o.store_id, o.email, l.mail_id IS NOT NULL FROM password_link l JOIN owner_account o ON o.id = l.owner_id
      WHERE l.digest = presented AND l.expires_at > now()`,
  )}

  -- The logins come first, as for everybody who locks several things of an owner: two links of one address wait for each other there.
  ${systemFunction(
    'claim_password_link(presented bytea, hash text, at timestamptz)',
    'TABLE (id text, store_id text)',
    `
      DECLARE
        address text;
        held text[];
      BEGIN
        SELECT lower(o.email) INTO address FROM password_link l JOIN owner_account o ON o.id = l.owner_id
          WHERE l.digest = presented AND l.expires_at > now();
        SELECT array_agg(x.id) INTO held FROM (
          SELECT l.id FROM login l WHERE l.id IN (SELECT a.login_id FROM owner_account a WHERE lower(a.email) = address)
          ORDER BY l.id FOR UPDATE) AS x;
        DELETE FROM password_link l WHERE l.digest = presented AND held IS NOT NULL;
        IF NOT FOUND THEN RETURN; END IF;
        DELETE FROM password_link l USING owner_account a WHERE a.id = l.owner_id AND lower(a.email) = address;
        UPDATE login l SET password_hash = hash, password_set_at = at WHERE l.id = ANY (held);
        RETURN QUERY SELECT a.id, a.store_id FROM owner_account a WHERE a.login_id = ANY (held) ORDER BY a.id;
      END`,
    'plpgsql',
  )}

  -- A link that was asked for before is over with the password that it was to replace.
  ${systemFunction(
    'set_password(of_owner text, hash text, at timestamptz)',
    'void',
    `
      UPDATE login l SET password_hash = hash, password_set_at = at FROM owner_account o
      WHERE o.id = of_owner AND l.id = o.login_id;
      DELETE FROM password_link p USING owner_account a, owner_account o
      WHERE o.id = of_owner AND lower(a.email) = lower(o.email) AND p.owner_id = a.id`,
  )}

  CREATE TRIGGER owner_account_end AFTER DELETE ON owner_account
    FOR EACH ROW WHEN (old.login_id IS NOT NULL) EXECUTE FUNCTION end_login();
  CREATE TRIGGER owner_session_end BEFORE DELETE ON owner_session
    FOR EACH ROW WHEN (old.expires_at > now()) EXECUTE FUNCTION end_session();
`;
