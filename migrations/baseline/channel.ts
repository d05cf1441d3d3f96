import { isolate, openToFunctions, systemFunction } from '../isolation';
import { openRows } from '../open-rows';

/** Marketplaces: listings, offers and requests, jobs with their errors, and what each marketplace has shown. */
export const channel = `
  -- Listings with the provider's mirror.
  CREATE TABLE channel_listing (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    variant_id text COLLATE "C",
    enabled boolean NOT NULL,
    price_override bigint CHECK (price_override >= 0),
    list_price_override bigint CHECK (list_price_override >= 0),
    price_locked boolean NOT NULL DEFAULT false,
    buffer integer CHECK (buffer >= 0),
    remote_product_id text COLLATE "C",
    remote_category_id text COLLATE "C",
    remote_brand_id text COLLATE "C",
    mirror jsonb,
    mirrored_at timestamptz,
    last_error text,
    rev integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    remote_variant_id text COLLATE "C",
    remote_attributes jsonb NOT NULL DEFAULT '[]',
    origin text COLLATE "C",
    deci integer,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id)
  ) WITH (fillfactor = 35);
  -- The planner must never have to choose between two of these: while a table has no statistics all that begin alike cost the same to it. The
  -- primary key serves the order of lists.
  CREATE UNIQUE INDEX channel_listing_item ON channel_listing (store_id, product_id, extension, variant_id) NULLS NOT DISTINCT;
  CREATE INDEX channel_listing_remote ON channel_listing (store_id, remote_product_id) WHERE remote_product_id IS NOT NULL;
  -- An import asks by this. Its columns begin as differently as those of the index of the item.
  CREATE UNIQUE INDEX channel_listing_remote_variant ON channel_listing (store_id, remote_variant_id, extension);
  CREATE INDEX channel_listing_remote_product ON channel_listing (store_id, remote_product_id, extension);
  CREATE INDEX channel_listing_updated ON channel_listing (extension, store_id, updated_at);
  ${isolate('channel_listing')}
  ${openToFunctions('channel_listing')}

  -- Jobs of marketplaces: imports, brands and all that is sent.
  CREATE TABLE channel_job (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    state text NOT NULL CHECK (state IN ('queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled')),
    total integer,
    done integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    exhausted boolean NOT NULL DEFAULT false,
    waiting_for text,
    error jsonb,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    finished_at timestamptz,
    waited_ms integer NOT NULL DEFAULT 0,
    lane text NOT NULL,
    waiting_reason text,
    waiting_until timestamptz,
    input jsonb NOT NULL,
    progress jsonb NOT NULL,
    objects text[] NOT NULL,
    brought_bytes integer NOT NULL,
    PRIMARY KEY (store_id, id)
  );
  CREATE INDEX channel_job_open ON channel_job (store_id, extension) WHERE state IN ('queued', 'running', 'cancelling');
  CREATE INDEX channel_job_objects ON channel_job USING gin (objects) WHERE objects <> '{}';
  CREATE INDEX channel_job_waiting_files ON channel_job (store_id) WHERE objects <> '{}';
  CREATE INDEX channel_job_turn ON channel_job (store_id, extension, created_at, id);
  CREATE INDEX channel_job_ended ON channel_job (store_id, extension, lane, finished_at) WHERE finished_at IS NOT NULL;
  CREATE INDEX channel_job_kind ON channel_job (store_id, extension, kind, created_at, id);
  CREATE INDEX channel_job_stopped ON channel_job (store_id, extension, state, created_at, id) WHERE state IN ('failed', 'cancelled');
  ${isolate('channel_job')}
  ${openToFunctions('channel_job')}

  -- Rows that a job could not take, with the reason.
  CREATE TABLE channel_job_error (
    store_id text COLLATE "C" NOT NULL,
    job_id text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    remote_id text,
    barcode text,
    title text,
    code text NOT NULL,
    message text NOT NULL,
    PRIMARY KEY (store_id, job_id, position),
    FOREIGN KEY (store_id, job_id) REFERENCES channel_job (store_id, id)
  );
  ${isolate('channel_job_error')}

  CREATE TABLE channel_counter (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    requests bigint NOT NULL,
    throttled bigint NOT NULL,
    last_throttled_at timestamptz,
    PRIMARY KEY (store_id, extension)
  );
  ${isolate('channel_counter')}

  -- Pictures of imported products that are still to be fetched, or could not be.
  CREATE TABLE channel_picture (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    remote_id text NOT NULL,
    url text NOT NULL,
    tried_by text COLLATE "C",
    PRIMARY KEY (store_id, extension, product_id, position),
    FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id) ON DELETE CASCADE
  );
  CREATE INDEX channel_picture_product ON channel_picture (store_id, product_id);
  ${isolate('channel_picture')}

  -- Products whose pictures an import has taken up once.
  CREATE TABLE channel_pictured (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (store_id, extension, product_id),
    FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id) ON DELETE CASCADE
  );
  CREATE INDEX channel_pictured_product ON channel_pictured (store_id, product_id);
  ${isolate('channel_pictured')}

  -- Requests to marketplaces, counted by groups of calls and slots of time: marketplaces limit them so.
  CREATE TABLE channel_budget_slot (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    request_group text COLLATE "C" NOT NULL,
    span smallint NOT NULL,
    slot integer NOT NULL,
    used_at timestamptz NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (store_id, extension, request_group, span, slot)
  );
  ${isolate('channel_budget_slot')}

  -- Pauses for which a marketplace has asked.
  CREATE TABLE channel_budget_pause (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    request_group text COLLATE "C" NOT NULL,
    pauses_until timestamptz NOT NULL,
    throttled_in_a_row smallint NOT NULL,
    PRIMARY KEY (store_id, extension, request_group)
  );
  ${isolate('channel_budget_pause')}

  -- Answers of marketplaces about categories and attributes are kept for a day: they are long, change seldom, and take of the budget.
  CREATE TABLE channel_reference (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    answer jsonb NOT NULL,
    as_of timestamptz NOT NULL,
    PRIMARY KEY (store_id, extension, subject)
  );
  ${isolate('channel_reference')}

  -- The place to which each task of a channel has come.
  CREATE TABLE channel_cursor (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    task text COLLATE "C" NOT NULL,
    until timestamptz,
    ran_at timestamptz,
    last_success timestamptz,
    PRIMARY KEY (store_id, extension, task)
  );
  ${isolate('channel_cursor')}

  -- Packages that were seen at a marketplace.
  CREATE TABLE channel_package_seen (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    package_id text COLLATE "C" NOT NULL,
    order_number text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    modified_at timestamptz NOT NULL,
    unmapped integer NOT NULL,
    looked_at timestamptz NOT NULL,
    tried_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, extension, package_id)
  );
  CREATE INDEX channel_package_seen_unmapped ON channel_package_seen (store_id, extension, tried_at) WHERE unmapped > 0;
  CREATE INDEX channel_package_seen_order ON channel_package_seen (store_id, extension, order_number);
  ${isolate('channel_package_seen')}

  -- News that a marketplace tells by itself.
  CREATE TABLE channel_news (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    told_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, extension, kind, name)
  );
  ${isolate('channel_news')}

  -- The webhook that a marketplace calls.
  CREATE TABLE channel_webhook (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    url text NOT NULL,
    webhook_id text,
    state text COLLATE "C" NOT NULL,
    registered_at timestamptz NOT NULL,
    proven_at timestamptz,
    checked_at timestamptz,
    reactivated_at timestamptz,
    PRIMARY KEY (store_id, extension)
  );
  ${isolate('channel_webhook')}

  -- Offers that marketplaces were told.
  CREATE TABLE channel_offer (
    store_id text COLLATE "C" NOT NULL,
    listing_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    barcode text COLLATE "C",
    told_stock integer,
    told_price bigint,
    told_list_price bigint,
    told_at timestamptz,
    told_seq bigint,
    sending_id text COLLATE "C",
    batch_id text COLLATE "C",
    due_at timestamptz,
    waits text COLLATE "C",
    looked_at timestamptz,
    there boolean,
    refused_text text,
    refused_wish text,
    refused_at timestamptz,
    understated_until timestamptz,
    held_price bigint,
    confirmed_price bigint,
    recent jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (store_id, listing_id),
    FOREIGN KEY (store_id, listing_id) REFERENCES channel_listing (store_id, id)
  ) WITH (fillfactor = 70);
  CREATE INDEX channel_offer_due ON channel_offer (extension, store_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX channel_offer_sending ON channel_offer (sending_id, store_id) WHERE sending_id IS NOT NULL;
  ${isolate('channel_offer')}
  ${openToFunctions('channel_offer')}

  -- Requests that told marketplaces of offers and listings.
  CREATE TABLE channel_sending (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('offers', 'listings')),
    state text COLLATE "C" NOT NULL CHECK (state IN ('asked', 'open', 'done', 'lost', 'refused')),
    digest text COLLATE "C" NOT NULL,
    batch_id text COLLATE "C",
    items integer NOT NULL,
    asked_at timestamptz NOT NULL,
    polls integer NOT NULL DEFAULT 0,
    next_at timestamptz,
    looked_ids text[] COLLATE "C",
    PRIMARY KEY (store_id, id)
  );
  CREATE INDEX channel_sending_next ON channel_sending (extension, store_id, next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX channel_sending_asked ON channel_sending (extension, store_id, asked_at);
  ${isolate('channel_sending')}
  ${openToFunctions('channel_sending')}

  -- Changes that were looked at for a channel.
  CREATE TABLE channel_watch (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, extension)
  );
  ${isolate('channel_watch')}
  ${openToFunctions('channel_watch')}

  -- Listings as they are sent to be approved, and the fields that a marketplace asks for.
  CREATE TABLE channel_submission (
    store_id text COLLATE "C" NOT NULL,
    listing_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    job_id text COLLATE "C" NOT NULL,
    stage text COLLATE "C" NOT NULL CHECK (stage IN ('todo', 'sent', 'ended')),
    state text COLLATE "C" CHECK (state IN ('pending_approval', 'rejected', 'approved', 'missing')),
    reasons text[] NOT NULL DEFAULT '{}',
    barcode text COLLATE "C",
    sending_id text COLLATE "C",
    batch_id text COLLATE "C",
    sent_at timestamptz,
    decided_at timestamptz,
    looks integer NOT NULL DEFAULT 0,
    next_at timestamptz,
    PRIMARY KEY (store_id, listing_id),
    FOREIGN KEY (store_id, listing_id) REFERENCES channel_listing (store_id, id)
  ) WITH (fillfactor = 70);
  CREATE INDEX channel_submission_job ON channel_submission (job_id, store_id) WHERE stage <> 'ended';
  CREATE INDEX channel_submission_next ON channel_submission (extension, store_id, next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX channel_submission_sending ON channel_submission (sending_id, store_id) WHERE sending_id IS NOT NULL;
  ${isolate('channel_submission')}

  -- Places that listings had in the buybox of a marketplace, of each listing the last ones.
  CREATE TABLE channel_buybox (
    store_id text COLLATE "C" NOT NULL,
    listing_id text COLLATE "C" NOT NULL,
    since timestamptz NOT NULL,
    as_of timestamptz NOT NULL,
    rank integer NOT NULL,
    price bigint NOT NULL,
    second_price bigint,
    third_price bigint,
    has_rivals boolean NOT NULL,
    PRIMARY KEY (store_id, listing_id, since)
  );
  ${isolate('channel_buybox')}

  -- Claims of marketplaces as they were last heard of, and the returns that come of them.
  CREATE TABLE channel_claim (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    claim_id text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    order_number text COLLATE "C" NOT NULL,
    claimed_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    carrier text,
    tracking_number text,
    items jsonb NOT NULL,
    states text[] COLLATE "C" NOT NULL,
    deadline timestamptz,
    place bigint NOT NULL,
    is_open boolean NOT NULL,
    is_owed boolean NOT NULL,
    looked_at timestamptz NOT NULL,
    tried_at timestamptz,
    read_at timestamptz NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (store_id, extension, claim_id)
  );
  CREATE INDEX channel_claim_place ON channel_claim (store_id, extension, place, claim_id);
  CREATE INDEX channel_claim_open ON channel_claim (store_id, extension, looked_at) WHERE is_open;
  CREATE INDEX channel_claim_owed ON channel_claim (store_id, extension, tried_at) WHERE is_owed;
  ${isolate('channel_claim')}

  -- Questions of buyers, as marketplaces have shown them.
  CREATE TABLE channel_question (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    question_id text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    state_word text NOT NULL,
    text text NOT NULL,
    asked_at timestamptz NOT NULL,
    answer_until timestamptz,
    buyer_name text,
    product_title text,
    product_url text,
    image_url text,
    answer jsonb,
    refused_answer jsonb,
    reason text,
    digest text COLLATE "C" NOT NULL,
    read_at timestamptz NOT NULL,
    looked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (store_id, extension, question_id)
  );
  CREATE INDEX channel_question_asked ON channel_question (store_id, extension, asked_at, question_id);
  CREATE INDEX channel_question_open ON channel_question (store_id, extension, state, answer_until, question_id);
  ${isolate('channel_question')}

  -- Rows of settlements, as marketplaces have shown them, each once.
  CREATE TABLE channel_settlement (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    row_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    type_word text NOT NULL,
    at timestamptz NOT NULL,
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
    payment_at timestamptz,
    invoice_id text COLLATE "C",
    oddity text,
    digest text COLLATE "C" NOT NULL,
    read_at timestamptz NOT NULL,
    looked_at timestamptz NOT NULL DEFAULT '-infinity',
    item_of text COLLATE "C",
    PRIMARY KEY (store_id, extension, row_id)
  );
  CREATE INDEX channel_settlement_at ON channel_settlement (store_id, extension, at, row_id);
  CREATE INDEX channel_settlement_order ON channel_settlement (store_id, extension, order_number) WHERE order_number IS NOT NULL;
  CREATE INDEX channel_settlement_invoice ON channel_settlement (store_id, extension, looked_at) WHERE invoice_id IS NOT NULL;
  CREATE INDEX channel_settlement_item ON channel_settlement (store_id, extension, item_of) WHERE item_of IS NOT NULL;
  CREATE INDEX channel_settlement_invoice_id ON channel_settlement (store_id, extension, invoice_id) WHERE invoice_id IS NOT NULL;
  ${isolate('channel_settlement')}

  -- Products whose listings are to be looked at. Those of which no marketplace is told anything new are left alone.
  CREATE TABLE channel_change (
    store_id text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (store_id, product_id)
  ) WITH (fillfactor = 70);
  ${isolate('channel_change')}
  ${openToFunctions('channel_change')}

  -- Keeps for which of its times each round of a channel has asked for a job last: of several workers one asks.
  CREATE TABLE channel_round (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    round text COLLATE "C" NOT NULL,
    ran_for timestamptz NOT NULL,
    PRIMARY KEY (store_id, extension, round)
  );
  ${isolate('channel_round')}

  ${openRows(
    'channel_job',
    `SELECT j.id, j.store_id, jsonb_build_object('jobId', j.id, 'extension', j.extension, 'kind', j.kind, 'input', j.input)
     FROM channel_job j WHERE j.state IN ('queued', 'running', 'cancelling')`,
  )}

  ${systemFunction(
    'open_jobs()',
    'TABLE (kind text, state text, jobs bigint)',
    `SELECT kind, state, count(*) FROM channel_job WHERE state IN ('queued', 'running', 'cancelling') GROUP BY 1, 2`,
  )}

  -- A note that is there is written anew: whoever takes it before this is committed leaves it.
  CREATE FUNCTION note_channel_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  $$;

  -- Finds the channels that show something else than they should.
  ${systemFunction(
    'channels_to_push()',
    'TABLE (store_id text, extension text)',
    `
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
            WHERE s.extension = e.key AND s.store_id = e.store_id AND s.next_at <= now() AND s.kind = 'offers'))`,
  )}

  CREATE TRIGGER catalog_product_channels AFTER UPDATE ON catalog_product FOR EACH ROW
    WHEN ((OLD.price, OLD.barcode, OLD.status, OLD.variant_count, (OLD.stock IS NULL))
      IS DISTINCT FROM (NEW.price, NEW.barcode, NEW.status, NEW.variant_count, (NEW.stock IS NULL)))
    EXECUTE FUNCTION note_channel_change();
  CREATE TRIGGER catalog_variant_channels AFTER UPDATE ON catalog_variant FOR EACH ROW
    WHEN ((OLD.price, OLD.barcode, (OLD.stock IS NULL)) IS DISTINCT FROM (NEW.price, NEW.barcode, (NEW.stock IS NULL)))
    EXECUTE FUNCTION note_channel_change();
  CREATE TRIGGER catalog_variant_channels_gone AFTER DELETE ON catalog_variant
    FOR EACH ROW EXECUTE FUNCTION note_channel_change();
`;
