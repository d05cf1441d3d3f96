import { migrations } from '../migrations';
import { hasMigration } from './health-store';
import type { Database } from './kernel/database/database';

/** @throws while the database lacks a migration that this build needs */
export async function assertMigrated(database: Database): Promise<void> {
  const newest = migrations.at(-1)?.name;
  if (!(await hasMigration(database.system, newest)))
    throw new Error('The database lacks migrations: run `npm run migrate`.');
}
