import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** What stood in the fields of removed variants held on to files of the library, and nobody could let go of it. */
export class ForgottenValues1763877000312 implements MigrationInterface {
  readonly name = 'ForgottenValues1763877000312';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['metafield_values', 'catalog_variant'],
        `DELETE FROM metafield_values m WHERE m.owner_id LIKE 'var\\_%'
           AND NOT EXISTS (SELECT FROM catalog_variant v WHERE v.store_id = m.store_id AND v.id = m.owner_id);`,
      ),
    );
  }

  async down(): Promise<void> {}
}
