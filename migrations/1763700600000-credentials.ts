import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change asks for its credential again inside its own transaction, with the statement that claims its key. */
export class Credentials1763700600000 implements MigrationInterface {
  readonly name = 'Credentials1763700600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A session ends by losing its row; a token keeps its row for ever, which says that it is over. The product vouches for itself.
      CREATE FUNCTION credential_lives(for_store text, caller_kind text, caller_id text, caller_session bytea)
      RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT CASE caller_kind
          WHEN 'system' THEN true
          WHEN 'owner' THEN EXISTS (
            SELECT FROM owner_session WHERE digest = caller_session AND store_id = for_store AND expires_at > now())
          ELSE NOT EXISTS (
            SELECT FROM access_token
            WHERE store_id = for_store AND id = caller_id AND (revoked_at IS NOT NULL OR expires_at <= now()))
        END
      $$;

      DROP FUNCTION claim_command(text, text);
      CREATE FUNCTION claim_command(for_store text, for_key text, caller_kind text, caller_id text, caller_session bytea)
      RETURNS TABLE (live boolean, fingerprint text, status smallint, body json, generation integer, audit_id text)
      LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        -- The lock comes first and the look-up is a statement of its own: it sees what a twin committed meanwhile.
        PERFORM pg_advisory_xact_lock(hashtextextended(for_store || ' ' || for_key, 0));
        RETURN QUERY
          SELECT credential_lives(for_store, caller_kind, caller_id, caller_session),
            o.fingerprint, o.status, o.body, o.generation, o.audit_id
          FROM (VALUES (for_store)) AS caller (store_id)
          LEFT JOIN command_outcome o ON o.store_id = caller.store_id AND o.key = for_key;
      END $$;

      -- What was recorded into a proposal is answered with 202, on replays too.
      UPDATE command_outcome SET status = 202 WHERE status = 200 AND body ->> 'proposed' = 'true';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE command_outcome SET status = 200 WHERE status = 202;
      DROP FUNCTION claim_command(text, text, text, text, bytea);
      DROP FUNCTION credential_lives(text, text, text, bytea);
      CREATE FUNCTION claim_command(for_store text, for_key text)
      RETURNS TABLE (fingerprint text, status smallint, body json, generation integer, audit_id text)
      LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended(for_store || ' ' || for_key, 0));
        RETURN QUERY SELECT o.fingerprint, o.status, o.body, o.generation, o.audit_id
          FROM command_outcome o WHERE o.store_id = for_store AND o.key = for_key;
      END $$;`);
  }
}
