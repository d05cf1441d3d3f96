import { Client, type Pool } from 'pg';

/** Rows of one transaction, by table. */
type Written = ReadonlyMap<string, readonly object[]>;

const AT_MOST = 2_000;

/** Collects what the transactions wrote that wrote the rows of a table, as far as nothing was written over it. @returns at most 2,000 of them */
export async function writtenWith(database: Pool, table: string, storeId: string): Promise<Written[]> {
  const { rows: first } = await database.query<{ tx: string }>(
    `SELECT DISTINCT xmin::text AS tx FROM ${table} WHERE store_id = $1 LIMIT ${AT_MOST}`,
    [storeId],
  );
  const groups = new Map(first.map(({ tx }) => [tx, new Map<string, object[]>()]));
  const { rows: tables } = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) {
    const { rows } = await database.query<{ tx: string; row: object }>(
      `SELECT xmin::text AS tx, to_jsonb(t) AS row FROM "${name}" t WHERE xmin::text = ANY($1)`,
      [[...groups.keys()]],
    );
    for (const { tx, row } of rows) {
      const group = groups.get(tx) as Map<string, object[]>;
      group.set(name, [...(group.get(name) ?? []), row]);
    }
  }
  return [...groups.values()];
}

/** Writes transactions anew, one after the other on one connection, each in one go and without keys that are checked. @returns transactions a second */
export async function rowsPerSecond(url: string, written: readonly Written[]): Promise<number> {
  const client = new Client({ connectionString: url, pipeline: true } as never);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const statements = await statementsOf(client);
    const since = performance.now();
    for (const tables of written)
      await Promise.all([
        client.query('BEGIN'),
        ...[...tables].map(([name, rows]) =>
          client.query({ name: `write ${name}`, text: statements.get(name) as string, values: [JSON.stringify(rows)] }),
        ),
        client.query('COMMIT'),
      ]);
    return written.length / ((performance.now() - since) / 1_000);
  } finally {
    await client.end();
  }
}

async function statementsOf(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY c.relname`,
  );
  return new Map(
    rows.map(({ name, columns }) => [
      name,
      `INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${name}", $1)`,
    ]),
  );
}
