import { Client } from 'pg';
import { senderBook } from '../../src/cargo/sender/store';
import { listProducts, type ProductFilter, productRows, productSorts } from '../../src/catalog/product/list-store';
import { listItems, namedItems, needsSales, type StockFilter, stockSorts } from '../../src/catalog/stock/list-store';
import { statementsOfTitles } from '../../src/catalog/title/alike-store';
import { listJobs } from '../../src/channel/job/store';
import { counted } from '../../src/kernel/database/counted-store';
import type { Queryable } from '../../src/kernel/database/queryable';
import { ofKeys } from '../../src/kernel/personal/keys-store';
import { statementsOf as statementsOfAggregate } from '../../src/kernel/table/aggregate-store';
import { namingStatements, userStatements } from '../../src/kernel/table/naming-store';
import { statementsOfPart } from '../../src/kernel/table/part-store';
import { insertsOf } from '../../src/kernel/table/table-store';
import { waitingStatement } from '../../src/kernel/table/waiting-store';
import { statementsOfImages } from '../../src/kernel/trial/image-store';
import type { FieldFilter } from '../../src/metafield/filter/bounds';
import { images } from '../../src/nouns';
import { listOrders, type OrderFilter, orderSorts } from '../../src/order/answer/list-store';
import { paymentBook } from '../../src/order/payment/attempt-store';
import { refundBook } from '../../src/order/refund/asked-store';
import { shipmentBook } from '../../src/order/shipment/store';
import { checkout } from '../../src/store/checkout/aggregate';
import { identity } from '../../src/store/identity/aggregate';
import { soleStatements } from '../../src/store/sole-store';
import { stockPolicy } from '../../src/store/stock/aggregate';
import { noteRows } from '../../src/store/unreadable/store';
import { createWorld, type World } from '../world/world';
import { aggregates, declared, parts } from './aggregates';
import { areaOf, textOf } from './source';
import { type Asked, statementsOf, stores } from './statements';
import { tables } from './tables';

const asked = stores.flatMap(statementsOf);

/** The books of what providers are asked for once. */
const books = {
  'src/cargo/sender/store.ts': senderBook,
  'src/order/payment/attempt-store.ts': paymentBook,
  'src/order/refund/asked-store.ts': refundBook,
  'src/order/shipment/store.ts': shipmentBook,
};

/** Stores whose texts are made, from a declaration or for a call: each is named with everything that it may ask. The list may only shrink. */
const builtPerCall: Readonly<Record<string, () => { file?: string; text: string }[]>> = {
  'src/catalog/title/alike-store.ts': () =>
    statementsOfTitles().map((text) => ({ file: 'src/catalog/title/alike-store.ts', text })),
  // Of the lists whose statements are constants; that of products is built from parts, and run by its own test.
  'src/kernel/database/counted-store.ts': () =>
    asked.flatMap(({ file, text }) =>
      text !== undefined && / LIMIT \$\d$/.test(text) ? [{ file, text: counted(text) }] : [],
    ),
  'src/kernel/table/aggregate-store.ts': () =>
    aggregates.flatMap(({ file, table }) =>
      Object.values(statementsOfAggregate(table)).map((text) => ({ file, text })),
    ),
  'src/provider/conversation/asked-store.ts': () =>
    Object.entries(books).flatMap(([file, { sql }]) => Object.values(sql).map((text) => ({ file, text }))),
  'src/kernel/trial/image-store.ts': () => {
    const { versions, rows, put, remove } = statementsOfImages(images);
    const asking = [...versions.values(), ...rows.values()].flatMap(({ one, many }) => [one, many ?? one]);
    // As for the aggregates, the statements are those of the nouns whose tables they are about.
    return [...asking, ...[...put, ...remove].map(({ text }) => text)].map((text) => ({
      file: 'src/catalog/images.ts',
      text,
    }));
  },
  'src/kernel/personal/keys-store.ts': () =>
    asked.flatMap(({ file, text, byKey }) => (text !== undefined && byKey ? [{ file, text: ofKeys(text) }] : [])),
  'src/kernel/table/naming-store.ts': () =>
    declared.flatMap(({ file, table }) =>
      ['obj', 'med', 'upl'].flatMap((prefix) =>
        [...namingStatements(table, prefix), ...userStatements(table, prefix)].map((text) => ({ file, text })),
      ),
    ),
  'src/kernel/table/part-store.ts': () =>
    parts.flatMap(({ file, table }) => Object.values(statementsOfPart(table)).map((text) => ({ file, text }))),
  'src/kernel/table/table-store.ts': () =>
    declared.flatMap(({ file, table }) => Object.values(insertsOf(table)).map((text) => ({ file, text }))),
  'src/kernel/table/waiting-store.ts': () =>
    declared.flatMap(({ file, table }) => {
      const text = waitingStatement(table);
      return text === undefined ? [] : { file, text };
    }),
  'src/store/sole-store.ts': () =>
    [identity, checkout, stockPolicy].flatMap((sole) =>
      Object.values(soleStatements(sole)).map((text) => ({ file: 'src/store/sole-store.ts', text })),
    ),
  'src/catalog/product/list-store.ts': everyProductList,
  'src/catalog/stock/list-store.ts': everyStockList,
  'src/order/answer/list-store.ts': everyOrderList,
  'src/channel/job/store.ts': everyJobList,
  'src/store/unreadable/store.ts': everyNoteOfRows,
};

