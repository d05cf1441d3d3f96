import { existsSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createWorld } from '../world/world';
import { type Defined, definitionsOf } from './schema';
import { functionsNamedIn, schemaFolder } from './schema-golden';
import { areaOf, root, textOf } from './source';
import { stores } from './statements';
import { tables } from './tables';

/** A function of one noun that reads or writes a table of another: the list may only shrink. */
const foreignTables = [
  'access: open_workspaces uses outbox',
  'account: find_session uses store',
  'account: requires_factor uses store',
  'bulk: open_bulk_recording uses outbox',
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

async function inWorld<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const world = await createWorld();
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await world.close();
  }
}

const rowsOf = <Row extends object>(...statements: readonly string[]): Promise<readonly Row[]> =>
  inWorld(async (client) => {
    let rows: readonly Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  });

const nounsOfFunctions = functionsNamedIn(schemaFolder);
const nounOf = (name: string): string | undefined => nounsOfFunctions[name];

describe('the functions of the database', () => {
  let functions: readonly Defined[];
  beforeAll(async () => {
    functions = (await inWorld(definitionsOf)).filter(({ kind }) => kind === 'function');
  });

  test('belong to one noun each: one that is new is named in the file of its noun, as `CREATE OR REPLACE FUNCTION public.…(`', () => {
    const names = [...new Set(functions.map(({ name }) => name))];
    expect(names.filter((name) => nounOf(name) === undefined)).toEqual([]);
    const nouns = new Set(Object.values(nounsOfFunctions));
    expect([...nouns].filter((noun) => !existsSync(path.join(root, 'src', noun)))).toEqual([]);
  });

  test('read and write the tables of their noun', () => {
    const foreign = functions.flatMap(({ name, text }) => {
      const named = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?(\w+)/g)].map(([, table]) => table);
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
    const inSql = await rowsOf(
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
    const [answered] = await rowsOf(
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
