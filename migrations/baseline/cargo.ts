import { isolate, openToFunctions } from '../isolation';
import { openRows } from '../open-rows';

/** Addresses of senders at providers of cargo. */
export const cargo = `
  -- Addresses of senders that a provider of cargo was asked to create, and where the asking stands.
  CREATE TABLE cargo_sender (
    id text COLLATE "C" NOT NULL,
    store_id text COLLATE "C" NOT NULL REFERENCES store (id),
    rev integer NOT NULL DEFAULT 1,
    extension text COLLATE "C" NOT NULL,
    reference text COLLATE "C" NOT NULL,
    name text NOT NULL,
    phone text NOT NULL,
    email text NOT NULL,
    address text NOT NULL,
    district text NOT NULL,
    province text NOT NULL,
    postal_code text NOT NULL,
    state text COLLATE "C" NOT NULL,
    remote_id text COLLATE "C",
    failure text,
    asked smallint NOT NULL DEFAULT 0,
    asked_at timestamptz,
    waiting_for text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    missing_since timestamptz,
    PRIMARY KEY (store_id, id),
    CHECK ((state = 'ready') = (remote_id IS NOT NULL))
  );
  CREATE INDEX cargo_sender_creating ON cargo_sender (store_id, extension) WHERE state = 'creating';
  CREATE INDEX cargo_sender_open ON cargo_sender (id) WHERE state = 'creating';
  ${isolate('cargo_sender')}
  ${openToFunctions('cargo_sender')}

  ${openRows(
    'cargo_sender',
    `SELECT s.id, s.store_id, jsonb_build_object('senderId', s.id) FROM cargo_sender s WHERE s.state = 'creating'`,
  )}
`;
