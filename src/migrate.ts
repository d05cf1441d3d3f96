import { Connection } from '@temporalio/client';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { baselineName, migrations } from '../migrations';
import { loadConfig } from './config';
import { awayIfLost } from './kernel/database/connection';
import { wholeLocks } from './kernel/database/locks';
import { RUNTIME_ROLE, STOREFRONT_ROLE } from './kernel/database/roles';
import { ConfigError } from './kernel/declaration/setting';
import { prepareNamespace } from './kernel/work/temporal-namespace';

const TABLE = 'schema_migration';

const dataSourceFor = (url: string): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    migrations: [...migrations],
    migrationsTableName: TABLE,
    migrationsTransactionMode: 'each',
    logging: false,
  });

/**
 * Brings a database to the newest schema, and lets the product's own login in. Several processes may call it at once: one works,
 * the others wait and find it done.
 * @param ownerUrl of the login that owns the tables
 * @param runtimeUrl what the product logs in with
 * @param storefrontUrl what the storefront logs in with; empty: nothing
 * @throws {DatabaseAway} when the database is lost meanwhile
 * @throws {Error} when the database stopped at a step of before the first release; it stays as it is
 */
export async function migrate(ownerUrl: string, runtimeUrl = ownerUrl, storefrontUrl = ''): Promise<void> {
  try {
    await bringUpToDate(ownerUrl, runtimeUrl, storefrontUrl);
  } catch (error) {
    throw awayIfLost(error);
  }
}

async function bringUpToDate(ownerUrl: string, runtimeUrl: string, storefrontUrl: string): Promise<void> {
  const dataSource = await dataSourceFor(ownerUrl).initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [wholeLocks.migration]);
    try {
      await assertReleased(lock);
      await dataSource.runMigrations();
      if (new URL(runtimeUrl).username !== new URL(ownerUrl).username)
        await admit(lock, new URL(runtimeUrl), RUNTIME_ROLE);
      if (storefrontUrl !== '') await admit(lock, new URL(storefrontUrl), STOREFRONT_ROLE);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [wholeLocks.migration]);
      await lock.release();
    }
  } finally {
    await dataSource.destroy();
  }
}

/**
 * The steps of before the baseline are not there any more: a database that stopped at one of them is left as it is.
 * @throws {Error} with the sentence for the operator
 */
async function assertReleased(owner: QueryRunner): Promise<void> {
  if (!(await owner.hasTable(TABLE))) return;
  const recorded: { name: string }[] = await owner.query(`SELECT name FROM ${TABLE} ORDER BY timestamp DESC, id DESC`);
  const [last] = recorded;
  if (last === undefined || recorded.some(({ name }) => name === baselineName)) return;
  throw new Error(
    `The database stands at a step of before release 0.1.0 (${last.name}). Start the last version before 0.1.0 on it once, then this one. Nothing was changed.`,
  );
}

/** Makes the login unless it is there. Its rights come from its role alone: it owns nothing and is nobody else. */
async function admit(owner: QueryRunner, { username, password }: URL, role: string): Promise<void> {
  const name = decodeURIComponent(username);
  const login = escapeIdentifier(name);
  const found: { member: boolean }[] = await owner.query(
    `SELECT pg_has_role(oid, $2, 'MEMBER') AS member FROM pg_roles WHERE rolname = $1`,
    [name, role],
  );
  if (found[0] === undefined) {
    await owner.query(
      `CREATE ROLE ${login} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD ${escapeLiteral(decodeURIComponent(password))}`,
    );
  }
  if (!found[0]?.member) await owner.query(`GRANT ${role} TO ${login}`);
}

async function main(): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, storefrontDatabaseUrl, temporalAddress, temporalNamespace } = loadConfig();
  if (!databaseUrl) throw new ConfigError('DATABASE_URL must name the database to migrate.');
  await migrate(databaseOwnerUrl || databaseUrl, databaseUrl, storefrontDatabaseUrl);
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
