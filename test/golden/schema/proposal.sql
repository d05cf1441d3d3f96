-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

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
  taken jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT amount_drift_pkey PRIMARY KEY (store_id, token_id, period, subject_id, field)
);
ALTER TABLE amount_drift ENABLE ROW LEVEL SECURITY;
ALTER TABLE amount_drift FORCE ROW LEVEL SECURITY;
CREATE INDEX amount_drift_stand_in ON public.amount_drift USING btree (store_id, token_id, period, stand_in_id, stand_in_field);
CREATE POLICY store ON amount_drift FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON amount_drift TO tezgah_runtime;

CREATE TABLE proposal (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  token_id text COLLATE "C",
  workspace_id text COLLATE "C",
  state text NOT NULL,
  note text,
  reason text,
  pause jsonb,
  pauses integer NOT NULL DEFAULT 0,
  hash text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  submitted_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by text,
  finished_at timestamp with time zone,
  recorded_items integer NOT NULL DEFAULT 0,
  recorded_bytes integer NOT NULL DEFAULT 0,
  owner_id text COLLATE "C",
  CONSTRAINT proposal_check CHECK (((state = 'paused'::text) = (pause IS NOT NULL))),
  CONSTRAINT proposal_proposer CHECK (((token_id IS NULL) <> (owner_id IS NULL))),
  CONSTRAINT proposal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'submitted'::text, 'applying'::text, 'paused'::text, 'applied'::text, 'rejected'::text, 'withdrawn'::text]))),
  CONSTRAINT proposal_store_id_token_id_fkey FOREIGN KEY (store_id, token_id) REFERENCES access_token(store_id, id),
  CONSTRAINT proposal_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE proposal ENABLE ROW LEVEL SECURITY;
ALTER TABLE proposal FORCE ROW LEVEL SECURITY;
CREATE INDEX proposal_applying ON public.proposal USING btree (id) WHERE (state = 'applying'::text);
CREATE UNIQUE INDEX proposal_open ON public.proposal USING btree (store_id, token_id) WHERE (state = 'open'::text);
CREATE INDEX proposal_state ON public.proposal USING btree (store_id, state, id);
CREATE INDEX proposal_token ON public.proposal USING btree (store_id, token_id, id);
CREATE POLICY functions ON proposal FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON proposal FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON proposal TO tezgah_runtime;

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
  state text NOT NULL,
  current_preview jsonb,
  problem jsonb,
  accepted_hash text COLLATE "C",
  audit_id text COLLATE "C",
  recorded_at timestamp with time zone NOT NULL,
  applied_at timestamp with time zone,
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
  comment text,
  CONSTRAINT proposal_item_awaited_check CHECK (
CASE
    WHEN (state = ANY (ARRAY['started'::text, 'left_running'::text])) THEN (awaited IS NOT NULL)
    ELSE ((awaited IS NULL) OR (state = 'applied'::text))
END),
  CONSTRAINT proposal_item_check CHECK (((state = 'applied'::text) = (audit_id IS NOT NULL))),
  CONSTRAINT proposal_item_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'started'::text, 'applied'::text, 'skipped'::text, 'stale'::text, 'refused'::text, 'failed'::text, 'left_running'::text, 'dropped'::text]))),
  CONSTRAINT proposal_item_store_id_proposal_id_fkey FOREIGN KEY (store_id, proposal_id) REFERENCES proposal(store_id, id),
  CONSTRAINT proposal_item_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE proposal_item ENABLE ROW LEVEL SECURITY;
ALTER TABLE proposal_item FORCE ROW LEVEL SECURITY;
CREATE INDEX proposal_item_next ON public.proposal_item USING btree (store_id, proposal_id, seq) WHERE (state <> ALL (ARRAY['applied'::text, 'skipped'::text, 'left_running'::text, 'dropped'::text]));
CREATE INDEX proposal_item_objects ON public.proposal_item USING gin (objects) WHERE (objects <> '{}'::text[]);
CREATE UNIQUE INDEX proposal_item_order ON public.proposal_item USING btree (store_id, proposal_id, seq);
CREATE INDEX proposal_item_state ON public.proposal_item USING btree (store_id, proposal_id, state);
CREATE INDEX proposal_item_uploads ON public.proposal_item USING gin (uploads) WHERE (uploads <> '{}'::text[]);
CREATE INDEX proposal_item_waiting_files ON public.proposal_item USING btree (store_id) WHERE (objects <> '{}'::text[]);
CREATE POLICY functions ON proposal_item FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON proposal_item FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON proposal_item TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_proposal(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT p.id, p.store_id, jsonb_build_object('proposalId', p.id) FROM proposal p WHERE p.state = 'applying') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_proposal(text,text,integer,interval) TO tezgah_runtime;
