import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A write that another one overtook fails where it is, so that nobody has to wait for its answer before the next statement leaves.
 * `TZ001` is read by src/kernel/database/connection.ts.
 */
export class Overtaken1763868600000 implements MigrationInterface {
  readonly name = 'Overtaken1763868600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION overtaken(subject text) RETURNS int LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RAISE EXCEPTION USING ERRCODE = 'TZ001', MESSAGE = subject || ' changed meanwhile.', DETAIL = subject;
      END $$;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION overtaken(text)');
  }
}
