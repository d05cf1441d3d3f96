import { isolate, openToFunctions, systemFunction } from '../isolation';

/** Sessions of shoppers on the way to an order, and identity numbers for invoices. */
export const checkout = `
  -- Carts of shoppers and what they have stated.
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
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    PRIMARY KEY (store_id, id)
  );
  CREATE INDEX checkout_session_email ON checkout_session (store_id, lower(buyer_email COLLATE "C")) WHERE buyer_email IS NOT NULL;
  ${isolate('checkout_session')}
  ${openToFunctions('checkout_session')}

  -- Identity numbers that buyers have stated for their invoices, sealed.
  CREATE TABLE buyer_identity (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C",
    order_id text COLLATE "C",
    sealed jsonb NOT NULL,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id),
    FOREIGN KEY (store_id, session_id) REFERENCES checkout_session (store_id, id) ON DELETE CASCADE,
    CHECK (num_nonnulls(session_id, order_id) = 1)
  );
  CREATE UNIQUE INDEX buyer_identity_session ON buyer_identity (store_id, session_id);
  CREATE UNIQUE INDEX buyer_identity_order ON buyer_identity (store_id, order_id);
  ${isolate('buyer_identity')}

  ${systemFunction(
    'sweep_checkout_sessions(rest interval, batch integer)',
    'bigint',
    `
      WITH swept AS (
        DELETE FROM checkout_session WHERE (store_id, id) IN
          (SELECT store_id, id FROM checkout_session WHERE expires_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
      SELECT count(*) FROM swept`,
  )}
`;
