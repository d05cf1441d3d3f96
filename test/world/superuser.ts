import { Client } from 'pg';
import type { World } from './world';

/** Runs SQL past the product, for what no command of a test could bring about. @returns its rows */
export async function asSuperuser<Row = Record<string, unknown>>(
  world: Pick<World, 'superuserUrl'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  try {
    return (await client.query(sql, values as unknown[])).rows as Row[];
  } finally {
    await client.end();
  }
}
