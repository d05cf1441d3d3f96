import { isolate, openToFunctions, systemFunction } from '../isolation';
import { openRows } from '../open-rows';

/** Mails to owners and buyers. */
export const mail = `
  -- Mails. Those to an owner name the owner, and those to a buyer a letter and the thing that it is about.
  CREATE TABLE mail (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'kept', 'failed', 'dropped')),
    last_error text,
    created_at timestamptz NOT NULL,
    sent_at timestamptz,
    token_id text COLLATE "C",
    written boolean NOT NULL DEFAULT true,
    due_at timestamptz,
    owner_id text COLLATE "C",
    letter text COLLATE "C",
    about text COLLATE "C",
    PRIMARY KEY (store_id, id),
    CONSTRAINT mail_owner FOREIGN KEY (owner_id) REFERENCES owner_account (id) ON DELETE CASCADE,
    CONSTRAINT mail_to CHECK ((owner_id IS NULL) = (letter IS NOT NULL AND about IS NOT NULL))
  );
  CREATE INDEX mail_token ON mail (store_id, token_id, id);
  CREATE INDEX mail_queued ON mail (id) WHERE state = 'queued';
  CREATE INDEX mail_of_owner ON mail (owner_id);
  CREATE UNIQUE INDEX mail_digest ON mail (store_id, token_id, owner_id) WHERE NOT written AND state = 'queued';
  ${isolate('mail', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('mail')}

  ${openRows(
    'mail',
    `SELECT m.id, m.store_id, jsonb_build_object('mailId', m.id) FROM mail m WHERE m.state = 'queued'`,
  )}

  ${systemFunction(
    'sweep_mails(life interval, batch integer)',
    'bigint',
    `
      WITH swept AS (
        DELETE FROM mail WHERE (store_id, id) IN
          (SELECT store_id, id FROM mail WHERE state <> 'queued' AND created_at < now() - life LIMIT batch) RETURNING 1)
      SELECT count(*) FROM swept`,
  )}
`;
