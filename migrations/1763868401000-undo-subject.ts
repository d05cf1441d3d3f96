import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Older rows, too, tell whose rev takes a change of a variant back: that of its product, by which they are found. */
export class UndoSubject1763868401000 implements MigrationInterface {
  readonly name = 'UndoSubject1763868401000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['audit_row', 'audit_entity'],
        `
      UPDATE audit_row r SET inverse = r.inverse || jsonb_build_object('subject', e.entity_id)
      FROM audit_entity e
      WHERE r.inverse ->> 'command' = 'catalog.price.set' AND r.inverse #>> '{payload,targetId}' LIKE 'var\\_%'
        AND e.store_id = r.store_id AND e.audit_id = r.id AND e.entity_id LIKE 'prd\\_%';`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(['audit_row'], `UPDATE audit_row SET inverse = inverse - 'subject' WHERE inverse ? 'subject';`),
    );
  }
}
