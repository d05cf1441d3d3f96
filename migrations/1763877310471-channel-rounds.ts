import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Keeps for which of its times each round of a channel has asked for a job last: of several workers one asks. */
export class ChannelRounds1763877310471 implements MigrationInterface {
  readonly name = 'ChannelRounds1763877310471';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_round (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        round text COLLATE "C" NOT NULL,
        ran_for timestamptz NOT NULL,
        PRIMARY KEY (store_id, extension, round)
      );
      ${isolate('channel_round')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_round;');
  }
}
