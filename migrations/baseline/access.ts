import { isolate, openToFunctions, showToStorefront, systemFunction } from '../isolation';
import { openRows } from '../open-rows';

/** Workspaces with their sandboxes, and the tokens of agents and developers. */
export const access = `
  -- A place of an agent or a developer.
  CREATE TABLE workspace (
    store_id text COLLATE "C" NOT NULL REFERENCES store (id),
    id text COLLATE "C" NOT NULL,
    kind text NOT NULL CHECK (kind IN ('agent', 'developer')),
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    archived_at timestamptz,
    PRIMARY KEY (store_id, id)
  );
  ${isolate('workspace')}
  ${showToStorefront('workspace', 'store_id, id, archived_at')}

  -- Tokens of agents and developers. A row stays for ever, which says that its token is over.
  CREATE TABLE access_token (
    store_id text COLLATE "C" NOT NULL REFERENCES store (id),
    id text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    kind text NOT NULL CHECK (kind IN ('agent', 'developer')),
    label text NOT NULL,
    scopes text[] NOT NULL CHECK (cardinality(scopes) <= 10),
    workspace_id text COLLATE "C",
    limits jsonb,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    used_at timestamptz,
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, workspace_id) REFERENCES workspace (store_id, id),
    CHECK (kind = 'developer' OR workspace_id IS NOT NULL)
  );
  CREATE UNIQUE INDEX access_token_digest ON access_token (digest);
  ${isolate('access_token')}
  ${openToFunctions('access_token')}

  -- The sandbox of a workspace: where its files are in their life, and the last backup of them.
  CREATE TABLE workspace_sandbox (
    store_id text COLLATE "C" NOT NULL,
    workspace_id text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('cold', 'starting', 'warm', 'backing_up', 'destroying', 'failed', 'archived')),
    reason text,
    wanted text COLLATE "C" CHECK (wanted IN ('refresh', 'archive')),
    epoch integer NOT NULL,
    kept boolean NOT NULL,
    attempt text COLLATE "C",
    started_at timestamptz,
    changed_at timestamptz NOT NULL,
    backup_id text COLLATE "C",
    backup_object text COLLATE "C",
    backup_digest text COLLATE "C",
    backup_bytes bigint,
    backed_up_at timestamptz,
    backup_expires_at timestamptz,
    host text COLLATE "C",
    PRIMARY KEY (store_id, workspace_id),
    FOREIGN KEY (store_id, workspace_id) REFERENCES workspace (store_id, id)
  );
  CREATE INDEX workspace_sandbox_open ON workspace_sandbox (workspace_id)
    WHERE state IN ('starting', 'warm', 'backing_up', 'destroying') OR wanted IS NOT NULL;
  CREATE INDEX workspace_sandbox_expiry ON workspace_sandbox (backup_expires_at) WHERE backup_expires_at IS NOT NULL;
  CREATE INDEX workspace_sandbox_object ON workspace_sandbox (store_id, backup_object) WHERE backup_object IS NOT NULL;
  ${isolate('workspace_sandbox')}
  ${openToFunctions('workspace_sandbox')}

  ${systemFunction(
    'find_tokens(digests bytea[])',
    'SETOF access_token',
    `SELECT * FROM access_token WHERE digest = ANY(digests) AND revoked_at IS NULL AND expires_at > now()`,
  )}

  ${systemFunction(
    'touch_tokens(token_ids text[], at timestamptz)',
    'void',
    `UPDATE access_token SET used_at = at WHERE id = ANY(token_ids) AND (used_at IS NULL OR used_at < at)`,
  )}

  CREATE FUNCTION end_token() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.id, NULL));
      RETURN NEW;
    END
  $$;

  ${openRows(
    'workspaces',
    `SELECT workspace_id, store_id, jsonb_build_object('workspaceId', workspace_id) FROM workspace_sandbox
         WHERE state IN ('starting', 'warm', 'backing_up', 'destroying') OR wanted IS NOT NULL`,
  )}

  ${systemFunction(
    'expired_backups(moment timestamptz, batch integer)',
    'TABLE (store_id text, workspace_id text)',
    `
      SELECT s.store_id, s.workspace_id FROM workspace_sandbox s
      WHERE s.backup_expires_at <= moment ORDER BY s.backup_expires_at LIMIT batch`,
  )}

  ${systemFunction(
    'count_sandboxes()',
    'TABLE (host text, state text, sandboxes bigint)',
    `SELECT host, state, count(*) FROM workspace_sandbox WHERE state <> 'archived' GROUP BY 1, 2`,
  )}

  CREATE TRIGGER access_token_end BEFORE UPDATE OF revoked_at ON access_token
    FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL)) EXECUTE FUNCTION end_token();
`;
