import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Proposals of agents with their items, and the mails that tell owners of them. */
export class Proposal1763700500000 implements MigrationInterface {
  readonly name = 'Proposal1763700500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, token_id) REFERENCES access_token (store_id, id),
        CHECK ((state = 'paused') = (pause IS NOT NULL))
      );
      CREATE UNIQUE INDEX proposal_open ON proposal (store_id, token_id) WHERE state = 'open';
      CREATE INDEX proposal_token ON proposal (store_id, token_id, id);
      CREATE INDEX proposal_state ON proposal (store_id, state, id);
      ${isolate('proposal', 'store_id', 'SELECT, INSERT, UPDATE')}

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
        state text NOT NULL CHECK (state IN ('pending', 'applied', 'skipped', 'stale', 'refused')),
        current_preview jsonb,
        problem jsonb,
        accepted_hash text COLLATE "C",
        audit_id text COLLATE "C",
        recorded_at timestamptz NOT NULL,
        applied_at timestamptz,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, proposal_id) REFERENCES proposal (store_id, id),
        CHECK ((state = 'applied') = (audit_id IS NOT NULL))
      );
      CREATE UNIQUE INDEX proposal_item_order ON proposal_item (store_id, proposal_id, seq);
      ${isolate('proposal_item', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE mail (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        to_address text NOT NULL,
        subject text NOT NULL,
        body text NOT NULL,
        state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'kept', 'failed')),
        last_error text,
        created_at timestamptz NOT NULL,
        sent_at timestamptz,
        PRIMARY KEY (store_id, id)
      );
      ${isolate('mail', 'store_id', 'SELECT, INSERT, UPDATE')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail; DROP TABLE proposal_item; DROP TABLE proposal;');
  }
}
