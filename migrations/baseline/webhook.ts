import { isolate, openToFunctions } from '../isolation';
import { openRows } from '../open-rows';

/** Calls that providers have made, as they came in. */
export const webhook = `
  -- Calls of providers, each once.
  CREATE TABLE webhook (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    news jsonb NOT NULL,
    state text COLLATE "C" NOT NULL,
    failure text,
    created_at timestamptz NOT NULL,
    handled_at timestamptz,
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX webhook_told ON webhook (store_id, extension, digest);
  CREATE INDEX webhook_kept ON webhook (id) WHERE state = 'kept';
  ${isolate('webhook')}
  ${openToFunctions('webhook')}

  ${openRows(
    'webhook',
    `SELECT w.id, w.store_id, jsonb_build_object('webhookId', w.id) FROM webhook w WHERE w.state = 'kept'`,
  )}
`;
