-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE legal_page (
  store_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  text text NOT NULL,
  ground text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT legal_page_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT legal_page_pkey PRIMARY KEY (store_id, kind)
);
ALTER TABLE legal_page ENABLE ROW LEVEL SECURITY;
ALTER TABLE legal_page FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON legal_page FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON legal_page FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON legal_page TO tezgah_runtime;
GRANT SELECT (store_id, kind, text, updated_at) ON legal_page TO tezgah_storefront;
