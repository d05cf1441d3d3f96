-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE channel_budget_pause (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  request_group text COLLATE "C" NOT NULL,
  pauses_until timestamp with time zone NOT NULL,
  throttled_in_a_row smallint NOT NULL,
  CONSTRAINT channel_budget_pause_pkey PRIMARY KEY (store_id, extension, request_group)
);
ALTER TABLE channel_budget_pause ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_budget_pause FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_budget_pause FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_budget_pause TO tezgah_runtime;

CREATE TABLE channel_budget_slot (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  request_group text COLLATE "C" NOT NULL,
  span smallint NOT NULL,
  slot integer NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CONSTRAINT channel_budget_slot_pkey PRIMARY KEY (store_id, extension, request_group, span, slot)
);
ALTER TABLE channel_budget_slot ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_budget_slot FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_budget_slot FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_budget_slot TO tezgah_runtime;

CREATE TABLE channel_buybox (
  store_id text COLLATE "C" NOT NULL,
  listing_id text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  as_of timestamp with time zone NOT NULL,
  rank integer NOT NULL,
  price bigint NOT NULL,
  second_price bigint,
  third_price bigint,
  has_rivals boolean NOT NULL,
  CONSTRAINT channel_buybox_pkey PRIMARY KEY (store_id, listing_id, since)
);
ALTER TABLE channel_buybox ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_buybox FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_buybox FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_buybox TO tezgah_runtime;

CREATE TABLE channel_change (
  store_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  CONSTRAINT channel_change_pkey PRIMARY KEY (store_id, product_id)
) WITH (fillfactor=70);
ALTER TABLE channel_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_change FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON channel_change FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON channel_change FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_change TO tezgah_runtime;

CREATE TABLE channel_claim (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  claim_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  order_number text COLLATE "C" NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  modified_at timestamp with time zone NOT NULL,
  carrier text,
  tracking_number text,
  items jsonb NOT NULL,
  states text[] COLLATE "C" NOT NULL,
  deadline timestamp with time zone,
  place bigint NOT NULL,
  is_open boolean NOT NULL,
  is_owed boolean NOT NULL,
  looked_at timestamp with time zone NOT NULL,
  tried_at timestamp with time zone,
  read_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CONSTRAINT channel_claim_pkey PRIMARY KEY (store_id, extension, claim_id)
);
ALTER TABLE channel_claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_claim FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_claim_open ON public.channel_claim USING btree (store_id, extension, looked_at) WHERE is_open;
CREATE INDEX channel_claim_owed ON public.channel_claim USING btree (store_id, extension, tried_at) WHERE is_owed;
CREATE INDEX channel_claim_place ON public.channel_claim USING btree (store_id, extension, place, claim_id);
CREATE POLICY store ON channel_claim FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_claim TO tezgah_runtime;

CREATE TABLE channel_counter (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  throttled bigint NOT NULL,
  last_throttled_at timestamp with time zone,
  CONSTRAINT channel_counter_pkey PRIMARY KEY (store_id, extension)
);
ALTER TABLE channel_counter ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_counter FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_counter FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_counter TO tezgah_runtime;

CREATE TABLE channel_cursor (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  task text COLLATE "C" NOT NULL,
  until timestamp with time zone,
  ran_at timestamp with time zone,
  last_success timestamp with time zone,
  CONSTRAINT channel_cursor_pkey PRIMARY KEY (store_id, extension, task)
);
ALTER TABLE channel_cursor ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_cursor FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_cursor FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_cursor TO tezgah_runtime;

CREATE TABLE channel_job (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  total integer,
  done integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  exhausted boolean NOT NULL DEFAULT false,
  waiting_for text,
  error jsonb,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  waited_ms integer NOT NULL DEFAULT 0,
  lane text NOT NULL,
  waiting_reason text,
  waiting_until timestamp with time zone,
  input jsonb NOT NULL,
  progress jsonb NOT NULL,
  objects text[] NOT NULL,
  brought_bytes integer NOT NULL,
  CONSTRAINT channel_job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'cancelling'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT channel_job_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE channel_job ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_job FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_job_ended ON public.channel_job USING btree (store_id, extension, lane, finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX channel_job_kind ON public.channel_job USING btree (store_id, extension, kind, created_at, id);
CREATE INDEX channel_job_objects ON public.channel_job USING gin (objects) WHERE (objects <> '{}'::text[]);
CREATE INDEX channel_job_open ON public.channel_job USING btree (store_id, extension) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'cancelling'::text]));
CREATE INDEX channel_job_stopped ON public.channel_job USING btree (store_id, extension, state, created_at, id) WHERE (state = ANY (ARRAY['failed'::text, 'cancelled'::text]));
CREATE INDEX channel_job_turn ON public.channel_job USING btree (store_id, extension, created_at, id);
CREATE INDEX channel_job_waiting_files ON public.channel_job USING btree (store_id) WHERE (objects <> '{}'::text[]);
CREATE POLICY functions ON channel_job FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON channel_job FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_job TO tezgah_runtime;

