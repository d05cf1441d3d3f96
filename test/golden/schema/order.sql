-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE customer (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  name text,
  email text,
  phone text,
  email_digest bytea,
  identity_id text,
  anonymized_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  remote_digest bytea,
  search_text text NOT NULL,
  CONSTRAINT customer_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX customer_email ON public.customer USING btree (store_id, email_digest);
CREATE INDEX customer_identity ON public.customer USING btree (store_id, identity_id) WHERE (identity_id IS NOT NULL);
CREATE UNIQUE INDEX customer_remote ON public.customer USING btree (store_id, remote_digest);
CREATE INDEX customer_search_keys ON public.customer USING gin (search_keys(store_id, search_text));
CREATE POLICY functions ON customer FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON customer FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON customer TO tezgah_runtime;

CREATE TABLE order_belge (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  html text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT order_belge_check CHECK ((digest = encode(sha256(convert_to(html, 'UTF8'::name)), 'hex'::text))),
  CONSTRAINT order_belge_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT order_belge_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE order_belge ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_belge FORCE ROW LEVEL SECURITY;
CREATE INDEX order_belge_order ON public.order_belge USING btree (store_id, order_id, id);
CREATE POLICY store ON order_belge FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON order_belge TO tezgah_runtime;

CREATE TABLE order_event (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C",
  state text COLLATE "C",
  text text,
  CONSTRAINT order_event_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT order_event_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE order_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_event FORCE ROW LEVEL SECURITY;
CREATE INDEX order_event_order ON public.order_event USING btree (store_id, order_id, id);
CREATE POLICY store ON order_event FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON order_event TO tezgah_runtime;
GRANT UPDATE (text) ON order_event TO tezgah_runtime;

CREATE TABLE order_line (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  "position" smallint NOT NULL,
  product_id text COLLATE "C",
  variant_id text COLLATE "C",
  title text NOT NULL,
  variant_title text,
  sku text,
  barcode text,
  quantity integer NOT NULL,
  unit_price bigint NOT NULL,
  vat_rate smallint NOT NULL,
  requires_shipping boolean NOT NULL,
  digital_kind text COLLATE "C" NOT NULL,
  withdrawal_exception text COLLATE "C",
  units jsonb NOT NULL,
  stock_taken integer NOT NULL,
  booked integer NOT NULL,
  shipped integer NOT NULL,
  delivered integer NOT NULL,
  bounced integer NOT NULL,
  returned integer NOT NULL,
  restocked integer NOT NULL,
  refunded_units integer[] NOT NULL,
  unsent integer NOT NULL,
  codes integer,
  lost integer NOT NULL,
  kept_units integer[] NOT NULL,
  unpaid_units integer[] NOT NULL,
  oversold integer NOT NULL,
  channel_line text COLLATE "C",
  removed_units integer[] NOT NULL DEFAULT '{}'::integer[],
  CONSTRAINT order_line_back CHECK (((returned + unsent) <= quantity)),
  CONSTRAINT order_line_check CHECK (((stock_taken >= 0) AND (stock_taken <= quantity))),
  CONSTRAINT order_line_check1 CHECK (((restocked >= 0) AND (restocked <= stock_taken))),
  CONSTRAINT order_line_check2 CHECK (((booked >= 0) AND (shipped >= 0) AND (delivered >= 0) AND (bounced >= 0))),
  CONSTRAINT order_line_check3 CHECK (((((booked + shipped) + delivered) + bounced) <= quantity)),
  CONSTRAINT order_line_check4 CHECK (((returned >= 0) AND (returned <= quantity))),
  CONSTRAINT order_line_check5 CHECK ((cardinality(refunded_units) <= quantity)),
  CONSTRAINT order_line_check6 CHECK (((codes >= 0) AND (codes <= quantity))),
  CONSTRAINT order_line_kept CHECK ((((cardinality(kept_units) >= unsent) AND (cardinality(kept_units) <= quantity)) AND (kept_units @> unpaid_units))),
  CONSTRAINT order_line_oversold CHECK (((oversold >= 0) AND (oversold <= stock_taken))),
  CONSTRAINT order_line_places CHECK (((unsent >= 0) AND (lost >= 0) AND ((((((booked + shipped) + delivered) + bounced) + lost) + unsent) <= quantity))),
  CONSTRAINT order_line_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT order_line_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT order_line_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE order_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_line FORCE ROW LEVEL SECURITY;
CREATE INDEX order_line_amiss ON public.order_line USING btree (store_id, id) WHERE (oversold > 0);
CREATE INDEX order_line_here ON public.order_line USING btree (store_id, product_id, id) WHERE (requires_shipping AND (restocked < stock_taken) AND ((((shipped + delivered) + lost) + unsent) < quantity));
CREATE INDEX order_line_order ON public.order_line USING btree (store_id, order_id, "position");
CREATE INDEX order_line_product ON public.order_line USING btree (store_id, product_id, id);
CREATE INDEX order_line_short ON public.order_line USING btree (store_id, product_id, id) WHERE ((codes + cardinality(refunded_units)) < quantity);
CREATE INDEX order_line_unmapped ON public.order_line USING btree (store_id, barcode, id) WHERE (product_id IS NULL);
CREATE POLICY functions ON order_line FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON order_line FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON order_line TO tezgah_runtime;

CREATE TABLE order_number (
  store_id text COLLATE "C" NOT NULL,
  last integer NOT NULL,
  CONSTRAINT order_number_pkey PRIMARY KEY (store_id)
);
ALTER TABLE order_number ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_number FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON order_number FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON order_number TO tezgah_runtime;

CREATE TABLE order_package (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  order_id text COLLATE "C",
  extension text COLLATE "C" NOT NULL,
  external_number text COLLATE "C" NOT NULL,
  package_id text COLLATE "C" NOT NULL,
  origin_package_ids jsonb NOT NULL,
  state text COLLATE "C" NOT NULL,
  state_word text NOT NULL,
  modified_at timestamp with time zone NOT NULL,
  ship_until timestamp with time zone,
  total bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  carrier text,
  tracking_number text,
  tracking_url text,
  invoice_number text,
  invoice_url text,
  lines jsonb NOT NULL,
  ordered jsonb NOT NULL,
  pieces jsonb NOT NULL,
  held jsonb NOT NULL,
  shipment_id text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT order_package_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT order_package_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE order_package ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_package FORCE ROW LEVEL SECURITY;
CREATE INDEX order_package_held ON public.order_package USING btree (store_id, id) WHERE (held <> '[]'::jsonb);
CREATE UNIQUE INDEX order_package_name ON public.order_package USING btree (store_id, extension, package_id);
CREATE INDEX order_package_number ON public.order_package USING btree (store_id, extension, external_number);
CREATE INDEX order_package_order ON public.order_package USING btree (store_id, order_id, id);
CREATE INDEX order_package_tracking_number ON public.order_package USING btree (store_id, tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE POLICY store ON order_package FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON order_package TO tezgah_runtime;

CREATE TABLE order_refund (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  order_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  reason text,
  pieces jsonb NOT NULL,
  reference text,
  failure text,
  settled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  payment_id text COLLATE "C",
  asked smallint NOT NULL DEFAULT 0,
  asked_at timestamp with time zone,
  waiting_for text,
  missing_since timestamp with time zone,
  CONSTRAINT order_refund_amount_check CHECK ((amount > 0)),
  CONSTRAINT order_refund_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT order_refund_store_id_payment_id_fkey FOREIGN KEY (store_id, payment_id) REFERENCES payment(store_id, id),
  CONSTRAINT order_refund_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE order_refund ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_refund FORCE ROW LEVEL SECURITY;
CREATE INDEX order_refund_by_hand ON public.order_refund USING btree (store_id, id) WHERE ((state = 'requested'::text) AND (method = 'manual'::text));
CREATE INDEX order_refund_order ON public.order_refund USING btree (store_id, order_id, id);
CREATE INDEX order_refund_settled ON public.order_refund USING btree (store_id, settled_at) WHERE (state = 'succeeded'::text);
CREATE INDEX order_refund_trouble ON public.order_refund USING btree (store_id, id) WHERE (state = ANY (ARRAY['failed'::text, 'unknown'::text]));
CREATE POLICY functions ON order_refund FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON order_refund FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON order_refund TO tezgah_runtime;

CREATE TABLE order_return (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  order_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  noticed_at timestamp with time zone NOT NULL,
  delivered_at timestamp with time zone,
  withdrawal_until timestamp with time zone,
  note text,
  pieces jsonb NOT NULL,
  instructions jsonb,
  rejection jsonb,
  receipts jsonb NOT NULL,
  refund_until timestamp with time zone,
  refunds text[] COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  external_claim text COLLATE "C",
  CONSTRAINT order_return_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT order_return_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE order_return ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_return FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX order_return_claim ON public.order_return USING btree (store_id, order_id, external_claim) WHERE (external_claim IS NOT NULL);
CREATE INDEX order_return_customer ON public.order_return USING btree (store_id, customer_id, id);
CREATE INDEX order_return_due ON public.order_return USING btree (store_id, refund_until) WHERE ((refund_until IS NOT NULL) AND (state = ANY (ARRAY['requested'::text, 'approved'::text, 'partially_received'::text, 'received'::text])));
CREATE INDEX order_return_noticed ON public.order_return USING btree (store_id, noticed_at);
CREATE INDEX order_return_order ON public.order_return USING btree (store_id, order_id, id);
CREATE INDEX order_return_state ON public.order_return USING btree (store_id, state, id);
CREATE POLICY store ON order_return FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON order_return TO tezgah_runtime;

CREATE TABLE order_shipment (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  order_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  state_at timestamp with time zone NOT NULL,
  carrier text COLLATE "C" NOT NULL,
  tracking_number text,
  tracking_url text,
  pieces jsonb NOT NULL,
  forward jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  extension text COLLATE "C",
  reference text COLLATE "C",
  offer_id text COLLATE "C",
  service text COLLATE "C",
  price bigint,
  remote_id text COLLATE "C",
  failure text,
  asked smallint NOT NULL DEFAULT 0,
  asked_at timestamp with time zone,
  waiting_for text,
  look_wanted_at timestamp with time zone,
  looked_at timestamp with time zone,
  placed_at timestamp with time zone NOT NULL,
  order_total bigint NOT NULL,
  package_id text COLLATE "C",
  missing_since timestamp with time zone,
  CONSTRAINT order_shipment_booked CHECK (((extension IS NULL) OR (package_id IS NOT NULL) OR ((reference IS NOT NULL) AND (offer_id IS NOT NULL) AND (price IS NOT NULL)))),
  CONSTRAINT order_shipment_price_check CHECK ((price >= 0)),
  CONSTRAINT order_shipment_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT order_shipment_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE order_shipment ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_shipment FORCE ROW LEVEL SECURITY;
CREATE INDEX order_shipment_carrier_placed ON public.order_shipment USING btree (store_id, carrier, placed_at, order_id) WHERE (state <> ALL (ARRAY['cancelled'::text, 'failed'::text]));
CREATE INDEX order_shipment_carrier_total ON public.order_shipment USING btree (store_id, carrier, order_total, order_id) WHERE (state <> ALL (ARRAY['cancelled'::text, 'failed'::text]));
CREATE INDEX order_shipment_open ON public.order_shipment USING btree (id) WHERE ((extension IS NOT NULL) AND (state <> ALL (ARRAY['delivered'::text, 'returned'::text, 'cancelled'::text, 'failed'::text, 'unknown'::text])));
CREATE INDEX order_shipment_order ON public.order_shipment USING btree (store_id, order_id, id);
CREATE UNIQUE INDEX order_shipment_package ON public.order_shipment USING btree (store_id, extension, package_id) WHERE ((package_id IS NOT NULL) AND (state <> ALL (ARRAY['cancelled'::text, 'failed'::text])));
CREATE INDEX order_shipment_remote ON public.order_shipment USING btree (store_id, extension, remote_id);
CREATE INDEX order_shipment_tracking_number ON public.order_shipment USING btree (store_id, tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX order_shipment_trouble ON public.order_shipment USING btree (store_id, id) WHERE (state = ANY (ARRAY['lost'::text, 'returned'::text, 'unknown'::text]));
CREATE POLICY functions ON order_shipment FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON order_shipment FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON order_shipment TO tezgah_runtime;

CREATE TABLE overdue_watch (
  sole boolean NOT NULL DEFAULT true,
  since timestamp with time zone NOT NULL,
  looked_at timestamp with time zone NOT NULL,
  CONSTRAINT overdue_watch_sole_check CHECK (sole),
  CONSTRAINT overdue_watch_pkey PRIMARY KEY (sole)
);
ALTER TABLE overdue_watch ENABLE ROW LEVEL SECURITY;
ALTER TABLE overdue_watch FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON overdue_watch FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE payment (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C",
  extension text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  provider_id text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  paid_amount bigint,
  instalments smallint,
  review text COLLATE "C",
  test boolean NOT NULL,
  captured_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  handle text COLLATE "C",
  entry text COLLATE "C" NOT NULL DEFAULT 'provider'::text,
  ticket text COLLATE "C",
  quote_digest text COLLATE "C",
  expires_at timestamp with time zone,
  completed smallint NOT NULL DEFAULT 0,
  completed_at timestamp with time zone,
  asked smallint NOT NULL DEFAULT 0,
  asked_at timestamp with time zone,
  waiting_for text,
  failure text,
  finding text COLLATE "C",
  note text,
  missing_since timestamp with time zone,
  CONSTRAINT payment_amount_check CHECK ((amount > 0)),
  CONSTRAINT payment_check CHECK (((order_id IS NULL) OR (state = 'captured'::text))),
  CONSTRAINT payment_check1 CHECK (((state <> 'captured'::text) OR ((provider_id IS NOT NULL) AND (captured_at IS NOT NULL)))),
  CONSTRAINT payment_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES store_order(store_id, id),
  CONSTRAINT payment_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE payment ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment FORCE ROW LEVEL SECURITY;
CREATE INDEX payment_apart ON public.payment USING btree (store_id, id) WHERE ((order_id IS NULL) AND ((state <> ALL (ARRAY['begun'::text, 'failed'::text])) OR (finding IS NOT NULL)));
CREATE INDEX payment_open ON public.payment USING btree (id) WHERE ((order_id IS NULL) AND (state = ANY (ARRAY['begun'::text, 'captured'::text, 'returning'::text])));
CREATE UNIQUE INDEX payment_order ON public.payment USING btree (store_id, order_id);
CREATE UNIQUE INDEX payment_reference ON public.payment USING btree (store_id, extension, reference);
CREATE INDEX payment_reviewed ON public.payment USING btree (id) WHERE ((review = 'pending'::text) AND (order_id IS NOT NULL));
CREATE INDEX payment_said ON public.payment USING btree (updated_at) WHERE ((order_id IS NULL) AND (state = 'failed'::text) AND ((waiting_for IS NOT NULL) OR (failure !~ '^[a-z_]+$'::text)));
CREATE INDEX payment_session ON public.payment USING btree (store_id, session_id);
CREATE INDEX payment_stray ON public.payment USING btree (store_id, id) WHERE ((order_id IS NULL) AND (state = ANY (ARRAY['not_returned'::text, 'unknown'::text])));
CREATE POLICY functions ON payment FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON payment FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON payment TO tezgah_runtime;

CREATE TABLE store_order (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  number text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  external_number text COLLATE "C",
  customer_id text COLLATE "C" NOT NULL,
  payment text COLLATE "C" NOT NULL,
  payment_method text COLLATE "C" NOT NULL,
  fulfilment text COLLATE "C" NOT NULL,
  cancel_reason text COLLATE "C",
  items_total bigint NOT NULL,
  discount_total bigint NOT NULL,
  shipping_total bigint NOT NULL,
  cod_fee bigint NOT NULL,
  total bigint NOT NULL,
  vat_total bigint NOT NULL,
  captured bigint NOT NULL,
  refund_reserved bigint NOT NULL,
  refunded bigint NOT NULL,
  buyer_name text NOT NULL,
  buyer_email text,
  buyer_phone text,
  shipping_address jsonb,
  billing jsonb,
  buyer_note text,
  shipping_rate jsonb,
  placed_at timestamp with time zone NOT NULL,
  paid_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  search_text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  identity_stated boolean NOT NULL,
  review text COLLATE "C",
  transfer_until timestamp with time zone,
  uncollected bigint NOT NULL DEFAULT 0,
  CONSTRAINT store_order_check CHECK ((total = (((items_total - discount_total) + shipping_total) + cod_fee))),
  CONSTRAINT store_order_check1 CHECK (((refund_reserved >= 0) AND (refunded >= 0) AND ((refund_reserved + refunded) <= captured))),
  CONSTRAINT store_order_check2 CHECK (((uncollected >= 0) AND (uncollected <= total))),
  CONSTRAINT store_order_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customer(store_id, id),
  CONSTRAINT store_order_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE store_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_order FORCE ROW LEVEL SECURITY;
CREATE INDEX store_order_customer ON public.store_order USING btree (store_id, customer_id, placed_at, id) INCLUDE (payment, total, uncollected, refunded);
CREATE UNIQUE INDEX store_order_external ON public.store_order USING btree (store_id, channel, external_number) WHERE (external_number IS NOT NULL);
CREATE INDEX store_order_fulfilment ON public.store_order USING btree (store_id, fulfilment, placed_at, id);
CREATE UNIQUE INDEX store_order_number ON public.store_order USING btree (store_id, number);
CREATE INDEX store_order_overdue ON public.store_order USING btree (transfer_until, id) INCLUDE (store_id) WHERE ((payment = 'awaiting_transfer'::text) AND (transfer_until IS NOT NULL));
CREATE INDEX store_order_paid_late ON public.store_order USING btree (store_id, id) WHERE ((payment = 'cancelled'::text) AND (payment_method = 'transfer'::text) AND ((refunded + refund_reserved) < captured));
CREATE INDEX store_order_payment ON public.store_order USING btree (store_id, payment, placed_at, id);
CREATE INDEX store_order_placed ON public.store_order USING btree (store_id, placed_at, id);
CREATE INDEX store_order_refunded ON public.store_order USING btree (store_id, placed_at, id) WHERE (refunded > 0);
CREATE INDEX store_order_search_keys ON public.store_order USING gin (search_keys(store_id, search_text));
CREATE INDEX store_order_to_collect ON public.store_order USING btree (store_id, id) WHERE ((payment = 'pending_cod'::text) AND (fulfilment = 'delivered'::text));
CREATE INDEX store_order_to_ship ON public.store_order USING btree (store_id, id) WHERE ((payment = ANY (ARRAY['paid'::text, 'pending_cod'::text])) AND (fulfilment = ANY (ARRAY['unfulfilled'::text, 'partially_fulfilled'::text, 'returned_to_sender'::text])) AND ((captured = 0) OR ((refunded + refund_reserved) < captured)));
CREATE INDEX store_order_total ON public.store_order USING btree (store_id, total, id);
CREATE INDEX store_order_turnover ON public.store_order USING btree (store_id, placed_at) INCLUDE (payment, total, uncollected);
CREATE INDEX store_order_under_review ON public.store_order USING btree (store_id, id) WHERE ((payment = 'paid'::text) AND (review = ANY (ARRAY['pending'::text, 'rejected'::text])) AND ((refunded + refund_reserved) < captured));
CREATE POLICY functions ON store_order FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON store_order FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON store_order TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_booking(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
    WHERE s.extension IS NOT NULL AND s.state = 'booking') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_booking(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_payment_attempt(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT p.id, p.store_id, jsonb_build_object('paymentId', p.id) FROM payment p
    WHERE p.order_id IS NULL AND p.state IN ('begun', 'captured', 'returning')
      OR p.order_id IS NOT NULL AND p.review = 'pending' AND p.captured_at > now() - interval '30 days') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_payment_attempt(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_refund(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT r.id, r.store_id, jsonb_build_object('refundId', r.id) FROM order_refund r
    WHERE r.payment_id IS NOT NULL AND r.state = 'requested') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_refund(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_shipment_cancelling(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
    WHERE s.extension IS NOT NULL AND s.state = 'cancelling') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_shipment_cancelling(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_shipment_tracking(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
    WHERE s.extension IS NOT NULL AND s.remote_id IS NOT NULL AND s.state_at > now() - interval '45 days'
      AND s.state IN ('booked', 'picked_up', 'in_transit', 'out_for_delivery', 'attempt_failed', 'returning', 'lost')) AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_shipment_tracking(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.overdue_transfers(by timestamp with time zone, after_until timestamp with time zone, after_id text, most integer)
 RETURNS TABLE(store_id text, id text, transfer_until timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT store_id, id, transfer_until FROM store_order
WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL AND transfer_until < by
  AND (transfer_until, id) > (after_until, after_id)
ORDER BY transfer_until, id LIMIT most
$function$;
GRANT EXECUTE ON FUNCTION overdue_transfers(timestamp with time zone,timestamp with time zone,text,integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.search_customers(words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
SELECT id FROM customer
WHERE search_keys(store_id, search_text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND search_text LIKE ALL (words)
$function$;
GRANT EXECUTE ON FUNCTION search_customers(text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.search_orders(words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
SELECT id FROM store_order
WHERE search_keys(store_id, search_text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND search_text LIKE ALL (words)
$function$;
GRANT EXECUTE ON FUNCTION search_orders(text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.stores_short_of_codes(after text, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT DISTINCT store_id FROM order_line
WHERE codes + cardinality(refunded_units) < quantity AND store_id > after ORDER BY store_id LIMIT most
$function$;
GRANT EXECUTE ON FUNCTION stores_short_of_codes(text,integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.sweep_payment_words(rest interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
WITH said AS (
  UPDATE payment SET failure = substring(failure FROM '^[a-z_]+(?=:|$)'), waiting_for = NULL WHERE (store_id, id) IN
    (SELECT store_id, id FROM payment WHERE order_id IS NULL AND state = 'failed' AND (waiting_for IS NOT NULL OR failure !~ '^[a-z_]+$') AND updated_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
SELECT count(*) FROM said
$function$;
GRANT EXECUTE ON FUNCTION sweep_payment_words(interval,integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.watch_overdue_transfers(at timestamp with time zone, gap interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO overdue_watch AS watch (since, looked_at) VALUES (at, at)
ON CONFLICT (sole) DO UPDATE SET looked_at = greatest(watch.looked_at, at),
  since = CASE WHEN watch.looked_at < at - gap THEN at ELSE watch.since END
RETURNING since
$function$;
GRANT EXECUTE ON FUNCTION watch_overdue_transfers(timestamp with time zone,interval) TO tezgah_runtime;
