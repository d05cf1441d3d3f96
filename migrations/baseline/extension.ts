import { isolate, openToFunctions, showToStorefront, systemFunction } from '../isolation';
import { openRows } from '../open-rows';

/** Installed extensions, their sealed secrets, and the hooks that are deactivated. */
export const extension = `
  CREATE TABLE extension (
    store_id text COLLATE "C" NOT NULL REFERENCES store (id),
    key text COLLATE "C" NOT NULL,
    version text NOT NULL,
    enabled boolean NOT NULL DEFAULT false,
    config jsonb NOT NULL DEFAULT '{}',
    rev integer NOT NULL DEFAULT 1,
    installed_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    granted jsonb,
    hooks_off jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (store_id, key)
  );
  ${isolate('extension')}
  ${openToFunctions('extension')}
  ${showToStorefront('extension', 'store_id, key, version, enabled')}

  -- Sealed secrets of extensions.
  CREATE TABLE extension_secret (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    sealed bytea NOT NULL,
    set_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, extension, key)
  );
  ${isolate('extension_secret')}
  ${openToFunctions('extension_secret')}

  -- What a store keeps of an extension outlives it: secrets, listings and jobs are there again when it is installed again, and its rev goes on.
  CREATE TABLE extension_gone (
    store_id text COLLATE "C" NOT NULL REFERENCES store (id),
    key text COLLATE "C" NOT NULL,
    rev integer NOT NULL,
    granted jsonb,
    PRIMARY KEY (store_id, key)
  );
  ${isolate('extension_gone')}

  -- Hooks of an extension that are deactivated, and the behaviour of those that decide.
  CREATE TABLE hook_breaker (
    store_id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    point text COLLATE "C" NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    history jsonb NOT NULL DEFAULT '[]',
    tripped_at timestamptz,
    trip text COLLATE "C",
    given_up boolean NOT NULL DEFAULT false,
    PRIMARY KEY (store_id, extension, point),
    CHECK ((tripped_at IS NULL) = (trip IS NULL))
  );
  CREATE INDEX hook_breaker_trip ON hook_breaker (trip) WHERE trip IS NOT NULL;
  ${isolate('hook_breaker')}
  ${openToFunctions('hook_breaker')}

  ${openRows(
    'hook_breaker',
    `SELECT b.trip, b.store_id, jsonb_build_object('tripId', b.trip, 'extension', b.extension, 'point', b.point)
         FROM hook_breaker b WHERE b.trip IS NOT NULL AND NOT b.given_up`,
  )}

  ${systemFunction(
    'list_enabled_extensions(after_store text, after_key text, batch integer)',
    'TABLE (store_id text, key text)',
    `
      SELECT e.store_id, e.key FROM extension e
      WHERE e.enabled AND (e.store_id, e.key) > (after_store COLLATE "C", after_key COLLATE "C")
      ORDER BY e.store_id, e.key LIMIT batch`,
  )}

  ${systemFunction(
    'extensions_mark()',
    'TABLE (mark text)',
    `
      SELECT count(*) FILTER (WHERE e.enabled) || ' ' || count(*) || ' ' || coalesce(max(e.updated_at)::text, '') FROM extension e`,
  )}
`;