CREATE TABLE channel_job_error (
  store_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C" NOT NULL,
  "position" integer NOT NULL,
  remote_id text,
  barcode text,
  title text,
  code text NOT NULL,
  message text NOT NULL,
  CONSTRAINT channel_job_error_store_id_job_id_fkey FOREIGN KEY (store_id, job_id) REFERENCES channel_job(store_id, id),
  CONSTRAINT channel_job_error_pkey PRIMARY KEY (store_id, job_id, "position")
);
ALTER TABLE channel_job_error ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_job_error FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_job_error FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_job_error TO tezgah_runtime;

CREATE TABLE channel_listing (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  variant_id text COLLATE "C",
  enabled boolean NOT NULL,
  price_override bigint,
  list_price_override bigint,
  price_locked boolean NOT NULL DEFAULT false,
  buffer integer,
  remote_product_id text COLLATE "C",
  remote_category_id text COLLATE "C",
  remote_brand_id text COLLATE "C",
  mirror jsonb,
  mirrored_at timestamp with time zone,
  last_error text,
  rev integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  remote_variant_id text COLLATE "C",
  remote_attributes jsonb NOT NULL DEFAULT '[]'::jsonb,
  origin text COLLATE "C",
  deci integer,
  CONSTRAINT channel_listing_buffer_check CHECK ((buffer >= 0)),
  CONSTRAINT channel_listing_list_price_override_check CHECK ((list_price_override >= 0)),
  CONSTRAINT channel_listing_price_override_check CHECK ((price_override >= 0)),
  CONSTRAINT channel_listing_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES catalog_product(store_id, id),
  CONSTRAINT channel_listing_pkey PRIMARY KEY (store_id, id)
) WITH (fillfactor=35);
ALTER TABLE channel_listing ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_listing FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX channel_listing_item ON public.channel_listing USING btree (store_id, product_id, extension, variant_id) NULLS NOT DISTINCT;
CREATE INDEX channel_listing_remote ON public.channel_listing USING btree (store_id, remote_product_id) WHERE (remote_product_id IS NOT NULL);
CREATE INDEX channel_listing_remote_product ON public.channel_listing USING btree (store_id, remote_product_id, extension);
CREATE UNIQUE INDEX channel_listing_remote_variant ON public.channel_listing USING btree (store_id, remote_variant_id, extension);
CREATE INDEX channel_listing_updated ON public.channel_listing USING btree (extension, store_id, updated_at);
CREATE POLICY functions ON channel_listing FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON channel_listing FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_listing TO tezgah_runtime;

CREATE TABLE channel_news (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  told_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_news_pkey PRIMARY KEY (store_id, extension, kind, name)
);
ALTER TABLE channel_news ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_news FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_news FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_news TO tezgah_runtime;

