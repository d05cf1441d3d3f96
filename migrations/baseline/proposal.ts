import { isolate, openToFunctions } from '../isolation';
import { openRows } from '../open-rows';

/** Proposals of agents with their items, and the amounts from which limits of tokens count. */
export const proposal = `
  CREATE TABLE proposal (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    token_id text COLLATE "C" NOT NULL,
    workspace_id text COLLATE "C",
    state text NOT NULL CHECK (state IN ('open', 'submitted', 'applying', 'paused', 'applied', 'rejected', 'withdrawn')),
    note text,
    reason text,
    pause jsonb,
    pauses integer NOT NULL DEFAULT 0,
    hash text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    submitted_at timestamptz,
    decided_at timestamptz,
    decided_by text,
    finished_at timestamptz,
    recorded_items integer NOT NULL DEFAULT 0,
    recorded_bytes integer NOT NULL DEFAULT 0,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, token_id) REFERENCES access_token (store_id, id),
    CHECK ((state = 'paused') = (pause IS NOT NULL))
  );
  CREATE UNIQUE INDEX proposal_open ON proposal (store_id, token_id) WHERE state = 'open';
  CREATE INDEX proposal_token ON proposal (store_id, token_id, id);
  CREATE INDEX proposal_state ON proposal (store_id, state, id);
  CREATE INDEX proposal_applying ON proposal (id) WHERE state = 'applying';
  ${isolate('proposal', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('proposal')}

  -- Items of proposals, in the order in which they apply.
  CREATE TABLE proposal_item (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    proposal_id text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    command text COLLATE "C" NOT NULL,
    payload jsonb NOT NULL,
    sealed_payload bytea,
    key text COLLATE "C" NOT NULL,
    defer_bump boolean NOT NULL,
    expected_rev integer,
    reserved_ids text[] NOT NULL,
    read_revs jsonb NOT NULL,
    schema_hash text COLLATE "C" NOT NULL,
    preview jsonb NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'started', 'applied', 'skipped', 'stale', 'refused', 'failed', 'left_running', 'dropped')),
    current_preview jsonb,
    problem jsonb,
    accepted_hash text COLLATE "C",
    audit_id text COLLATE "C",
    recorded_at timestamptz NOT NULL,
    applied_at timestamptz,
    writes text[] COLLATE "C" NOT NULL,
    builds_on integer[] NOT NULL,
    hash_manner smallint NOT NULL DEFAULT 1,
    objects text[] NOT NULL,
    awaited jsonb,
    failures integer NOT NULL DEFAULT 0,
    uploads text[] COLLATE "C" NOT NULL,
    brought_bytes integer NOT NULL,
    brought_by text,
    skip_reason text,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, proposal_id) REFERENCES proposal (store_id, id),
    CONSTRAINT proposal_item_awaited_check CHECK (CASE WHEN state IN ('started',
      'left_running') THEN awaited IS NOT NULL ELSE awaited IS NULL OR state = 'applied' END),
    CHECK ((state = 'applied') = (audit_id IS NOT NULL))
  );
  CREATE UNIQUE INDEX proposal_item_order ON proposal_item (store_id, proposal_id, seq);
  CREATE INDEX proposal_item_state ON proposal_item (store_id, proposal_id, state);
  CREATE INDEX proposal_item_objects ON proposal_item USING gin (objects) WHERE objects <> '{}';
  CREATE INDEX proposal_item_uploads ON proposal_item USING gin (uploads) WHERE uploads <> '{}';
  CREATE INDEX proposal_item_waiting_files ON proposal_item (store_id) WHERE objects <> '{}';
  ${isolate('proposal_item', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('proposal_item')}

  -- Amounts of money as they were when a limited token first touched them in its proposal or on its day: its limit counts from there.
  CREATE TABLE amount_drift (
    store_id text COLLATE "C" NOT NULL,
    token_id text COLLATE "C" NOT NULL,
    period text COLLATE "C" NOT NULL,
    subject_id text COLLATE "C" NOT NULL,
    field text COLLATE "C" NOT NULL,
    began bigint,
    latest bigint,
    stand_in_id text COLLATE "C",
    stand_in_field text COLLATE "C",
    inherits boolean NOT NULL,
    began_max bigint,
    joined boolean NOT NULL DEFAULT false,
    displaced boolean NOT NULL DEFAULT false,
    taken jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (store_id, token_id, period, subject_id, field)
  );
  CREATE INDEX amount_drift_stand_in ON amount_drift (store_id, token_id, period, stand_in_id, stand_in_field);
  ${isolate('amount_drift')}

  ${openRows(
    'proposal',
    `SELECT p.id, p.store_id, jsonb_build_object('proposalId', p.id) FROM proposal p WHERE p.state = 'applying'`,
  )}
`;
