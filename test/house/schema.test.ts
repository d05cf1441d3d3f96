import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OwnedDatabase, openOwnedDatabase } from '../world/owned';
import { type Defined, definitionsOf, seededRows } from './schema';
import { functionsNamedIn, schemaFolder } from './schema-golden';
import { tables } from './tables';

const HEADER =
  '-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.\n';

/** `UPDATE_GOLDEN=1` writes the definitions anew; which noun has a function is said by hand. */
const update = process.env.UPDATE_GOLDEN === '1';

const fileOf = (noun: string): string => path.join(schemaFolder, `${noun}.sql`);

/** The golden files: what belongs to the whole database is the kernel's, and so is the table of the migrations themselves. */
function written(definitions: readonly Defined[]): Readonly<Record<string, string>> {
  const nouns: Record<string, Defined[]> = {};
  const functions = functionsNamedIn(schemaFolder);
  for (const defined of definitions) {
    const { kind, name } = defined;
    const noun = kind === 'table' ? tables[name]?.noun : functions[name];
    const owner = noun ?? (kind === 'function' ? undefined : 'kernel');
    if (owner === undefined) throw new Error(`no file in ${schemaFolder} names the function ${name}`);
    nouns[owner] ??= [];
    nouns[owner].push(defined);
  }
  const order = ['database', 'table', 'function'];
  return Object.fromEntries(
    Object.entries(nouns).map(([noun, all]) => [
      noun,
      [
        HEADER,
        ...order.flatMap((kind) => all.filter((each) => each.kind === kind).map(({ text }) => `${text}\n`)),
      ].join('\n'),
    ]),
  );
}

describe('the schema of a new database', () => {
  let database: OwnedDatabase;
  beforeAll(async () => {
    database = await openOwnedDatabase();
    await database.migrate();
  });
  afterAll(() => database.close());

  // The golden files were written from a database that had gone all 170 steps before release 0.1.0: the baseline leads to the same.
  test('is that of the golden files: tables, columns in their order, constraints, indexes, policies, grants, triggers and functions', async () => {
    const schema = written(await definitionsOf(database.superuser));
    if (update) {
      mkdirSync(schemaFolder, { recursive: true });
      for (const [noun, text] of Object.entries(schema)) writeFileSync(fileOf(noun), text);
    }
    expect(readdirSync(schemaFolder).toSorted()).toEqual(
      Object.keys(schema)
        .map((noun) => `${noun}.sql`)
        .toSorted(),
    );
    for (const [noun, text] of Object.entries(schema)) {
      expect(existsSync(fileOf(noun))).toBe(true);
      // A difference that is meant: UPDATE_GOLDEN=1 npx jest test/house/schema
      expect(readFileSync(fileOf(noun), 'utf8')).toBe(text);
    }
  });

  test('begins without any row', async () => {
    expect(await seededRows(database.superuser)).toEqual({});
  });

  // The baseline makes functions before the tables that they ask, so Postgres has not looked into them yet.
  test('has functions that Postgres understands', async () => {
    const { rows } = await database.superuser.query<{ name: string; validator: string; oid: number }>(
      `SELECT p.oid, p.proname AS name, l.lanvalidator::regproc::text AS validator FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
       WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql')`,
    );
    expect(rows.length).toBeGreaterThan(100);
    for (const { oid, validator } of rows) await database.superuser.query(`SELECT ${validator}($1::oid)`, [oid]);
  });
});
