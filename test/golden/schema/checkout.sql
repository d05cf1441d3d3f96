-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE buyer_identity (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C",
  order_id text COLLATE "C",
  sealed jsonb NOT NULL,
  CONSTRAINT buyer_identity_check CHECK ((num_nonnulls(session_id, order_id) = 1)),
  CONSTRAINT buyer_identity_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT buyer_identity_store_id_session_id_fkey FOREIGN KEY (store_id, session_id) REFERENCES checkout_session(store_id, id) ON DELETE CASCADE,
  CONSTRAINT buyer_identity_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE buyer_identity ENABLE ROW LEVEL SECURITY;
ALTER TABLE buyer_identity FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX buyer_identity_order ON public.buyer_identity USING btree (store_id, order_id);
CREATE UNIQUE INDEX buyer_identity_session ON public.buyer_identity USING btree (store_id, session_id);
CREATE POLICY store ON buyer_identity FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON buyer_identity TO tezgah_runtime;

CREATE TABLE checkout_session (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  cart jsonb NOT NULL,
  buyer_name text,
  buyer_email text,
  buyer_phone text,
  shipping_address jsonb,
  billing jsonb,
  note text,
  rate text,
  method text,
  quote jsonb,
  order_id text COLLATE "C",
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  coupon text,
  telephone boolean NOT NULL DEFAULT false,
  link_until timestamp with time zone,
  link_url text,
  link_cancelled_at timestamp with time zone,
  link_total bigint,
  CONSTRAINT checkout_session_check CHECK (((link_until IS NULL) OR telephone)),
  CONSTRAINT checkout_session_check1 CHECK (((link_until IS NULL) = (link_url IS NULL))),
  CONSTRAINT checkout_session_check2 CHECK (((link_cancelled_at IS NULL) OR (link_until IS NOT NULL))),
  CONSTRAINT checkout_session_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE checkout_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE checkout_session FORCE ROW LEVEL SECURITY;
CREATE INDEX checkout_session_email ON public.checkout_session USING btree (store_id, lower((buyer_email COLLATE "C"))) WHERE (buyer_email IS NOT NULL);
CREATE INDEX checkout_session_link ON public.checkout_session USING btree (store_id, created_at, id) WHERE (link_until IS NOT NULL);
CREATE INDEX checkout_session_phone ON public.checkout_session USING btree (store_id, buyer_phone) WHERE ((buyer_email IS NULL) AND (buyer_phone IS NOT NULL));
CREATE POLICY functions ON checkout_session FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON checkout_session FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON checkout_session TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.sweep_checkout_sessions(rest interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
WITH swept AS (
  DELETE FROM checkout_session WHERE (store_id, id) IN
    (SELECT store_id, id FROM checkout_session WHERE expires_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
SELECT count(*) FROM swept
$function$;
GRANT EXECUTE ON FUNCTION sweep_checkout_sessions(interval,integer) TO tezgah_runtime;
