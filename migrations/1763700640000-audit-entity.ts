import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

const REFUSED_PAYLOAD_BYTES_MAX = 4096;

/** Audit rows are found by everything that they name, and know how large they are; refused ones keep no more than an excerpt. */
export class AuditEntity1763700640000 implements MigrationInterface {
  readonly name = 'AuditEntity1763700640000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entity (
        store_id text COLLATE "C" NOT NULL,
        entity_id text COLLATE "C" NOT NULL,
        audit_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (store_id, entity_id, audit_id)
      );
      ALTER TABLE audit_row ADD COLUMN bytes integer NOT NULL DEFAULT 0;`);

    // The rows of all stores are rewritten, also where the owner of the tables is held to row-level security.
    await runner.query(`
      ALTER TABLE audit_row NO FORCE ROW LEVEL SECURITY;
      UPDATE audit_row SET payload = jsonb_build_object('excerpt', true, 'bytes', octet_length(payload::text))
      WHERE outcome = 'refused' AND octet_length(payload::text) > ${REFUSED_PAYLOAD_BYTES_MAX};
      UPDATE audit_row SET payload = jsonb_build_object('extension', payload -> 'extension')
      WHERE outcome = 'refused' AND command IN ('secret.set', 'secret.delete') AND payload ? 'key';
      UPDATE audit_row
      SET bytes = coalesce(octet_length(payload::text), 0) + octet_length(changes::text) + coalesce(octet_length(inverse::text), 0);
      INSERT INTO audit_entity (store_id, entity_id, audit_id)
      SELECT store_id, entity_id, id FROM audit_row WHERE entity_id IS NOT NULL
      UNION
      SELECT r.store_id, change ->> 'id', r.id
      FROM audit_row r CROSS JOIN LATERAL jsonb_array_elements(r.changes) AS change
      WHERE jsonb_typeof(r.changes) = 'array' AND change ->> 'id' IS NOT NULL;
      ALTER TABLE audit_row FORCE ROW LEVEL SECURITY;`);

    await runner.query(`
      ${isolate('audit_entity', 'store_id', 'SELECT, INSERT')}
      DROP INDEX audit_row_entity;`);
  }

  async down(): Promise<void> {
    throw new Error('The excerpts of refused payloads cannot be made whole again: restore a backup.');
  }
}
