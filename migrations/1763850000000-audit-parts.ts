import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Older audit rows are found by the parts that they changed, too, by the variant of a listing, and by what caused them. */
export class AuditParts1763850000000 implements MigrationInterface {
  readonly name = 'AuditParts1763850000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['audit_row', 'audit_entity', 'command_outcome', 'proposal_item', 'channel_listing'],
        `
      WITH change AS (
        SELECT a.store_id, a.id AS audit_id, c ->> 'entity' AS entity, c ->> 'id' AS id,
          c #> '{before,variants}' AS before, c #> '{after,variants}' AS after
        FROM audit_row a CROSS JOIN LATERAL jsonb_array_elements(a.changes) AS c
        WHERE jsonb_typeof(a.changes) = 'array' AND c ->> 'entity' IN ('product', 'listing')
        UNION ALL
        SELECT a.store_id, a.id, c ->> 'entity', c ->> 'id',
          CASE WHEN c ->> 'field' = 'variants' THEN c -> 'before' END, CASE WHEN c ->> 'field' = 'variants' THEN c -> 'after' END
        FROM audit_row a
        JOIN command_outcome o ON o.store_id = a.store_id AND o.key = a.key AND o.audit_id = a.id
        JOIN proposal_item i ON i.store_id = a.store_id AND i.id = o.body ->> 'itemId'
        CROSS JOIN LATERAL jsonb_array_elements(i.preview -> 'changes') AS c
        WHERE a.outcome = 'proposed' AND c ->> 'entity' IN ('product', 'listing')
      ),
      part AS (
        SELECT c.store_id, c.audit_id, c.id, variant
        FROM change c CROSS JOIN LATERAL (VALUES (c.before), (c.after)) AS side(variants)
        CROSS JOIN LATERAL jsonb_array_elements(side.variants) AS variant
        WHERE c.entity = 'product' AND jsonb_typeof(side.variants) = 'array'
      ),
      named AS (
        SELECT store_id, audit_id, min(variant ->> 'id') AS entity_id FROM part
        GROUP BY store_id, audit_id, id, variant HAVING count(*) = 1
        UNION SELECT c.store_id, c.audit_id, l.variant_id
          FROM change c JOIN channel_listing l ON l.store_id = c.store_id AND l.id = c.id WHERE c.entity = 'listing'
        UNION SELECT a.store_id, a.id, by.value
          FROM audit_row a CROSS JOIN LATERAL jsonb_each_text(a.cause) AS by
          WHERE jsonb_typeof(a.cause) = 'object' AND by.value ~ '^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$'
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
