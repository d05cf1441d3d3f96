import { Client } from 'pg';
import { namingColumns } from '../../src/kernel/table/naming';
import { namingStatements } from '../../src/kernel/table/naming-store';
import { tables } from '../../src/nouns';
import { createWorld } from '../world/world';
import { declared } from './aggregates';

test('every table that is declared is asked before stored bytes are swept', () => {
  const missing = declared
    .filter(({ table }) => !tables.includes(table))
    .map(({ file, table }) => `${table.table} of ${file}`);
  expect(missing).toEqual([]);
});

/** Tables whose files somebody has decided on. */
const decided = ['media', 'media_jpeg', 'media_variant', 'workspace_sandbox'];

test('what names files counts them among those that wait, or is of files that were decided on', () => {
  const uncounted = tables
    .filter(({ columns, waiting }) => !waiting && namingColumns(columns).length > 0)
    .map(({ table }) => table);
  expect(uncounted.toSorted()).toEqual(decided);
});

/** How the database runs what stands in a function of one argument. */
async function planOf(client: Client, name: string): Promise<{ 'QUERY PLAN': string }[]> {
  const { rows } = await client.query<{ body: string; argument: string }>(
    'SELECT prosrc AS body, proargnames[1] AS argument FROM pg_proc WHERE proname = $1',
    [name],
  );
  const { body, argument } = rows[0] as (typeof rows)[number];
  return (await client.query(`EXPLAIN (GENERIC_PLAN) ${body.replaceAll(new RegExp(`\\b${argument}\\b`, 'g'), '$1')}`))
    .rows;
}

/** Lists of what waits for somebody: there are few of them, and an index of those that are not empty finds them. */
const short = [
  'channel_job.objects',
  // A store has one live design, and a draft for each workspace.
  'design_draft.media_ids',
  'design_live.media_ids',
  'proposal_item.objects',
  'proposal_item.uploads',
];

test('a list of many rows is asked through a function: a login kept to one store does not ask its index', () => {
  const lists = ['obj', 'med', 'upl'].flatMap((prefix) =>
    tables.flatMap(({ table, columns }) =>
      namingColumns(columns, prefix).flatMap(({ column, manner, namedBy }) =>
        manner === 'list' && namedBy === undefined ? [`${table}.${column}`] : [],
      ),
    ),
  );
  expect(lists.toSorted()).toEqual(short);
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
      const { column, manner, namedBy } = manners[index] as (typeof manners)[number];
      const plans = namedBy === undefined ? rows : [...rows, ...(await planOf(client, namedBy))];
      const isFound = !plans.some((row) => /Seq Scan/.test(row['QUERY PLAN']));
      if (!isFound && manner !== 'document') scanned.push(`${table.table}.${column}`);
    }
  }
  await client.end();
  await world.close();
  expect(scanned).toEqual([]);
});
