import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/**
 * Calls of the last minute by caller, counted by all API processes. Unlogged: it is written all the time and worth nothing after a
 * minute, so a crash of Postgres may empty it. Of a caller only a digest is kept.
 */
export class CallCount1763868700000 implements MigrationInterface {
  readonly name = 'CallCount1763868700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE call_count (
        key text COLLATE "C" PRIMARY KEY,
        seconds double precision[] NOT NULL,
        calls double precision[] NOT NULL,
        counted_at timestamptz NOT NULL
      );
      CREATE INDEX call_count_age ON call_count (counted_at);
      ALTER TABLE call_count ENABLE ROW LEVEL SECURITY;
      ALTER TABLE call_count FORCE ROW LEVEL SECURITY;
      ${openToFunctions('call_count')}
      ${systemFunction(
        'count_calls(keys text[], amounts double precision[], window_seconds integer)',
        'TABLE (key text, seconds double precision[], calls double precision[], now_seconds double precision)',
        // Rows are locked in one order, and those that are swept without waiting and last: two writers cannot block each other.
        `
        #variable_conflict use_column
        DECLARE
          at double precision := extract(epoch FROM clock_timestamp());
        BEGIN
          RETURN QUERY
          INSERT INTO call_count AS c (key, seconds, calls, counted_at)
          SELECT n.key, ARRAY[floor(at)], ARRAY[n.calls], to_timestamp(at)
          FROM unnest(keys, amounts) AS n (key, calls) ORDER BY n.key COLLATE "C"
          ON CONFLICT (key) DO UPDATE SET
            (seconds, calls) = (
              SELECT array_agg(s.second), array_agg(s.calls) FROM (
                SELECT u.second, sum(u.calls) AS calls
                FROM unnest(c.seconds || EXCLUDED.seconds, c.calls || EXCLUDED.calls) AS u (second, calls)
                WHERE u.second >= floor(at) - window_seconds GROUP BY u.second
              ) AS s
            ),
            counted_at = greatest(c.counted_at, EXCLUDED.counted_at)
          RETURNING c.key, c.seconds, c.calls, at;
          DELETE FROM call_count WHERE key IN (
            SELECT o.key FROM call_count o WHERE o.counted_at < to_timestamp(at - 2 * window_seconds)
            ORDER BY o.counted_at LIMIT 100 + 2 * cardinality(keys) FOR UPDATE SKIP LOCKED
          );
        END `,
        'plpgsql',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION count_calls(text[], double precision[], integer);
      DROP TABLE call_count;`);
  }
}
