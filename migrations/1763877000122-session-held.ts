import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** What an owner does with other stores runs in a call of the own store, which holds its session as every call does. */
export class SessionHeld1763877000122 implements MigrationInterface {
  readonly name = 'SessionHeld1763877000122';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION hold_session(bytea);');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      systemFunction(
        'hold_session(presented bytea)',
        'void',
        `DECLARE
           held owner_session;
         BEGIN
           SELECT * INTO held FROM owner_session WHERE digest = presented;
           -- The second look is a statement of its own: it sees an end that was committed up to now.
           IF held.digest IS NULL
             OR NOT pg_try_advisory_xact_lock_shared(credential_lock(held.store_id, held.owner_id, held.digest))
             OR NOT EXISTS (SELECT FROM owner_session WHERE digest = presented AND expires_at > now()) THEN
             RAISE serialization_failure USING MESSAGE = 'the session has ended while its call was under way, or ends now';
           END IF;
         END`,
        'plpgsql',
      ),
    );
  }
}
