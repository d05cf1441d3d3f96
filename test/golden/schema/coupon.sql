-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE coupon (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  code text COLLATE "C",
  title text NOT NULL,
  kind text NOT NULL,
  percent integer,
  amount bigint,
  minimum bigint NOT NULL,
  collection_id text COLLATE "C",
  uses_max integer,
  customer_uses_max integer,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  active boolean NOT NULL,
  uses integer NOT NULL DEFAULT 0,
  given bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT coupon_check CHECK (((percent IS NOT NULL) = (kind = 'percent'::text))),
  CONSTRAINT coupon_check1 CHECK (((amount IS NOT NULL) = (kind = 'amount'::text))),
  CONSTRAINT coupon_uses_check CHECK ((uses >= 0)),
  CONSTRAINT coupon_store_id_collection_id_fkey FOREIGN KEY (store_id, collection_id) REFERENCES catalog_collection(store_id, id),
  CONSTRAINT coupon_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE coupon ENABLE ROW LEVEL SECURITY;
ALTER TABLE coupon FORCE ROW LEVEL SECURITY;
CREATE INDEX coupon_automatic ON public.coupon USING btree (store_id, id) WHERE ((code IS NULL) AND active);
CREATE UNIQUE INDEX coupon_code ON public.coupon USING btree (store_id, code) WHERE (code IS NOT NULL);
CREATE POLICY store ON coupon FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON coupon TO tezgah_runtime;

CREATE TABLE coupon_use (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  coupon_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  code text COLLATE "C",
  taken_off text NOT NULL,
  kurus bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  given_back_at timestamp with time zone,
  CONSTRAINT coupon_use_store_id_coupon_id_fkey FOREIGN KEY (store_id, coupon_id) REFERENCES coupon(store_id, id),
  CONSTRAINT coupon_use_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customer(store_id, id),
  CONSTRAINT coupon_use_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT coupon_use_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT coupon_use_store_id_order_id_coupon_id_key UNIQUE (store_id, order_id, coupon_id)
);
ALTER TABLE coupon_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE coupon_use FORCE ROW LEVEL SECURITY;
CREATE INDEX coupon_use_customer ON public.coupon_use USING btree (store_id, coupon_id, customer_id) WHERE (given_back_at IS NULL);
CREATE POLICY store ON coupon_use FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON coupon_use TO tezgah_runtime;
