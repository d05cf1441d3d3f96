import fc from 'fast-check';
import { Client } from 'pg';
import { folded } from '../../src/kernel/folded';
import { newUlid } from '../../src/kernel/ids';
import { searchPatterns } from '../../src/kernel/search-patterns';
import { createWorld, type World } from '../world/world';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const within = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(within)];

/** Titles as shops have them, and what is typed in a hurry. */
const written = fc.string({
  unit: fc.constantFrom(...'aAbBçÇğıIİiöşŞüU0123456789   --__%%..\\\'"/ÉéñЖжИи中文😀\n'),
  minLength: 1,
  maxLength: 60,
});

describe('what is searched', () => {
  let world: World;
  let client: Client;
  beforeAll(async () => {
    world = await createWorld();
    client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await world.close();
  });

  /** Both functions in a database that takes letters of all alphabets for letters, as that of a merchant's own Postgres may. */
  async function inDatabaseOfAllLetters<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { rows } = await client.query<{ definition: string }>(
      `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname IN ('search_keys', 'wanted_search_keys')`,
    );
    const name = `letters_${newUlid().toLowerCase()}`;
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`,
    );
    const url = new URL(world.superuserUrl);
    url.pathname = name;
    const other = new Client({ connectionString: url.href });
    await other.connect();
    try {
      await other.query('CREATE EXTENSION pg_trgm');
      for (const { definition } of rows) await other.query(definition);
      return await work(other);
    } finally {
      await other.end();
      await client.query(`DROP DATABASE ${name}`);
    }
  }

  async function findsEachPiece(db: Client): Promise<void> {
    const asked = `SELECT search_keys('sto_a', $1) @> wanted_search_keys('sto_a', $2) AS found,
      cardinality(wanted_search_keys('sto_a', $2)) AS wanted, $1 LIKE ALL ($2::text[]) AS alike`;
    const find = async (stored: string, text: string) => {
      const search = searchPatterns(text);
      if (!search) return;
      const { rows } = await db.query(asked, [stored, search.patterns]);
      // One that is told to be found by keys has some: without any, all that all stores have would be read.
      expect(rows[0].wanted > 0).toBe(search.indexed);
      expect({ found: rows[0].found, alike: rows[0].alike }).toEqual({ found: true, alike: true });
    };
    await fc.assert(
      fc.asyncProperty(written, fc.nat(), fc.nat(), async (text, from, length) => {
        const stored = folded(text);
        const letters = [...stored];
        const start = from % letters.length;
        await find(stored, letters.slice(start, start + 1 + (length % 12)).join(''));
      }),
      { numRuns: 500 },
    );
    // Three letters of which one is of another alphabet are shown as bytes of a checksum, which may be those of three letters.
    await find('1003\nмарина москва 123ижев', 'мари 1003');
    await find('1003\nмарина москва 123ижев', 'моск 100');
    await find('1003\nмарина москва 123ижев', '123и');
  }

  test('has the keys of each piece of it that can be asked for by keys', () => findsEachPiece(client));

  test('has them where letters of all alphabets are letters, too', () =>
    inDatabaseOfAllLetters(async (db) => {
      const { rows } = await db.query(`SELECT cardinality(show_trgm('марина')) AS letters`);
      expect(rows[0].letters).toBeGreaterThan(0);
      await findsEachPiece(db);
    }));

  test('has other keys in each store', async () => {
    const { rows } = await client.query(`SELECT search_keys('sto_a', $1) && wanted_search_keys('sto_b', $2) AS found`, [
      'cezve',
      ['%cezve%'],
    ]);
    expect(rows[0].found).toBe(false);
  });

  test.each([
    ['search_catalog', 'catalog_search_keys'],
    ['search_metafields', 'metafield_index_keys'],
    ['search_orders', 'store_order_search_keys'],
  ])('is read by %s through the index of its keys alone', async (name, index) => {
    const { rows: bodies } = await client.query(
      `SELECT prosrc AS body, proconfig AS settings FROM pg_proc WHERE proname = $1`,
      [name],
    );
    const [{ body, settings }] = bodies as [{ body: string; settings: readonly string[] }];
    await client.query('BEGIN');
    for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
    await client.query(`SET LOCAL app.store_id = 'sto_a'`);
    const { rows } = await client.query(
      `EXPLAIN (FORMAT JSON) ${body.replaceAll(/\bwords\b/g, `'{%cezve%,%bakir%}'::text[]`)}`,
    );
    await client.query('ROLLBACK');
    const read = within(rows[0]['QUERY PLAN'][0].Plan).flatMap((node) => node['Index Name'] ?? []);
    expect(read.filter((each) => !each.startsWith('metafield_definition'))).toEqual([index]);
  });
});
