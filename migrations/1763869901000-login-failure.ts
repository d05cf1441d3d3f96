import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/** Failures count from the first one on until there was none for so long. */
const FORGOTTEN = `interval '15 minutes'`;

/**
 * Failed log-ins by who tries and at what, counted by all API processes. Unlogged: a crash of Postgres may empty it. Of an address or an
 * account only a digest is kept.
 */
export class LoginFailure1763869901000 implements MigrationInterface {
  readonly name = 'LoginFailure1763869901000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE login_failure (
        key text COLLATE "C" PRIMARY KEY,
        failures integer NOT NULL,
        failed_at timestamptz NOT NULL
      );
      CREATE INDEX login_failure_age ON login_failure (failed_at);
      ALTER TABLE login_failure ENABLE ROW LEVEL SECURITY;
      ALTER TABLE login_failure FORCE ROW LEVEL SECURITY;
      ${openToFunctions('login_failure')}
      ${systemFunction(
        'begin_login(keys text[], free integer[], most_ms integer[], newcomer text, newcomer_free integer, spared text)',
        'double precision',
        // Rows are locked in one order, and those that are swept without waiting and last: two log-ins cannot block each other.
        `
        DECLARE
          at timestamptz;
          wait double precision;
        BEGIN
          INSERT INTO login_failure (key, failures, failed_at)
          SELECT k, 0, clock_timestamp() FROM unnest(keys) AS k ORDER BY k COLLATE "C" ON CONFLICT (key) DO NOTHING;
          PERFORM FROM login_failure f WHERE f.key = ANY (keys) ORDER BY f.key FOR UPDATE;
          at := clock_timestamp();
          UPDATE login_failure f SET failures = 0 WHERE f.key = ANY (keys) AND f.failed_at < at - ${FORGOTTEN};
          SELECT coalesce(max(least(w.ms, w.ms - 1000 * extract(epoch FROM at - f.failed_at))), 0) INTO wait
          FROM unnest(keys, free, most_ms) AS b (key, free, most_ms)
          JOIN login_failure f ON f.key = b.key
          CROSS JOIN LATERAL (SELECT least(1000 * 2.0 ^ least(f.failures - b.free, 30), b.most_ms) AS ms) AS w
          WHERE f.failures >= b.free AND NOT (b.key = spared AND EXISTS (
            SELECT FROM login_failure n WHERE n.key = newcomer AND n.failures < newcomer_free));
          IF wait > 0 THEN RETURN wait; END IF;
          UPDATE login_failure f SET failures = f.failures + 1, failed_at = at WHERE f.key = ANY (keys);
          DELETE FROM login_failure WHERE key IN (
            SELECT o.key FROM login_failure o WHERE o.failed_at < at - ${FORGOTTEN}
            ORDER BY o.failed_at LIMIT 100 FOR UPDATE SKIP LOCKED
          );
          RETURN 0;
        END `,
        'plpgsql',
      )}
      ${systemFunction(
        'take_login_back(keys text[])',
        'void',
        `
        UPDATE login_failure f SET failures = greatest(0, f.failures - 1) FROM (
          SELECT o.key FROM login_failure o WHERE o.key = ANY (keys) ORDER BY o.key FOR UPDATE
        ) AS held WHERE f.key = held.key `,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION take_login_back(text[]);
      DROP FUNCTION begin_login(text[], integer[], integer[], text, integer, text);
      DROP TABLE login_failure;`);
  }
}
