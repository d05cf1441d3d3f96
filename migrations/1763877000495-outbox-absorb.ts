import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** A workflow that is to look is told so once for all who want it: hundreds of webhooks of one parcel were hundreds of deliveries. */
export class OutboxAbsorb1763877000495 implements MigrationInterface {
  readonly name = 'OutboxAbsorb1763877000495';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      systemFunction(
        'absorb_outbox(row_id text)',
        'void',
        `UPDATE outbox alike SET done_at = now() FROM outbox first
         WHERE first.id = row_id AND alike.workflow_id = first.workflow_id AND alike.id > first.id
           AND alike.done_at IS NULL AND alike.attempts = 0 AND alike.message -> 'wakes' IS NOT NULL
           AND alike.message -> 'update' = first.message -> 'update' AND alike.message -> 'input' = first.message -> 'input'`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION absorb_outbox(text)');
  }
}
