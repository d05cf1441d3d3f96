import { RUNTIME_ROLE } from '../../src/kernel/database/roles';
import { isolate, keepToFunctions, openToFunctions, systemFunction } from '../isolation';
import { openRows } from '../open-rows';

/** Customers and orders with their lines, parcels, payments, refunds, returns and documents. */
export const order = `
  CREATE TABLE customer (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    name text,
    email text,
    phone text,
    email_digest bytea,
    identity_id text,
    anonymized_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    remote_digest bytea,
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX customer_email ON customer (store_id, email_digest);
  CREATE INDEX customer_identity ON customer (store_id, identity_id) WHERE identity_id IS NOT NULL;
  CREATE UNIQUE INDEX customer_remote ON customer (store_id, remote_digest);
  ${isolate('customer', 'store_id', 'SELECT, INSERT, UPDATE')}

  -- The last number of an order in each store.
  CREATE TABLE order_number (
    store_id text COLLATE "C" PRIMARY KEY,
    last integer NOT NULL
  );
  ${isolate('order_number', 'store_id', 'SELECT, INSERT, UPDATE')}

  -- Orders: the buyer, the amounts, and the state of payment and fulfilment.
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
    placed_at timestamptz NOT NULL,
    paid_at timestamptz,
    cancelled_at timestamptz,
    search_text text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    identity_stated boolean NOT NULL,
    review text COLLATE "C",
    transfer_until timestamptz,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, customer_id) REFERENCES customer (store_id, id),
    CHECK (total = items_total - discount_total + shipping_total + cod_fee),
    CHECK (refund_reserved >= 0 AND refunded >= 0 AND refund_reserved + refunded <= captured)
  );
  CREATE UNIQUE INDEX store_order_number ON store_order (store_id, number);
  CREATE INDEX store_order_customer ON store_order (store_id, customer_id);
  CREATE INDEX store_order_placed ON store_order (store_id, placed_at, id);
  CREATE INDEX store_order_total ON store_order (store_id, total, id);
  CREATE INDEX store_order_payment ON store_order (store_id, payment, placed_at, id);
  CREATE INDEX store_order_fulfilment ON store_order (store_id, fulfilment, placed_at, id);
  CREATE INDEX store_order_refunded ON store_order (store_id, placed_at, id) WHERE refunded > 0;
  CREATE INDEX store_order_to_ship ON store_order (store_id, id)
    WHERE payment IN ('paid', 'pending_cod') AND fulfilment IN ('unfulfilled', 'partially_fulfilled', 'returned_to_sender')
      AND (captured = 0 OR refunded + refund_reserved < captured);
  CREATE INDEX store_order_to_collect ON store_order (store_id, id) WHERE payment = 'pending_cod' AND fulfilment = 'delivered';
  CREATE INDEX store_order_turnover ON store_order (store_id, placed_at) INCLUDE (payment, total);
  CREATE INDEX store_order_search_keys ON store_order USING gin (search_keys(store_id, search_text));
  CREATE INDEX store_order_overdue ON store_order (transfer_until, id) INCLUDE (store_id)
    WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL;
  CREATE INDEX store_order_paid_late ON store_order (store_id, id)
    WHERE payment = 'cancelled' AND payment_method = 'transfer' AND refunded + refund_reserved < captured;
  CREATE INDEX store_order_under_review ON store_order (store_id, id)
    WHERE payment = 'paid' AND review IN ('pending', 'rejected') AND refunded + refund_reserved < captured;
  CREATE UNIQUE INDEX store_order_external ON store_order (store_id, channel, external_number) WHERE external_number IS NOT NULL;
  ${isolate('store_order', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('store_order')}

  -- Lines of orders, with the pieces of each by where they are.
  CREATE TABLE order_line (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    order_id text COLLATE "C" NOT NULL,
    position smallint NOT NULL,
    product_id text COLLATE "C",
    variant_id text COLLATE "C",
    title text NOT NULL,
    variant_title text,
    sku text,
    barcode text,
    quantity integer NOT NULL CHECK (quantity > 0),
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
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
    CONSTRAINT order_line_back CHECK (returned + unsent <= quantity),
    CHECK (stock_taken >= 0 AND stock_taken <= quantity),
    CHECK (restocked >= 0 AND restocked <= stock_taken),
    CHECK (booked >= 0 AND shipped >= 0 AND delivered >= 0 AND bounced >= 0),
    CHECK (booked + shipped + delivered + bounced <= quantity),
    CHECK (returned >= 0 AND returned <= quantity),
    CHECK (cardinality(refunded_units) <= quantity),
    CHECK (codes >= 0 AND codes <= quantity),
    CONSTRAINT order_line_kept CHECK (cardinality(kept_units) BETWEEN unsent AND quantity AND kept_units @> unpaid_units),
    CONSTRAINT order_line_oversold CHECK (oversold >= 0 AND oversold <= stock_taken),
    CONSTRAINT order_line_places CHECK (unsent >= 0 AND lost >= 0 AND booked + shipped + delivered + bounced + lost + unsent <= quantity)
  );
  CREATE INDEX order_line_order ON order_line (store_id, order_id, position);
  CREATE INDEX order_line_product ON order_line (store_id, product_id);
  CREATE INDEX order_line_short ON order_line (store_id, product_id, id) WHERE codes + cardinality(refunded_units) < quantity;
  CREATE INDEX order_line_amiss ON order_line (store_id, id) WHERE oversold > 0;
  CREATE INDEX order_line_unmapped ON order_line (store_id, barcode, id) WHERE product_id IS NULL;
  ${isolate('order_line', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('order_line')}

  -- The history of an order, as it is shown.
  CREATE TABLE order_event (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    order_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    actor text COLLATE "C" NOT NULL,
    subject_id text COLLATE "C",
    state text COLLATE "C",
    text text,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
  );
  CREATE INDEX order_event_order ON order_event (store_id, order_id, id);
  ${isolate('order_event', 'store_id', 'SELECT, INSERT')}
  GRANT UPDATE (text) ON order_event TO ${RUNTIME_ROLE};

  -- Parcels.
  CREATE TABLE order_shipment (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    order_id text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    state_at timestamptz NOT NULL,
    carrier text COLLATE "C" NOT NULL,
    tracking_number text,
    tracking_url text,
    pieces jsonb NOT NULL,
    forward jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    extension text COLLATE "C",
    reference text COLLATE "C",
    offer_id text COLLATE "C",
    service text COLLATE "C",
    price bigint CHECK (price >= 0),
    remote_id text COLLATE "C",
    failure text,
    asked smallint NOT NULL DEFAULT 0,
    asked_at timestamptz,
    waiting_for text,
    look_wanted_at timestamptz,
    looked_at timestamptz,
    placed_at timestamptz NOT NULL,
    order_total bigint NOT NULL,
    package_id text COLLATE "C",
    missing_since timestamptz,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
    CONSTRAINT order_shipment_booked CHECK (extension IS NULL OR package_id IS NOT NULL OR (reference IS NOT NULL
      AND offer_id IS NOT NULL AND price IS NOT NULL))
  );
  CREATE INDEX order_shipment_order ON order_shipment (store_id, order_id, id);
  CREATE INDEX order_shipment_remote ON order_shipment (store_id, extension, remote_id);
  CREATE INDEX order_shipment_open ON order_shipment (id)
    WHERE extension IS NOT NULL AND state NOT IN ('delivered', 'returned', 'cancelled', 'failed', 'unknown');
  CREATE INDEX order_shipment_carrier_placed ON order_shipment (store_id, carrier, placed_at, order_id)
    WHERE state NOT IN ('cancelled', 'failed');
  CREATE INDEX order_shipment_carrier_total ON order_shipment (store_id, carrier, order_total, order_id)
    WHERE state NOT IN ('cancelled', 'failed');
  CREATE INDEX order_shipment_trouble ON order_shipment (store_id, id) WHERE state IN ('lost', 'returned', 'unknown');
  CREATE INDEX order_shipment_tracking_number ON order_shipment (store_id, tracking_number) WHERE tracking_number IS NOT NULL;
  CREATE UNIQUE INDEX order_shipment_package ON order_shipment (store_id, extension, package_id)
    WHERE package_id IS NOT NULL AND state NOT IN ('cancelled', 'failed');
  ${isolate('order_shipment', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('order_shipment')}

  -- Payments at providers.
  CREATE TABLE payment (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    order_id text COLLATE "C",
    extension text COLLATE "C" NOT NULL,
    reference text COLLATE "C" NOT NULL,
    provider_id text COLLATE "C",
    state text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    paid_amount bigint,
    instalments smallint,
    review text COLLATE "C",
    test boolean NOT NULL,
    captured_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    handle text COLLATE "C",
    entry text COLLATE "C" NOT NULL DEFAULT 'provider',
    ticket text COLLATE "C",
    quote_digest text COLLATE "C",
    expires_at timestamptz,
    completed smallint NOT NULL DEFAULT 0,
    completed_at timestamptz,
    asked smallint NOT NULL DEFAULT 0,
    asked_at timestamptz,
    waiting_for text,
    failure text,
    finding text COLLATE "C",
    note text,
    missing_since timestamptz,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
    CHECK (order_id IS NULL OR state = 'captured'),
    CHECK (state <> 'captured' OR (provider_id IS NOT NULL AND captured_at IS NOT NULL))
  );
  CREATE UNIQUE INDEX payment_reference ON payment (store_id, extension, reference);
  CREATE UNIQUE INDEX payment_order ON payment (store_id, order_id);
  CREATE INDEX payment_session ON payment (store_id, session_id);
  CREATE INDEX payment_open ON payment (id) WHERE order_id IS NULL AND state IN ('begun', 'captured', 'returning');
  CREATE INDEX payment_reviewed ON payment (id) WHERE review = 'pending' AND order_id IS NOT NULL;
  CREATE INDEX payment_stray ON payment (store_id, id) WHERE order_id IS NULL AND state IN ('not_returned', 'unknown');
  CREATE INDEX payment_apart ON payment (store_id, id) WHERE order_id IS NULL AND (state NOT IN ('begun', 'failed') OR finding IS NOT NULL);
  CREATE INDEX payment_said ON payment (updated_at)
    WHERE order_id IS NULL AND state = 'failed' AND (waiting_for IS NOT NULL OR failure !~ '^[a-z_]+$');
  ${isolate('payment')}
  ${openToFunctions('payment')}

  CREATE TABLE order_refund (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    order_id text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    reason text,
    pieces jsonb NOT NULL,
    reference text,
    failure text,
    settled_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    payment_id text COLLATE "C",
    asked smallint NOT NULL DEFAULT 0,
    asked_at timestamptz,
    waiting_for text,
    missing_since timestamptz,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
    FOREIGN KEY (store_id, payment_id) REFERENCES payment (store_id, id)
  );
  CREATE INDEX order_refund_order ON order_refund (store_id, order_id, id);
  CREATE INDEX order_refund_trouble ON order_refund (store_id, id) WHERE state IN ('failed', 'unknown');
  CREATE INDEX order_refund_by_hand ON order_refund (store_id, id) WHERE state = 'requested' AND method = 'manual';
  ${isolate('order_refund', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('order_refund')}

  -- Returns of orders, and pieces that are given back before they have left.
  CREATE TABLE order_return (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    order_id text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    noticed_at timestamptz NOT NULL,
    delivered_at timestamptz,
    withdrawal_until timestamptz,
    note text,
    pieces jsonb NOT NULL,
    instructions jsonb,
    rejection jsonb,
    receipts jsonb NOT NULL,
    refund_until timestamptz,
    refunds text[] COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    external_claim text COLLATE "C",
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
  );
  CREATE INDEX order_return_order ON order_return (store_id, order_id, id);
  CREATE INDEX order_return_state ON order_return (store_id, state, id);
  CREATE INDEX order_return_due ON order_return (store_id, refund_until)
    WHERE refund_until IS NOT NULL AND state IN ('requested', 'approved', 'partially_received', 'received');
  CREATE UNIQUE INDEX order_return_claim ON order_return (store_id, order_id, external_claim) WHERE external_claim IS NOT NULL;
  ${isolate('order_return', 'store_id', 'SELECT, INSERT, UPDATE')}

  -- Legal documents of orders. Nobody may change one or take it away.
  CREATE TABLE order_belge (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    order_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    html text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
    CHECK (digest = encode(sha256(convert_to(html, 'UTF8')), 'hex'))
  );
  CREATE INDEX order_belge_order ON order_belge (store_id, order_id, id);
  ${isolate('order_belge', 'store_id', 'SELECT, INSERT')}

  -- The moment since which somebody has looked without a long gap for transfers that are late.
  CREATE TABLE overdue_watch (
    sole boolean DEFAULT true PRIMARY KEY CHECK (sole),
    since timestamptz NOT NULL,
    looked_at timestamptz NOT NULL
  );
  ${keepToFunctions('overdue_watch')}

  -- Packages by which marketplaces tell of orders.
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
    modified_at timestamptz NOT NULL,
    ship_until timestamptz,
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
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
  );
  CREATE UNIQUE INDEX order_package_name ON order_package (store_id, extension, package_id);
  CREATE INDEX order_package_number ON order_package (store_id, extension, external_number);
  CREATE INDEX order_package_order ON order_package (store_id, order_id, id);
  ${isolate('order_package', 'store_id', 'SELECT, INSERT, UPDATE')}

  ${openRows(
    'refund',
    `SELECT r.id, r.store_id, jsonb_build_object('refundId', r.id) FROM order_refund r
         WHERE r.payment_id IS NOT NULL AND r.state = 'requested'`,
  )}

  ${systemFunction(
    'stores_short_of_codes(after text, most integer)',
    'SETOF text',
    `
      SELECT DISTINCT store_id FROM order_line
      WHERE codes + cardinality(refunded_units) < quantity AND store_id > after ORDER BY store_id LIMIT most`,
  )}

  ${openRows(
    'booking',
    `SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.state = 'booking'`,
  )}

  ${openRows(
    'shipment_cancelling',
    `SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.state = 'cancelling'`,
  )}

  ${openRows(
    'shipment_tracking',
    `SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.remote_id IS NOT NULL AND s.state_at > now() - interval '45 days'
           AND s.state IN ('booked', 'picked_up', 'in_transit', 'out_for_delivery', 'attempt_failed', 'returning', 'lost')`,
  )}

  ${openRows(
    'payment_attempt',
    `SELECT p.id, p.store_id, jsonb_build_object('paymentId', p.id) FROM payment p
         WHERE p.order_id IS NULL AND p.state IN ('begun', 'captured', 'returning')
           OR p.order_id IS NOT NULL AND p.review = 'pending' AND p.captured_at > now() - interval '30 days'`,
  )}

  ${systemFunction(
    'search_orders(words text[])',
    'SETOF text',
    `
      SELECT id FROM store_order
      WHERE search_keys(store_id, search_text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND search_text LIKE ALL (words)`,
  )}
  ALTER FUNCTION search_orders(text[]) STABLE ROWS 20;
  ALTER FUNCTION search_orders(text[]) SET enable_seqscan = off;
  ALTER FUNCTION search_orders(text[]) SET enable_indexscan = off;

  ${systemFunction(
    'watch_overdue_transfers(at timestamptz, gap interval)',
    'timestamptz',
    `
      INSERT INTO overdue_watch AS watch (since, looked_at) VALUES (at, at)
      ON CONFLICT (sole) DO UPDATE SET looked_at = greatest(watch.looked_at, at),
        since = CASE WHEN watch.looked_at < at - gap THEN at ELSE watch.since END
      RETURNING since`,
  )}

  ${systemFunction(
    'overdue_transfers(by timestamptz, after_until timestamptz, after_id text, most integer)',
    'TABLE (store_id text, id text, transfer_until timestamptz)',
    `
      SELECT store_id, id, transfer_until FROM store_order
      WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL AND transfer_until < by
        AND (transfer_until, id) > (after_until, after_id)
      ORDER BY transfer_until, id LIMIT most`,
  )}

  ${systemFunction(
    'sweep_payment_words(rest interval, batch integer)',
    'bigint',
    `
      WITH said AS (
        UPDATE payment SET failure = substring(failure FROM '^[a-z_]+(?=:|$)'), waiting_for = NULL WHERE (store_id, id) IN
          (SELECT store_id, id FROM payment WHERE order_id IS NULL AND state = 'failed' AND (waiting_for IS NOT NULL OR failure !~ '^[a-z_]+$') AND updated_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
      SELECT count(*) FROM said`,
  )}
`;