CREATE TABLE channel_offer (
  store_id text COLLATE "C" NOT NULL,
  listing_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  barcode text COLLATE "C",
  told_stock integer,
  told_price bigint,
  told_list_price bigint,
  told_at timestamp with time zone,
  told_seq bigint,
  sending_id text COLLATE "C",
  batch_id text COLLATE "C",
  due_at timestamp with time zone,
  waits text COLLATE "C",
  looked_at timestamp with time zone,
  there boolean,
  refused_text text,
  refused_wish text,
  refused_at timestamp with time zone,
  understated_until timestamp with time zone,
  held_price bigint,
  confirmed_price bigint,
  recent jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT channel_offer_store_id_listing_id_fkey FOREIGN KEY (store_id, listing_id) REFERENCES channel_listing(store_id, id),
  CONSTRAINT channel_offer_pkey PRIMARY KEY (store_id, listing_id)
) WITH (fillfactor=70);
ALTER TABLE channel_offer ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_offer FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_offer_due ON public.channel_offer USING btree (extension, store_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX channel_offer_sending ON public.channel_offer USING btree (sending_id, store_id) WHERE (sending_id IS NOT NULL);
CREATE POLICY functions ON channel_offer FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON channel_offer FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_offer TO tezgah_runtime;

CREATE TABLE channel_package_seen (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  package_id text COLLATE "C" NOT NULL,
  order_number text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  modified_at timestamp with time zone NOT NULL,
  unmapped integer NOT NULL,
  looked_at timestamp with time zone NOT NULL,
  tried_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_package_seen_pkey PRIMARY KEY (store_id, extension, package_id)
);
ALTER TABLE channel_package_seen ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_package_seen FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_package_seen_order ON public.channel_package_seen USING btree (store_id, extension, order_number);
CREATE INDEX channel_package_seen_unmapped ON public.channel_package_seen USING btree (store_id, extension, tried_at) WHERE (unmapped > 0);
CREATE POLICY store ON channel_package_seen FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_package_seen TO tezgah_runtime;

CREATE TABLE channel_picture (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  "position" integer NOT NULL,
  remote_id text NOT NULL,
  url text NOT NULL,
  tried_by text COLLATE "C",
  CONSTRAINT channel_picture_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES catalog_product(store_id, id) ON DELETE CASCADE,
  CONSTRAINT channel_picture_pkey PRIMARY KEY (store_id, extension, product_id, "position")
);
ALTER TABLE channel_picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_picture FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_picture_product ON public.channel_picture USING btree (store_id, product_id);
CREATE POLICY store ON channel_picture FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_picture TO tezgah_runtime;

CREATE TABLE channel_pictured (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  CONSTRAINT channel_pictured_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES catalog_product(store_id, id) ON DELETE CASCADE,
  CONSTRAINT channel_pictured_pkey PRIMARY KEY (store_id, extension, product_id)
);
ALTER TABLE channel_pictured ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_pictured FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_pictured_product ON public.channel_pictured USING btree (store_id, product_id);
CREATE POLICY store ON channel_pictured FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_pictured TO tezgah_runtime;

CREATE TABLE channel_question (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  state_word text NOT NULL,
  text text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  answer_until timestamp with time zone,
  buyer_name text,
  product_title text,
  product_url text,
  image_url text,
  answer jsonb,
  refused_answer jsonb,
  reason text,
  digest text COLLATE "C" NOT NULL,
  read_at timestamp with time zone NOT NULL,
  looked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT channel_question_pkey PRIMARY KEY (store_id, extension, question_id)
);
ALTER TABLE channel_question ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_question FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_question_asked ON public.channel_question USING btree (store_id, extension, asked_at, question_id);
CREATE INDEX channel_question_open ON public.channel_question USING btree (store_id, extension, state, answer_until, question_id);
CREATE POLICY store ON channel_question FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_question TO tezgah_runtime;

CREATE TABLE channel_reference (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  answer jsonb NOT NULL,
  as_of timestamp with time zone NOT NULL,
  CONSTRAINT channel_reference_pkey PRIMARY KEY (store_id, extension, subject)
);
ALTER TABLE channel_reference ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_reference FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_reference FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_reference TO tezgah_runtime;

CREATE TABLE channel_round (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  round text COLLATE "C" NOT NULL,
  ran_for timestamp with time zone NOT NULL,
  CONSTRAINT channel_round_pkey PRIMARY KEY (store_id, extension, round)
);
ALTER TABLE channel_round ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_round FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_round FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_round TO tezgah_runtime;

CREATE TABLE channel_sending (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  batch_id text COLLATE "C",
  items integer NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  polls integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone,
  looked_ids text[] COLLATE "C",
  CONSTRAINT channel_sending_kind_check CHECK ((kind = ANY (ARRAY['offers'::text, 'listings'::text]))),
  CONSTRAINT channel_sending_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'open'::text, 'done'::text, 'lost'::text, 'refused'::text]))),
  CONSTRAINT channel_sending_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE channel_sending ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_sending FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_sending_asked ON public.channel_sending USING btree (extension, store_id, asked_at);
