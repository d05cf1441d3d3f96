import { Client } from 'pg';
import { type NamingTable, namingColumns } from '../../src/kernel/table/naming';
import { tables as known } from '../house/tables';

const NAME = 'obj_[0-7][0-9A-HJKMNP-TV-Z]{25}';

/**
 * Looks for the names of stored bytes in every column of a world's database, whoever declares its table: bytes are swept that only
 * such a column names of which no schema says so.
 * @throws when there is one, unless `test/house/tables.ts` says why it keeps nothing
 */
export async function assertNamed(superuserUrl: string, declared: readonly NamingTable[]): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    );
    // Most tables name none, and to take rows apart costs ten times as much as to look through them.
    const mentioning = await client.query<{ name: string }>(
      rows
        .map(
          ({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM "${name}" AS r WHERE r::text ~ '${NAME}')`,
        )
        .join(' UNION ALL '),
    );
    if (mentioning.rows.length === 0) return;
    const naming = mentioning.rows.map(
      ({ name }) =>
        `SELECT DISTINCT '${name}' AS name, e.key AS column FROM "${name}" AS r CROSS JOIN LATERAL jsonb_each(to_jsonb(r)) AS e
         WHERE e.value::text ~ '"${NAME}"'`,
    );
    const found = await client.query<{ name: string; column: string }>(naming.join('\nUNION ALL '));
    const keeping = new Set(
      declared.flatMap(({ table, columns }) => namingColumns(columns).map(({ column }) => `${table}.${column}`)),
    );
    const undeclared = found.rows
      .filter(({ name, column }) => !(column in (known[name]?.mentions ?? {})))
      .map(({ name, column }) => `${name}.${column}`)
      .filter((column) => !keeping.has(column));
    if (undeclared.length > 0)
      throw new Error(`names stored bytes, which are swept because no schema says so: ${undeclared.join(', ')}`);
  } finally {
    await client.end();
  }
}
