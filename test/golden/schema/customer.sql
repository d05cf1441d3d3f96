-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE customer_note (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_note_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customer(store_id, id),
  CONSTRAINT customer_note_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE customer_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_note FORCE ROW LEVEL SECURITY;
CREATE INDEX customer_note_customer ON public.customer_note USING btree (store_id, customer_id, id);
CREATE POLICY store ON customer_note FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON customer_note TO tezgah_runtime;
