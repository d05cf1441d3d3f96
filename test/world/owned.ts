import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../../src/migrate';
import { databaseUrl, execute, runtimeUrl } from './services';
import { testServices } from './world';

export interface OwnedDatabase {
  readonly superuser: Client;
  /** The address with the login that owns the tables. */
  readonly ownerUrl: string;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** An empty database that belongs to a login without any privilege beyond it: isolation is forced on its migrations, too. */
export async function openOwnedDatabase(): Promise<OwnedDatabase> {
  const { postgresUrl } = testServices();
  const name = `m_${randomBytes(8).toString('hex')}`;
  // The product's own login and role are there already: whoever may make roles has made them.
  await execute(
    postgresUrl,
    `CREATE ROLE ${name} LOGIN PASSWORD 'test' NOSUPERUSER CREATEROLE;
     GRANT tezgah_runtime, tezgah_storefront TO ${name} WITH ADMIN OPTION`,
  );
  await execute(postgresUrl, `CREATE DATABASE ${name} OWNER ${name}`);
  const superuser = new Client({ connectionString: databaseUrl(postgresUrl, name) });
  await superuser.connect();
  const owner = new URL(databaseUrl(postgresUrl, name));
  owner.username = name;
  owner.password = 'test';
  const ownerUrl = owner.toString();
  return {
    superuser,
    ownerUrl,
    migrate: () => migrate(ownerUrl, runtimeUrl(databaseUrl(postgresUrl, name))),
    close: () => superuser.end(),
  };
}
