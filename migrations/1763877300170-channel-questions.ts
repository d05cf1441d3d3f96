import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Questions of buyers, as marketplaces have shown them. */
export class ChannelQuestions1763877300170 implements MigrationInterface {
  readonly name = 'ChannelQuestions1763877300170';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_question (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        question_id text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        state_word text NOT NULL,
        text text NOT NULL,
        asked_at timestamptz NOT NULL,
        answer_until timestamptz,
        buyer_name text,
        product_title text,
        product_url text,
        image_url text,
        answer jsonb,
        refused_answer jsonb,
        reason text,
        digest text COLLATE "C" NOT NULL,
        read_at timestamptz NOT NULL,
        looked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (store_id, extension, question_id)
      );
      CREATE INDEX channel_question_asked ON channel_question (store_id, extension, asked_at, question_id);
      CREATE INDEX channel_question_open ON channel_question (store_id, extension, state, answer_until, question_id);
      ${isolate('channel_question')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_question');
  }
}
