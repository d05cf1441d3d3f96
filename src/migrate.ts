import { Connection } from '@temporalio/client';
import { DataSource } from 'typeorm';
import { migrations } from '../migrations';
import { ConfigError, loadConfig } from './config';
import { prepareNamespace } from './kernel/temporal-namespace';

/** Any number; it names the lock under which one process at a time migrates a database. */
const MIGRATION_LOCK = 7_204_114;
const TABLE = 'schema_migration';

const dataSourceFor = (url: string): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    migrations,
    migrationsTableName: TABLE,
    migrationsTransactionMode: 'each',
    logging: false,
  });

/** Brings a database to the newest schema. Several processes may call it at once: one works, the others wait and find it done. */
export async function migrate(databaseUrl: string): Promise<void> {
  const dataSource = await dataSourceFor(databaseUrl).initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await dataSource.runMigrations();
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await lock.release();
    }
  } finally {
    await dataSource.destroy();
  }
}

async function main(): Promise<void> {
  const { databaseUrl, temporalAddress, temporalNamespace } = loadConfig();
  if (!databaseUrl) throw new ConfigError('DATABASE_URL must name the database to migrate.');
  await migrate(databaseUrl);
  process.stdout.write('The database is at the newest schema.\n');
  if (!temporalAddress) return;
  const connection = await Connection.connect({ address: temporalAddress });
  await prepareNamespace(connection, temporalNamespace).finally(() => connection.close());
  process.stdout.write(`The Temporal namespace ${temporalNamespace} is prepared.\n`);
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
