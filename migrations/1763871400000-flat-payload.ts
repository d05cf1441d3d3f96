import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Agents may propose these two by a route alone. */
const COMMANDS = `command IN ('channel.catalog.pull', 'channel.jobs.cancel')`;

/** What was recorded of a route's call held the parts of its request; a payload is one object, whichever door it comes by. */
export class FlatPayload1763871400000 implements MigrationInterface {
  readonly name = 'FlatPayload1763871400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['proposal_item'],
        `UPDATE proposal_item SET payload = (payload -> 'params') || (payload -> 'body')
         WHERE ${COMMANDS} AND jsonb_typeof(payload -> 'params') = 'object' AND jsonb_typeof(payload -> 'body') = 'object';`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['proposal_item'],
        `UPDATE proposal_item SET payload = jsonb_build_object(
           'params', payload - 'mode',
           'body', CASE WHEN payload ? 'mode' THEN jsonb_build_object('mode', payload -> 'mode') ELSE '{}' END)
         WHERE ${COMMANDS} AND NOT payload ? 'params';`,
      ),
    );
  }
}
