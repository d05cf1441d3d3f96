import { isolate, openToFunctions, systemFunction } from '../isolation';

/** Deeds in workspaces, and the keys under which a command runs once. */
export const workspace = `
  -- Deeds in workspaces. Nobody rewrites one.
  CREATE TABLE workspace_activity (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    workspace_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('exec', 'list', 'read', 'write', 'backup', 'restore', 'refresh', 'archive',
      'expire', 'loss')),
    by_kind text COLLATE "C" NOT NULL,
    by_id text COLLATE "C" NOT NULL,
    subject text NOT NULL,
    begun_at timestamptz NOT NULL,
    ends_by timestamptz NOT NULL,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, workspace_id) REFERENCES workspace (store_id, id)
  );
  CREATE INDEX workspace_activity_newest ON workspace_activity (store_id, workspace_id, id DESC);
  ${isolate('workspace_activity', 'store_id', 'SELECT, INSERT')}

  -- The end of each deed.
  CREATE TABLE workspace_activity_end (
    store_id text COLLATE "C" NOT NULL,
    activity_id text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    exit_code integer,
    duration_ms integer NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (store_id, activity_id),
    FOREIGN KEY (store_id, activity_id) REFERENCES workspace_activity (store_id, id)
  );
  ${isolate('workspace_activity_end', 'store_id', 'SELECT, INSERT')}

  -- Keys under which a command runs once, with its sealed output.
  CREATE TABLE workspace_exec_key (
    store_id text COLLATE "C" NOT NULL,
    principal_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    activity_id text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    answer text,
    claimed_at timestamptz NOT NULL,
    ends_by timestamptz NOT NULL,
    sealed_output bytea,
    output_bytes integer,
    PRIMARY KEY (store_id, principal_id, key)
  );
  CREATE INDEX workspace_exec_key_claimed ON workspace_exec_key (claimed_at);
  CREATE INDEX workspace_exec_key_output ON workspace_exec_key (store_id, claimed_at DESC) INCLUDE (output_bytes)
    WHERE sealed_output IS NOT NULL;
  ${isolate('workspace_exec_key')}
  ${openToFunctions('workspace_exec_key')}

  ${systemFunction(
    'forget_exec_keys(life interval, batch integer)',
    'bigint',
    `
      WITH old AS (
        SELECT store_id, principal_id, key FROM workspace_exec_key WHERE claimed_at < now() - life ORDER BY claimed_at LIMIT batch
      ), gone AS (
        DELETE FROM workspace_exec_key k USING old o
        WHERE k.store_id = o.store_id AND k.principal_id = o.principal_id AND k.key = o.key RETURNING 1
      ) SELECT count(*) FROM gone`,
  )}
`;
