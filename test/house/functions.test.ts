import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createWorld } from '../world/world';
import { areaOf, root, textOf } from './source';
import { stores } from './statements';
import { tables } from './tables';

const folder = path.join(root, 'migrations/functions');
/** `UPDATE_GOLDEN=1` writes the definitions anew; which noun has a function is said by hand. */
const update = process.env.UPDATE_GOLDEN === '1';

const HEADER =
  '-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.\n';

/** A function of one noun that reads or writes a table of another: the list may only shrink. */
const foreignTables = [
  'access: open_workspaces uses outbox',
  'cargo: open_cargo_sender uses outbox',
  'channel: channels_to_push uses extension',
  'channel: channels_to_push uses stock_movement',
  'channel: channels_to_push uses store_channel_settings',
  'channel: channels_to_push uses store_stock_policy',
  'channel: open_channel_job uses outbox',
  'extension: open_hook_breaker uses outbox',
  'kernel: credential_lives uses access_token',
  'kernel: credential_lives uses owner_session',
  'kernel: sweep_expired uses owner_session',
  'mail: open_mail uses outbox',
  'media: open_media uses outbox',
  'metafield: open_metafield_purge uses outbox',
  'order: open_booking uses outbox',
  'order: open_payment_attempt uses outbox',
  'order: open_refund uses outbox',
  'order: open_shipment_cancelling uses outbox',
  'order: open_shipment_tracking uses outbox',
  'proposal: open_proposal uses outbox',
  'store: open_updates uses outbox',
  'webhook: open_webhook uses outbox',
];
/** A store that calls a function of a noun that is not its own, beside those of the kernel: the list may only shrink. */
const foreignCalls = [
  'activities calls number_waiting of catalog',
  'catalog calls search_metafields of metafield',
  'catalog calls things_naming of metafield',
  'media calls title_words of catalog',
  'store calls products_showing of catalog',
  'token calls find_tokens of access',
  'token calls touch_tokens of access',
];

interface Defined {
  readonly name: string;
  readonly definition: string;
}

async function asked<Row extends object>(...statements: readonly string[]): Promise<readonly Row[]> {
  const world = await createWorld();
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  let rows: readonly Row[] = [];
  for (const statement of statements) ({ rows } = await client.query<Row>(statement));
  await client.end();
  await world.close();
  return rows;
}

/** The functions of a migrated database, and the triggers that call some. */
async function definedFunctions(): Promise<readonly Defined[]> {
  const rows = await asked<Defined>(
    `SELECT p.proname AS name, pg_get_functiondef(p.oid) || coalesce((
       SELECT string_agg(E'\\n' || pg_get_triggerdef(t.oid), '' ORDER BY t.tgname) FROM pg_trigger t
       WHERE t.tgfoid = p.oid AND NOT t.tgisinternal), '') AS definition
     FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     ORDER BY p.proname COLLATE "C", p.oid::regprocedure::text COLLATE "C"`,
  );
  return rows.map(({ name, definition }) => ({ name, definition: definition.replaceAll(/[ \t]+$/gm, '').trim() }));
}

const fileOf = (noun: string): string => path.join(folder, `${noun}.sql`);
const nouns = readdirSync(folder).map((file) => path.basename(file, '.sql'));
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^CREATE OR REPLACE FUNCTION public\.(\w+)\(/gm)].map(([, name]) => name as string);
const written = (definitions: readonly Defined[]): string =>
  `${[HEADER, ...definitions.map(({ definition }) => `${definition};\n`)].join('\n')}`;

describe('the functions of the database', () => {
  let functions: readonly Defined[];
  beforeAll(async () => {
    functions = await definedFunctions();
  });

  const ownedBy = (noun: string): string[] => namesIn(readFileSync(fileOf(noun), 'utf8'));
  const nounOf = (name: string): string | undefined => nouns.find((noun) => ownedBy(noun).includes(name));

  test('belong to one noun each: one that is new is named in the file of its noun, as `CREATE OR REPLACE FUNCTION public.…(`', () => {
    const owned = nouns.flatMap(ownedBy);
    const names = [...new Set(functions.map(({ name }) => name))];
    expect(names.filter((name) => !owned.includes(name))).toEqual([]);
    expect(nouns.filter((noun) => !existsSync(path.join(root, 'src', noun)))).toEqual([]);
    for (const noun of nouns) {
      const own = functions.filter(({ name }) => ownedBy(noun).includes(name));
      if (update) writeFileSync(fileOf(noun), written(own));
      // A difference that is meant: UPDATE_GOLDEN=1 npx jest test/house/functions
      expect(readFileSync(fileOf(noun), 'utf8')).toBe(written(own));
    }
    expect(nouns.flatMap(ownedBy).toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
  });

  test('read and write the tables of their noun', () => {
    const foreign = functions.flatMap(({ name, definition }) => {
      const named = [...definition.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?(\w+)/g)].map(
        ([, table]) => table,
      );
      const others = [...new Set(named)].filter(
        (table) => table !== undefined && tables[table] && tables[table].noun !== nounOf(name),
      );
      return others.map((table) => `${nounOf(name)}: ${name} uses ${table}`);
    });
    expect(foreign.toSorted()).toEqual(foreignTables);
  });

  test('are called by their noun, and those of the kernel by everyone', () => {
    const owned = functions.filter(({ name }) => nounOf(name) !== 'kernel');
    const calls = stores.flatMap((file) =>
      owned
        .filter(({ name }) => nounOf(name) !== areaOf(file) && new RegExp(`\\b${name}\\(`).test(textOf(file)))
        .map(({ name }) => `${areaOf(file)} calls ${name} of ${nounOf(name)}`),
    );
    expect([...new Set(calls)].toSorted()).toEqual(foreignCalls);
  });

  // Postgres reads and plans the body of an SQL function with each statement that writes such a column or index.
  test('are not written in SQL where generated columns, indexes and checks of rows call them', async () => {
    const inSql = await asked(
      `SELECT DISTINCT p.proname AS name FROM pg_proc p
       JOIN pg_language l ON l.oid = p.prolang AND l.lanname = 'sql'
       JOIN pg_depend d ON d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid
       WHERE p.pronamespace = 'public'::regnamespace
         AND d.classid IN ('pg_attrdef'::regclass, 'pg_class'::regclass, 'pg_constraint'::regclass)`,
    );
    expect(inSql).toEqual([]);
  });

  // That is how Postgres rebuilds an index, and how a dump is restored.
  test('answer the same to whoever has no search path, where generated columns and indexes call them', async () => {
    const media = 'med_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
    const [answered] = await asked(
      `SET search_path = ''`,
      `SELECT public.title_words('Çay  Bardağı 12') AS words, public.title_key('Çay  Bardağı 12') AS key,
         public.title_head('caybardagi12', 12) AS head, public.title_tail('caybardagi12', 12) AS tail,
         public.search_keys('str_1', 'cay') = ARRAY(SELECT hashtext('str_1' || letters) FROM unnest(public.show_trgm('cay')) AS letters) AS found,
         public.media_named('{"a": ["${media}", {"b": "med_short"}], "c": "${media}"}') AS media`,
    );
    expect(answered).toEqual({
      words: 'cay bardagi 12',
      key: 'caybardagi12',
      head: 'caybar/12/12',
      tail: 'dagi12/12/12',
      found: true,
      media: [media],
    });
  });
});
