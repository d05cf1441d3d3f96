import { STOREFRONT_ROLE } from '../../src/kernel/database/roles';
import { isolate, openToFunctions, showToStorefront, systemFunction } from '../isolation';
import { openRows } from '../open-rows';

/** Stores with their settings, the projection that storefronts read, designs, and updates of what a store wears. */
export const store = `
  -- A store. Its row is updated by every command that bumps a generation, hence the room in its pages.
  CREATE TABLE store (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    generation integer NOT NULL DEFAULT 1,
    storefront_generation integer NOT NULL DEFAULT 1,
    token_default_expiry_days integer NOT NULL DEFAULT 90,
    created_at timestamptz NOT NULL DEFAULT now(),
    moved_by text COLLATE "C",
    slug text COLLATE "C" NOT NULL,
    CONSTRAINT store_slug_form CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
  ) WITH (fillfactor = 50);
  CREATE UNIQUE INDEX store_slug ON store (slug);
  ${isolate('store', 'id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('store')}

  -- The projection that storefronts read, written by store.syncKv.
  CREATE TABLE storefront_kv (
    store_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    value jsonb NOT NULL,
    projected_at timestamptz NOT NULL DEFAULT now(),
    category_id text COLLATE "C" GENERATED ALWAYS AS (value ->> 'categoryId') STORED,
    thing_id text COLLATE "C" GENERATED ALWAYS AS (value ->> 'id') STORED,
    PRIMARY KEY (store_id, key)
  );
  CREATE INDEX storefront_kv_category ON storefront_kv (store_id, category_id, key) WHERE category_id IS NOT NULL;
  CREATE INDEX storefront_kv_thing ON storefront_kv (store_id, thing_id);
  ${isolate('storefront_kv')}
  ${showToStorefront('storefront_kv')}

  -- The projection follows every command. A call that defers its bump marks what it has changed, and the marks say that a bump is due. As a flag
  -- of the store that was lost when a bump was made while such a call was under way.
  CREATE TABLE storefront_mark (
    store_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    audit_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (store_id, name, audit_id)
  );
  ${isolate('storefront_mark', 'store_id', 'SELECT, INSERT, DELETE')}

  -- The seller of a store: one row a store, with an identifier that is the person's whose key seals its numbers.
  CREATE TABLE store_identity (
    store_id text COLLATE "C" PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    legal_form text NOT NULL,
    title text NOT NULL,
    tax_office text NOT NULL,
    tax_number text,
    mersis text,
    address text NOT NULL,
    district text NOT NULL,
    province text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    kep text,
    sealed jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  ${isolate('store_identity')}

  -- The terms on which a store sells: one row a store.
  CREATE TABLE store_checkout (
    store_id text COLLATE "C" PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    delivery_min_days integer,
    delivery_max_days integer,
    return_carrier text,
    return_cost_borne_by text NOT NULL,
    return_cost_disclosure text,
    cash_on_delivery boolean NOT NULL,
    cash_on_delivery_fee bigint NOT NULL,
    cash_on_delivery_cap bigint,
    bank_accounts jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    shipping_fee bigint NOT NULL,
    free_shipping_from bigint,
    transfer_days integer
  );
  ${isolate('store_checkout')}

  -- The rule by which a store counts its stock for marketplaces: one row a store.
  CREATE TABLE store_stock_policy (
    store_id text COLLATE "C" PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    marketplace_buffer integer NOT NULL,
    untracked_quantity integer NOT NULL,
    restock_on_cancel boolean NOT NULL,
    restock_on_return boolean NOT NULL,
    zero_when_archived boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  ${isolate('store_stock_policy')}
  ${openToFunctions('store_stock_policy')}

  -- Statements of an owner that a part of the store is ready.
  CREATE TABLE store_flag (
    store_id text COLLATE "C" NOT NULL,
    flag text COLLATE "C" NOT NULL,
    set_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, flag)
  );
  ${isolate('store_flag')}

  -- The way in which each marketplace is kept in step with the store.
  CREATE TABLE store_channel_settings (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    push jsonb NOT NULL,
    pull jsonb NOT NULL,
    price_rule jsonb NOT NULL,
    buffer integer,
    resend_minutes integer NOT NULL,
    brake_percent integer NOT NULL,
    disconnect text COLLATE "C",
    buyer_mail text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, extension)
  );
  ${isolate('store_channel_settings', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('store_channel_settings')}

  -- Bodies of designs by their hash. A draft, a version or the live pointer names one. Bodies are text: jsonb would reorder what was hashed.
  CREATE TABLE design_body (
    store_id text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    text text NOT NULL,
    kept_at timestamptz NOT NULL,
    base_seq integer NOT NULL DEFAULT 0,
    PRIMARY KEY (store_id, hash)
  );
  CREATE INDEX design_body_kept ON design_body (store_id, kept_at);
  ${isolate('design_body')}
  ${showToStorefront('design_body', 'store_id, hash, text')}

  CREATE TABLE design_draft (
    store_id text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    hash text COLLATE "C",
    theme text,
    theme_version text,
    bytes integer,
    base_seq integer NOT NULL,
    media_ids text[] COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (store_id, workspace)
  );
  ${isolate('design_draft')}
  ${showToStorefront('design_draft', 'store_id, workspace, hash')}

  -- Published designs. Nobody rewrites one.
  CREATE TABLE design_version (
    store_id text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    hash text COLLATE "C" NOT NULL,
    theme text NOT NULL,
    theme_version text NOT NULL,
    pack text COLLATE "C" NOT NULL,
    kit text NOT NULL,
    label text,
    from_seq integer,
    by_kind text NOT NULL,
    by_id text COLLATE "C" NOT NULL,
    published_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, seq)
  );
  CREATE INDEX design_version_hash ON design_version (store_id, hash);
  ${isolate('design_version', 'store_id', 'SELECT, INSERT')}

  -- The pointer to the design that shoppers see. Publishing and rolling back flip it, whatever the size of a body.
  CREATE TABLE design_live (
    store_id text COLLATE "C" PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    hash text COLLATE "C" NOT NULL,
    theme text NOT NULL,
    theme_version text NOT NULL,
    media_ids text[] COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  ${isolate('design_live')}
  ${showToStorefront('design_live', 'store_id, hash')}

  -- Updates that were prepared for what a store shows and has installed. Of one theme or extension one update is open at a time.
  CREATE TABLE store_update (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('theme', 'extension')),
    name text COLLATE "C" NOT NULL,
    from_version text NOT NULL,
    to_version text NOT NULL,
    class text COLLATE "C" NOT NULL CHECK (class IN ('patch', 'minor', 'major')),
    base_rev integer NOT NULL,
    before_hash text COLLATE "C",
    hash text COLLATE "C",
    report jsonb NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'blocked', 'dismissed', 'applied', 'superseded')),
    reason text COLLATE "C",
    seq integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX store_update_open ON store_update (store_id, kind, name) WHERE state IN ('pending', 'blocked', 'dismissed');
  CREATE INDEX store_update_state ON store_update (store_id, state, id);
  ${isolate('store_update')}

  -- Stores that are to be looked at for updates.
  CREATE TABLE update_look (
    store_id text COLLATE "C" PRIMARY KEY,
    asked text COLLATE "C" NOT NULL
  );
  ${isolate('update_look')}
  ${openToFunctions('update_look')}

  -- Rows of marketplaces that could not be kept, by their ids and without their contents, until they can be.
  CREATE TABLE channel_unreadable (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    task text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    asked text COLLATE "C",
    remote_id text COLLATE "C",
    order_number text COLLATE "C",
    code text COLLATE "C" NOT NULL,
    message text NOT NULL,
    first_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    tried_at timestamptz NOT NULL,
    tries integer NOT NULL,
    PRIMARY KEY (store_id, extension, task, name)
  );
  ${isolate('channel_unreadable')}

  ${systemFunction(
    'list_stores(after text, batch integer)',
    'SETOF text',
    `SELECT id FROM store WHERE id > after COLLATE "C" ORDER BY id LIMIT batch`,
  )}

  ${systemFunction(
    'store_names(ids text[])',
    'TABLE (id text, name text)',
    `SELECT id, name FROM store WHERE id = ANY (ids)`,
  )}

  ${systemFunction(
    'free_slug(base text)',
    'text',
    `
      DECLARE tried text := base; nth integer := 1;
      BEGIN
        -- Whoever opens a store of the same name waits for the one before.
        PERFORM pg_advisory_xact_lock(hashtextextended('slug', 7));
        WHILE EXISTS (SELECT FROM store s WHERE s.slug = tried) LOOP
          nth := nth + 1;
          tried := base || '-' || nth;
        END LOOP;
        RETURN tried;
      END`,
    'plpgsql',
  )}

  ${systemFunction('store_at(named text)', 'TABLE (id text)', `SELECT s.id FROM store s WHERE s.slug = named`)}
  GRANT EXECUTE ON FUNCTION store_at(text) TO ${STOREFRONT_ROLE};

  ${openRows('updates', `SELECT store_id, store_id, '{}'::jsonb FROM update_look`)}
`;
