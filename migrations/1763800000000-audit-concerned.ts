import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Older audit rows are found by what their changes concern too: wholes of what changed, others that it tied, and what was proposed. */
export class AuditConcerned1763800000000 implements MigrationInterface {
  readonly name = 'AuditConcerned1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [
      'audit_row',
      'audit_entity',
      'command_outcome',
      'proposal_item',
      'catalog_variant',
      'stock_movement',
      'channel_listing',
      'channel_job',
    ];
    await runner.query(
      unforced(
        tables,
        `
      WITH proposed AS (
        SELECT a.store_id, a.id AS audit_id, i.id AS item_id, i.preview
        FROM audit_row a
        JOIN command_outcome o ON o.store_id = a.store_id AND o.key = a.key AND o.audit_id = a.id
        JOIN proposal_item i ON i.store_id = a.store_id AND i.id = o.body ->> 'itemId'
        WHERE a.outcome = 'proposed'
      ),
      change AS (
        SELECT a.store_id, a.id AS audit_id, c ->> 'entity' AS entity, c ->> 'id' AS id, c -> 'before' AS before, c -> 'after' AS after
        FROM audit_row a CROSS JOIN LATERAL jsonb_array_elements(a.changes) AS c
        WHERE jsonb_typeof(a.changes) = 'array'
        UNION ALL
        SELECT store_id, audit_id, c ->> 'entity', c ->> 'id',
          jsonb_build_object(c ->> 'field', c -> 'before'), jsonb_build_object(c ->> 'field', c -> 'after')
        FROM proposed CROSS JOIN LATERAL jsonb_array_elements(preview -> 'changes') AS c
      ),
      member AS (
        SELECT store_id, audit_id, product_id, 'before' AS side
        FROM change CROSS JOIN LATERAL jsonb_array_elements_text(before -> 'productIds') AS product_id
        WHERE entity = 'collection' AND jsonb_typeof(before -> 'productIds') = 'array'
        UNION
        SELECT store_id, audit_id, product_id, 'after'
        FROM change CROSS JOIN LATERAL jsonb_array_elements_text(after -> 'productIds') AS product_id
        WHERE entity = 'collection' AND jsonb_typeof(after -> 'productIds') = 'array'
      ),
      named AS (
        SELECT store_id, audit_id, item_id AS entity_id FROM proposed
        UNION SELECT store_id, audit_id, id FROM change
        UNION SELECT c.store_id, c.audit_id, v.product_id
          FROM change c JOIN catalog_variant v ON v.store_id = c.store_id AND v.id = c.id WHERE c.entity = 'variant'
        UNION SELECT c.store_id, c.audit_id, m.product_id
          FROM change c JOIN stock_movement m ON m.store_id = c.store_id AND m.variant_id = c.id WHERE c.entity = 'variant'
        UNION SELECT c.store_id, c.audit_id, whole
          FROM change c JOIN channel_listing l ON l.store_id = c.store_id AND l.id = c.id
          CROSS JOIN LATERAL unnest(ARRAY[l.product_id, l.extension]) AS whole WHERE c.entity = 'listing'
        UNION SELECT c.store_id, c.audit_id, j.extension
          FROM change c JOIN channel_job j ON j.store_id = c.store_id AND j.id = c.id WHERE c.entity = 'channel job'
        UNION SELECT c.store_id, c.audit_id, i.proposal_id
          FROM change c JOIN proposal_item i ON i.store_id = c.store_id AND i.id = c.id WHERE c.entity = 'proposal item'
        UNION SELECT store_id, audit_id, split_part(id, '/', 1) FROM change WHERE entity = 'secret'
        UNION SELECT store_id, audit_id, tied
          FROM change CROSS JOIN LATERAL unnest(ARRAY[before ->> 'categoryId', after ->> 'categoryId']) AS tied WHERE entity = 'product'
        UNION SELECT store_id, audit_id, after ->> 'workspaceId' FROM change WHERE entity = 'token'
        UNION SELECT store_id, audit_id, min(product_id) FROM member GROUP BY store_id, audit_id, product_id HAVING count(*) = 1
      )
      INSERT INTO audit_entity (store_id, entity_id, audit_id)
      SELECT store_id, entity_id, audit_id FROM named WHERE entity_id IS NOT NULL
      ON CONFLICT DO NOTHING;`,
      ),
    );
  }

  /** A row that is found by more than it was is no harm. */
  async down(): Promise<void> {}
}
