import { migrations } from '../migrations';
import type { Database } from './kernel/database';

/** @throws while the database lacks a migration that this build needs */
export async function assertMigrated(database: Database): Promise<void> {
  const newest = migrations.at(-1)?.name;
  const found = await database.system.query('SELECT 1 FROM schema_migration WHERE name = $1', [newest]);
  if (found.length === 0) throw new Error('The database lacks migrations: run `npm run migrate`.');
}
