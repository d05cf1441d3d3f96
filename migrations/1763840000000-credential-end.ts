import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A credential that has ended commits nothing any more. Its calls ask once more for it with their COMMIT and hold it for as long
 * as that takes; whoever ends it waits for those, and not for calls that wait themselves.
 */
export class CredentialEnd1763840000000 implements MigrationInterface {
  readonly name = 'CredentialEnd1763840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION credential_lock(of_store text, caller_id text, caller_session bytea)
      RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
        SELECT hashtextextended(of_store || ' ' || coalesce(encode(caller_session, 'hex'), caller_id), 4)
      $$;

      -- Nobody waits here, so nobody who ends a credential waits for rows that this call has locked.
      CREATE FUNCTION hold_credential(for_store text, caller_kind text, caller_id text, caller_session bytea)
      RETURNS void LANGUAGE plpgsql VOLATILE AS $$
      DECLARE
        held boolean;
      BEGIN
        held := pg_try_advisory_xact_lock_shared(credential_lock(for_store, caller_id, caller_session));
        -- A statement of its own: it sees an end that was committed up to now.
        IF NOT held OR NOT credential_lives(for_store, caller_kind, caller_id, caller_session) THEN
          RAISE serialization_failure USING MESSAGE = 'the credential has ended while its call was under way, or ends now';
        END IF;
      END $$;

      CREATE FUNCTION end_token() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.id, NULL));
        RETURN NEW;
      END $$;
      CREATE TRIGGER access_token_end BEFORE UPDATE OF revoked_at ON access_token
        FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) EXECUTE FUNCTION end_token();

      -- One that has expired ended by itself: sweeping it away ends nothing.
      CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.owner_id, OLD.digest));
        RETURN OLD;
      END $$;
      CREATE TRIGGER owner_session_end BEFORE DELETE ON owner_session
        FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION end_session();`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER owner_session_end ON owner_session;
      DROP TRIGGER access_token_end ON access_token;
      DROP FUNCTION end_session();
      DROP FUNCTION end_token();
      DROP FUNCTION hold_credential(text, text, text, bytea);
      DROP FUNCTION credential_lock(text, text, bytea);`);
  }
}
