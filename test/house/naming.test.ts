import { Client } from 'pg';
import { namingColumns } from '../../src/kernel/table/naming';
import { namingStatements } from '../../src/kernel/table/naming-store';
import { tables } from '../../src/tables';
import { createWorld } from '../world/world';
import { declared } from './aggregates';

test('every table that is declared is asked before stored bytes are swept', () => {
  const missing = declared
    .filter(({ table }) => !tables.includes(table))
    .map(({ file, table }) => `${table.table} of ${file}`);
  expect(missing).toEqual([]);
});

/** Tables whose files somebody has decided on. */
const decided = ['media', 'media_variant'];

test('what names files counts them among those that wait, or is of files that were decided on', () => {
  const uncounted = tables
    .filter(({ columns, waiting }) => !waiting && namingColumns(columns).length > 0)
    .map(({ table }) => table);
  expect(uncounted.toSorted()).toEqual(decided);
});

test.each([
  ['stored bytes', 'obj', 'the sweep asks it for each page of them'],
  ['media', 'med', 'who deletes a file asks it'],
  ['uploads', 'upl', 'the sweep asks it of each that would expire'],
])('what names %s (%s) is found by an index: %s', async (_, prefix) => {
  const world = await createWorld();
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  await client.query('SET enable_seqscan = off');
  const scanned: string[] = [];
  for (const table of tables) {
    const manners = namingColumns(table.columns, prefix);
    for (const [index, statement] of namingStatements(table, prefix).entries()) {
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${statement}`);
      // Nothing finds a name somewhere in a document: whoever keeps many of them keeps the names in a column beside it.
      const isFound = !rows.some((row) => /Seq Scan/.test(row['QUERY PLAN']));
      if (!isFound && manners[index]?.manner !== 'document') scanned.push(`${table.table}.${manners[index]?.column}`);
    }
  }
  await client.end();
  await world.close();
  expect(scanned).toEqual([]);
});
