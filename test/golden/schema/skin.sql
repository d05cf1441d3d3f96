-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE theme_installed (
  store_id text COLLATE "C" NOT NULL,
  theme text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  version text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT theme_installed_pkey PRIMARY KEY (store_id, theme)
);
ALTER TABLE theme_installed ENABLE ROW LEVEL SECURITY;
ALTER TABLE theme_installed FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON theme_installed FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON theme_installed TO tezgah_runtime;

CREATE TABLE theme_pack (
  store_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  text text NOT NULL,
  bytes integer NOT NULL,
  pushed_at timestamp with time zone NOT NULL,
  by_kind text COLLATE "C" NOT NULL,
  CONSTRAINT theme_pack_pkey PRIMARY KEY (store_id, key, version)
);
ALTER TABLE theme_pack ENABLE ROW LEVEL SECURITY;
ALTER TABLE theme_pack FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON theme_pack FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON theme_pack FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT ON theme_pack TO tezgah_runtime;
GRANT SELECT (store_id, hash, key, version, text) ON theme_pack TO tezgah_storefront;

CREATE TABLE workspace_pack (
  store_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  text text NOT NULL,
  pushed_at timestamp with time zone NOT NULL,
  CONSTRAINT workspace_pack_pkey PRIMARY KEY (store_id, hash, workspace_id)
);
ALTER TABLE workspace_pack ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_pack FORCE ROW LEVEL SECURITY;
CREATE INDEX workspace_pack_workspace ON public.workspace_pack USING btree (store_id, workspace_id, pushed_at);
CREATE POLICY store ON workspace_pack FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON workspace_pack FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON workspace_pack TO tezgah_runtime;
GRANT SELECT (store_id, hash, key, version, text) ON workspace_pack TO tezgah_storefront;
