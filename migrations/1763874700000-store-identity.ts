import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Who sells in a store: one row a store, with an identifier that is the person's whose key seals its numbers. */
export class StoreIdentity1763874700000 implements MigrationInterface {
  readonly name = 'StoreIdentity1763874700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE store_identity (
        store_id text COLLATE "C" PRIMARY KEY,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        legal_form text NOT NULL,
        title text NOT NULL,
        tax_office text NOT NULL,
        tax_number text,
        mersis text,
        address text NOT NULL,
        district text NOT NULL,
        province text NOT NULL,
        email text NOT NULL,
        phone text NOT NULL,
        kep text,
        sealed jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      ${isolate('store_identity')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE store_identity');
  }
}
