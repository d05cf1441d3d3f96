import { isolate, showToStorefront } from '../isolation';

/** Packs of themes that a store or a workspace has made, and the themes that a store has installed. */
export const skin = `
  -- Packs that a store has made for itself, which never change.
  CREATE TABLE theme_pack (
    store_id text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    version text COLLATE "C" NOT NULL,
    text text NOT NULL,
    bytes integer NOT NULL,
    pushed_at timestamptz NOT NULL,
    by_kind text COLLATE "C" NOT NULL,
    PRIMARY KEY (store_id, key, version)
  );
  ${isolate('theme_pack', 'store_id', 'SELECT, INSERT, DELETE')}
  ${showToStorefront('theme_pack', 'store_id, hash, key, version, text')}

  -- The version of each theme that a store has installed.
  CREATE TABLE theme_installed (
    store_id text COLLATE "C" NOT NULL,
    theme text COLLATE "C" NOT NULL,
    rev integer NOT NULL DEFAULT 1,
    version text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (store_id, theme)
  );
  ${isolate('theme_installed')}

  -- Packs that a workspace tries while the push that brings them waits for the owner: they take no name of the store's.
  CREATE TABLE workspace_pack (
    store_id text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    workspace_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    version text COLLATE "C" NOT NULL,
    text text NOT NULL,
    pushed_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, hash, workspace_id)
  );
  CREATE INDEX workspace_pack_workspace ON workspace_pack (store_id, workspace_id, pushed_at);
  ${isolate('workspace_pack')}
  ${showToStorefront('workspace_pack', 'store_id, hash, key, version, text')}
`;