CREATE INDEX channel_sending_next ON public.channel_sending USING btree (extension, store_id, next_at) WHERE (next_at IS NOT NULL);
CREATE POLICY functions ON channel_sending FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON channel_sending FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_sending TO tezgah_runtime;

CREATE TABLE channel_settlement (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  row_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  type_word text NOT NULL,
  at timestamp with time zone NOT NULL,
  order_number text COLLATE "C",
  package_id text COLLATE "C",
  barcode text,
  description text,
  credit bigint NOT NULL,
  debt bigint NOT NULL,
  revenue bigint NOT NULL,
  commission bigint NOT NULL,
  commission_percent double precision,
  currency text COLLATE "C" NOT NULL,
  payment_order_id text,
  payment_at timestamp with time zone,
  invoice_id text COLLATE "C",
  oddity text,
  digest text COLLATE "C" NOT NULL,
  read_at timestamp with time zone NOT NULL,
  looked_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  item_of text COLLATE "C",
  CONSTRAINT channel_settlement_pkey PRIMARY KEY (store_id, extension, row_id)
);
ALTER TABLE channel_settlement ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_settlement FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_settlement_at ON public.channel_settlement USING btree (store_id, extension, at, row_id);
CREATE INDEX channel_settlement_invoice ON public.channel_settlement USING btree (store_id, extension, looked_at) WHERE (invoice_id IS NOT NULL);
CREATE INDEX channel_settlement_invoice_id ON public.channel_settlement USING btree (store_id, extension, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX channel_settlement_item ON public.channel_settlement USING btree (store_id, extension, item_of) WHERE (item_of IS NOT NULL);
CREATE INDEX channel_settlement_order ON public.channel_settlement USING btree (store_id, extension, order_number) WHERE (order_number IS NOT NULL);
CREATE POLICY store ON channel_settlement FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_settlement TO tezgah_runtime;

CREATE TABLE channel_submission (
  store_id text COLLATE "C" NOT NULL,
  listing_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  job_id text COLLATE "C" NOT NULL,
  stage text COLLATE "C" NOT NULL,
  state text COLLATE "C",
  reasons text[] NOT NULL DEFAULT '{}'::text[],
  barcode text COLLATE "C",
  sending_id text COLLATE "C",
  batch_id text COLLATE "C",
  sent_at timestamp with time zone,
  decided_at timestamp with time zone,
  looks integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone,
  CONSTRAINT channel_submission_stage_check CHECK ((stage = ANY (ARRAY['todo'::text, 'sent'::text, 'ended'::text]))),
  CONSTRAINT channel_submission_state_check CHECK ((state = ANY (ARRAY['pending_approval'::text, 'rejected'::text, 'approved'::text, 'missing'::text]))),
  CONSTRAINT channel_submission_store_id_listing_id_fkey FOREIGN KEY (store_id, listing_id) REFERENCES channel_listing(store_id, id),
  CONSTRAINT channel_submission_pkey PRIMARY KEY (store_id, listing_id)
) WITH (fillfactor=70);
ALTER TABLE channel_submission ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_submission FORCE ROW LEVEL SECURITY;
CREATE INDEX channel_submission_job ON public.channel_submission USING btree (job_id, store_id) WHERE (stage <> 'ended'::text);
CREATE INDEX channel_submission_next ON public.channel_submission USING btree (extension, store_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX channel_submission_sending ON public.channel_submission USING btree (sending_id, store_id) WHERE (sending_id IS NOT NULL);
CREATE POLICY store ON channel_submission FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_submission TO tezgah_runtime;

CREATE TABLE channel_watch (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_watch_pkey PRIMARY KEY (store_id, extension)
);
ALTER TABLE channel_watch ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_watch FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON channel_watch FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON channel_watch FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_watch TO tezgah_runtime;

CREATE TABLE channel_webhook (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  url text NOT NULL,
  webhook_id text,
  state text COLLATE "C" NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  proven_at timestamp with time zone,
  checked_at timestamp with time zone,
  reactivated_at timestamp with time zone,
  CONSTRAINT channel_webhook_pkey PRIMARY KEY (store_id, extension)
);
ALTER TABLE channel_webhook ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_webhook FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_webhook FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_webhook TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.channels_to_push()
 RETURNS TABLE(store_id text, extension text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT e.store_id, e.key FROM extension e LEFT JOIN channel_watch w ON w.store_id = e.store_id AND w.extension = e.key
CROSS JOIN LATERAL (SELECT CASE WHEN w.seen_at < now() - interval '5 seconds' THEN w.seen_at - interval '5 seconds' ELSE w.seen_at END AS since) AS look
WHERE e.enabled
  AND COALESCE(e.granted->'actions' ? 'offers.send', true)
  AND EXISTS (SELECT FROM channel_listing l WHERE l.extension = e.key AND l.store_id = e.store_id)
  AND (w.store_id IS NULL
    OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq IS NULL)
    OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq > w.seq)
    OR EXISTS (SELECT FROM channel_change c WHERE c.store_id = e.store_id)
    OR EXISTS (SELECT FROM channel_listing l
      WHERE l.extension = e.key AND l.store_id = e.store_id AND l.updated_at > look.since)
    OR EXISTS (SELECT FROM store_channel_settings s
      WHERE s.store_id = e.store_id AND s.extension = e.key AND s.updated_at > look.since)
    OR EXISTS (SELECT FROM store_stock_policy s WHERE s.store_id = e.store_id AND s.updated_at > look.since)
    OR EXISTS (SELECT FROM channel_offer o
      WHERE o.extension = e.key AND o.store_id = e.store_id AND o.due_at <= now())
    OR EXISTS (SELECT FROM channel_sending s
      WHERE s.extension = e.key AND s.store_id = e.store_id AND s.next_at <= now() AND s.kind = 'offers'))
$function$;
GRANT EXECUTE ON FUNCTION channels_to_push() TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.note_channel_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  of_product text;
BEGIN
  IF TG_TABLE_NAME = 'catalog_product' THEN of_product := OLD.id; ELSE of_product := OLD.product_id; END IF;
  IF EXISTS (SELECT FROM channel_listing l WHERE l.store_id = OLD.store_id AND l.product_id = of_product) THEN
    INSERT INTO channel_change (store_id, product_id) VALUES (OLD.store_id, of_product)
    ON CONFLICT (store_id, product_id) DO UPDATE SET product_id = excluded.product_id;
  END IF;
  RETURN NULL;
END
$function$;
CREATE TRIGGER catalog_product_channels AFTER UPDATE ON public.catalog_product FOR EACH ROW WHEN ((((((old.price IS DISTINCT FROM new.price) OR (old.barcode IS DISTINCT FROM new.barcode)) OR (old.status IS DISTINCT FROM new.status)) OR (old.variant_count IS DISTINCT FROM new.variant_count)) OR ((old.stock IS NULL) IS DISTINCT FROM (new.stock IS NULL)))) EXECUTE FUNCTION note_channel_change();
CREATE TRIGGER catalog_variant_channels AFTER UPDATE ON public.catalog_variant FOR EACH ROW WHEN ((((old.price IS DISTINCT FROM new.price) OR (old.barcode IS DISTINCT FROM new.barcode)) OR ((old.stock IS NULL) IS DISTINCT FROM (new.stock IS NULL)))) EXECUTE FUNCTION note_channel_change();
CREATE TRIGGER catalog_variant_channels_gone AFTER DELETE ON public.catalog_variant FOR EACH ROW EXECUTE FUNCTION note_channel_change();

CREATE OR REPLACE FUNCTION public.open_channel_job(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT j.id, j.store_id, jsonb_build_object('jobId', j.id, 'extension', j.extension, 'kind', j.kind, 'input', j.input)
FROM channel_job j WHERE j.state IN ('queued', 'running', 'cancelling')) AS open (id, store_id, facts)
  WHERE open.id COLLATE "C" > after
    AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
  ORDER BY open.id COLLATE "C" LIMIT batch
) AS o
CROSS JOIN LATERAL (
  SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
  WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
) AS r (restarts, rested)
ORDER BY o.id COLLATE "C"
$function$;
GRANT EXECUTE ON FUNCTION open_channel_job(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_jobs()
 RETURNS TABLE(kind text, state text, jobs bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT kind, state, count(*) FROM channel_job WHERE state IN ('queued', 'running', 'cancelling') GROUP BY 1, 2
$function$;
GRANT EXECUTE ON FUNCTION open_jobs() TO tezgah_runtime;