/** A statement that writes another noun's table, or reads it: neither list may grow. */
const foreignWrites = ['kernel writes store'];
const foreignReads = [
  'audit reads audit_entity',
  'audit reads audit_generation',
  'audit reads audit_row',
  'audit reads command_outcome',
  'audit reads proposal',
  'audit reads proposal_item',
  'catalog reads media',
  'catalog reads media_variant',
  'catalog reads metafield_definition',
  'catalog reads metafield_index',
  'catalog reads metafield_purge',
  'catalog reads metafield_values',
  'channel reads catalog_barcode',
  'channel reads catalog_product',
  'channel reads catalog_variant',
  'channel reads order_line',
  'channel reads order_package',
  'channel reads stock_movement',
  'channel reads store_channel_settings',
  'channel reads store_order',
  'channel reads store_stock_policy',
  'kernel reads store',
  'kernel reads storefront_mark',
  'mail reads access_token',
  'mail reads owner_account',
  'mail reads proposal',
  'metafield reads catalog_collection',
  'metafield reads catalog_product',
  'metafield reads catalog_variant',
  'metafield reads media',
  'metafield reads store',
  'proposal reads access_token',
  'report reads catalog_product',
  'report reads catalog_variant',
  'report reads order_line',
  'report reads order_refund',
  'report reads order_return',
  'report reads store_order',
  'skin reads design_body',
  'skin reads design_draft',
  'store reads catalog_category',
  'store reads catalog_collection',
  'store reads catalog_collection_product',
  'store reads catalog_product',
  'store reads catalog_variant',
  'store reads media',
  'store reads media_variant',
  'store reads metafield_definition',
  'store reads metafield_values',
  'storefront reads design_body',
  'storefront reads design_draft',
  'storefront reads design_live',
  'storefront reads extension',
  'storefront reads legal_page',
  'storefront reads media',
  'storefront reads media_variant',
  'storefront reads metafield_definition',
  'storefront reads store_flag',
  'storefront reads storefront_kv',
  'storefront reads storefront_moved',
  'storefront reads theme_pack',
  'storefront reads workspace',
  'storefront reads workspace_pack',
];

/** What the login of the product may not do is found before it is done. */
/** Asks as the owner of the whole Postgres, for who runs it. */
const ofTheOwner = 'src/backup/cluster-store.ts';

async function connected(world: World): Promise<Client> {
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  await client.query(`SET ROLE tezgah_runtime`);
  await client.query(`SELECT set_config('app.store_id', $1, false)`, [world.storeId]);
  return client;
}

interface Plan {
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

interface Use {
  readonly at: string;
  readonly noun: string;
  readonly table: string;
  readonly writes: boolean;
}

function usesIn(plan: Plan, { at, file }: Asked): Use[] {
  const table = plan['Relation Name'];
  const own = table ? [{ at, noun: areaOf(file), table, writes: plan.Operation !== undefined }] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((inner) => usesIn(inner, { at, file, text: undefined }))];
}

describe('the statements of the stores', () => {
  let world: World;
  let client: Client;
  const uses: Use[] = [];
  const texts = asked.flatMap((statement) =>
    statement.text === undefined ? [] : { ...statement, text: statement.text },
  );

  beforeAll(async () => {
    world = await createWorld();
    client = await connected(world);
  });
  afterAll(async () => {
    await client.end();
    await world.close();
  });

  test('are constants, or are named as built per call', () => {
    expect(texts.length).toBeGreaterThan(150);
    const built = [...new Set(asked.filter(({ text }) => text === undefined).map(({ file }) => file))];
    expect(built.toSorted()).toEqual(Object.keys(builtPerCall).toSorted());
    const withBooks = stores.filter((file) => /= askedBook</.test(textOf(file)));
    expect(withBooks.toSorted()).toEqual(Object.keys(books).toSorted());
  });

  test('are understood by a migrated database, and allowed to the login of the product', async () => {
    const more = Object.entries(builtPerCall).flatMap(([file, every]) =>
      every().map((built) => ({ at: file, file, ...built })),
    );
    const failed: string[] = [];
    for (const statement of [...texts, ...more]) {
      const { at, text } = statement;
      try {
        await client.query(statement.file === ofTheOwner ? 'RESET ROLE' : 'SET ROLE tezgah_runtime');
        if (text.startsWith('SET ')) await client.query(text);
        else {
          const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`);
          uses.push(...usesIn(rows[0]['QUERY PLAN'][0].Plan, statement));
        }
      } catch (error) {
        failed.push(`${at}: ${(error as Error).message}`);
      }
    }
    expect(failed).toEqual([]);
  }, 180_000);

  test('write the tables of their own noun', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname COLLATE "C"`,
    );
    const names = rows.map(({ name }) => name).filter((name) => name !== 'schema_migration');
    expect(Object.keys(tables)).toEqual(names);
    expect(foreign(uses, true)).toEqual(foreignWrites);
  });

  test('read the tables of other nouns where it is listed', () => {
    expect(foreign(uses, false)).toEqual(foreignReads);
  });
});

const foreign = (uses: readonly Use[], writes: boolean): string[] =>
  [
    ...new Set(
      uses
        .filter(
          (use) => use.writes === writes && tables[use.table] !== undefined && tables[use.table]?.noun !== use.noun,
        )
        .map(({ noun, table }) => `${noun} ${writes ? 'writes' : 'reads'} ${table}`),
    ),
  ].toSorted();

/** One statement for each shape that the filters of the list have. */
function everyProductList(): { text: string }[] {
  const texts = new Set<string>();
  const db: Queryable = {
    query: async (text) => {
      texts.add(text);
      return [];
    },
  };
  const found: Partial<ProductFilter>[] = [
    {},
    { barcode: '869' },
    { search: { indexed: true, patterns: ['a'] } },
    { collectionId: 'col' },
    { categoryId: 'cat' },
    { fields: fieldsOf('text', true) },
    { fields: fieldsOf('number', true) },
    { fields: fieldsOf('number', false) },
  ];
  for (const filter of found)
    for (const stock of [undefined, 'in'] as const)
      for (const sort of productSorts)
        for (const after of [null, [0, ''] as const])
          for (const status of ['active', 'all'] as const)
            for (const ask of [listProducts, productRows])
              for (const kind of sort.endsWith('metafield') ? (['text', 'number'] as const) : [undefined]) {
                const sortField = kind && { definitionId: 'mfd', kind };
                const list = { filter: { lowStock: 0, status, stock, ...filter }, sort, sortField, after };
                void ask(db, '', list, 50).catch(() => {});
              }
  return [...texts].map((text) => ({ text }));
}

function everyJobList(): { text: string }[] {
  const texts = new Set<string>();
  const db: Queryable = {
    query: async (text) => {
      texts.add(text);
      return [];
    },
  };
  for (const state of [null, 'running', 'succeeded'] as const)
    void listJobs(db, 'sto', { extension: 'trendyol', kind: null, state, without: [] }, null, 20);
  return [...texts].map((text) => ({ text }));
}

function everyNoteOfRows(): { text: string }[] {
  const texts: string[] = [];
  const row = { remoteId: '1', title: null, code: 'row_invalid', message: 'x', asked: '1' } as const;
  noteRows({ send: (text: string) => void texts.push(text) } as never, 'sto', 'trendyol', {
    task: 'orders',
    unkept: [row],
    kept: ['2'],
    tried: ['3'],
  });
  return texts.map((text) => ({ text }));
}

function everyStockList(): { text: string }[] {
  const texts = new Set<string>();
  const db: Queryable = {
    query: async (text) => {
      texts.add(text);
      return [];
    },
  };
  const filters: StockFilter[] = [
    {},
    { search: { indexed: true, patterns: ['a'] }, out: true },
    { search: { indexed: false, patterns: ['a'] } },
    { code: '869' },
    { lowPieces: 3, lowDays: 7 },
  ];
  const over = { days: 30, until: 0 };
  for (const filter of filters)
    for (const sort of stockSorts) {
      const sales = needsSales({ filter, sort }) ? [] : null;
      for (const after of [null, ['a', 'prd', 0] as const])
        void listItems(db, 'sto', { filter, sort, sales, over }, after, 51);
    }
  void namedItems(db, 'sto', { ids: [], codes: [], over }, 10);
  return [...texts].map((text) => ({ text }));
}

function everyOrderList(): { text: string }[] {
  const texts = new Set<string>();
  const db: Queryable = {
    query: async (text) => {
      texts.add(text);
      return [];
    },
  };
  const found: OrderFilter[] = [
    {},
    { search: { indexed: true, patterns: ['a'] } },
    { productId: 'prd' },
    { customerId: 'cus' },
    { customerId: 'cus', productId: 'prd' },
    { return: 'requested' },
    { customerId: 'cus', return: 'requested' },
    { search: { indexed: false, patterns: ['a'] } },
    { search: { indexed: false, patterns: ['a'] }, customerId: 'cus' },
    { carrier: 'yurtici' },
  ];
  const rest: OrderFilter = {
    payment: 'paid',
    fulfilment: 'shipped',
    channel: 'store',
    placedSince: '',
    placedBefore: '',
    minTotal: 0,
    maxTotal: 0,
  };
  for (const finder of found)
    for (const filter of [finder, { ...finder, ...rest }])
      for (const sort of orderSorts)
        for (const after of [null, [0, ''] as const]) void listOrders(db, '', { filter, sort }, after, 50);
  return [...texts].map((text) => ({ text }));
}

const fieldsOf = (kind: 'text' | 'number', isFew: boolean): FieldFilter => ({
  isFew,
  bounds: [
    kind === 'text'
      ? { definitionId: 'mfd', kind, least: '', most: '' }
      : { definitionId: 'mfd', kind, least: 0, most: 0 },
    { definitionId: 'mfd', kind: 'text', least: '', most: '' },
  ],
});
